import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { type Auth, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { sourceOf } from "../../src/web/card/source.ts";
import { ChannelClient } from "../../src/web/client/channel-client.ts";
import { connectStandalone } from "../../src/web/client/connect.ts";
import { EditingClient } from "../../src/web/client/editing-client.ts";
import type { PlanSource } from "../../src/web/client/plan-client.ts";
import { readConfig } from "../../src/web/configuring/config.ts";
import { openLink } from "../../src/web/standalone/main.ts";
import { bounded, until } from "../support/bounded.ts";
import { behindTwoDoors, type Door } from "../support/door.ts";
import { Peer } from "../support/peer.ts";
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

const addressOf = (door: Door): string => `${door.url}/local/floorplan/bg_0.png`;

test(
  "MANY-2, MANY-4: when its node is killed a client goes on at the next one, images and uploads with it, and each revision is heard once",
  bounded,
  async (t) => {
    const { service, a, b } = await behindTwoDoors(t);
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save({ rooms: [] });
    const client = connectStandalone(`${a.url}/, ${b.url}`, service.admin);
    const heard = hear(t, client);
    await until(() => heard.at(-1) === "live");
    assert.equal(b.came(), 0, "one address at a time, while that answers");
    assert.equal(client.imageUrl("/local/floorplan/bg_0.png"), addressOf(a));
    a.kill();
    await until(() => heard.includes("away") && heard.at(-1) === "live");
    await editor.save({ rooms: [{ id: "hall" }] });
    await until(() => heard.at(-1) === "rev 2");
    assert.deepEqual(heard, ["rev 1", "live", "away", "rev 1", "live", "rev 2"]);
    assert.equal(client.imageUrl("/local/floorplan/bg_0.png"), addressOf(b));
    assert.deepEqual(await client.save({ rooms: [] }, 2), { _tag: "Right", right: 3 });
  },
);

test("MANY-2: an address that says nothing is not waited for", bounded, async (t) => {
  const { service, a, b } = await behindTwoDoors(t);
  a.silence();
  const client = connectStandalone(`${a.url},${b.url}`, service.viewer);
  const heard = hear(t, client);
  await until(() => heard.at(-1) === "live");
  assert.equal(client.imageUrl("/local/floorplan/bg_0.png"), addressOf(b));
});

test(
  "MANY-3: a token that the first node refuses is told as refused, and no other is asked",
  bounded,
  async (t) => {
    const { a, b } = await behindTwoDoors(t, { loginDelayMs: 0 });
    const client = connectStandalone(`${a.url},${b.url}`, "wrong");
    const heard = hear(t, client);
    await until(() => heard.length > 0);
    assert.deepEqual([heard, b.came()], [["invalid_auth"], 0]);
  },
);

test(
  "MANY-7: the token of whoever is signed in to Home Assistant goes to the first address and to those that the service tells there, and to no other of a configuration",
  bounded,
  async (t) => {
    const { service, a, b } = await behindTwoDoors(t);
    const stranger = await behindTwoDoors(t);
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
    assert.deepEqual([link.base, stranger.a.came()], [b.url, 0]);
    assert(isRight(await client.user()));
  },
);

test("MANY-7: a card takes its addresses as a list or with commas between them", () => {
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
