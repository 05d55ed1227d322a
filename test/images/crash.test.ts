import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { startService } from "../../src/server/server.ts";
import { bounded } from "../support/timeouts.ts";
import { startTestService } from "../support/service.ts";
import {
  bytesAt,
  formOf,
  imageFiles,
  incomingFiles,
  plainPath,
  post,
  upload,
} from "./image-requests.ts";
import { imageDiskWith, systemError } from "./image-disks.ts";
import { pngOf, svgOf } from "./pictures.ts";

/** A disk of a process that dies before its N-th change of the disk: from then on nothing reaches it. */
const dyingDisk = () => {
  let left = Infinity;
  const disk = imageDiskWith(() => {
    left -= 1;
    if (left < 0) throw systemError("EIO");
  });
  return { disk, dieAfter: (calls: number) => (left = calls), isDead: () => left < 0 };
};

const replacements = [
  { what: "one of its type", image: pngOf(70_000, 2), name: "b.png" },
  { what: "one of another type", image: svgOf("new"), name: "b.svg" },
];

for (const { what, image, name } of replacements)
  test(
    `IMG-10, IMG-12: a crash at any step of replacing an image by ${what} leaves the old one or the new one whole`,
    bounded,
    async (t) => {
      let [olds, news] = [0, 0];
      for (let step = 0; ; step += 1) {
        const { disk, dieAfter, isDead } = dyingDisk();
        const first = await startTestService(t, { imageDisk: disk });
        const old = await upload(first, "0", pngOf(5000, 1), "a.png");
        dieAfter(step);
        const answer = await post(first, formOf("0", image, name));
        const died = isDead();
        await first.stop();
        const second = await startTestService(t, { again: first });
        const extension = name.slice(2);
        const files = await imageFiles(second);
        const plain = files.filter((file) => /^bg_0\.[a-z]+$/.test(file));
        assert.equal(plain.length, 1, `after step ${step}: ${files.join(", ")}`);
        assert.deepEqual(await incomingFiles(second), [], `after step ${step}`);
        const shown = await bytesAt(second, `/local/floorplan/${plain[0]}`);
        const isNew = shown?.equals(image) === true;
        assert(isNew || shown?.equals(pngOf(5000, 1)) === true, `after step ${step} it is whole`);
        const expected = isNew ? 3 : 2;
        assert.equal(
          files.length,
          expected,
          `no stray name after step ${step}: ${files.join(", ")}`,
        );
        // The old one is kept by its number: a plan may come to show it.
        assert.deepEqual(await bytesAt(second, old), pngOf(5000, 1));
        const next = await upload(
          second,
          "0",
          pngOf(70, 3),
          `c.${extension === "svg" ? "png" : "PNG"}`,
        );
        assert.deepEqual(await bytesAt(second, plainPath(next)), pngOf(70, 3));
        await second.stop();
        if (isNew) news += 1;
        else olds += 1;
        if (!died) {
          assert.equal(answer.status, 200);
          break;
        }
        assert.notEqual(answer.status, 200, "what is not durable is not acknowledged");
      }
      t.diagnostic(`${olds} times the old image, ${news} times the new one`);
      assert(olds >= 4 && news >= 2, "there were crashes before and after the change");
    },
  );

test(
  "IMG-10: a start that is interrupted while it tidies is followed by one that succeeds",
  bounded,
  async (t) => {
    const first = dyingDisk();
    const service = await startTestService(t, { imageDisk: first.disk });
    await upload(service, "0", pngOf(500, 1), "a.png");
    // Dies after the new file has its number, before it has its floor's name.
    first.dieAfter(4);
    await post(service, formOf("0", pngOf(600, 2), "b.png"));
    await service.stop();
    assert.equal((await incomingFiles(service)).length, 1);
    for (let step = 0; ; step += 1) {
      const again = dyingDisk();
      again.dieAfter(step);
      const started = await startService(service.config, {
        log: pino({ level: "silent" }),
        imageDisk: again.disk,
      });
      if (isRight(started)) {
        await started.right.stop();
        break;
      }
      assert.match(started.left, /images/);
      assert(step < 20, "it has only so many steps");
    }
    const last = await startTestService(t, { again: service });
    assert.deepEqual(await bytesAt(last, "/local/floorplan/bg_0.png"), pngOf(500, 1));
    assert.equal((await imageFiles(last)).length, 2);
    assert.deepEqual(await incomingFiles(last), []);
  },
);
