import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { root, sourceFiles } from "../support/source-files.ts";
import { type Imports, specifiersOf, imports, importsAcross } from "./imports.ts";

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

const json = "src/model";

const geometry = "src/model/geometry";

const kinds = "src/model/kinds";

const bindings = "src/model/bindings";

const trackers = "src/model/trackers";

const elements = "src/model/elements";

const heat = "src/model/heat";

const zones = "src/model/zones";

const mesh = "src/model/mesh";

const solids = "src/model/solids";

const editing = "src/model/editing";

const importing = "src/model/import";

const rawJson = "src/plan/raw-json";

const runtime = "src/server/runtime";

const websocket = "src/server/websocket";

const http = "src/server/http";

const audit = "src/server/audit";

const upstream = "src/home-assistant/upstream";

/**
 * What each room of the service may import of other rooms, types included. A room within a room has a line of its own;
 * `src/server` is the composition root, which may import everything of the service, as the command line and backups may.
 */
const rooms = new Map<string, readonly string[]>([
  ["wal", []],
  [geometry, []],
  [json, [geometry]],
  [kinds, [json, geometry]],
  [bindings, [json, geometry, kinds]],
  [trackers, [json, geometry, bindings, kinds, elements]],
  [elements, [json, geometry, kinds]],
  [heat, [json, geometry, kinds, bindings, elements]],
  [zones, [json, geometry, bindings, trackers, elements]],
  [mesh, [json, geometry, kinds, bindings, trackers, elements]],
  [solids, [json, geometry, kinds, bindings, elements]],
  ["src/model/merge", [json, geometry, kinds, elements]],
  [editing, [json, geometry, kinds, bindings, elements, zones]],
  [importing, [json, geometry, kinds, bindings, elements]],
  ["src/model/export", [json, geometry, elements, trackers, kinds, bindings, solids]],
  ["src/model/scan", [json, geometry, kinds, elements, editing, importing]],
  ["src/model/demo", []],
  [rawJson, [json]],
  ["src/plan", [json, rawJson, runtime]],
  [
    "src/plan/commands",
    [json, "src/plan", rawJson, "src/plan/bindings", websocket, "src/server/yaml"],
  ],
  ["src/plan/presence", [json, "src/plan", rawJson, runtime, "src/server", websocket]],
  [
    "src/plan/bindings",
    [
      json,
      kinds,
      bindings,
      trackers,
      zones,
      elements,
      "src/plan",
      rawJson,
      runtime,
      "src/server",
      websocket,
      audit,
      "src/auth",
      "src/home-assistant/shared",
      "src/storage",
    ],
  ],
  [runtime, ["wal", rawJson]],
  ["src/server/yaml", ["src/server", runtime]],
  [audit, ["wal", json, "src/server", runtime]],
  [http, ["wal", json, rawJson, runtime, "src/auth"]],
  [websocket, [json, rawJson, runtime, "src/server", http, audit, "src/auth"]],
  [upstream, [rawJson, runtime, "src/server", websocket]],
  ["src/home-assistant", [runtime, "src/server", upstream, "src/auth"]],
  ["src/home-assistant/proxy", [rawJson, runtime, websocket, upstream, "src/auth"]],
  [
    "src/home-assistant/shared",
    [
      json,
      geometry,
      bindings,
      trackers,
      zones,
      mesh,
      elements,
      rawJson,
      runtime,
      websocket,
      audit,
      "src/home-assistant",
      upstream,
      "src/auth",
    ],
  ],
  ["src/mqtt", ["wal", runtime, "src/server", "src/home-assistant/shared", "src/storage"]],
  ["src/images", ["wal", json, "src/plan", rawJson, runtime, http, audit, "src/auth"]],
  [
    "src/auth",
    [
      "wal",
      json,
      rawJson,
      runtime,
      "src/server",
      websocket,
      http,
      audit,
      "src/home-assistant",
      "src/home-assistant/proxy",
      upstream,
      "src/storage",
      "src/storage/folder",
      "src/client",
    ],
  ],
  ["src/storage", ["wal", json, "src/plan", runtime, "src/images", "src/auth", "src/storage/etcd"]],
  [
    "src/storage/folder",
    ["wal", "src/plan", runtime, "src/server", http, "src/images", "src/auth", "src/storage"],
  ],
  [
    "src/storage/etcd",
    [
      "wal",
      json,
      "src/plan",
      rawJson,
      runtime,
      "src/server",
      http,
      "src/images",
      "src/auth",
      "src/storage",
      "src/storage/folder",
    ],
  ],
  ["src/client", [json, zones, "src/plan", "src/auth"]],
]);

const withoutFile = (file: string): string => posix.dirname(file);

/** The room of a file: the longest folder that has a line of its own. */
const roomOf = (file: string): string => {
  for (let folder = withoutFile(file); folder !== "."; folder = posix.dirname(folder))
    if (rooms.has(folder)) return folder;
  return withoutFile(file);
};

for (const [room, allowed] of rooms) {
  test(`HOUSE-1, HOUSE-6: ${room} imports ${allowed.join(", ") || "nothing"} of other rooms, and all of these`, () => {
    const used = new Set<string>();
    const refused: string[] = [];
    for (const [file, targets] of imports) {
      if (roomOf(file) !== room) continue;
      for (const target of targets) {
        const other = roomOf(target);
        if (other === room) continue;
        used.add(other);
        if (!allowed.includes(other)) refused.push(`${file} imports ${target}`);
      }
    }
    assert.deepEqual(refused, []);
    assert.deepEqual([...used].toSorted(), allowed.toSorted(), "no line allows what nobody needs");
  });
}

test("HOUSE-1: only the composition root measures, with prom-client in one room", () => {
  for (const file of imports.keys()) {
    const isOfMetrics = file.startsWith("src/server/metrics/");
    const specifiers = specifiersOf(readFileSync(join(root, file), "utf8"));
    assert(isOfMetrics || !specifiers.includes("prom-client"), file);
  }
  const users = importsAcross("", "src/server/metrics/").filter(
    (each) => !each.startsWith("src/server/metrics/"),
  );
  assert(users.length > 0, "metrics are made");
  assert.deepEqual(
    users.filter((each) => !/^src\/server\/[a-z-]+\.ts /.test(each)),
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
