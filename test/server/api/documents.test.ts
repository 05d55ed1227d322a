import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { null as nullCodec, string } from "io-ts";
import * as TE from "fp-ts/lib/TaskEither.js";
import type { ApiInfo } from "../../../src/server/api/document-parts.ts";
import { asyncApi } from "../../../src/server/api/asyncapi.ts";
import { openApi } from "../../../src/server/api/openapi.ts";
import { strictObject } from "../../../src/model/codec.ts";
import { command, registry, value } from "../../../src/server/websocket/command.ts";
import { root } from "../../support/source-files.ts";
import { bounded } from "../../support/timeouts.ts";
import { startTestService } from "../../support/service.ts";
import { documentOf, within } from "./documented.ts";

const info: ApiInfo = {
  name: "floorplan",
  version: "1.2.3",
  license: "MIT",
  address: "127.0.0.1:1",
  websocket: "/api/websocket",
};

const made = (errors: readonly string[]) =>
  registry([
    command({
      type: "made/up",
      admin: true,
      about: { summary: "is tried", result: nullCodec, event: string, errors },
      fields: strictObject({ a: string }, {}),
      run: () => TE.right(value(null)),
    }),
  ]);

test("API-3: a new command stands in the document by itself, with its fields, rights, result, events and errors", () => {
  const document = asyncApi(info, made(["not_found"]));
  const { payload } = within(document, "components", "messages", "made.up");
  const { properties } = within(payload);
  assert.deepEqual(within(properties)["a"], { type: "string" });
  assert.match(String(within(document, "operations", "made.up")["description"]), /administrators/);
  const error = within(document, "components", "messages", "made.up.error", "payload");
  assert.deepEqual(within(error, "properties", "error", "properties", "code")["enum"], [
    "invalid_format",
    "id_reuse",
    "unknown_error",
    "unauthorized",
    "too_many_subscriptions",
    "not_found",
  ]);
  within(document, "components", "messages", "made.up.event");
});

test("API-3: an error of which nobody has said when it is answered is refused", () => {
  assert.throws(() => asyncApi(info, made(["odd"])), /the error code odd has no description/);
});

test("API-4: a route is refused that has a method which nobody has described", () => {
  const route = { path: "/x/", methods: { GET: () => undefined, PUT: () => undefined } };
  const GET = { summary: "is tried", token: "none", answers: {} } as const;
  assert.throws(
    () => openApi(info, [{ ...route, about: { GET } }]),
    /PUT \/x\/ has no description/,
  );
  within(openApi(info, [{ ...route, about: { GET, PUT: GET } }]), "paths", "/x/{file}", "put");
});

test(
  "API-4: all of a service's routes are described, those of the documents among them",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { domain: "house" } });
    const { paths } = await documentOf(service, "openapi");
    assert.deepEqual(Object.keys(within(paths)).toSorted(), [
      "/",
      "/api/asyncapi.json",
      "/api/house/background",
      "/api/openapi.json",
      "/api/websocket",
      "/assets/{file}",
      "/auth/ingress",
      "/auth/link",
      "/floorplan-card.js",
      "/floorplan-card.js.map",
      "/floorplan-loader.js",
      "/floorplan-panel.js",
      "/healthz",
      "/livez",
      "/local/house/{file}",
      "/metrics",
      "/settings.json",
      "/wall",
      "/wall.webmanifest",
    ]);
    const { operations } = await documentOf(service, "asyncapi");
    assert(Object.hasOwn(within(operations), "house.plan.save"), "with the domain that is set");
  },
);

test(
  "API-5: the documents are served without a token, to pages of any origin, and not again to who has them",
  bounded,
  async (t) => {
    const { url } = await startTestService(t);
    for (const name of ["asyncapi", "openapi"]) {
      const address = `${url}/api/${name}.json`;
      const plain = await fetch(address, { headers: { "Accept-Encoding": "identity" } });
      const small = await fetch(address, { headers: { "Accept-Encoding": "gzip" } });
      assert.equal(small.headers.get("content-encoding"), "gzip");
      assert.equal(plain.headers.get("content-encoding"), null);
      assert.deepEqual(await small.json(), await plain.json());
      for (const { headers, status } of [plain, small]) {
        assert.equal(status, 200);
        assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
        assert.equal(headers.get("cache-control"), "no-cache");
        assert.equal(headers.get("access-control-allow-origin"), "*");
      }
      const etag = plain.headers.get("etag") ?? "";
      const again = await fetch(address, { headers: { "If-None-Match": `"other", ${etag}` } });
      assert.equal(again.status, 304);
      assert.equal(await again.text(), "");
      const changed = await fetch(address, { headers: { "If-None-Match": '"other"' } });
      assert.equal(changed.status, 200);
      await changed.body?.cancel();
    }
  },
);

test(
  "API-5: the package holds the documents of a service beside a Home Assistant",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { homeAssistant: "http://127.0.0.1:9" } });
    for (const name of ["asyncapi", "openapi"] as const) {
      const built: unknown = JSON.parse(await readFile(join(root, "dist", `${name}.json`), "utf8"));
      assert.deepEqual(built, await documentOf(service, name));
    }
  },
);
