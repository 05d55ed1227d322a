import assert from "node:assert/strict";
import { once } from "node:events";
import { IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { startTestService } from "../support/service.ts";
import { plainPath, remove, upload } from "./image-requests.ts";
import { pngOf, sample, svgOf } from "./pictures.ts";

const year = 365 * 24 * 3600;

test(
  "IMG-14: the plain path serves the newest image to everybody, and browsers ask again each time",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const images = [pngOf(100, 1), pngOf(200, 2)];
    let path = "";
    for (const image of images) {
      path = plainPath(await upload(service, "0", image, "a.png"));
      const response = await fetch(`${service.url}${path}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("cache-control"), "no-cache");
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), image);
    }
    await remove(service, "level=0");
    const gone = await fetch(`${service.url}${path}`);
    assert.equal(gone.status, 404);
    assert.equal(gone.headers.get("cache-control"), "no-store");
    assert.deepEqual(await gone.json(), { message: "there is no such image" });
  },
);

test("IMG-14: of another type than the newest there is none", bounded, async (t) => {
  const service = await startTestService(t);
  await upload(service, "0", svgOf("x"), "a.svg");
  await upload(service, "0", pngOf(50), "a.png");
  assert.equal((await fetch(`${service.url}/local/floorplan/bg_0.svg`)).status, 404);
});

test("IMG-15: with a version exactly that image is served, for a year", bounded, async (t) => {
  const service = await startTestService(t);
  const images = [pngOf(100, 1), pngOf(200, 2), pngOf(300, 3)];
  const urls: string[] = [];
  for (const image of images) urls.push(await upload(service, "0", image, "a.png"));
  for (const [index, url] of urls.entries()) {
    const response = await fetch(`${service.url}${url}`);
    assert.equal(response.headers.get("cache-control"), `public, max-age=${year}, immutable`);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), images[index]);
  }
});

test("IMG-15: a version that is not kept is never cached as if it were", bounded, async (t) => {
  const service = await startTestService(t);
  const url = await upload(service, "0", pngOf(100), "a.png");
  for (const version of ["1", "0", "", "-1", "x", "1e3", "9".repeat(400), "__proto__", "../x"]) {
    const response = await fetch(`${service.url}${plainPath(url)}?v=${version}`);
    assert.equal(response.headers.get("cache-control"), "no-cache", version);
    await response.arrayBuffer();
  }
});

const mediaTypes: Readonly<Record<string, string>> = {
  "imagemagick.png": "image/png",
  "imagemagick.jpg": "image/jpeg",
  "progressive.jpeg": "image/jpeg",
  "cwebp-lossy.webp": "image/webp",
  "inkscape.svg": "image/svg+xml",
};

test(
  "IMG-18: every image has its media type, is not to be sniffed, and scripts of an SVG are forbidden",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (const [name, type] of Object.entries(mediaTypes)) {
      const url = await upload(service, "0", await sample(name), name);
      for (const path of [url, plainPath(url)])
        for (const method of ["GET", "HEAD"]) {
          const response = await fetch(`${service.url}${path}`, { method });
          const bytes = Buffer.from(await response.arrayBuffer());
          assert.equal(bytes.length > 0, method === "GET");
          assert.equal(response.headers.get("content-type")?.replace(/;.*/, ""), type);
          assert.equal(response.headers.get("x-content-type-options"), "nosniff");
          const policy = response.headers.get("content-security-policy");
          if (name.endsWith(".svg")) {
            assert.match(policy ?? "", /default-src 'none'/);
            assert.match(policy ?? "", /(^|; ?)sandbox(;|$)/);
            assert.doesNotMatch(policy ?? "", /script-src|allow-scripts/);
          }
        }
    }
  },
);

/** Asks as a browser does that has the image; `fetch` would ask all caches to stand aside. */
const askAgain = async (url: string, etag: string): Promise<IncomingMessage> => {
  const [response]: unknown[] = await once(
    request(url, { headers: { "If-None-Match": etag } }).end(),
    "response",
  );
  assert(response instanceof IncomingMessage);
  return response;
};

test(
  "IMG-18: an ETag that still holds is answered with 304, an old one with the new image",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const url = await upload(service, "0", pngOf(100, 1), "a.png");
    const plain = `${service.url}${plainPath(url)}`;
    for (const target of [`${service.url}${url}`, plain]) {
      const first = await fetch(target);
      assert.match(first.headers.get("etag") ?? "", /^(W\/)?"[^"]+"$/);
      const second = await askAgain(target, first.headers.get("etag") ?? "");
      assert.equal(second.statusCode, 304);
      assert.equal((await buffer(second)).length, 0);
      assert.equal(second.headers["cache-control"], first.headers.get("cache-control"));
    }
    const old = (await fetch(plain)).headers.get("etag") ?? "";
    await upload(service, "0", pngOf(100, 2), "a.png");
    const changed = await askAgain(plain, old);
    assert.equal(changed.statusCode, 200);
    assert.deepEqual(await buffer(changed), pngOf(100, 2));
  },
);

test(
  "IMG-18: ranges are served, and those that cannot be are answered with 416",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const image = Buffer.concat([
      pngOf(8),
      Buffer.from(Array.from({ length: 992 }, (_, i) => i % 251)),
    ]);
    const url = await upload(service, "0", image, "a.png");
    const get = async (range: string, more: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(`${service.url}${url}`, { headers: { Range: range, ...more } });
      const { status, headers } = response;
      return {
        status,
        range: headers.get("content-range"),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    assert.deepEqual(await get("bytes=10-19"), {
      status: 206,
      range: "bytes 10-19/1000",
      bytes: image.subarray(10, 20),
    });
    assert.deepEqual((await get("bytes=990-")).bytes, image.subarray(990));
    assert.deepEqual((await get("bytes=-5")).bytes, image.subarray(995));
    assert.deepEqual((await get("bytes=999-5000")).bytes, image.subarray(999));
    const beyond = await get("bytes=1000-");
    assert.deepEqual([beyond.status, beyond.range], [416, "bytes */1000"]);
    const stale = await get("bytes=10-19", { "If-Range": '"another"' });
    assert.deepEqual([stale.status, stale.bytes], [200, image]);
  },
);
