import assert from "node:assert/strict";
import { lstat, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { mdiCoffee } from "@mdi/js";
import { parse } from "yaml";
import { floorDxf } from "../../src/model/export/dxf/floor-dxf.ts";
import { glbOf } from "../../src/model/export/gltf/glb.ts";
import * as catalogue from "../../src/model/kinds/catalogue/symbols.ts";
import { demoPlan } from "../samples/index.ts";
import { clientOf } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { runProgram } from "../support/program.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

/** A running service that holds the flat as revision 1 and the house as revision 2, and an empty folder. */
const started = async (t: TestContext) => {
  const service = await startTestService(t);
  const peer = await Peer.login(t, service.port, service.admin);
  const flat = demoPlan("flat");
  await peer.save({ ...flat, devices: [{ id: "maker", x: 1, z: 1, icon: "mdi:coffee" }] });
  await peer.save(demoPlan("house"));
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  const run = (args: readonly string[], environment = {}) =>
    runProgram(t, ["export", ...args], { FLOORPLAN_DATA: service.data, ...environment });
  return { ...service, peer, folder, at, run, read: (name: string) => readFile(at(name), "utf8") };
};

test("CLI-18: export writes a file per floor, of the newest revision or of one of the history", async (t) => {
  const { at, folder, run, read } = await started(t);
  const flat = await run([at("flat.svg"), "--revision", "1"]);
  assert.deepEqual([flat.code, flat.out, flat.err], [0, `${at("flat.svg")}\n`, ""]);
  const house = await run([at("house.svg"), "--scale", "100"]);
  const names = ["attic", "ground", "upper"].map((floor) => `house-${floor}.svg`);
  assert.equal(house.code, 0, house.err);
  assert.deepEqual((await readdir(folder)).toSorted(), ["flat.svg", ...names]);
  const [one, ground] = [await read("flat.svg"), await read("house-ground.svg")];
  assert(one.startsWith("<?xml") && one.includes("1 : 50") && one.includes("Kitchen"), one);
  assert(ground.includes("1 : 100") && ground.includes('data-ref="rooms/terrace"'));
  assert(one.includes(`d="${mdiCoffee}"`), "an icon is a path");
  assert.equal((await run([at("flat.svg"), "--revision", "1"])).code, 0);
  assert.equal(await read("flat.svg"), one, "the same bytes");
});

test("LOOK-5: export draws materials, and none with --plain", async (t) => {
  const { at, run, read } = await started(t);
  const of = async (name: string, ...more: readonly string[]): Promise<string> => {
    const { code, err } = await run([at(name), "--revision", "1", ...more]);
    assert.equal(code, 0, err);
    return read(name);
  };
  assert.match(await of("made.svg"), /<pattern id="plan-/);
  assert.doesNotMatch(await of("plain.svg", "--plain"), /<pattern|url\(|clip-path/);
});

test("CLI-23: export replaces a link, and leaves what it leads to as it is; others may read what they may of any file", async (t) => {
  const { data, at, folder } = await started(t);
  await writeFile(at("users.json"), "mine");
  await symlink(at("users.json"), at("house.json"));
  const { code, err } = await runInProcess(["export", at("house.json"), "--data", data]);
  assert.equal(code, 0, err);
  assert.equal(await readFile(at("users.json"), "utf8"), "mine");
  const found = await lstat(at("house.json"));
  assert.deepEqual([found.isFile(), found.mode & 0o777], [true, 0o666 & ~process.umask()]);
  assert.deepEqual((await readdir(folder)).toSorted(), ["house.json", "users.json"]);
});

test("CLI-18: export writes one floor by its id or name, with figures of a language", async (t) => {
  const { at, folder, run, read, peer } = await started(t);
  const named = await run([at("a.svg"), "--floor", "Attic"]);
  assert.equal(named.code, 0, named.err);
  assert.equal((await run([at("b.svg"), "--floor", "attic"])).code, 0);
  assert.equal(await read("a.svg"), await read("b.svg"));
  const levels = [
    { id: "../x y", name: "One" },
    { id: "../x/y", name: "Two" },
  ];
  await peer.save({ levels, dimensions: [{ id: "d", from: [0, 0], to: [2.5, 0] }] });
  const odd = await run([at("odd.svg"), "--language", "de-AT"]);
  assert.equal(odd.code, 0, odd.err);
  const names = (await readdir(folder)).filter((name) => name.startsWith("odd")).toSorted();
  assert.deepEqual(names, ["odd-___x_y-2.svg", "odd-___x_y.svg"]);
  assert((await read("odd-___x_y.svg")).includes(">2,50 m<"));
});

test("CLI-18: export writes JSON and YAML, and with --url what a running service has", async (t) => {
  const { at, run, read, peer, url, admin } = await started(t);
  const client = clientOf(url, admin);
  for (const name of ["plan.json", "plan.yaml", "plan.svg"]) {
    const [here, there] = [at(`here-${name}`), at(`there-${name}`)];
    const floor = ["--floor", "upper", "--revision", "2"];
    const runs = [await run([here, ...floor]), await run([there, ...floor], client)];
    assert.deepEqual(
      runs.map(({ code }) => code),
      [0, 0],
      runs.map(({ err }) => err).join(),
    );
    assert.equal(await read(`there-${name}`), await read(`here-${name}`), name);
  }
  const plan = { ...demoPlan("house"), rev: 2 };
  assert.deepEqual(JSON.parse(await read("here-plan.json")), plan);
  const text = await read("here-plan.yaml");
  assert.deepEqual(await peer.result("floorplan/yaml/parse", { text }), { data: plan });
});

test("CLI-19: export says what it does not find or understand, and writes nothing", async (t) => {
  const { at, folder, data, run, url, admin } = await started(t);
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [["plan.svg", "--revision", "7"], 1, /revision 7 is not stored; there are 1, 2$/m],
    [["plan.svg", "--data", at("nowhere")], 1, /there is no log in/],
    [["plan.pdf"], 2, /FILE: expected a name that ends with \.svg, \.json/],
    [["plan"], 2, /FILE: expected a name/],
    [["plan.svg", "--revision", "two"], 2, /--revision: expected an integer, not "two"/],
    [["plan.svg", "--scale", "0"], 2, /--scale: expected an integer from 1/],
    [["plan.svg", "--language", "../x"], 2, /--language: expected a tag/],
    [["no/such/folder/plan.json"], 1, /could not be written/],
  ];
  for (const [[name = "", ...args], code, told] of cases) {
    const ended = await runInProcess(["export", at(name), ...args], { FLOORPLAN_DATA: data });
    assert.deepEqual([ended.code, ended.out], [code, ""], name);
    assert.match(ended.err, told);
    assert.doesNotMatch(ended.err, /^\s+at /m, "no stack");
  }
  const noFloor = await run([at("a.svg"), "--floor", "Cellar"], { FLOORPLAN_DATA: data });
  assert.deepEqual([noFloor.code, noFloor.out], [1, ""]);
  assert.match(noFloor.err, /no floor "Cellar"; there are ground \(.+\), upper/);
  assert.doesNotMatch(noFloor.err, /^\s+at /m, "no stack");
  const gone = await run([at("a.svg"), "--revision", "7"], clientOf(url, admin));
  assert.equal(gone.code, 1);
  assert.match(gone.err, /not_found/);
  assert.deepEqual(await readdir(folder), []);
});

test("DXF-5: export writes the DXF of each floor, or of one by its id or name", async (t) => {
  const { at, folder, run, read } = await started(t);
  const all = await run([at("house.dxf")]);
  const names = ["ground", "upper", "attic"].map((floor) => at(`house-${floor}.dxf`));
  assert.deepEqual([all.code, all.out], [0, names.map((name) => `${name}\n`).join("")], all.err);
  const one = await run([at("attic.dxf"), "--floor", "Attic"]);
  assert.equal(one.code, 0, one.err);
  assert.equal(await read("attic.dxf"), floorDxf(demoPlan("house"), "attic", catalogue));
  assert.equal(await read("attic.dxf"), await read("house-attic.dxf"));
  const none = await run([at("none.dxf"), "--floor", "Cellar"]);
  assert.equal(none.code, 1);
  assert.match(none.err, /no floor "Cellar"; there are ground \(.+\), upper/);
  assert.equal((await readdir(folder)).length, 4);
});

test("GLTF-5: export writes a model of all floors, or of one by its id or name", async (t) => {
  const { at, folder, run } = await started(t);
  const all = await run([at("house.glb")]);
  assert.deepEqual([all.code, all.out], [0, `${at("house.glb")}\n`], all.err);
  const house = demoPlan("house");
  const bytes = (name: string): Promise<Buffer> => readFile(at(name));
  assert(Buffer.from(glbOf(house, ["ground", "upper", "attic"])).equals(await bytes("house.glb")));
  const one = await run([at("attic.glb"), "--floor", "Attic"]);
  assert.equal(one.code, 0, one.err);
  assert(Buffer.from(glbOf(house, ["attic"])).equals(await bytes("attic.glb")));
  const none = await run([at("none.glb"), "--floor", "Cellar"]);
  assert.equal(none.code, 1);
  assert.match(none.err, /no floor "Cellar"; there are ground \(.+\), upper/);
  assert.equal((await readdir(folder)).length, 2);
});

test("ZONE-9: export --format espresense writes what ESPresense companion reads, as YAML", async (t) => {
  const { data, at, read, peer } = await started(t);
  await peer.save({
    levels: [{ id: "ground", name: "Ground: floor" }],
    rooms: [
      {
        id: "k",
        name: "Kitchen",
        points: [
          [0, 0],
          [4.25, 0],
          [4.25, 3],
          [0, 3],
        ],
      },
    ],
  });
  const run = (...args: readonly string[]) => runInProcess(["export", ...args, "--data", data]);
  const made = await run(at("config.yaml"), "--format", "espresense");
  assert.deepEqual([made.code, made.err], [0, ""]);
  const written: unknown = parse(await read("config.yaml"));
  assert.deepEqual(written, {
    map: { flip_y: true },
    floors: [
      {
        id: "ground",
        name: "Ground: floor",
        bounds: [
          [0, -3, 0],
          [4.25, 0, 2.5],
        ],
        rooms: [
          {
            id: "k",
            name: "Kitchen",
            points: [
              [0, 0],
              [4.25, 0],
              [4.25, -3],
              [0, -3],
            ],
          },
        ],
      },
    ],
    nodes: [],
  });
  const other = await run(at("config.yaml"), "--format", "other");
  assert.equal(other.code, 2);
  assert.match(other.err, /--format: expected espresense, not "other"/);
  const svg = await run(at("config.svg"), "--format", "espresense");
  assert.equal(svg.code, 2);
  assert.match(
    svg.err,
    /FILE: expected a name that ends with \.yaml or \.yml for --format espresense/,
  );
  await peer.save({ texts: [] });
  const none = await run(at("config.yaml"), "--format", "espresense");
  assert.equal(none.code, 1);
  assert.match(none.err, /the plan has no rooms/);
});
