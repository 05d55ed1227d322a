import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import type { GivenFile } from "../../../src/model/import/import-result.ts";
import { defaultImportLimits } from "../../../src/model/import/refusal.ts";
import { floorDxf } from "../../../src/model/export/dxf/floor-dxf.ts";
import { objectsIn } from "../../../src/model/json.ts";
import * as catalogue from "../../../src/model/kinds/catalogue/symbols.ts";
import { importing } from "../../../src/web/i18n/en/import.ts";
import { readFiles } from "../../../src/model/import/read-files.ts";
import { demoPlan } from "../../samples/index.ts";
import { randomCases } from "../../campaign/scale.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { twoStoreys } from "./building.ts";
import { homeFile, homeXml } from "./home.ts";
import {
  houseplanConfig,
  houseplanExport,
  houseplanImage,
  houseplanLayout,
  houseplanStorage,
} from "./houseplan.ts";
import { changedBytes, changedJson, changedXml } from "./mutations.ts";
import { ownHistory, ownImages, ownPlan, ownStorage } from "./own.ts";
import { isTaken } from "./reading.ts";
import { livingRoom, scanFile } from "./scan.ts";
import { zipOf } from "./zip.ts";

const many = randomCases(400, 5_000);

/** Of what has to be unpacked first. */
const manyPacked = randomCases(150, 2_500);

/** Reads changed files; each ends in plans that the service takes, or in a refusal, and both happen. */
const readChanged = async (
  random: Random,
  times: number,
  changed: (random: Random) => readonly GivenFile[],
): Promise<void> => {
  const ends = { refused: 0, taken: 0 };
  for (let time = 0; time < times; time += 1) {
    const reading = await readFiles(changed(random), defaultImportLimits, importing.names);
    if (isLeft(reading)) {
      ends.refused += 1;
      continue;
    }
    const { history, plan } = reading.right;
    assert(isTaken(plan), `${time}: ${JSON.stringify(plan)}`);
    assert(history.every((earlier) => isTaken(earlier.plan)));
    ends.taken += 1;
  }
  assert(ends.refused > 0 && ends.taken > 0, JSON.stringify(ends));
};

test("IMPORT-12: each sample that is not changed becomes a plan that the service takes", async () => {
  const samples = [
    [ownStorage(), ownHistory(), ...ownImages()],
    [houseplanExport(), houseplanImage()],
    houseplanStorage(),
    [homeFile()],
    [scanFile(livingRoom())],
    [twoStoreys().file()],
    [{ name: "Plan.dxf", bytes: Buffer.from(floorDxf(demoPlan("flat"), undefined, catalogue)) }],
  ];
  for (const files of samples) {
    const reading = await readFiles(files, defaultImportLimits, importing.names);
    assert(!isLeft(reading) && isTaken(reading.right.plan));
  }
});

test("IMPORT-12: changed storages of the integration end in a plan that the service takes, or in a refusal", async (t) => {
  await readChanged(seededRandom(t), many, (random) => [
    ownStorage(random.below(2) === 0 ? changedJson(random, ownPlan()) : ownPlan()),
    ownHistory(changedJson(random, [{ rev: 5, saved_at: null, plan: ownPlan(5) }])),
    ...ownImages(),
  ]);
});

test("IMPORT-12: changed exports of House Plan end in a plan that the service takes, or in a refusal", async (t) => {
  await readChanged(seededRandom(t), many, (random) => {
    let config: unknown = houseplanConfig();
    for (let times = 1 + random.below(3); times > 0; times -= 1)
      config = changedJson(random, config);
    const layout = random.below(3) === 0 ? changedJson(random, houseplanLayout()) : undefined;
    return [houseplanExport(config, layout), houseplanImage()];
  });
});

test("IMPORT-12: changed scans of RoomPlan end in a plan that the service takes, or in a refusal", async (t) => {
  await readChanged(seededRandom(t), many, (random) => [
    { name: "Room.json", bytes: Buffer.from(JSON.stringify(changedJson(random, livingRoom()))) },
  ]);
});

test("IMPORT-12: changed drawings end in a plan that the service takes, or in a refusal", async (t) => {
  const plan = { rooms: objectsIn(demoPlan("flat")["rooms"]), levels: [{ id: "flat" }] };
  const text = floorDxf(plan, undefined, catalogue);
  const file = { name: "Plan.dxf", bytes: new TextEncoder().encode(text) };
  await readChanged(seededRandom(t), manyPacked, (random) => [changedBytes(random, file)]);
});

test("IMPORT-12: changed buildings end in a plan that the service takes, or in a refusal", async (t) => {
  const file = twoStoreys({ schema: "IFC2X3" }).file();
  await readChanged(seededRandom(t), manyPacked, (random) => [changedBytes(random, file)]);
});

test("IMPORT-12: changed homes of Sweet Home 3D end in a plan that the service takes, or in a refusal", async (t) => {
  await readChanged(seededRandom(t), manyPacked, (random) => [
    homeFile(changedXml(random, homeXml())),
  ]);
});

test("IMPORT-12: archives with changed bytes end in a plan that the service takes, or in a refusal", async (t) => {
  const home = homeFile();
  const packed = [ownStorage(), ownHistory(), ...ownImages()];
  const storage = { name: "config.zip", bytes: zipOf(packed) };
  await readChanged(seededRandom(t), manyPacked, (random) => [
    changedBytes(random, random.pick([home, storage])),
  ]);
});
