// Builds the front end into tutor/ui/dist, and its plugin of JupyterLab into tutor/hosts/lab/extension; both are committed.
// With --check it builds aside, says which file is not what its sources make, and ends with 1.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const NOTICE = "Built by make front from tutor/ui/front: change that, not this.";
const SHARED = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  target: ["chrome111", "firefox115", "safari16.4"],
  charset: "utf8",
  legalComments: "eof",
  banner: { js: `// ${NOTICE}`, css: `/* ${NOTICE} */` },
  write: false,
};

const made = await Promise.all([
  build({
    ...SHARED,
    entryPoints: ["page.ts", "page.css", "still.ts", "still.css"].map((name) => `tutor/ui/front/${name}`),
    outdir: "tutor/ui/dist",
    format: "esm",
  }),
  build({ ...SHARED, entryPoints: ["tutor/ui/front/rules.ts"], outdir: "tutor/ui/dist", format: "iife" }),
  build({
    ...SHARED,
    entryPoints: ["site", "worker"]
      .map((name) => `tutor/ui/front/site/${name}.ts`)
      .concat("tutor/ui/front/site/site.css"),
    outdir: "tutor/ui/dist/site",
    format: "esm",
  }),
  build({ ...SHARED, entryPoints: ["tutor/ui/front/site/offline.ts"], outdir: "tutor/ui/dist/site", format: "iife" }),
  build({
    ...SHARED,
    entryPoints: ["tutor/ui/front/jupyterlab/plugin.ts"],
    outfile: "tutor/hosts/lab/extension/mystic-wood/static/remoteEntry.js",
    format: "iife",
    loader: { ".css": "text" },
  }),
]);
const built = new Map(
  made.flatMap(({ outputFiles }) => outputFiles).map((file) => [file.path.slice(ROOT.length), file.text]),
);
if (built.size !== 10) throw new Error(`ten files are to be built, not ${[...built.keys()].join(", ")}`);

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
  await mkdir(`${ROOT}tutor/ui/dist/site`, { recursive: true });
  for (const [path, text] of built) await writeFile(ROOT + path, text);
}
