import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
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
import { type ImageDiskCall, imageDiskWith, systemError } from "./image-disks.ts";
import { pngOf, svgOf } from "./pictures.ts";

/** Calls without repetition, with the changing names replaced by what they are. */
const described = (calls: readonly ImageDiskCall[], { data }: TestService): string[] =>
  calls
    .map(({ name, path }) =>
      `${name} ${path.slice(data.length + 1)}`
        .replace(/\.incoming\/[0-9a-f-]{36}/, "RECEIVED")
        .replace(/\.\d{13}\./, ".VERSION."),
    )
    .filter((line, index, all) => line !== all[index - 1]);

test(
  "IMG-11: an image is written beside, synced, named, and its folder synced before the answer",
  bounded,
  async (t) => {
    const calls: ImageDiskCall[] = [];
    const service = await startTestService(t, {
      imageDisk: imageDiskWith((call) => calls.push(call)),
    });
    calls.length = 0;
    await upload(service, "0", pngOf(300_000), "a.png");
    const changes = described(calls, service).filter((line) => !line.startsWith("remove"));
    assert.deepEqual(changes, [
      "create www/RECEIVED",
      "write www/RECEIVED",
      "datasync www/RECEIVED",
      "link www/floorplan/bg_0.VERSION.png",
      "rename www/floorplan/bg_0.png",
      "syncFolder www/floorplan",
    ]);
  },
);

test(
  "IMG-11: where the other type's name goes, it goes before the folder is synced",
  bounded,
  async (t) => {
    const calls: ImageDiskCall[] = [];
    const service = await startTestService(t, {
      imageDisk: imageDiskWith((call) => calls.push(call)),
    });
    await upload(service, "0", pngOf(100), "a.png");
    calls.length = 0;
    await upload(service, "0", svgOf("x"), "a.svg");
    const lines = described(calls, service);
    const [renamed, removed, synced] = [
      "rename www/floorplan/bg_0.svg",
      "remove www/floorplan/bg_0.png",
      "syncFolder www/floorplan",
    ].map((line) => lines.indexOf(line));
    assert(renamed !== undefined && removed !== undefined && synced !== undefined);
    assert(renamed !== -1 && renamed < removed && removed < synced, lines.join("\n"));
  },
);

test("IMG-2, IMG-11: a DELETE is answered after the folder is synced", bounded, async (t) => {
  const calls: ImageDiskCall[] = [];
  const service = await startTestService(t, {
    imageDisk: imageDiskWith((call) => calls.push(call)),
  });
  await upload(service, "0", pngOf(100), "a.png");
  calls.length = 0;
  await remove(service, "level=0");
  const lines = described(calls, service);
  assert(
    lines.indexOf("remove www/floorplan/bg_0.png") < lines.indexOf("syncFolder www/floorplan"),
  );
});

const failures: readonly { readonly name: ImageDiskCall["name"]; readonly code: string }[] = (
  ["create", "write", "datasync", "link", "rename", "syncFolder"] as const
).flatMap((name) => ["ENOSPC", "EDQUOT", "EIO"].map((code) => ({ name, code })));

for (const { name, code } of failures)
  test(
    `IMG-9, IMG-13: ${code} at ${name} leaves the old image, no stray file, and says so`,
    bounded,
    async (t) => {
      let failing: string | undefined;
      const disk = imageDiskWith((call) => {
        if (call.name === failing) {
          failing = undefined;
          throw systemError(code);
        }
      });
      const service = await startTestService(t, { imageDisk: disk });
      const old = await upload(service, "0", pngOf(5000, 1), "a.png");
      const files = await imageFiles(service);
      for (const [image, file] of [
        [pngOf(200_000, 2), "b.png"],
        [svgOf("x"), "b.svg"],
      ] as const) {
        failing = name;
        const answer = await post(service, formOf("0", image, file));
        assert.equal(answer.status, code === "EIO" ? 500 : 507);
        assert.match(
          answer.message,
          code === "EIO" ? /could not be (stored|kept)/ : /disk is full/,
        );
        assert.deepEqual(await imageFiles(service), files);
        assert.deepEqual(await incomingFiles(service), []);
        assert.deepEqual(await bytesAt(service, old), pngOf(5000, 1));
        assert.deepEqual(await bytesAt(service, plainPath(old)), pngOf(5000, 1));
      }
      const next = await upload(service, "0", pngOf(60, 3), "c.png");
      assert(versionOf(next) > versionOf(old));
      assert.deepEqual(await bytesAt(service, plainPath(next)), pngOf(60, 3));
    },
  );

test(
  "IMG-9, IMG-13: a first image that does not fit leaves its floor without one",
  bounded,
  async (t) => {
    for (const name of ["create", "write", "datasync", "link", "rename", "syncFolder"] as const) {
      let isFull = false;
      const disk = imageDiskWith((call) => {
        if (isFull && call.name === name) throw systemError("ENOSPC");
      });
      const service = await startTestService(t, { imageDisk: disk });
      isFull = true;
      assert.equal((await post(service, formOf("0", pngOf(100), "a.png"))).status, 507, name);
      assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []], name);
    }
  },
);

test(
  "IMG-28: where there are no hard links, the start warns, and an upload is refused and changes nothing",
  bounded,
  async (t) => {
    for (const code of ["EPERM", "ENOTSUP"]) {
      const disk = imageDiskWith(({ name }) => {
        if (name === "link") throw systemError(code);
      });
      const service = await startTestService(t, { imageDisk: disk });
      const warned = service.log.filter(({ msg }) => msg === "images cannot be stored");
      assert.equal(warned.length, 1);
      const answer = await post(service, formOf("0", pngOf(100), "a.png"));
      assert.equal(answer.status, 501, code);
      assert.match(answer.message, /need hard links, which the data folder's file system lacks/);
      assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []], code);
    }
    const service = await startTestService(t);
    assert(service.log.every(({ msg }) => msg !== "images cannot be stored"));
    assert.deepEqual(await incomingFiles(service), []);
  },
);
