// node compile.mjs FOLDER: for each folder NAME in FOLDER/source, FOLDER/compiled/NAME with .pyc in the place of .py, compiled by
// the Python that will run it, which is pyodide's own. "stdlib" is unpacked from the npm package. Docstrings are left out, but
// where a module reads them, and of libraries asserts and the tables of lines. Then the tutor is opened once (FOLDER/walk.py), and
// FOLDER/used.json names every module that was imported, FOLDER/used-by-networkx.json what networkx imports besides; what Python
// generated meanwhile is told in compiled/app/generated.marshal, versions in FOLDER/python.json.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { loadPyodide } from "pyodide";

// An error of Python is told by itself, not with the line of pyodide's script it came from, which is a megabyte long.
process.on("uncaughtException", (problem) => {
  console.error(String(problem.message ?? problem).slice(-4000));
  process.exit(1);
});

const [, , folder] = process.argv;
const npm = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
const first = await loadPyodide();
for (const [name, path] of [
  ["/site", folder],
  ["/npm", npm],
])
  first.mountNodeFS(name, path);
for (const part of ["compiled"]) mkdirSync(`${folder}/${part}`, { recursive: true });
first.runPython(`
import ast, importlib._bootstrap_external as external, os, shutil, sys, zipfile
from importlib.util import source_hash
sys.dont_write_bytecode = True
sys.path.insert(0, "/site/source/app")
from tutor.hosts.site.generated import without_lines
zipfile.ZipFile("/npm/python_stdlib.zip").extractall("/site/source/stdlib")

OURS = ("/site/source/app/engine/", "/site/source/app/tutor/")

def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, False) is not None:
            rest = node.body[1:]
            # A dataclass without one writes its own, which takes long.
            left = node.body[:1] if isinstance(node, ast.ClassDef) and node.decorator_list else []
            for line in left:
                line.value = ast.Constant(".", lineno=line.lineno, col_offset=0)
            node.body = left + rest or ([] if isinstance(node, ast.Module) else [ast.Pass(lineno=node.body[0].lineno, col_offset=0)])
    return ast.fix_missing_locations(tree)

def compiled(text, shown, library):
    tree = ast.parse(text)
    if library or b"__doc__" not in text:
        tree = without_docstrings(tree)
    code = compile(tree, shown, "exec", dont_inherit=True, optimize=1 if library else 0)
    return external._code_to_hash_pyc(without_lines(code) if library else code, source_hash(text), False)

for part in os.listdir("/site/source"):
    start = f"/site/source/{part}"
    for here, _, names in os.walk(start):
        goal = here.replace("/site/source", "/site/compiled", 1)
        os.makedirs(goal, exist_ok=True)
        for name in names:
            path = f"{here}/{name}"
            if name.endswith(".py"):
                with open(path, "rb") as file, open(f"{goal}/{name}c", "wb") as out:
                    out.write(compiled(file.read(), path[len(start) + 1:], not path.startswith(OURS)))
            else:
                shutil.copyfile(path, f"{goal}/{name}")
`);
const { info } = JSON.parse(readFileSync(`${npm}/pyodide-lock.json`, "utf8"));
writeFileSync(`${folder}/python.json`, JSON.stringify(info));

const second = await loadPyodide();
second.mountNodeFS("/site", folder);
second.runPython(`
import json, os, sys
before = set(sys.modules)
sys.dont_write_bytecode = True
os.environ["MYSTIC_WOOD_DATA"] = "/data"
sys.path[:0] = ["/site/compiled/app", "/site/compiled/networkx"]
from tutor.hosts.site.generated import note
noted = note()
exec(open("/site/walk.py").read())
open("/site/compiled/app/generated.marshal", "wb").write(noted())
files = {name: getattr(module, "__file__", None) or "" for name, module in list(sys.modules.items())}
open("/site/used.json", "w").write(json.dumps(sorted(name for name in files)))
import networkx
open("/site/used-by-networkx.json", "w").write(json.dumps(sorted(set(sys.modules) - set(files))))
`);
process.exit(0);
