import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import type { GivenFile } from "../../../src/model/import/import-result.ts";
import { defaultImportLimits, type ImportLimits } from "../../../src/model/import/refusal.ts";
import { readFiles } from "../../../src/model/import/read-files.ts";
import { objectsIn } from "../../../src/model/json.ts";
import { importing } from "../../../src/web/i18n/en/import.ts";
import { BuildingFile, quoted, rectangle, twoStoreys } from "./building.ts";
import { importedFrom, inShort, refusalOf } from "./reading.ts";

/** A building of which something in its text is replaced. */
const changed = (text: string | RegExp, by: string): GivenFile => {
  const before = twoStoreys().text();
  const after = before.replace(text, by);
  assert.notEqual(after, before);
  return { name: "House.ifc", bytes: Buffer.from(after) };
};

const refused = async (file: GivenFile, limits: Partial<ImportLimits> = {}): Promise<string> =>
  inShort(await refusalOf([file], limits));

test("IFC-9: a building without walls and spaces, and one without a unit of length, are refused", async () => {
  const empty = new BuildingFile();
  empty.product("IFCSLAB", empty.storey("0", 0), "Slab", [0, 0, 0], empty.block([1, 1, 1]));
  assert.equal(await refused(empty.file()), "emptyBuilding | House.ifc");
  assert.equal(await refused(changed(".LENGTHUNIT.", ".AREAUNIT.")), "lengthUnit | House.ifc");
});

test("IFC-9: another schema, a damaged file and several at once are refused, with the place", async () => {
  assert.equal(
    await refused(changed("'IFC4'", "'AUTOMOTIVE_DESIGN'")),
    "unknownFormat | House.ifc",
  );
  assert.equal(await refused(changed("'Door'", "'Door")), "damagedStep | House.ifc | 165");
  assert.equal(await refused(changed("END-ISO-10303-21;", "")), "damagedStep | House.ifc | 478");
  assert.equal(await refused(changed(/(#\d+=IFCWALL\()/, "$1(")), "damagedStep | House.ifc | #32");
  assert.equal(
    await refused(changed("#32=IFCWALL(", "#32=IFCWALL")),
    "damagedStep | House.ifc | 39",
  );
  const two = [twoStoreys().file(), twoStoreys().file("Second.ifc")];
  assert.equal(inShort(await refusalOf(two)), "severalPlans | Second.ifc");
});

test("IFC-9: a missing entity, two of one number, a wrong type and circles are refused, with the place", async () => {
  assert.equal(
    await refused(changed(/#32=IFCWALL\(([^)]*),#31,/, "#32=IFCWALL($1,#9999,")),
    "unknownReference | House.ifc | #32 IFCWALL 7",
  );
  assert.equal(await refused(changed("#3=", "#2=")), "duplicateId | House.ifc | #2");
  assert.equal(
    await refused(changed(/#32=IFCWALL\(([^)]*),#31,/, "#32=IFCWALL($1,27.,")),
    "wrongType | House.ifc | #32 IFCWALL 7",
  );
  const placements = new BuildingFile();
  const storey = placements.storey("0", 0);
  const [own] = placements.wall(storey, [0, 0], [4, 0]);
  const text = placements
    .text()
    .replace(new RegExp(`${own}=IFCLOCALPLACEMENT\\(#\\d+`), `${own}=IFCLOCALPLACEMENT(${own}`);
  assert.equal(
    await refused({ name: "House.ifc", bytes: Buffer.from(text) }),
    `circle | House.ifc | ${own} IFCLOCALPLACEMENT`,
  );
});

test("IFC-9: circles of maps, of cut solids and of what contains what are refused", async () => {
  const looped = (make: (file: BuildingFile, next: number) => string): GivenFile => {
    const file = new BuildingFile();
    const storey = file.storey("0", 0);
    const next = Number(file.add("IFCDIRECTION", [0, 0, 1]).slice(1)) + 1;
    file.product("IFCWALL", storey, "W", [0, 0, 0], make(file, next), "$");
    return file.file();
  };
  const cut = looped(
    (file, next) =>
      file.add("IFCBOOLEANRESULT", ".DIFFERENCE.", `#${next + 1}`, "$") &&
      file.add("IFCBOOLEANRESULT", ".DIFFERENCE.", `#${next}`, "$"),
  );
  assert.match(await refused(cut), /^circle \| House\.ifc \| #\d+ IFCBOOLEANRESULT$/);
  const map = looped((file, next) => {
    file.add("IFCREPRESENTATIONMAP", "$", `#${next + 1}`);
    file.add("IFCSHAPEREPRESENTATION", "$", quoted("Body"), "$", [`#${next + 2}`]);
    return file.add("IFCMAPPEDITEM", `#${next}`, "$");
  });
  assert.match(await refused(map), /^circle \| House\.ifc \| #\d+ IFCMAPPEDITEM$/);
  const whole = new BuildingFile();
  const [, wall] = whole.wall(["$", "$"], [0, 0], [4, 0]);
  whole.add("IFCRELAGGREGATES", quoted("a"), "$", "$", "$", wall, [wall]);
  assert.match(await refused(whole.file()), /^circle \| House\.ifc \| #\d+ IFCWALL$/);
});

test("IFC-9: each limit is named", async () => {
  const file = twoStoreys().file();
  const cases: readonly (readonly [Partial<ImportLimits>, string])[] = [
    [{ importElements: 100 }, "limit | House.ifc | import-elements"],
    [{ importText: 3 }, "limit | House.ifc | 3 | import-text"],
    [{ importFloors: 1 }, "limit | House.ifc | import-floors"],
    [{ importWalls: 8 }, "limit | House.ifc | import-walls"],
    [{ importWalls: 20 }, "limit | House.ifc | import-walls"],
    [{ importCorners: 3 }, "limit | House.ifc | #117 IFCSPACE | import-corners"],
    [{ importNear: 1 }, "limit | House.ifc | import-near"],
    [{ importMetres: 5 }, "limit | House.ifc | #32 IFCWALL | import-metres"],
    [{ planBytes: 100 }, "limit | House.ifc | plan | plan-bytes"],
  ];
  for (const [limits, expected] of cases) assert.equal(await refused(file, limits), expected);
  const deep = new BuildingFile();
  const storey = deep.storey("0", 0);
  let [place] = storey;
  for (let level = 0; level < 200; level += 1) place = deep.placement(place, [0, 0, 0]);
  deep.wall([place, storey[1]], [0, 0], [4, 0]);
  assert.match(
    await refused(deep.file()),
    /^limit \| House\.ifc \| #\d+ IFCLOCALPLACEMENT \| import-depth$/,
  );
});

test("IFC-9: maps within maps that multiply a shape end at the limit of its points", async () => {
  const file = new BuildingFile();
  const storey = file.storey("0", 0);
  let item = file.block([1, 0.2, 2.5]);
  for (let times = 0; times < 40; times += 1) {
    const shape = file.add("IFCSHAPEREPRESENTATION", "$", quoted("Body"), "$", [item, item]);
    item = file.add("IFCMAPPEDITEM", file.add("IFCREPRESENTATIONMAP", "$", shape), "$");
  }
  file.product("IFCWALL", storey, "W", [0, 0, 0], item, "$");
  assert.match(
    await refused(file.file(), { importElements: 10_000 }),
    /^limit \| House\.ifc \| #\d+ IFC\w+ \| import-elements$/,
  );
});

test("IFC-10: while a large building is read, others get turns", async () => {
  const file = new BuildingFile();
  for (let level = 0; level < 5; level += 1) {
    const storey = file.storey(`${level}`, level * 3);
    for (let room = 0; room < 20; room += 1) {
      file.wall(storey, [room * 5, 0], [room * 5, 3]);
      file.wall(storey, [room * 5, 0], [room * 5 + 5, 0]);
      file.space(storey, `${level}.${room}`, "", rectangle(room * 5 + 0.1, 0.1, 4.8, 2.9));
      for (let piece = 0; piece < 4; piece += 1)
        file.product(
          "IFCFURNISHINGELEMENT",
          storey,
          "Chair",
          [room * 5 + 1, 1, 0],
          file.block([0.4, 0.4, 1]),
        );
    }
  }
  const given = [file.file()];
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const reading = await readFiles(given, defaultImportLimits, importing.names);
  clearInterval(timer);
  assert(!isLeft(reading));
  assert(turns > 3, `${turns} turns`);
});

test("IFC-9: comments, spaces and lines between the parts of a file change nothing", async () => {
  const { plan } = await importedFrom([twoStoreys().file()]);
  const spaced = twoStoreys()
    .text()
    .replaceAll(/^#(\d+)=(\w+)\(/gm, "/* it's ; */ #$1 =\r\n $2 (\t")
    .replaceAll(",#", " , /* x */\n #");
  assert.deepEqual((await importedFrom([{ name: "a", bytes: Buffer.from(spaced) }])).plan, plan);
});

/** An item twice in a map, again and again, which makes 2 to that power of it. */
const doubled = (file: BuildingFile, start: string, times: number): string => {
  let item = start;
  for (let at = 0; at < times; at += 1) {
    const shape = file.add("IFCSHAPEREPRESENTATION", "$", quoted("Body"), "$", [item, item]);
    item = file.add("IFCMAPPEDITEM", file.add("IFCREPRESENTATIONMAP", "$", shape), "$");
  }
  return item;
};

test("IFC-9: maps that multiply a shape of a kind that is not read end at the limit too", async () => {
  const file = new BuildingFile();
  const item = doubled(file, file.add("IFCSPHERE", "$", 1), 60);
  file.product("IFCWALL", file.storey("0", 0), "W", [0, 0, 0], item, "$");
  assert.match(
    await refused(file.file(), { importElements: 10_000 }),
    /^limit \| House\.ifc \| #\d+ IFC\w+ \| import-elements$/,
  );
});

test("IFC-9: curves within curves that multiply a line, also one of a kind that is not read, end at the limit", async () => {
  for (const isRead of [true, false]) {
    const file = new BuildingFile();
    const storey = file.storey("0", 0);
    const points = [0, 1].map((x) => file.add("IFCCARTESIANPOINT", [x, 0]));
    let curve = isRead ? file.add("IFCPOLYLINE", points) : file.add("IFCCLOTHOID", "$", 1);
    for (let times = 0; times < 60; times += 1) {
      const segment = file.add("IFCCOMPOSITECURVESEGMENT", ".CONTINUOUS.", ".T.", curve);
      curve = file.add("IFCCOMPOSITECURVE", [segment, segment], ".F.");
    }
    const profile = file.add("IFCARBITRARYCLOSEDPROFILEDEF", ".AREA.", "$", curve);
    const up = file.add("IFCDIRECTION", [0, 0, 1]);
    const body = file.add("IFCEXTRUDEDAREASOLID", profile, "$", up, 2.5);
    file.product("IFCWALL", storey, "W", [0, 0, 0], body, "$");
    assert.match(
      await refused(file.file(), { importElements: 10_000 }),
      /^limit \| House\.ifc \| #\d+ IFCCOMPOSITECURVE\w* \| import-elements$/,
    );
  }
});

test("IFC-9: walls with too many edges to compare are refused, and a finely divided round one is not", async () => {
  const built = (outlines: readonly (readonly (readonly [number, number])[])[]): GivenFile => {
    const file = new BuildingFile();
    const storey = file.storey("0", 0);
    for (const outline of outlines)
      file.product("IFCWALL", storey, "W", [0, 0, 0], file.extruded(outline, 2.5), "$");
    return file.file();
  };
  const teeth = (count: number) => [
    ...Array.from({ length: count }, (_, at) => [at / 4, at % 2] as const),
    [count / 4, 3] as const,
    [0, 3] as const,
  ];
  const limit = /^limit \| House\.ifc \| #\d+ IFCWALL \| import-walls$/;
  assert.match(await refused(built([teeth(6000)])), limit);
  assert.match(await refused(built([teeth(60), teeth(60)]), { importWalls: 80 }), limit);
  const arc = (radius: number) =>
    Array.from({ length: 10_001 }, (_, at) => {
      const angle = (Math.PI * at) / 10_000;
      return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
    });
  const { plan } = await importedFrom([built([[...arc(4), ...arc(3.8).toReversed()]])]);
  assert.equal(objectsIn(plan["walls"]).length, 12);
});
