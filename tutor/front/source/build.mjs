// Builds the front end into tutor/front/dist, and its plugin of JupyterLab into tutor/hosts/lab/extension; both are committed.
// With --check it builds aside, says which file is not what its sources make, and ends with 1.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const NOTICE = "Built by make front from tutor/front/source: change that, not this.";
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
    entryPoints: ["page/page.ts", "css/page.css", "page/still.ts", "css/still.css"].map((name) => ({
      in: `tutor/front/source/${name}`,
      out: name.replace(/^\w+\/|\.\w+$/g, ""),
    })),
    outdir: "tutor/front/dist",
    format: "esm",
  }),
  build({ ...SHARED, entryPoints: ["tutor/front/source/page/rules.ts"], outdir: "tutor/front/dist", format: "iife" }),
  build({
    ...SHARED,
    entryPoints: ["site", "worker"]
      .map((name) => `tutor/front/source/site/${name}.ts`)
      .concat("tutor/front/source/site/site.css"),
    outdir: "tutor/front/dist/site",
    format: "esm",
  }),
  build({
    ...SHARED,
    entryPoints: ["tutor/front/source/site/offline.ts"],
    outdir: "tutor/front/dist/site",
    format: "iife",
  }),
  build({
    ...SHARED,
    entryPoints: ["tutor/front/source/lab/plugin.ts"],
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
  await rm(`${ROOT}tutor/front/dist`, { recursive: true, force: true });
  await mkdir(`${ROOT}tutor/front/dist`, { recursive: true });
  await mkdir(`${ROOT}tutor/front/dist/site`, { recursive: true });
  for (const [path, text] of built) await writeFile(ROOT + path, text);
}
