import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { root } from "../support/source-files.ts";
import { specifiersOf, imports, importsAcross } from "./imports.ts";

/** The parts of what browsers load; none imports anything of a later one. */
const webLayers = [
  "connection",
  "renderer",
  "ui",
  "home-assistant",
  "store",
  "i18n",
  "renderer/export",
  "home-assistant/actions",
  "home-assistant/details",
  "home-assistant/replay",
  "home-assistant/positions",
  "view-3d",
  "card",
  "canvas",
  "panel",
  "page",
  "kiosk",
  "demo",
];

test("HOUSE-6: what browsers load imports its own parts only downward", () => {
  // A room within a room is a layer of its own.
  const layerOf = (file: string): number => {
    const [, , room = "", inner = ""] = file.split("/");
    const within = webLayers.indexOf(`${room}/${inner}`);
    return within < 0 ? webLayers.indexOf(room) : within;
  };
  const own = importsAcross("src/web/", "src/web/").map((each) => each.split(" imports "));
  assert(own.length > 20, `${own.length} imports are found`);
  const upward = own.filter(([file = "", target = ""]) => layerOf(target) > layerOf(file));
  assert.deepEqual(
    upward.map((each) => each.join(" imports ")),
    [],
  );
  // The card draws, and must not carry what edits.
  assert.deepEqual(importsAcross("src/web/renderer/", "src/model/editing/"), []);
  const strangers = own.flat().filter((file) => layerOf(file) < 0);
  assert.deepEqual(strangers, [], "every part has its place");
});

/** The packages of what browsers load besides; each runs anywhere. */
const packagesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["src/client", ["home-assistant-js-websocket", "immutable-json-patch"]],
  ["src/model/editing", ["fp-ts/lib/Either.js"]],
  ["src/model/import", ["@zip.js/zip.js", "fp-ts/lib/Either.js", "saxes"]],
  ["src/model/solids", ["earcut"]],
  ["src/model/trackers", ["fp-ts/lib/Apply.js", "fp-ts/lib/Either.js", "io-ts"]],
  ["src/model", ["fp-ts/lib/Either.js", "io-ts"]],
]);

/** The client has the types of what the service answers from the codecs that hold the service to them; nothing of those gets into what runs. */
const typeImports = /^import type\s[^;]*;|^export type \{[^;]*;/gm;

const runsFrom = (file: string): readonly string[] => {
  const text = readFileSync(join(root, file), "utf8");
  return specifiersOf(file.startsWith("src/client/") ? text.replaceAll(typeImports, "") : text);
};

/** Everything that a file needs, directly or not. */
const needsOf = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  for (const name of runsFrom(file)) {
    const target = posix.join(posix.dirname(file), name);
    if (name.startsWith(".") && !found.has(target)) needsOf(target, found.add(target));
  }
  return found;
};

test("API-11: the client needs only what runs anywhere, and `ws` where there are no websockets", () => {
  const files = [...imports.keys()].filter((file) => file.startsWith("src/client/"));
  assert(files.length > 3, "the client is there");
  const needed = new Set(files);
  for (const file of files) needsOf(file, needed);
  const packages = new Set<string>();
  for (const file of needed) {
    assert.match(file, /^src\/(?:client|model)\//);
    for (const name of runsFrom(file)) if (!name.startsWith(".")) packages.add(name);
  }
  const allowed = ["home-assistant-js-websocket", "immutable-json-patch", "ws"];
  assert.deepEqual([...packages].toSorted(), allowed);
});

test("HOUSE-6: what browsers load needs of the rest only what is pure", () => {
  const outside = [...importsAcross("src/web/", "src/"), ...importsAcross("src/web/", "wal/")]
    .map((each) => each.split(" imports ")[1] ?? "")
    .filter((target) => !target.startsWith("src/web/"));
  const needed = new Set(outside);
  for (const file of outside) needsOf(file, needed);
  assert(needed.has("src/model/elements/entities.ts") && needed.has("src/model/demo/flat.ts"));
  for (const file of needed) {
    assert.match(file, /^src\/(?:(?:model|client)\/|server\/runtime\/coalescing\.ts$)/);
    const allowed = [...packagesOf].find(([room]) => file.startsWith(`${room}/`))?.[1] ?? [];
    const packages = runsFrom(file).filter(
      (name) => !name.startsWith(".") && !allowed.includes(name),
    );
    assert.deepEqual(packages, [], `${file} runs anywhere`);
  }
  const inward = ["src/web/", "src/model/merge/"].flatMap((part) =>
    [...importsAcross("src/", part), ...importsAcross("wal/", part)].filter(
      (each) => !each.startsWith("src/web/") && !each.startsWith(part),
    ),
  );
  // Words alone: the command line tells of an import what the editor does.
  assert.deepEqual(inward, ["src/cli/import-files.ts imports src/web/i18n/en/import.ts"]);
  assert.deepEqual(
    [...needsOf("src/web/i18n/en/import.ts")].filter(
      (file) => file.startsWith("src/web/") && !file.startsWith("src/web/i18n/"),
    ),
    [],
  );
});
