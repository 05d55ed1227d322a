import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { startTestService, type TestService } from "../../support/service.ts";

const page = "https://home.example:8123";
const other = "http://wall.local";
const origins = `${page},${other}`;

/** What a browser asks before a page's upload. */
const preflight = (
  { url }: TestService,
  origin: string,
  { method = "POST", headers = "authorization,content-type" } = {},
): Promise<Response> =>
  fetch(`${url}/api/floorplan/background`, {
    method: "OPTIONS",
    headers: {
      Origin: origin,
      "Access-Control-Request-Method": method,
      "Access-Control-Request-Headers": headers,
    },
  });

const allowed = (response: Response): string | null =>
  response.headers.get("access-control-allow-origin");

const listed = (response: Response, name: string): string[] =>
  (response.headers.get(name) ?? "").split(",").map((each) => each.trim().toLowerCase());

test(
  "WEB-1: a configured page may upload and delete with Authorization and Content-Type",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { origins } });
    for (const origin of [page, other])
      for (const method of ["POST", "DELETE"]) {
        const response = await preflight(service, origin, { method });
        assert.equal(response.status, 204);
        assert.equal(allowed(response), origin);
        assert(listed(response, "access-control-allow-methods").includes(method.toLowerCase()));
        const headers = listed(response, "access-control-allow-headers");
        assert(headers.includes("authorization") && headers.includes("content-type"));
        assert.match(response.headers.get("vary") ?? "", /origin/i);
      }
  },
);

test(
  "WEB-1: a configured page may read every answer, refusals and images included",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { origins } });
    const { url, admin } = service;
    for (const [path, init, status] of [
      ["/api/floorplan/background?level=0", { method: "DELETE" }, 401],
      ["/api/floorplan/background?level=", { method: "DELETE", token: admin }, 400],
      ["/api/floorplan/background?level=0", { method: "DELETE", token: admin }, 200],
      ["/api/floorplan/background", { method: "POST", token: admin }, 400],
      ["/api/floorplan/background", { method: "PUT", token: admin }, 405],
      ["/local/floorplan/bg_0.png", { method: "GET" }, 404],
      ["/nothing", { method: "GET" }, 404],
      ["/healthz", { method: "GET" }, 200],
    ] as const) {
      const headers = new Headers({ Origin: page });
      if ("token" in init) headers.set("Authorization", `Bearer ${init.token}`);
      const response = await fetch(`${url}${path}`, { method: init.method, headers });
      assert.equal(response.status, status, path);
      assert.equal(allowed(response), page, path);
      assert.match(response.headers.get("vary") ?? "", /origin/i, path);
      await response.arrayBuffer();
    }
  },
);

test("WEB-1: no page of another origin may, however alike it looks", bounded, async (t) => {
  const service = await startTestService(t, { config: { origins } });
  for (const origin of [
    "https://evil.example",
    "https://home.example",
    "http://home.example:8123",
    "https://home.example:8123.evil.example",
    "https://home.example:81234",
    "https://HOME.example:8123",
    `${page}/`,
    "null",
    "*",
    `${page},${other}`,
  ]) {
    const asked = await preflight(service, origin);
    assert.equal(allowed(asked), null, origin);
    assert.equal(asked.headers.get("access-control-allow-methods"), null, origin);
    const got = await fetch(`${service.url}/healthz`, { headers: { Origin: origin } });
    assert.equal(allowed(got), null, origin);
  }
});

test("WEB-1: without configuration nothing is said of other origins", bounded, async (t) => {
  const service = await startTestService(t);
  for (const origin of [page, "null", service.url]) {
    const asked = await preflight(service, origin);
    assert.equal(asked.status, 405);
    const got = await fetch(`${service.url}/healthz`, { headers: { Origin: origin } });
    for (const response of [asked, got]) {
      const names = [...response.headers.keys()];
      assert.deepEqual(
        names.filter((name) => name.startsWith("access-control")),
        [],
      );
    }
  }
});

test("WEB-1: credentials are never offered to a page", bounded, async (t) => {
  const service = await startTestService(t, { config: { origins } });
  const response = await preflight(service, page);
  assert.equal(response.headers.get("access-control-allow-credentials"), null);
});
