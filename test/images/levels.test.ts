import assert from "node:assert/strict";
import { test } from "node:test";
import {
  floorName,
  imageFile,
  type ImageName,
  isLevel,
  parseImageFile,
} from "../../src/images/image-name.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { seededRandom } from "../support/random.ts";
import { startTestService } from "../support/service.ts";
import {
  answerOf,
  bytesAt,
  formOf,
  imageFiles,
  incomingFiles,
  plainPath,
  post,
  remove,
  upload,
  versionOf,
} from "./image-requests.ts";
import { pngOf, svgOf } from "./pictures.ts";
import { filePart, formBytes, levelPart, rawUpload } from "./raw-http.ts";

const oddLevels: Readonly<Record<string, string>> = {
  empty: "",
  "of 65 characters": "a".repeat(65),
  "of 65 characters beyond the BMP": "🏠".repeat(65),
  "with a line": "a\nb",
  "with a NUL": "a\0",
  "with a DEL": "a\x7f",
  "with a control character of C1": "a\x85",
};

test(
  "IMG-4: a level that is missing, odd, over-long or repeated is refused",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (const [what, level] of Object.entries(oddLevels)) {
      const answer = await post(service, formOf(level, pngOf(100), "a.png"));
      assert.equal(answer.status, 400, `a level ${what}`);
      assert.match(answer.message, /^level: expected 1 to 64 characters/);
      const deleted = await remove(service, `level=${encodeURIComponent(level)}`);
      assert.equal(deleted.status, 400, `deleting a level ${what}`);
      assert.match((await answerOf(deleted)).message, /^level: expected 1 to 64 characters/);
    }
    for (const query of ["", "level", "level=0&level=0", "Level=0", "level=100%", "level=%ff"])
      assert.equal((await remove(service, query)).status, 400, `DELETE with "${query}"`);
    const without = new FormData();
    without.append("file", new Blob([pngOf(100)]), "a.png");
    assert.match((await post(service, without)).message, /level: missing/);
    for (const bytes of [Buffer.of(0xff), Buffer.of(0xed, 0xa0, 0x80), Buffer.of(0x61, 0xc3)]) {
      const part = { ...levelPart(""), content: bytes };
      const answer = await rawUpload(t, service, formBytes([part, filePart(pngOf(100))]));
      assert.equal(answer?.status, 400);
      assert.match(answer.body, /"level: expected text in UTF-8"/);
    }
    assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);
  },
);

/** Ids of floors, and what stands for them in names of files. */
const names: readonly (readonly [level: string, name: string])[] = [
  ["0", "0"],
  ["abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", ""],
  ["1.NP", "1~2eNP"],
  ["1~2eNP", "1~7e2eNP"],
  ["über/unter", "~c3~bcber~2funter"],
  ["u\u0308ber/unter", "u~cc~88ber~2funter"],
  [".", "~2e"],
  ["..", "~2e~2e"],
  ["../../users", "~2e~2e~2f~2e~2e~2fusers"],
  ["C:\\floor", "C~3a~5cfloor"],
  ['a "b" & c?v=1#d%20+', "a~20~22b~22~20~26~20c~3fv~3d1~23d~2520~2b"],
  [" ", "~20"],
  ["\ufeff1", "~ef~bb~bf1"],
  ["\ufffd", "~ef~bf~bd"],
  ["__proto__", "__proto__"],
  ["0.png", "0~2epng"],
  ["0.5", "0~2e5"],
  ["ü".repeat(38), "~c3~bc".repeat(38)],
  [`${"ü".repeat(38)}abc`, `${"~c3~bc".repeat(38)}abc`],
  [`${"ü".repeat(38)}abcd`, "~~9ccfa99e5c53b4fe8428920b026ef631f2b2c10aecd4cc4dde51d9cdbe08dd54"],
  ["🏠".repeat(64), ""],
  [`${"🏠".repeat(63)}🏡`, ""],
];

test("IMG-27: every level has an image of its own, in its own name", bounded, async (t) => {
  const service = await startTestService(t);
  const urls = new Map<string, string>();
  for (const [index, [level, name]] of names.entries()) {
    const url = await upload(service, level, pngOf(100 + index), "a.png");
    assert.match(url, /^\/local\/floorplan\/bg_[\w~-]{1,231}\.png\?v=\d+$/);
    if (name !== "") assert.equal(plainPath(url), `/local/floorplan/bg_${name}.png`, level);
    urls.set(level, url);
  }
  assert.equal(new Set([...urls.values()].map(plainPath)).size, names.length);
  for (const [index, [level]] of names.entries())
    for (const path of [urls.get(level) ?? "", plainPath(urls.get(level) ?? "")])
      assert.equal((await bytesAt(service, path))?.length, 100 + index, level);
  for (const [level] of names) {
    const path = plainPath(urls.get(level) ?? "");
    assert.equal((await remove(service, `level=${encodeURIComponent(level)}`)).status, 200);
    assert.equal(await bytesAt(service, path), undefined, level);
  }
});

test(
  "IMG-16, IMG-27: whatever its level, an image that a plan shows is kept",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { imageUnusedMs: 0 } });
    const peer = await Peer.login(t, service.port, service.admin);
    const levels = ["1.NP", "über", "🏠".repeat(64), "a b", "ü".repeat(38)];
    const urls: string[] = [];
    for (const level of levels) urls.push(await upload(service, level, pngOf(100), "a.png"));
    const backgrounds = Object.fromEntries(levels.map((level, at) => [level, { url: urls[at] }]));
    await peer.save({ rooms: [{}], backgrounds });
    for (const level of levels) await upload(service, level, svgOf("newer"), "a.svg");
    await peer.save({ rooms: [] });
    for (const url of urls) assert.equal((await bytesAt(service, url))?.length, 100, url);
    await service.stop();
    const files = await imageFiles(service);
    for (const url of urls)
      assert(
        files.some((file) => file.endsWith(`.${versionOf(url)}.png`)),
        url,
      );
  },
);

test("IMG-20, IMG-27: a name that no level gives is no image's", () => {
  const name: ImageName = { floor: floorName("1.NP"), extension: "png", version: 12 };
  assert.deepEqual(parseImageFile("bg_1~2eNP.12.png"), name);
  for (const floor of [
    "1~2ENP",
    "~41",
    "~5f",
    "a~",
    "a~4",
    "~c3",
    "~ff",
    "~00",
    "~ed~a0~80",
    "~7f",
    "~c2~85",
    "~~",
    `~~${"0".repeat(63)}`,
    `~~${"A".repeat(64)}`,
    `a~~${"0".repeat(64)}`,
    "~c3~bc".repeat(39),
    "a".repeat(65),
  ])
    assert.equal(parseImageFile(`bg_${floor}.png`), undefined, floor);
});

test("IMG-27: no two levels give one name, and each name is found again", (t) => {
  const random = seededRandom(t);
  const pieces = ["a", "A", "~", "2e", ".", "~2e", "ü", "🏠", "\u0308", "/", "_", "%7E"] as const;
  const known = new Map<string, string>();
  for (let time = 0; time < 5000; time += 1) {
    const length = 1 + random.below(random.pick([4, 64]));
    const level = Array.from({ length }, () => random.pick(pieces)).join("");
    if (!isLevel(level)) continue;
    const floor = floorName(level);
    assert.equal(known.get(floor) ?? level, level, floor);
    known.set(floor, level);
    const file = imageFile({ floor, extension: "jpeg", version: 999_999_999_999_999 });
    assert(Buffer.byteLength(file) <= 255, file);
    assert.equal(parseImageFile(file)?.floor, floor, file);
  }
});
