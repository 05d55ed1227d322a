import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { lintModules } from "./linter.ts";
import { root, sourceFiles } from "./source-files.ts";

/** What each file imports of the project; types count like everything else. */
type Imports = ReadonlyMap<string, readonly string[]>;

const specifierRules = [/\bfrom\s+"([^"]+)"/g, /\bimport\s+"([^"]+)"/g, /\bimport\(\s*"([^"]+)"/g];

const specifiersOf = (text: string): readonly string[] =>
  specifierRules.flatMap((rule) => [...text.matchAll(rule)].map(([, name]) => name ?? ""));

const readImports = (): Imports =>
  new Map(
    sourceFiles("wal", "src").map((file) => {
      const specifiers = specifiersOf(readFileSync(join(root, file), "utf8"));
      const relative = specifiers.filter((specifier) => specifier.startsWith("."));
      return [file, relative.map((name) => posix.join(posix.dirname(file), name))];
    }),
  );

const imports = readImports();

/** Every import by a file of one folder of something in another, as `file imports file`. */
const importsAcross = (from: string, to: string): readonly string[] =>
  [...imports].flatMap(([file, targets]) =>
    file.startsWith(from)
      ? targets
          .filter((target) => target.startsWith(to))
          .map((target) => `${file} imports ${target}`)
      : [],
  );

/** The first circle that is found, as the files along it. */
const findCircle = (graph: Imports): readonly string[] | undefined => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of graph.get(file) ?? []) {
      const circle = visit(target, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
};

test("HOUSE-1: every import of the project is found, and leads to a file of it", () => {
  // Guards the tests below against finding nothing because nothing was read.
  const targets = [...imports.values()].flat();
  assert(imports.size > 80 && targets.length > 200, `${imports.size} files, ${targets.length}`);
  const known = new Set([...sourceFiles("wal", "src"), "wal/fs-native-extensions.d.ts"]);
  assert.deepEqual(
    targets.filter((target) => !known.has(target)),
    [],
  );
  assert(
    importsAcross("src/server/server.ts", "src/server/http/").includes(
      "src/server/server.ts imports src/server/http/http-server.ts",
    ),
  );
});

test("HOUSE-1: no package is imported by the project's own name, past these rules", () => {
  for (const file of imports.keys()) {
    const specifiers = specifiersOf(readFileSync(join(root, file), "utf8"));
    assert.deepEqual(
      specifiers.filter((name) => /^(floorplan($|\/)|\/|file:|#)/.test(name)),
      [],
      file,
    );
  }
});

const forbidden = [
  ["wal/", "src/"],
  ["src/plan/", "src/host/"],
  ["src/plan/", "src/floorplan/"],
  ["src/host/", "src/floorplan/"],
  ["src/host/", "src/plan/"],
  ["src/host/", "src/hass/"],
  ["src/plan/", "src/hass/"],
  ["src/hass/", "src/floorplan/"],
  ["src/hass/", "src/plan/"],
  ["src/plan/", "src/metrics/"],
  ["src/host/", "src/metrics/"],
  ["src/hass/", "src/metrics/"],
  ["src/floorplan/", "src/metrics/"],
  ["src/cluster/", "src/metrics/"],
  ["src/storage/", "src/metrics/"],
  ["src/rescue/", "src/metrics/"],
] as const;

for (const [from, to] of forbidden) {
  test(`HOUSE-1: ${from} imports nothing of ${to}`, () => {
    assert(
      [...imports.keys()].some((file) => file.startsWith(from)),
      `${from} is there`,
    );
    assert.deepEqual(importsAcross(from, to), []);
  });
}

/** The parts of what browsers load; none imports anything of a later one. */
const webLayers = [
  "connection",
  "renderer",
  "ui",
  "home-assistant",
  "session",
  "model",
  "i18n",
  "renderer/export",
  "home-assistant/actions",
  "home-assistant/details",
  "home-assistant/replay",
  "card",
  "editor",
  "panel",
  "page",
  "kiosk",
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
  assert.deepEqual(importsAcross("src/web/renderer/", "src/web/model/"), []);
  const strangers = own.flat().filter((file) => layerOf(file) < 0);
  assert.deepEqual(strangers, [], "every part has its place");
});

/** What knows plans without knowing screens; each imports only those before it. */
const shared = [
  "src/geometry/",
  "src/json/",
  "src/kinds/",
  "src/live/",
  "src/elements/",
  "src/merge/",
];

for (const [at, part] of shared.entries())
  test(`HOUSE-6: ${part} imports only ${shared.slice(0, at).join(" and ") || "its own files"}`, () => {
    const elsewhere = importsAcross(part, "").filter(
      (each) =>
        !shared.slice(0, at + 1).some((known) => each.split(" imports ")[1]?.startsWith(known)),
    );
    assert(importsAcross(part, part).length > 0, `${part} is there`);
    assert.deepEqual(elsewhere, []);
  });

/** What makes plans of other systems' files knows what a plan is, and nothing of who asks for it. */
const ofImport = ["geometry", "json", "kinds", "live", "elements", "import"];

test("HOUSE-6: src/import/ imports only what knows plans, and runs anywhere", () => {
  const outside = importsAcross("src/import/", "").filter(
    (each) => !ofImport.some((room) => each.includes(` imports src/${room}/`)),
  );
  assert(importsAcross("src/import/", "src/import/").length > 0, "src/import/ is there");
  assert.deepEqual(outside, []);
});

/** The packages of what browsers load besides; each runs anywhere. */
const packagesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["client", ["home-assistant-js-websocket"]],
  ["import", ["@zip.js/zip.js", "fp-ts/lib/Either.js", "saxes"]],
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
    assert.match(file, /^src\/(?:client|nodes|json)\//);
    for (const name of runsFrom(file)) if (!name.startsWith(".")) packages.add(name);
  }
  assert.deepEqual([...packages].toSorted(), ["home-assistant-js-websocket", "ws"]);
});

test("HOUSE-6: what browsers load needs of the rest only what is pure", () => {
  const outside = [...importsAcross("src/web/", "src/"), ...importsAcross("src/web/", "wal/")]
    .map((each) => each.split(" imports ")[1] ?? "")
    .filter((target) => !target.startsWith("src/web/"));
  const needed = new Set(outside);
  for (const file of outside) needsOf(file, needed);
  assert(needed.has("src/model/elements/entities.ts") && needed.has("src/model/demo/flat.ts"));
  for (const file of needed) {
    assert.match(
      file,
      /^src\/(?:(?:geometry|json|nodes|client|kinds|live|elements|import|merge|demo)\/|server\/coalescing\.ts$)/,
    );
    const room = file.split("/")[1] ?? "";
    const allowed = packagesOf.get(room) ?? [];
    const packages = runsFrom(file).filter(
      (name) => !name.startsWith(".") && !allowed.includes(name),
    );
    assert.deepEqual(packages, [], `${file} runs anywhere`);
  }
  const inward = ["src/web/", "src/merge/"].flatMap((part) =>
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

test("HOUSE-1: imports, those of types included, run in no circle", () => {
  const example: Imports = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["d", ["b"]],
  ]);
  assert.deepEqual(findCircle(example), ["b", "d", "b"], "a circle would be found");
  assert.deepEqual(findCircle(imports), undefined);
});

test("HOUSE-6: the linter refuses an import of a later room, and lets one of an earlier room pass", async (t) => {
  const rooms = shared.map((part) => part.slice(0, -1));
  const inOrder = [...rooms, "src/kinds/catalogue"].flatMap((from) => {
    const at = rooms.findIndex((room) => from.startsWith(room));
    return rooms.flatMap((to, place) =>
      place === at ? [] : [{ from, to, isRefused: place > at }],
    );
  });
  const apart = [
    { from: "src/web/model", to: "src/web/renderer", isRefused: true },
    { from: "src/web/renderer", to: "src/web/model", isRefused: true },
    { from: "src/nodes", to: "src/json", isRefused: true },
    { from: "src/import", to: "src/elements", isRefused: false },
    { from: "src/import", to: "src/merge", isRefused: true },
    { from: "src/import/houseplan", to: "src/geometry", isRefused: false },
    { from: "src/import/houseplan", to: "src/plan", isRefused: true },
    { from: "src/elements", to: "src/import", isRefused: true },
    { from: "src/merge", to: "src/import", isRefused: true },
    { from: "src/raw-json", to: "src/codec", isRefused: true },
    { from: "src/raw-json", to: "src/plan", isRefused: true },
    { from: "src/plan", to: "src/raw-json", isRefused: false },
    { from: "src/host", to: "src/raw-json", isRefused: false },
    { from: "src/host", to: "src/hass", isRefused: true },
    { from: "src/hass", to: "src/host", isRefused: false },
    { from: "src/hass", to: "src/plan", isRefused: true },
    { from: "src/hass", to: "src/floorplan", isRefused: true },
    { from: "src/client", to: "src/cli", isRefused: true },
    { from: "src/client", to: "src/web", isRefused: true },
    { from: "src/client", to: "src/nodes", isRefused: false },
    { from: "src/floorplan", to: "src/api", isRefused: true },
    { from: "src/host", to: "src/api", isRefused: true },
    { from: "src/api", to: "src/floorplan", isRefused: false },
  ];
  const cases = [...inOrder, ...apart].map(({ from, to, isRefused }, number) => ({
    from,
    to,
    isRefused,
    path: `${from}/module-${number}.ts`,
    code: `import { x } from "${posix.relative(from, to)}/x.ts";\nexport const y = x;\n`,
  }));
  const found = await lintModules(t, new Map(cases.map(({ path, code }) => [path, code])));
  for (const { from, to, path, isRefused } of cases) {
    const isFound = found.get(path)?.includes("eslint(no-restricted-imports)");
    assert.equal(isFound, isRefused, `${from} imports ${to}`);
  }
});
