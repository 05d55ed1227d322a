import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { plainPath, upload } from "../images/image-requests.ts";
import { greyPng } from "../support/grey-png.ts";
import { numberedPlan } from "../support/plans.ts";
import { Peer } from "../support/peer.ts";
import { RawPeer, upgradeRequest } from "../server/raw-peer.ts";
import { bounded } from "../support/timeouts.ts";
import { pino } from "pino";
import { startService } from "../../src/server/server.ts";
import { defaultConfig, optionName } from "../../src/server/config.ts";
import { revOf } from "../service/revisions.ts";
import { ask, startTestHomes } from "../support/homes.ts";
import { temporaryFolder } from "../support/service.ts";

const pixel = greyPng({ width: 1, height: 1, data: new Uint8Array([7]) });

test(
  "HOMES-1, HOMES-10: below a home's path is what a service of one home serves",
  bounded,
  async (t) => {
    const { port, home } = await startTestHomes(t);
    const one = home("one");
    for (const path of [
      "/",
      "/wall",
      "/floorplan-card.js",
      "/api/openapi.json",
      "/settings.json",
    ]) {
      const { status } = await ask(port, `/h/one${path}`);
      assert.equal(status, 200, path);
    }
    const desk = await one.login(one.admin);
    const screen = await one.login(one.viewer);
    await screen.result("floorplan/plan/subscribe");
    const rev = await desk.save(numberedPlan(7));
    assert.deepEqual([revOf(await screen.nextEvent()), revOf(await screen.nextEvent())], [0, rev]);
    const image = await upload(one, "ground", pixel, "plan.png");
    const served = await ask(port, `/h/one${image}`);
    assert.equal(served.status, 200, image);
    for (const query of ["", "?v=1", "?v=", "?v=x"])
      assert.equal((await ask(port, `/h/one${plainPath(image)}${query}`)).status, 404, query);
    const other = home("two");
    assert.equal((await ask(port, `/h/two${image}`)).status, 404);
    const empty = await (await other.login(other.admin)).result("floorplan/plan/get");
    assert.equal(revOf(empty), 0);
  },
);

test(
  "HOMES-1: health, liveness and metrics are of the process, not of a home",
  bounded,
  async (t) => {
    const { port } = await startTestHomes(t);
    for (const path of ["/healthz", "/livez"])
      assert.equal((await ask(port, path)).status, 200, path);
    for (const path of ["/healthz", "/livez", "/metrics"])
      assert.equal((await ask(port, `/h/one${path}`)).status, 404, path);
  },
);

test("HOMES-2: a home's path without its slash leads to the one with it", bounded, async (t) => {
  const { port } = await startTestHomes(t);
  for (const id of ["one", "nobody"]) {
    const { status, headers } = await ask(port, `/h/${id}?level=up`);
    assert.deepEqual([status, headers.location], [308, `./${id}/?level=up`]);
  }
  const { status, url } = await fetch(`http://127.0.0.1:${port}/h/one?level=up`);
  assert.deepEqual([status, url], [200, `http://127.0.0.1:${port}/h/one/?level=up`]);
});

test("HOMES-3: no other spelling of an id leads to a home", bounded, async (t) => {
  const { port, home } = await startTestHomes(t);
  const { admin } = home("one");
  const headers = { Authorization: `Bearer ${admin}` };
  const odd = [
    "ONE",
    "One",
    "%6fne",
    "o%6Ee",
    "..",
    "%2e%2e",
    ".",
    "",
    "-one",
    "one-",
    "one.",
    "one_",
  ];
  const long = ["a".repeat(64), "a".repeat(300), "a".repeat(8000)];
  for (const id of [...odd, ...long]) {
    const path = `/h/${id}/settings.json`;
    assert.equal((await ask(port, path, { headers })).status, 404, path);
    const peer = await RawPeer.connect(t, port);
    peer.write(upgradeRequest(`/h/${id}/api/websocket`));
    assert.match(await peer.responseHead(), /^HTTP\/1\.1 404 /, id);
    await peer.gone;
  }
  // The longest id there can be: nobody learns whether it is one.
  assert.equal((await ask(port, `/h/${"a".repeat(63)}/settings.json`)).status, 200);
});

test("HOMES-3: the rest of a path stays within its home", bounded, async (t) => {
  const { port, home } = await startTestHomes(t);
  const two = home("two");
  const desk = await two.login(two.admin);
  await desk.save(numberedPlan(2));
  const image = await upload(two, "ground", pixel, "plan.png");
  for (const up of ["..", "%2e%2e", ".%2E", "x/../.."])
    assert.equal((await ask(port, `/h/one/${up}/two${image}`)).status, 404, up);
  for (const target of [
    "/h/one/../two/api/websocket",
    "/h/one/%2e%2e/two/api/websocket",
    "/h/one//[",
    "/h/one//two/api/websocket",
    "/h/one//h/two/api/websocket",
    "/h//two/api/websocket",
    "//h/two/api/websocket",
  ]) {
    const peer = await RawPeer.connect(t, port);
    peer.write(upgradeRequest(target));
    assert.match(await peer.responseHead(), /^HTTP\/1\.1 404 /, target);
    await peer.gone;
  }
});

test("HOMES-4: a home's host name leads to it, however it is written", bounded, async (t) => {
  const config = { homeHosts: "*.plans.example" };
  const { port, home } = await startTestHomes(t, { config });
  const one = home("one");
  const desk = await one.login(one.admin);
  await desk.save(numberedPlan(1));
  for (const host of [
    "one.plans.example",
    "ONE.Plans.Example",
    "one.plans.example:8125",
    "one.plans.example.",
    "One.plans.example.:443",
  ]) {
    assert.equal((await ask(port, "/", { headers: { Host: host } })).status, 200, host);
    const url = `ws://127.0.0.1:${port}/api/websocket`;
    const peer = await Peer.login(t, port, one.admin, { url, headers: { Host: host } });
    assert.equal(revOf(await peer.result("floorplan/plan/get")), 1, host);
  }
  // The path of another home means nothing there.
  const headers = { Host: "one.plans.example" };
  assert.equal((await ask(port, "/h/two/settings.json", { headers })).status, 404);
});

test("HOMES-4: a host name that is no home's leads to none", bounded, async (t) => {
  const config = { homeHosts: "*.plans.example" };
  const { port } = await startTestHomes(t, { config });
  for (const host of [
    "a.one.plans.example",
    "plans.example",
    ".plans.example",
    "oneplans.example",
    "one.plans.example.evil.example",
    "one.evil.example",
    "-one.plans.example",
    "one_.plans.example",
    `${"a".repeat(64)}.plans.example`,
    "one.plans.example..",
    "one.plans.example@evil.example",
  ]) {
    for (const path of ["/settings.json", "/h/one/settings.json"])
      assert.equal((await ask(port, path, { headers: { Host: host } })).status, 403, host + path);
    const peer = await RawPeer.connect(t, port);
    peer.write(upgradeRequest("/api/websocket").replace("127.0.0.1", host));
    assert.match(await peer.responseHead(), /^HTTP\/1\.1 403 /, host);
    await peer.gone;
  }
  // A page elsewhere may not use a home under the home's name.
  const headers = { Host: "one.plans.example", Origin: "http://two.plans.example" };
  const posted = await ask(port, "/auth/link", { method: "POST", headers, body: "{}" });
  assert.equal(posted.status, 403);
});

test(
  "HOMES-5: what belongs to a single home is refused where there are many",
  bounded,
  async (t) => {
    const { home, port, root, stop } = await startTestHomes(t, { ids: ["one"] });
    assert.equal((await ask(port, "/h/one/settings.json")).status, 200);
    await stop();
    const log = pino({ level: "silent" });
    const { left } = Object(await startService(defaultConfig({ port: 0, data: root }), { log }));
    assert.match(left, /is the folder of many homes: serve them with --homes, or/);
    const again = { root: home("one").data, homes: [] };
    await assert.rejects(startTestHomes(t, { again }), /holds a single home: move it to/);
    for (const [name, value] of [
      ["homeAssistant", "http://homeassistant.local:8123"],
      ["homeAssistantTokenFile", "token"],
      ["ingressProxy", "127.0.0.1"],
      ["mqtt", "mqtt://broker.example"],
    ] as const) {
      const starting = startTestHomes(t, { config: { [name]: value } });
      await assert.rejects(starting, new RegExp(`--${optionName(name)}: many homes`));
    }
  },
);

test("HOMES-194: a folder for backups within the data folder is refused", bounded, async (t) => {
  const root = await temporaryFolder(t);
  const config = { backupTo: join(root, "backups") };
  const starting = startTestHomes(t, { config, again: { root, homes: [] } });
  await assert.rejects(starting, /--backup-to: .* lies in the data folder/);
});
