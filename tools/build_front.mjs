// Builds the front end: tutor/ui/front into tutor/ui/dist, which is committed. With --check it builds aside, says which file is not
// what its sources make, and ends with 1.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NOTICE = "Built by make front from tutor/ui/front: change that, not this.";
const WANTED = ["page.js", "page.css"];

const { outputFiles } = await build({
  absWorkingDir: ROOT,
  entryPoints: ["tutor/ui/front/page.ts", "tutor/ui/front/page.css"],
  outdir: "tutor/ui/dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome111", "firefox115", "safari16.4"],
  charset: "utf8",
  legalComments: "eof",
  banner: { js: `// ${NOTICE}`, css: `/* ${NOTICE} */` },
  write: false,
});
const built = new Map(outputFiles.map((file) => [file.path.slice(ROOT.length), file.text]));
const missing = WANTED.filter((name) => !built.has(`tutor/ui/dist/${name}`));
if (missing.length) throw new Error(`the build has made no ${missing.join(", no ")}`);

if (process.argv.includes("--check")) {
  const stale = [];
  for (const [path, text] of built) {
    const there = await readFile(ROOT + path, "utf8").catch(() => "");
    if (there !== text) stale.push(path);
  }
  if (stale.length) {
    console.error(`${stale.join(", ")}: not what the sources make. Run make front, and commit what it builds.`);
    process.exit(1);
  }
} else {
  await rm(`${ROOT}tutor/ui/dist`, { recursive: true, force: true });
  await mkdir(`${ROOT}tutor/ui/dist`, { recursive: true });
  for (const [path, text] of built) await writeFile(ROOT + path, text);
}
