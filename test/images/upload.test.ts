import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { startTestService } from "../support/service.ts";
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
import { pngOf, svgOf } from "./pictures.ts";
import { filePart, formBytes, levelPart, type Part, rawUpload } from "./raw-http.ts";

test("IMG-1: an upload is answered with the URL at which the image then is", bounded, async (t) => {
  const service = await startTestService(t);
  const image = pngOf(1000, 7);
  const before = Date.now();
  const url = await upload(service, "0", image, "ground floor.png");
  assert.match(url, /^\/local\/floorplan\/bg_0\.png\?v=\d+$/);
  assert(versionOf(url) >= before && versionOf(url) <= Date.now());
  assert.deepEqual(await bytesAt(service, url), image);
  assert.deepEqual(await bytesAt(service, plainPath(url)), image);
});

test("IMG-1: the file may come before the level", bounded, async (t) => {
  const service = await startTestService(t);
  const form = new FormData();
  form.append("file", new Blob([pngOf(100)]), "a.png");
  form.append("level", "upstairs");
  const answer = await post(service, form);
  assert.match(answer.url, /^\/local\/floorplan\/bg_upstairs\.png\?v=\d+$/);
});

test(
  "IMG-1: no two uploads get the same version, also on different floors at once",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const levels = Array.from({ length: 20 }, (_, index) => `level-${index}`);
    const urls = await Promise.all(
      [...levels, ...levels.slice(0, 10)].map((level) =>
        upload(service, level, pngOf(50), "a.png"),
      ),
    );
    assert.equal(new Set(urls.map(versionOf)).size, urls.length);
  },
);

test(
  "IMG-1: the version goes on after a restart, also when the newest image is from the future",
  bounded,
  async (t) => {
    const first = await startTestService(t);
    const later = Date.now() + 3_600_000;
    t.mock.timers.enable({ apis: ["Date"], now: later });
    const url = await upload(first, "0", pngOf(50), "a.png");
    t.mock.timers.reset();
    await first.stop();
    const second = await startTestService(t, { again: first });
    assert(versionOf(await upload(second, "1", pngOf(50), "a.png")) > versionOf(url));
  },
);

test(
  "IMG-2: DELETE removes the image of a floor, and is happy where there is none",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const url = await upload(service, "0", pngOf(100), "a.png");
    const other = await upload(service, "1", pngOf(200), "a.png");
    for (const _ of ["with an image", "without one"]) {
      const response = await remove(service, "level=0");
      assert.equal(response.status, 200);
      assert.deepEqual(await response.json(), { ok: true });
      assert.equal(await bytesAt(service, plainPath(url)), undefined);
    }
    assert.equal((await bytesAt(service, other))?.length, 200);
  },
);

test(
  "IMG-5: the five types are known by the end of the name, in upper or lower case",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const jpeg = Buffer.from("\xff\xd8\xff\xe0", "latin1");
    const webp = Buffer.from("RIFF\x04\0\0\0WEBPVP8 ", "latin1");
    for (const [name, bytes] of [
      ["a.png", pngOf(50)],
      ["A.PNG", pngOf(50)],
      ["a.b.jpg", jpeg],
      [".JPeG", jpeg],
      ["a.webp", webp],
      ["a.svg", svgOf("x")],
      ["a.SVG", svgOf("x")],
    ] as const) {
      const extension = name.replace(/.*\./, "").toLowerCase();
      assert.match(
        await upload(service, "0", bytes, name),
        new RegExp(`/bg_0\\.${extension}\\?v=`),
      );
    }
  },
);

test(
  "IMG-5, IMG-9: a file of another type, an empty one, and none at all are refused",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (const name of [
      "a.gif",
      "a.png.txt",
      "png",
      "a.svgz",
      "a.png ",
      "a.png\0",
      "a.html",
      "a.",
    ]) {
      const answer = await post(service, formOf("0", pngOf(50), name));
      assert.equal(answer.status, 400, name);
      assert.match(answer.message, /type/, name);
    }
    assert.equal((await post(service, formOf("0", Buffer.alloc(0), "a.png"))).status, 400);
    const without = new FormData();
    without.append("level", "0");
    assert.match((await post(service, without)).message, /file: missing/);
    assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);
  },
);

const png = pngOf(300, 3);
const oddButGood: Readonly<Record<string, readonly Part[]>> = {
  "a file name with a path": [filePart(png, "../../../etc/plan.png"), levelPart("0")],
  "a file name with a Windows path": [filePart(png, "C:\\plans\\a.png"), levelPart("0")],
  "a file name with quotes": [filePart(png, 'the \\"big\\" plan.png'), levelPart("0")],
  "a file name in UTF-8": [filePart(png, "Küche ☂.png"), levelPart("0")],
  "a file name with a NUL": [filePart(png, "a\0b.png"), levelPart("0")],
  "a file part without a type": [
    {
      head: ['Content-Disposition: form-data; name="file"; filename="a.png"'],
      content: png,
    },
    levelPart("0"),
  ],
  "a level with a type": [
    { head: [...levelPart("0").head, "Content-Type: text/plain; charset=utf-8"], content: "0" },
    filePart(png),
  ],
  "a level that says it is 8 bits": [
    { head: [...levelPart("0").head, "Content-Transfer-Encoding: 8bit"], content: "0" },
    filePart(png),
  ],
  "headers in other cases and orders": [
    {
      head: ["content-type:image/png", "CONTENT-DISPOSITION:form-data;filename=a.png;name=file"],
      content: png,
    },
    levelPart("0"),
  ],
  "a field named __proto__": [
    { head: ['Content-Disposition: form-data; name="__proto__"'], content: "x" },
    levelPart("0"),
    filePart(png),
  ],
};

for (const [what, parts] of Object.entries(oddButGood))
  test(`IMG-1: ${what} is no reason to refuse a form`, bounded, async (t) => {
    const service = await startTestService(t);
    const answer = await rawUpload(t, service, formBytes(parts));
    assert.equal(answer?.status, 200, answer?.body);
    assert.deepEqual(await bytesAt(service, "/local/floorplan/bg_0.png"), png);
    assert.deepEqual(await incomingFiles(service), []);
  });

test(
  "IMG-1: what looks like the boundary, in pieces and almost, is the file's own",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const almost = Buffer.from("\r\n------a-boundary-of-a-tes\r\n--\r\r\n------a-bo", "latin1");
    for (const length of [65_000, 65_536 - 40, 131_072]) {
      const image = Buffer.concat([pngOf(length), almost, almost, Buffer.from("\r\n")]);
      assert.equal(
        (await rawUpload(t, service, formBytes([levelPart("0"), filePart(image)])))?.status,
        200,
      );
      assert.deepEqual(await bytesAt(service, "/local/floorplan/bg_0.png"), image);
    }
  },
);
