import assert from "node:assert/strict";
import { test } from "node:test";
import { ImageReferences } from "../../src/images/image-references.ts";
import { type ImageDisk, nodeImageDisk } from "../../src/images/image-store.ts";
import { runAtOnce } from "../../src/plan/raw-json/json-cursor.ts";
import { StoredPlan } from "../../src/plan/stored-plan.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { bytesAt, upload, versionOf } from "./image-requests.ts";
import { pngOf } from "./pictures.ts";

const summary = { rev: 1, saved_at: "", rooms: 0, items: 0 };

/** Names of the images that a plan's text refers to. */
const imagesIn = (...pieces: readonly string[]): readonly string[] => {
  const json = pieces.map((piece) => Buffer.from(piece));
  const plans = [StoredPlan.read(summary, undefined, json)];
  const references = new ImageReferences("floorplan");
  assert.equal(references.of(plans), undefined, "it was not searched yet");
  runAtOnce(references.learn(plans));
  return [...(references.of(plans) ?? [])];
};

const code = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, "0");

/** Ways to write a text in JSON; all mean the same. */
const spellings: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => url.replaceAll("/", "\\/"),
  (url) => url.replaceAll("/", "\\u002f"),
  (url) => url.replaceAll("/", "\\u002F"),
  (url) => url.replaceAll("~", "\\u007e"),
  (url) => url.replaceAll("~", "\\u007E").replaceAll("?", "\\u003f").replaceAll(".", "\\u002E"),
  (url) => Array.from(url, (sign) => `\\u${code(sign)}`).join(""),
  (url) =>
    Array.from(url, (sign, at) => (at % 2 > 0 ? sign : `\\u${code(sign).toUpperCase()}`)).join(""),
  (url) =>
    url.replace(/\d+$/, (version) => Array.from(version, (digit) => `\\u${code(digit)}`).join("")),
];

const url = "/local/floorplan/bg_K~c3~bc-che.png?v=1700000000123";
const file = "bg_K~c3~bc-che.1700000000123.png";

test("IMG-16: an image is found however its URL is written in a plan", () => {
  for (const spelling of spellings) {
    const written = spelling(url);
    assert.equal(JSON.parse(`"${written}"`), url);
    for (const around of ["", "\\\\", "\\\\\\\\", '\\"', "\\u00e9", "é", "\\ud83c", "\\n"]) {
      const text = `{"backgrounds":{"0":{"url":"${around}${written}"}},"a":"\\\\"}`;
      assert.deepEqual(imagesIn(text), [file], text);
      assert.deepEqual(imagesIn(`{"x":"\\/",`, text.slice(1)), [file], text);
    }
  }
});

test("IMG-16: of many images that are written in many ways each is found", () => {
  const urls = spellings.map((_, number) => `/local/floorplan/bg_${number}.svg?v=${number + 1}`);
  const written = urls.map((each, number) => `"${number}":"${spellings[number]?.(each)}"`);
  assert.deepEqual(
    imagesIn(`{${written.join(",")}}`).toSorted((one, other) => (one < other ? -1 : 1)),
    urls.map((_, number) => `bg_${number}.${number + 1}.svg`),
  );
});

test("IMG-17: a text that only looks like an escaped URL is none", () => {
  for (const text of [
    String.raw`"\\u002flocal\\u002ffloorplan\\u002fbg_0.png?v=1"`,
    String.raw`"/local/floorplan/bg_0.png\\u003fv=1"`,
    String.raw`"/local/floorplan\\/bg_0.png?v=1"`,
    String.raw`"\u012flocal\u012ffloorplan\u012fbg_0.png?v=1"`,
    String.raw`"/local/other\/bg_0.png?v=1"`,
  ])
    assert.deepEqual(imagesIn(`{"a":${text},"b":"\\/"}`), [], text);
});

test(
  "IMG-16, SAVE-5: an image whose URL is written with escapes is kept like any other",
  bounded,
  async (t) => {
    let gone = (): void => undefined;
    const removed: string[] = [];
    const imageDisk: ImageDisk = {
      ...nodeImageDisk,
      remove: async (path) => {
        await nodeImageDisk.remove(path);
        removed.push(path);
        gone();
      },
    };
    const service = await startTestService(t, { imageDisk, config: { imageUnusedMs: 0 } });
    const peer = await Peer.login(t, service.port, service.admin);
    const shown = await upload(service, "Küche", pngOf(300, 1), "a.png");
    const written = shown.replaceAll("/", "\\/").replaceAll("~", "\\u007e");
    const id = peer.newId();
    peer.send(
      `{"id":${id},"type":"floorplan/plan/save","plan":{"rooms":[1],"backgrounds":{"0":{"url":"${written}"}}}}`,
    );
    assert.equal((await peer.replyTo(id))["success"], true);
    // The next one but the last is shown by nobody: once it is gone, all were looked at.
    const unused = await upload(service, "Küche", pngOf(400, 2), "b.png");
    const isGone = (): boolean => removed.some((path) => path.includes(`.${versionOf(unused)}.`));
    const looked = new Promise<void>((resolve) => {
      gone = () => isGone() && resolve();
    });
    await upload(service, "Küche", pngOf(500, 3), "c.png");
    await looked;
    await peer.save({ rooms: [2] });
    assert.deepEqual(await bytesAt(service, shown), pngOf(300, 1));
  },
);

test("IMG-17, SAVE-17: plans are searched in steps, whatever they are full of", () => {
  const text = 2 * 1024 * 1024;
  for (const part of ["\\u00e9", "\\/", "/local/floorplan/bg_0.1.png?v=1 "]) {
    const json = [Buffer.from(`{"a":"${part.repeat(text / part.length)}"}`)];
    const steps = new ImageReferences("floorplan").learn([
      StoredPlan.read(summary, undefined, json),
    ]);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    assert(count >= 24, `${count} steps for a plan of ${part}`);
  }
});
