import assert from "node:assert/strict";
import { test } from "node:test";
import { homeFile, homeXml } from "./home.ts";
import { houseplanConfig, houseplanExport } from "./houseplan.ts";
import { ownStorage } from "./own.ts";
import { inShort, refusalOf } from "./reading.ts";
import { type Entry, zipOf } from "./zip.ts";

const archive = (...entries: readonly Entry[]) => ({ name: "a.sh3d", bytes: zipOf(entries) });
const home = (more: Partial<Entry>): Entry => ({ name: "Home.xml", bytes: homeXml(), ...more });

test("IMPORT-9: an entry that unpacks to more than the limit is stopped there, whatever its headers say", async () => {
  const zeros = new Uint8Array(50_000_000);
  const limits = { importUnpackedBytes: 1_000_000 };
  const expected = "limit | a.sh3d | Home.xml | import-unpacked-bytes";
  assert.equal(inShort(await refusalOf([archive(home({ bytes: zeros }))], limits)), expected);
  const lying = await refusalOf([archive(home({ bytes: zeros, size: 10 }))], limits);
  assert.match(inShort(lying), /^(?:limit|damagedArchive) \| a\.sh3d \| Home\.xml/);
});

test("IMPORT-9: many entries are stopped at the limit together, and at their number", async () => {
  const content = JSON.stringify({ a: "x".repeat(90_000) });
  const entries = Array.from({ length: 30 }, (_, at) => ({ name: `${at}.json`, bytes: content }));
  const file = { name: "a.zip", bytes: zipOf(entries) };
  assert.equal(
    inShort(await refusalOf([file], { importUnpackedBytes: 1_000_000 })),
    "limit | a.zip | 11.json | import-unpacked-bytes",
  );
  assert.equal(
    inShort(await refusalOf([file], { importEntries: 29 })),
    "limit | a.zip | import-entries",
  );
});

test("IMPORT-9: an archive within an archive stays closed", async () => {
  const inner = zipOf([{ name: "fns_floorplan", bytes: ownStorage().bytes }]);
  const nested = { name: "a.zip", bytes: zipOf([{ name: "houseplan.zip", bytes: inner }]) };
  assert.equal(inShort(await refusalOf([nested])), "unknownFormat | a.zip");
});

test("IMPORT-9: entries that share bytes or a name are refused", async () => {
  const shared = archive(home({}), { name: "0", bytes: "", sameAs: 0 });
  assert.match(inShort(await refusalOf([shared])), /^unusualArchive \| a\.sh3d \| /);
  const twice = archive(home({}), home({ bytes: "<home/>" }));
  assert.equal(inShort(await refusalOf([twice])), "unusualArchive | a.sh3d | Home.xml");
});

test("IMPORT-9: a wrong checksum, an encrypted entry and a file that is cut off are refused", async () => {
  const wrong = archive(home({ crc: 1 }));
  assert.equal(inShort(await refusalOf([wrong])), "damagedArchive | a.sh3d | Home.xml");
  const secret = archive(home({ flags: 1 }));
  assert.equal(inShort(await refusalOf([secret])), "encryptedArchive | a.sh3d | Home.xml");
  const { name, bytes } = homeFile();
  for (const share of [0.1, 0.5, 0.9, 0.99]) {
    const cut = { name, bytes: bytes.subarray(0, Math.floor(bytes.length * share)) };
    assert.equal(inShort(await refusalOf([cut])), `damagedArchive | ${name}`);
  }
});

test("IMPORT-9: names of entries with control characters, and very long ones, are refused", async () => {
  const bad = archive(home({}), { name: "a\u0000b", bytes: "" });
  assert.equal(inShort(await refusalOf([bad])), "badText | a.sh3d | a\u{fffd}b");
  const long = archive(home({}), { name: "a".repeat(5000), bytes: "" });
  assert.match(inShort(await refusalOf([long])), /^badText \| a\.sh3d \| a{120}…$/);
});

test("IMPORT-10: XML that declares entities is refused before any of them grows", async () => {
  const bomb = [
    '<!DOCTYPE home [<!ENTITY a "aaaaaaaaaa">',
    ...Array.from({ length: 20 }, (_, at) => `<!ENTITY b${at} "&a;&a;&a;&a;&a;">`),
    "]><home>&b19;</home>",
  ].join("");
  assert.match(
    inShort(await refusalOf([homeFile(bomb)])),
    /^declaredEntities \| maisonette\.sh3d \| 1:/,
  );
});

test("IMPORT-10: XML is read up to its limits of elements, depth and text", async () => {
  const many = `<home>${"<property/>".repeat(200)}</home>`;
  const deep = `<home>${"<furnitureGroup>".repeat(200)}${"</furnitureGroup>".repeat(200)}</home>`;
  const points = '<point x="0" y="0"/>'.repeat(200);
  const cases = [
    [many, { importElements: 100 }, /^limit \| maisonette\.sh3d \| 1:\d+ \| import-elements$/],
    [deep, {}, /^limit \| maisonette\.sh3d \| 1:\d+ \| import-depth$/],
    [
      `<home name="${"n".repeat(200_000)}"/>`,
      {},
      /^limit \| maisonette\.sh3d \| 1:\d+ \| import-text$/,
    ],
    [
      `<home>${"t".repeat(200_000)}</home>`,
      {},
      /^limit \| maisonette\.sh3d \| 1:\d+ \| import-text$/,
    ],
    [`<home><!--${"c".repeat(200_000)}`, {}, /^limit \| maisonette\.sh3d \| 1:\d+ \| import-text$/],
    [
      `<home><room>${points}</room></home>`,
      { importCorners: 100 },
      /^limit \| maisonette\.sh3d \| 1 \| import-corners$/,
    ],
    [
      `<home>${'<level id="" name="" elevation="0"/>'.repeat(10)}</home>`,
      { importFloors: 9 },
      /^limit \| maisonette\.sh3d \| import-floors$/,
    ],
  ] as const;
  for (const [xml, limits, expected] of cases)
    assert.match(inShort(await refusalOf([homeFile(xml)], limits)), expected);
});

test("IMPORT-10: JSON is read up to its limits of values, depth and text, without keys that mean something to a program", async () => {
  const name = "x.json";
  const file = (text: string) => ({ name, bytes: new TextEncoder().encode(text) });
  const store = (data: string) =>
    file(`{"version":1,"minor_version":1,"key":"fns_floorplan","data":${data}}`);
  const cases = [
    [store(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), {}, "limit | x.json | data"],
    [store(`{"a":[${"0,".repeat(200)}0]}`), { importElements: 100 }, "import-elements"],
    [store(`{"a":"${"x".repeat(200_000)}"}`), {}, "limit | x.json | data.a | import-text"],
    [store('{"a":{"__proto__":{"b":1}}}'), {}, "forbiddenKey | x.json | data.a.__proto__"],
    [store('{"constructor":1}'), {}, "forbiddenKey | x.json | data.constructor"],
    [store('{"a\\u0000":1}'), {}, "badText | x.json | data.a\u{fffd}"],
    [store('{"a":1e999}'), {}, "badNumber | x.json | data.a"],
    [store('{"a":NaN}'), {}, "damagedJson | x.json"],
    [store('{"a":'), {}, "damagedJson | x.json"],
    [{ name, bytes: new Uint8Array([0x7b, 0xff]) }, {}, "damagedText | x.json"],
  ] as const;
  for (const [given, limits, expected] of cases) {
    const short = inShort(await refusalOf([given], limits));
    assert(short.includes(expected), `${short} has ${expected}`);
  }
});

test("IMPORT-10: more floors, corners, plans or bytes than the limits allow are refused by name", async () => {
  const config = houseplanConfig();
  const [ground] = config.spaces;
  assert(ground !== undefined);
  const spaces = Array.from({ length: 1000 }, (_, at) => ({ ...ground, id: `s${at}` }));
  const poly = Array.from({ length: 20_000 }, (_, at) => [at / 1e6, (at % 7) / 1e6]);
  const rooms = [{ id: "a", name: "A", poly }];
  const name = "houseplan-full.json";
  assert.equal(
    inShort(await refusalOf([houseplanExport({ ...config, spaces })])),
    `limit | ${name} | payload.config.spaces | import-floors`,
  );
  assert.equal(
    inShort(await refusalOf([houseplanExport({ ...config, spaces: [{ ...ground, rooms }] })])),
    `limit | ${name} | payload.config.spaces.0.rooms.0.poly | import-corners`,
  );
  const triangle = { name: "A", poly: poly.slice(0, 3) };
  const many = { ...ground, rooms: Array.from({ length: 4000 }, () => triangle) };
  assert.equal(
    inShort(await refusalOf([houseplanExport({ ...config, spaces: [many] })])),
    `limit | ${name} | payload.config | import-walls`,
  );
  assert.equal(
    inShort(await refusalOf([homeFile()], { importWalls: 10 })),
    "limit | maisonette.sh3d | import-walls",
  );
  assert.equal(
    inShort(await refusalOf([homeFile()], { importNear: 1 })),
    "limit | maisonette.sh3d | import-near",
  );
  assert.equal(
    inShort(await refusalOf([houseplanExport()], { importBytes: 1000 })),
    `limit | ${name} | import-bytes`,
  );
});

test("IMPORT-11: names in refusals and losses are short and have no characters that are not seen", async () => {
  const file = { ...ownStorage([]), name: `a\u202e\n${"b".repeat(500)}` };
  const refusal = await refusalOf([file]);
  assert.equal(refusal.file, `a\u{fffd}\u{fffd}${"b".repeat(117)}…`);
});
