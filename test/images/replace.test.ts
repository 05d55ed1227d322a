import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { seededRandom } from "../support/random.ts";
import { startTestService } from "../support/service.ts";
import {
  bytesAt,
  formOf,
  imageFiles,
  plainPath,
  post,
  upload,
  versionOf,
} from "./image-requests.ts";
import { pngOf, svgOf } from "./pictures.ts";

/** Whether every byte behind the signature says which image it is of, and none is missing. */
const isWhole = (bytes: Buffer, lengths: ReadonlyMap<number, number>): boolean => {
  const fill = bytes.at(-1) ?? -1;
  return lengths.get(fill) === bytes.length && bytes.equals(pngOf(bytes.length, fill));
};

test(
  "IMG-10: who reads while an image is replaced 50 times gets a whole one each time, never an older one after a newer one",
  bounded,
  async (t) => {
    const random = seededRandom(t);
    const service = await startTestService(t);
    const lengths = new Map(
      Array.from({ length: 51 }, (_, number) => [number, 20 + random.below(200_000)]),
    );
    const imageOf = (number: number): Buffer => pngOf(lengths.get(number) ?? 0, number);
    const path = plainPath(await upload(service, "0", imageOf(0), "a.png"));
    const replaced = new AbortController();
    let reads = 0;
    const readers = Array.from({ length: 3 }, async () => {
      let newest = 0;
      while (!replaced.signal.aborted) {
        const bytes = await bytesAt(service, path);
        assert(bytes !== undefined, "there is an image at any time");
        assert(
          isWhole(bytes, lengths),
          `${bytes.length} bytes of ${bytes.at(-1)} are a whole image`,
        );
        assert((bytes.at(-1) ?? 0) >= newest);
        newest = bytes.at(-1) ?? 0;
        reads += 1;
      }
    });
    const replace = async (): Promise<void> => {
      for (let number = 1; number <= 50; number += 1)
        await upload(service, "0", imageOf(number), "a.png");
      replaced.abort();
    };
    await Promise.all([...readers, replace()]);
    t.diagnostic(`${reads} reads`);
    assert.deepEqual(await bytesAt(service, path), imageOf(50));
  },
);

test(
  "IMG-12: of uploads to one floor at once the one with the latest version is at the plain path, alone",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const isSvg = index % 2 === 0;
          const image = isSvg ? svgOf(`${round}-${index}`) : pngOf(3000 * (index + 1), index);
          const answer = await post(service, formOf("0", image, isSvg ? "a.svg" : "a.png"));
          assert.equal(answer.status, 200, answer.message);
          return { url: answer.url, image };
        }),
      );
      const latest = answers.toSorted((a, b) => versionOf(b.url) - versionOf(a.url))[0];
      assert(latest !== undefined);
      const plain = (await imageFiles(service)).filter((file) => /^bg_0\.[a-z]+$/.test(file));
      assert.deepEqual(plain, [plainPath(latest.url).replace(/.*\//, "")]);
      assert.deepEqual(await bytesAt(service, plainPath(latest.url)), latest.image);
      for (const { url, image } of answers) assert.deepEqual(await bytesAt(service, url), image);
    }
  },
);

test(
  "IMG-12: another floor's images are left alone, also one whose name begins alike",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const levels = ["1", "11", "1_", "1-svg", "png"];
    const images = levels.map((_, index) => pngOf(100 + index, index));
    for (const [index, level] of levels.entries())
      await upload(service, level, images[index] ?? Buffer.alloc(0), "a.png");
    await upload(service, "1", svgOf("x"), "a.svg");
    for (const [index, level] of levels.slice(1).entries())
      assert.deepEqual(
        await bytesAt(service, `/local/floorplan/bg_${level}.png`),
        images[index + 1],
        level,
      );
    assert.equal(await bytesAt(service, "/local/floorplan/bg_1.png"), undefined);
  },
);
