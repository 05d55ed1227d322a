import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import {
  readValetudoMap,
  vacuumMapBytes,
} from "../../../src/home-assistant/shared/valetudo-map.ts";
import { MapProblem } from "../../../src/model/trackers/vacuum-map.ts";
import { pictureOf, pictureOfMap, pictureWith } from "../../support/valetudo-picture.ts";

test("POS-40: the map in a picture of Valetudo has the vacuum, its dock and its path", async () => {
  const picture = pictureOfMap({
    robot: [2650, 2450],
    angle: 90,
    charger: [2550, 2550],
    paths: [
      [2550, 2550, 2600, 2550, 2650, 2450],
      [2600, 2400, 2650, 2400],
    ],
  });
  assert.deepEqual(await readValetudoMap(picture), {
    // 90 is to the right in the map, which is 0 degrees from its first axis.
    vacuum: { x: 2650, y: 2450, heading: 0 },
    dock: { x: 2550, y: 2550 },
    path: [
      [
        [2550, 2550],
        [2600, 2550],
        [2650, 2450],
      ],
      [
        [2600, 2400],
        [2650, 2400],
      ],
    ],
  });
  const empty = { vacuum: null, dock: null, path: [] };
  assert.deepEqual(await readValetudoMap(pictureOfMap({})), empty);
});

const problemOf = async (picture: Buffer): Promise<string> => {
  const read = await readValetudoMap(picture);
  assert(read instanceof MapProblem, "a picture without a map that can be read");
  return `${read.problem}: ${read.value}`;
};

test("POS-41: a picture without a map, and one whose map is cut, too large, too deep or none of Valetudo, have words", async () => {
  const none = "no-map: the picture of this camera has no map of Valetudo";
  const whole = pictureOfMap({ robot: [1, 2] });
  const at = whole.indexOf("ValetudoMap");
  const pictures = [
    Buffer.alloc(0),
    Buffer.from("a picture in another format"),
    pictureWith(Buffer.from("Comment\0\0anything")),
    whole.subarray(0, at + 40),
    whole.subarray(0, at + 3),
  ];
  for (const picture of pictures) assert.equal(await problemOf(picture), none);
  const notInflated = `unreadable-map: it cannot be decompressed, or has more than ${vacuumMapBytes} bytes`;
  const begin = Buffer.from("ValetudoMap\0\0");
  const rest = [Buffer.from("no zlib"), deflateSync("{}").subarray(0, 5)];
  for (const bytes of rest)
    assert.equal(await problemOf(pictureWith(Buffer.concat([begin, bytes]))), notInflated);
  assert.equal(await problemOf(pictureOf(" ".repeat(vacuumMapBytes + 1))), notInflated);
  for (const [json, words] of [
    ["{", "it is not JSON"],
    [`{"entities":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "it is nested too deep"],
    ["{}", "entities: expected a list"],
    ['{"entities":[{"type":"path","points":[1,2,3]}]}', "points: expected coordinates in pairs"],
    ['{"entities":[{"type":"path","points":[1,"2"]}]}', "points: expected coordinates in pairs"],
    ['{"entities":[{"type":"path","points":[1,1e300]}]}', "points: expected coordinates in pairs"],
  ] as const) {
    const said = await problemOf(pictureOf(json));
    assert(said.startsWith("unreadable-map: ") && said.endsWith(words), said);
  }
});

test("POS-41: every cut of a picture, and every changed byte, is a map or has words", async () => {
  const whole = pictureOfMap({ robot: [2650, 2450], charger: [2550, 2550], paths: [[1, 2, 3, 4]] });
  const isRead = async (picture: Buffer): Promise<void> => {
    const read = await readValetudoMap(picture);
    assert(read instanceof MapProblem || Array.isArray(read.path), "an exception would end this");
  };
  for (let at = 0; at < whole.length; at += 7) {
    await isRead(whole.subarray(0, at));
    const changed = Buffer.from(whole);
    changed[at] = 255 - (whole[at] ?? 0);
    await isRead(changed);
  }
});
