import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { scrape, valueOf } from "./scrape.ts";

interface Asked {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const ask = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Asked> => {
  const response = await fetch(`${url}/metrics`, { headers, method });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, text: await response.text() };
};

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

test(
  "METRIC-1, METRIC-2: whoever has a token gets the metrics, in the format that is asked for; others get 401",
  bounded,
  async (t) => {
    const { url, admin, viewer } = await startTestService(t, { config: { loginDelayMs: 0 } });
    for (const token of [admin, viewer]) {
      const plain = await ask(url, bearer(token));
      assert.deepEqual(
        [plain.status, plain.type],
        [200, "text/plain; version=0.0.4; charset=utf-8"],
      );
      assert.match(plain.text, /^# TYPE floorplan_slow_consumers_total counter$/m);
      const open = await ask(url, { ...bearer(token), Accept: "application/openmetrics-text" });
      assert.equal(open.type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
      assert.match(open.text, /^# TYPE floorplan_slow_consumers counter$/m);
      assert.match(open.text, /\n# EOF\n$/);
    }
    for (const headers of [{}, bearer("wrong"), { Authorization: `Basic ${admin}` }]) {
      const refused = await ask(url, headers);
      assert.deepEqual([refused.status, refused.text], [401, "401: Unauthorized"]);
    }
    assert.equal((await ask(url, bearer(admin), "HEAD")).text, "");
    assert.equal((await ask(url, bearer(admin), "POST")).status, 405);
  },
);

test(
  "METRIC-2: tokens that are guessed at /metrics are failed logins, which end in a ban",
  bounded,
  async (t) => {
    const config = { loginDelayMs: 0, loginFailures: 3 };
    const { url, admin } = await startTestService(t, { config });
    for (let guess = 0; guess < 3; guess += 1)
      assert.equal((await ask(url, bearer(`guess${guess}`))).status, 401);
    assert.equal((await ask(url, bearer("guess"))).status, 403);
    assert.equal((await ask(url)).status, 403);
    const scraped = await scrape(url, admin);
    assert.equal(valueOf(scraped, "floorplan_login_failures_total"), 3);
    assert.equal(valueOf(scraped, "floorplan_bans"), 1);
  },
);

test(
  "METRIC-2: peers at addresses of metrics-host need no token; the address is the one that trusted proxies tell",
  bounded,
  async (t) => {
    const near = await startTestService(t, { config: { metricsHost: "10.0.0.0/8,127.0.0.1" } });
    assert.equal((await ask(near.url)).status, 200);
    const config = { metricsHost: "10.0.0.0/8", trustedProxies: "127.0.0.1" };
    const behind = await startTestService(t, { config });
    const from = async (address: string): Promise<number> =>
      (await ask(behind.url, { "X-Forwarded-For": address })).status;
    assert.equal(await from("10.1.2.3"), 200);
    assert.equal(await from("192.168.1.4"), 401);
    assert.equal(
      await from("10.1.2.3, 192.168.1.4"),
      401,
      "what a client writes itself is nothing",
    );
    assert.equal((await ask(behind.url)).status, 401);
  },
);

/** Asks with a `Host` of one's own, which fetch does not let pass. */
const statusFor = (port: number, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: "/metrics", headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });

test("METRIC-2: for another host /metrics answers 403, whoever asks", bounded, async (t) => {
  const { port } = await startTestService(t, { config: { metricsHost: "127.0.0.1" } });
  assert.equal(await statusFor(port, `localhost:${port}`), 200);
  assert.equal(await statusFor(port, "evil.example"), 403);
});

test(
  "METRIC-6: two services in one process tell of themselves, each of its own",
  bounded,
  async (t) => {
    const [one, other] = [await startTestService(t), await startTestService(t)];
    const editor = await Peer.login(t, one.port, one.admin);
    await editor.save(numberedPlan(1));
    const [ofOne, ofOther] = [
      await scrape(one.url, one.admin),
      await scrape(other.url, other.admin),
    ];
    const saved = { outcome: "saved" };
    const read = (scraped: typeof ofOne): readonly number[] => [
      valueOf(scraped, "floorplan_revision"),
      valueOf(scraped, "floorplan_save_duration_seconds_count", saved),
      valueOf(scraped, "floorplan_connections", { kind: "token" }),
    ];
    assert.deepEqual(
      [read(ofOne), read(ofOther)],
      [
        [1, 1, 1],
        [0, 0, 0],
      ],
    );
  },
);
