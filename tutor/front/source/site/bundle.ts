// Files packed as one (tutor/hosts/site/bundle.py), and how they are fetched.

import type { Files } from "./store";

/** Lays out a bundle, without copying what it holds: four bytes of length, [name, size] of each file as JSON, the files. */
export function unpack(files: Files, data: Uint8Array, root: string): void {
  const size = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  let at = 4 + size,
    last = "";
  files.mkdirTree(root);
  for (const [name, length] of JSON.parse(new TextDecoder().decode(data.subarray(4, at))) as [string, number][]) {
    const path = `${root}/${name}`,
      folder = path.slice(0, path.lastIndexOf("/"));
    if (folder !== last) files.mkdirTree((last = folder));
    files.writeFile(path, data.subarray(at, (at += length)), { canOwn: true });
  }
}

/** The bytes of a file that lies there as gzip, whatever the server has made of it. */
export async function unzipped(response: Response): Promise<Uint8Array> {
  const data = new Uint8Array(await response.arrayBuffer());
  return data[0] === 0x1f && data[1] === 0x8b ? gunzip(data) : data;
}

async function gunzip(data: Uint8Array): Promise<Uint8Array> {
  const stream = new Response(data as BodyInit).body?.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream ?? null).arrayBuffer());
}
