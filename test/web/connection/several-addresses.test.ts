import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { type Auth, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { sourceOf } from "../../../src/web/card/source.ts";
import { ChannelClient } from "../../../src/web/connection/channel-client.ts";
import { connectStandalone } from "../../../src/web/connection/connect.ts";
import { EditingClient } from "../../../src/web/connection/editing-client.ts";
import { monitorHeartbeat } from "../../../src/client/heartbeat.ts";
import type { PlanSource } from "../../../src/web/connection/plan-client.ts";
import { readConfig } from "../../../src/web/card/config.ts";
import { openLink } from "../../../src/web/card/standalone.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { behindTwoRelays, type TcpRelay, openTcpRelay } from "../../support/tcp-relay.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";
import { asBrowser } from "./window-double.ts";

asBrowser();

/** Follows a plan, and keeps what is heard of it. */
const hear = (t: TestContext, client: PlanSource): readonly string[] => {
  const heard: string[] = [];
  client.subscribe(
    (plan) => heard.push(`rev ${Number(plan["rev"] ?? 0)}`),
    (state) => heard.push(typeof state === "string" ? state : state.refused.code),
  );
  t.after(() => client.close());
  return heard;
};

/** What uploads are sent to, of which none is answered. */
const watchUploads = (): readonly string[] => {
  const sentTo: string[] = [];
  class Upload {
    readonly upload = new EventTarget();
    #fail: () => void = () => undefined;
    open(_method: string, url: string): void {
      sentTo.push(url);
    }
    setRequestHeader(): void {}
    addEventListener(event: string, listener: () => void): void {
      if (event === "error") this.#fail = listener;
    }
    send(): void {
      this.#fail();
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: Upload });
  return sentTo;
};

const addressOf = (relay: TcpRelay): string => `${relay.url}/local/floorplan/bg_0.png`;

test(
  "ADDRESS-2, ADDRESS-4: when its node is killed a client goes on at the next one, images and uploads with it, and each revision is heard once",
  bounded,
  async (t) => {
    const { service, a, b } = await behindTwoRelays(t);
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save({ rooms: [] });
    const client = connectStandalone(`${a.url}/, ${b.url}`, service.admin);
    const heard = hear(t, client);
    await until(() => heard.at(-1) === "live");
    assert.equal(b.connectionCount(), 0, "one address at a time, while that answers");
    assert.equal(client.imageUrl("/local/floorplan/bg_0.png"), addressOf(a));
    a.kill();
    await until(() => heard.includes("away") && heard.at(-1) === "live");
    await editor.save({ rooms: [{ id: "hall" }] });
    await until(() => heard.at(-1) === "rev 2");
    assert.deepEqual(heard, ["rev 1", "live", "away", "rev 1", "live", "rev 2"]);
    assert.equal(client.imageUrl("/local/floorplan/bg_0.png"), addressOf(b));
    assert.deepEqual(await client.save({ rooms: [] }, 2), { _tag: "Right", right: 3 });
    const uploads = watchUploads();
    await client.upload("0", new File(["<svg/>"], "bg.svg"), () => undefined);
    assert.deepEqual(uploads, [`${b.url}/api/floorplan/background`]);
  },
);

test(
  "ADDRESS-5: a plan that is older than what another node has told is not heard",
  bounded,
  async (t) => {
    const first = await startTestService(t);
    await (await Peer.login(t, first.port, first.admin)).save({ rooms: [] });
    await first.stop();
    // A node that lags, and knows the same people.
    const data = await temporaryFolder(t);
    await cp(first.data, data, { recursive: true });
    const [ahead, behind] = await Promise.all([
      startTestService(t, { again: first }),
      startTestService(t, { again: { ...first, data } }),
    ]);
    const relay = await openTcpRelay(t, () => ahead.port);
    await (await Peer.login(t, ahead.port, first.admin)).save({ rooms: [] });
    const heard = hear(t, connectStandalone(`${relay.url},${behind.url}`, first.viewer));
    await until(() => heard.at(-1) === "live");
    relay.kill();
    await until(() => behind.log.some(({ msg }) => msg === "a user connected"));
    const editor = await Peer.login(t, behind.port, first.admin);
    // Answered after what came before it: the plan was told by then.
    await editor.result("floorplan/plan/get");
    assert.deepEqual(heard, ["rev 2", "live", "away"]);
    for (const id of ["hall", "attic"]) await editor.save({ rooms: [{ id }] });
    await until(() => heard.at(-1) === "rev 3");
    assert(!heard.includes("rev 1"), heard.join());
  },
);

test("ADDRESS-2: an address that says nothing is not waited for", bounded, async (t) => {
  const { service, a, b } = await behindTwoRelays(t);
  a.silence();
  const client = connectStandalone(`${a.url},${b.url}`, service.viewer);
  const heard = hear(t, client);
  await until(() => heard.at(-1) === "live");
  assert.equal(client.imageUrl("/local/floorplan/bg_0.png"), addressOf(b));
});

test(
  "ADDRESS-3: a token that the first node refuses is told as refused, and no other is asked",
  bounded,
  async (t) => {
    const { a, b } = await behindTwoRelays(t, { loginDelayMs: 0 });
    const client = connectStandalone(`${a.url},${b.url}`, "wrong");
    const heard = hear(t, client);
    await until(() => heard.length > 0);
    assert.deepEqual([heard, b.connectionCount()], [["invalid_auth"], 0]);
  },
);

test(
  "ADDRESS-7: the token of whoever is signed in to Home Assistant goes to the first address and to those that the service tells there, and to no other of a configuration",
  bounded,
  async (t) => {
    const { service, a, b } = await behindTwoRelays(t);
    const stranger = await behindTwoRelays(t);
    const auth: Auth = createLongLivedTokenAuth("http://home.example", service.viewer);
    let told = 0;
    const ask = fetch;
    t.mock.method(globalThis, "fetch", async (...asked: Parameters<typeof fetch>) => {
      const answer = await (await ask(...asked)).text();
      told += 1;
      return new Response(answer);
    });
    const link = openLink(`${a.url},${stranger.a.url}`, auth);
    const client = new EditingClient(link, "floorplan");
    const heard = hear(t, client);
    await until(() => heard.at(-1) === "live" && told > 0);
    a.kill();
    await until(() => heard.includes("away") && heard.at(-1) === "live");
    assert.deepEqual([link.base, stranger.a.connectionCount()], [b.url, 0]);
    assert(isRight(await client.user()));
  },
);

/** A connection on which nothing is heard, and the times at which it was asked for a sign of life and given up. */
const silentConnection = (now: () => number, isBusy: boolean) => {
  const asked: number[] = [];
  const givenUp: number[] = [];
  const subscription = { subscribe: () => undefined };
  const connection = {
    connected: true,
    commands: new Map<number, object>(isBusy ? [[2, {}]] : [[2, subscription]]),
    socket: new EventTarget(),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    ping: () => {
      asked.push(now());
      return new Promise<never>(() => undefined);
    },
    reconnect: () => {
      givenUp.push(now());
      connection.socket = new EventTarget();
    },
  };
  return { connection, asked, givenUp };
};

for (const [areSeveral, isBusy, quiet, lost] of [
  [true, false, 2, 3.5],
  [true, true, 2, 4.5],
  [false, false, 15, 20],
] as const)
  test(`ADDRESS-6: a line on which nothing is heard is given up after ${lost} seconds where there ${areSeveral ? "are several addresses" : "is one address"}${isBusy ? " and a command is being done" : ""}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
    const { connection, asked, givenUp } = silentConnection(Date.now, isBusy);
    const closing = new AbortController();
    t.after(() => closing.abort());
    let turned = 0;
    monitorHeartbeat(connection, { areSeveral, turn: () => (turned += 1) }, closing.signal);
    for (let half = 1; half <= 2 * lost; half += 1) {
      t.mock.timers.tick(500);
      for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
    }
    assert.deepEqual([asked, givenUp], [[quiet * 1000], [lost * 1000]]);
    assert.equal(turned, 1, "the next one is tried first");
  });

test("ADDRESS-7: a card takes its addresses as a list or with commas between them", () => {
  const [one, other] = ["http://a:8125", "http://b:8125/plan"];
  assert.equal(readConfig({ url: [one, other] }).url, `${one},${other}`);
  assert.equal(readConfig({ url: `${one}, ${other}` }).url, `${one}, ${other}`);
  assert.equal(readConfig({ url: [] }).url, undefined);
  const given = { client: undefined, hass: undefined, token: "token", domain: undefined };
  const source = sourceOf<PlanSource>(
    { ...given, url: `${one},${other}` },
    (...way) => new ChannelClient(...way),
  );
  assert.equal(source?.asking, "token");
});
