import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonFile } from "./houseplan.ts";
import { ownHistory, ownImages, ownPlan, ownStorage } from "./own.ts";
import { importedFrom, inShort, isTaken, lossOf, refusalOf } from "./reading.ts";
import { zipOf } from "./zip.ts";

test("IMPORT-2: FNS Floorplan's plan stays as it is, what nobody knows included", async () => {
  const { origin, plan, losses } = await importedFrom([ownStorage()]);
  assert.equal(origin, "FNS Floorplan");
  assert.deepEqual(plan, ownPlan());
  assert.deepEqual(losses, [{ what: "missingImages", count: 2, names: ["bg_0.png", "bg_1.png"] }]);
});

test("IMPORT-2: its history comes over oldest first, with the moments that say their offset", async () => {
  const { history } = await importedFrom([ownHistory(), ownStorage()]);
  assert.deepEqual(
    history.map(({ rev, savedAt }) => [rev, savedAt]),
    [
      [5, undefined],
      [6, "2026-01-02T10:00:00.500+00:00"],
    ],
  );
  assert.deepEqual(history[1]?.plan, ownPlan(6));
  assert(history.every(({ plan }) => isTaken(plan)));
});

test("IMPORT-2: an earlier plan that the service would not take is left out and told", async () => {
  const bad = { rev: 3, saved_at: null, plan: { rooms: "none" } };
  const good = { rev: 4, saved_at: null, plan: ownPlan(4) };
  const imported = await importedFrom([ownStorage(), ownHistory([good, bad])]);
  assert.deepEqual(
    imported.history.map(({ rev }) => rev),
    [4],
  );
  assert.deepEqual(lossOf(imported, "unreadableRevisions")?.names, ["3"]);
});

test("IMPORT-3: an image goes to the floor that names it, whose address becomes empty; the others are told", async () => {
  const imported = await importedFrom([ownStorage(), ...ownImages()]);
  assert.deepEqual(
    imported.images.map(({ level, file }) => [level, file.name, file.bytes.length]),
    [["0", "www/fns_floorplan/bg_0.png", ownImages()[0]?.bytes.length]],
  );
  assert.deepEqual(imported.plan["backgrounds"], {
    ...ownPlan().backgrounds,
    "0": { ...ownPlan().backgrounds["0"], url: "" },
  });
  assert.deepEqual(lossOf(imported, "missingImages")?.names, ["bg_1.png"]);
  assert.deepEqual(lossOf(imported, "unusedImages")?.names, ["bg_9.png"]);
});

test("IMPORT-3: what is called an image and is none is left out and told", async () => {
  const file = { name: "bg_0.png", bytes: new TextEncoder().encode("GIF89a") };
  const imported = await importedFrom([ownStorage(), file]);
  assert.deepEqual(imported.images, []);
  assert.deepEqual(lossOf(imported, "unusableImages")?.names, ["bg_0.png"]);
});

test("IMPORT-1: the same files in one archive, among others, are the same plan", async () => {
  const files = [ownStorage(), ownHistory(), ...ownImages()];
  const entries = [
    ...files,
    jsonFile(".storage/core.config", { key: "core.config", data: {} }),
    { name: "www/holiday.png", bytes: new Uint8Array(9) },
  ];
  const loose = await importedFrom(files);
  const archive = { name: "config.zip", bytes: zipOf(entries) };
  const packed = await importedFrom([archive]);
  assert.deepEqual(packed.plan, loose.plan);
  assert.deepEqual(packed.history, loose.history);
  assert.deepEqual(packed.images, loose.images);
  assert.deepEqual(lossOf(packed, "unusedFiles")?.names, [
    ".storage/core.config",
    "www/holiday.png",
  ]);
});

test("IMPORT-1: files that are of no format, no files, and two plans at once are refused", async () => {
  const text = { name: "notes.txt", bytes: new TextEncoder().encode("hello") };
  assert.equal(inShort(await refusalOf([])), "noFiles");
  assert.equal(inShort(await refusalOf([text])), "unknownFormat | notes.txt");
  const unknown = jsonFile("plan.json", { rooms: [] });
  assert.equal(inShort(await refusalOf([unknown])), "unknownFormat | plan.json");
  assert.equal(inShort(await refusalOf([text, unknown])), "unknownFormat");
  assert.equal(
    inShort(await refusalOf([ownStorage(), ownStorage()])),
    "severalPlans | .storage/fns_floorplan",
  );
  assert.equal(
    inShort(await refusalOf([ownHistory()])),
    "missingPart | .storage/fns_floorplan.history",
  );
});

test("IMPORT-8: a plan that the service would not take is refused, with its place", async () => {
  const cases = [
    [{ ...ownPlan(), rooms: {} }, "wrongType | .storage/fns_floorplan | plan.rooms"],
    [{ ...ownPlan(), backgrounds: [] }, "wrongType | .storage/fns_floorplan | plan.backgrounds"],
    [
      { backgrounds: { "0": { url: 1 } } },
      "wrongType | .storage/fns_floorplan | plan.backgrounds.0.url",
    ],
    [[], "wrongType | .storage/fns_floorplan | data"],
    [null, "wrongType | .storage/fns_floorplan | data"],
  ] as const;
  for (const [plan, expected] of cases)
    assert.equal(inShort(await refusalOf([ownStorage(plan)])), expected);
  assert.equal(
    inShort(await refusalOf([ownStorage()], { planBytes: 100 })),
    "limit | .storage/fns_floorplan | plan | plan-bytes",
  );
  assert.equal(
    inShort(await refusalOf([ownStorage()], { planDepth: 3 })),
    "limit | .storage/fns_floorplan | plan | plan-depth",
  );
});

test("IMPORT-8: a history that is none is refused, with its place", async () => {
  const name = ".storage/fns_floorplan.history";
  const cases = [
    [{}, `wrongType | ${name} | data`],
    [[{ rev: "1", plan: {} }], `wrongType | ${name} | data.0.rev`],
    [[{ rev: 1.5, plan: {} }], `wrongType | ${name} | data.0.rev`],
    [[7], `wrongType | ${name} | data.0`],
  ] as const;
  for (const [entries, expected] of cases)
    assert.equal(inShort(await refusalOf([ownStorage(), ownHistory(entries)])), expected);
});
