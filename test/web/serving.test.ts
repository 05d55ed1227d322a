import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { root } from "../support/source-files.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";

const served = async (t: TestContext) => {
  const { url } = await startTestService(t);
  return (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${url}${path}`, init);
};

const assetsOf = (html: string): readonly string[] =>
  [...html.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => `/${path}`);

test(
  "PAGE-1: the page is asked for each time, what it loads is kept for a year, the card has a stable address",
  bounded,
  async (t) => {
    const get = await served(t);
    const page = await get("/");
    assert.equal(page.status, 200);
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(page.headers.get("cache-control"), "no-cache");
    const assets = assetsOf(await page.text());
    assert(
      assets.some((path) => path.endsWith(".js")) && assets.some((path) => path.endsWith(".css")),
    );
    for (const path of assets) {
      const asset = await get(path);
      assert.equal(asset.status, 200, path);
      assert.equal(asset.headers.get("cache-control"), "public, max-age=31536000, immutable");
    }
    const card = await get("/floorplan-card.js", {
      headers: { Origin: "http://home.example:8123" },
    });
    assert.equal(card.headers.get("content-type"), "text/javascript; charset=utf-8");
    assert.equal(card.headers.get("cache-control"), "no-cache");
    assert.equal(card.headers.get("access-control-allow-origin"), "*");
    const text = await card.text();
    assert.doesNotMatch(text, /^import\b|[;}]import[{"]/, "in one piece");
    const later = [...text.matchAll(/\bimport\("\.(\/assets\/[^"]+)"\)/g)].map(([, path]) => path);
    assert(later.length >= 2 && later.length === text.split(/\bimport\(/).length - 1, "languages");
    for (const path of later) {
      const { status, headers } = await get(path ?? "", {
        headers: { Origin: "http://home.example" },
      });
      assert.equal(status, 200, path);
      assert.equal(headers.get("access-control-allow-origin"), "*");
      assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
    }
  },
);

test(
  "PAGE-2: whatever browsers load comes with a strict policy, and its type is not guessed",
  bounded,
  async (t) => {
    const get = await served(t);
    const assets = assetsOf(await (await get("/")).text());
    for (const path of ["/", "/floorplan-card.js", ...assets]) {
      const { headers } = await get(path);
      const policy = (headers.get("content-security-policy") ?? "").split("; ");
      for (const part of [
        "default-src 'none'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ])
        assert(policy.includes(part), `${path}: ${part}`);
      const scripts = policy.find((part) => part.startsWith("script-src ")) ?? "";
      // A page says itself that its scripts do not arrive.
      const own = path === "/" ? /^script-src 'self' 'sha256-[\w+/]{43}='$/ : /^script-src 'self'$/;
      assert.match(scripts, own, path);
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("referrer-policy"), "no-referrer");
    }
  },
);

test(
  "PAGE-3: files are sent compressed to whoever takes that, and not at all when unchanged",
  bounded,
  async (t) => {
    const get = await served(t);
    const ask = (headers: Readonly<Record<string, string>>, method = "GET") =>
      get("/floorplan-card.js", { method, headers });
    const plain = await ask({ "Accept-Encoding": "identity" });
    assert.equal(plain.headers.get("content-encoding"), null);
    const whole = await plain.text();
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["GZIP;q=0.5", "gzip"],
      ["br;q=0, gzip", "gzip"],
      ["br;q=0.000", null],
      ["deflate", null],
    ] as const) {
      const response = await ask({ "Accept-Encoding": accepted });
      assert.equal(response.headers.get("content-encoding"), encoding, accepted);
      assert.match(response.headers.get("vary") ?? "", /accept-encoding/i);
      const bytes = Number(response.headers.get("content-length"));
      if (encoding !== null) assert(bytes < whole.length / 2, `${bytes} bytes`);
      assert.equal(await response.text(), whole, accepted);
    }
    const etag = plain.headers.get("etag") ?? "";
    const again = await ask({
      "Accept-Encoding": "identity",
      "If-None-Match": etag,
      // What browsers send; Node.js would say no-cache by itself, and then wants no 304.
      "Cache-Control": "max-age=0",
    });
    assert.equal(again.status, 304);
    const head = await ask({ "Accept-Encoding": "br" }, "HEAD");
    assert.equal(head.status, 200);
    assert.equal(await head.text(), "");
    assert.equal((await ask({}, "POST")).status, 405);
  },
);

test(
  "PAGE-4: nothing but what was built for browsers is served, by any spelling",
  bounded,
  async (t) => {
    const get = await served(t);
    const names = await readdir(join(root, "dist/web/assets"));
    const asset = names.find((name) => name.endsWith(".js")) ?? "none";
    assert.equal((await get(`/assets/${asset}`)).status, 200);
    assert.equal((await get(`/assets/${asset}.map`)).status, 200, "its source map");
    for (const path of [
      "/assets/",
      `/assets/${asset}.br`,
      "/assets/..%2findex.html",
      "/assets/..%2f..%2fcli.cjs",
      "/assets/nothing-ABCDEFGH.js",
      "/floorplan-card.js/",
      "/floorplan-card.js.br",
      "/index.html",
    ]) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
    }
  },
);

test(
  "PAGE-5: a service whose pages are not built says so, and serves the rest",
  bounded,
  async (t) => {
    const { url } = await startTestService(t, { web: await temporaryFolder(t) });
    for (const path of ["/", "/floorplan-card.js"]) {
      const response = await fetch(`${url}${path}`);
      assert.equal(response.status, 503, path);
      assert.match(
        await response.text(),
        /(?:the pages are|floorplan-card\.js is) not built: run npm run build/,
      );
    }
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  },
);
