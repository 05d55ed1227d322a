import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { languages } from "../../src/web/i18n/languages.ts";
import { bounded } from "../support/timeouts.ts";
import { root } from "../support/source-files.ts";

const web = join(root, "dist/web");
const kB = 1000;

/** The view in 3D, the model as a file, and the solids that both share have a limit of their own: they are loaded when somebody wants them. */
const isIn3d = (name: string): boolean => /^(?:view-3d|glb|solids)-/.test(name);

/** The readers of drawings and buildings, which people load who import some. */
const isReader = (name: string): boolean => /^read-(?:dxf|ifc)-/.test(name);

/** The picture of a model has one too: it is loaded when somebody traces a model. */
const isPicture = (name: string): boolean => name.startsWith("model-picture-");

/** The files of assets that a file of `dist/web` names, and those that they name in turn, also to load them on demand. */
const loadedFrom = async (first: string, named: RegExp): Promise<readonly string[]> => {
  const assets = new Set(await readdir(join(web, "assets")));
  const found = new Set<string>();
  const follow = async (path: string): Promise<void> => {
    for (const [, name = ""] of (await readFile(path, "utf8")).matchAll(named)) {
      if (found.has(name) || !assets.has(name)) continue;
      found.add(name);
      await follow(join(web, "assets", name));
    }
  };
  await follow(join(web, first));
  return [...found];
};

test(
  "PAGE-14: the card's module is below 45 kB, page, editor and all they load below 739 kB, what is in 3D below 230 kB, the readers of drawings and buildings below 22 kB, the picture of a model below 180 kB, with gzip",
  bounded,
  async () => {
    const card = await readFile(join(web, "floorplan-card.js.gz"));
    assert(card.length < 45 * kB, `the card has ${card.length} bytes`);
    assert(card.length > 2 * kB && gunzipSync(card).includes("floorplan-card"), "it is the card");
    const files = await loadedFrom("index.html", /"(?:\.\/)?(?:assets\/)?([\w-]+\.(?:js|css))"/g);
    for (const name of [
      "page",
      "yaml-editor",
      ...[...languages.keys()].map((code) => `editing-${code}`),
    ])
      assert(
        files.some((file) => file.startsWith(`${name}-`)),
        `${name} among ${files.join()}`,
      );
    const sizeOf = async (names: readonly string[]): Promise<number> => {
      let bytes = 0;
      for (const name of names) bytes += (await readFile(join(web, "assets", `${name}.gz`))).length;
      return bytes;
    };
    const total = await sizeOf(
      files.filter((name) => !isIn3d(name) && !isReader(name) && !isPicture(name)),
    );
    assert(total < 739 * kB, `the page with its editor has ${total} bytes`);
    const in3d = files.filter(isIn3d);
    for (const part of ["view-3d", "glb", "solids"])
      assert(
        in3d.some((name) => name.startsWith(`${part}-`)),
        `${part} among ${in3d.join()}`,
      );
    const solid = await sizeOf(in3d);
    assert(solid < 230 * kB, `what is in 3D has ${solid} bytes`);
    const readers = files.filter(isReader);
    assert.equal(readers.length, 2, readers.join());
    const reading = await sizeOf(readers);
    assert(reading < 22 * kB, `the readers have ${reading} bytes`);
    const picture = await sizeOf(files.filter(isPicture));
    assert(picture > 0 && picture < 180 * kB, `the picture of a model has ${picture} bytes`);
  },
);

test(
  "PAGE-22: the editor's words of each language come with the editor alone, and with no card",
  bounded,
  async () => {
    const names = await readdir(join(web, "assets"));
    const editing = names.filter((name) => /^editing-.*\.js$/.test(name));
    assert.equal(editing.length, languages.size, editing.join());
  },
);

test(
  "PAGE-32: the page names every module that it needs from the beginning, and no other",
  bounded,
  async () => {
    const page = await readFile(join(web, "index.html"), "utf8");
    const named = (pattern: RegExp): readonly string[] =>
      [...page.matchAll(pattern)].map(([, path = ""]) => basename(path));
    const [script = ""] = named(/<script type="module" src="([^"]+)"/g);
    const needed = new Set<string>();
    const follow = async (file: string): Promise<void> => {
      const code = await readFile(join(web, "assets", file), "utf8");
      for (const [, next = ""] of code.matchAll(/\b(?:from|import)\s?"\.\/([^"]+)"/g)) {
        if (needed.has(next)) continue;
        needed.add(next);
        await follow(next);
      }
    };
    await follow(script);
    assert(needed.size > 3, [...needed].join());
    const told = named(/<link rel="modulepreload" href="([^"]+)"/g);
    assert.deepEqual([...told].toSorted(), [...needed].toSorted());
  },
);
