import assert from "node:assert/strict";
import { test } from "node:test";
import * as ha from "home-assistant-js-websocket";
import type { WebSocket } from "ws";
import { connectHa } from "../service/ha-client.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { eventually, inTime } from "../support/eventually.ts";
import { bytesOf, type Message, Peer } from "../support/peer.ts";
import { madeUpToken, objectOf, patienceMs, startBeside } from "./here.ts";
import { startScripted } from "./scripted-home.ts";

test("PASS-5: what only Home Assistant knows it answers, with its results, its errors and its events", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const here = await Peer.login(t, service.port, home.user.accessToken);
  const there = await Peer.login(t, Number(new URL(home.url).port), home.user.accessToken);
  for (const type of ["get_states", "get_config", "config/area_registry/list"])
    assert.deepEqual(await here.result(type), await there.result(type), type);
  assert.deepEqual(
    await here.error("no/such_command"),
    await there.error("no/such_command"),
    "errors are its own",
  );
  const id = here.newId() + 100;
  here.send({ id, type: "subscribe_entities", entity_ids: ["light.kitchen_lights"] });
  assert.deepEqual(await here.replyTo(id), { id, type: "result", success: true, result: null });
  const first = await here.next();
  assert.deepEqual([first["id"], first["type"]], [id, "event"]);
});

test("PASS-5: both directions keep every byte but the id, however long the message is", async (t) => {
  const heard: string[] = [];
  const long = "ü\\u00e9".repeat(60_000);
  const home = await startScripted(t, ({ message, text, ws }) => {
    const id = Number(message["id"]);
    heard.push(text);
    ws.send(`{"event": {"id": 7, "n": 1.0, "long": "${long}"}, "type": "event", "id" :${id} }`);
    ws.send(`{"id":${id},"type":"result","success":true,"result":{"big":12345678901234567890}}`);
  });
  const service = await startBeside(t, home, { viewerMessageBytes: 2 ** 20 });
  // Who logs in there is an administrator, and may send as much.
  const peer = await Peer.open(t, service.port);
  const texts: string[] = [];
  peer.ws.on("message", (data) => texts.push(bytesOf(data).toString("utf8")));
  peer.send({ type: "auth", access_token: madeUpToken("x") });
  await peer.next();
  assert.equal((await peer.next())["type"], "auth_ok");
  const short = '{"type":"some/thing","data":{"one":1.0,"text":"\\u00e9"}, "id": 5}';
  const fat = `{"id":6,"plan":[1.0],"type":"some/thing","data":"${"x".repeat(100_000)}","text":1e2}`;
  peer.send(short);
  peer.send(fat);
  peer.send(`[{"id":7,"type":"a","n":1},{"id":8,"type":"b","data":1.0}]`);
  await eventually(
    () =>
      Promise.resolve(
        texts.filter((text) => text.includes("result")).length === 4
          ? { seen: true }
          : { not: "all answers" },
      ),
    patienceMs,
  );
  assert.deepEqual(
    heard.slice(0, 2).map((text) => text.replace(/"id": ?\d+/, '"id": ID')),
    [short.replace('"id": 5', '"id": ID'), fat.replace('"id":6', '"id": ID')],
  );
  assert.equal(
    texts.find((text) => text.includes('"event"')),
    `{"event": {"id": 7, "n": 1.0, "long": "${long}"}, "type": "event", "id" :5 }`,
  );
  assert.deepEqual(
    texts.filter((text) => text.includes("12345678901234567890")),
    [5, 6, 7, 8].map(
      (id) => `{"id":${id},"type":"result","success":true,"result":{"big":12345678901234567890}}`,
    ),
  );
});

test("PASS-5: the client of Home Assistant reads states and calls services here, as it does there", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const connection = await connectHa(t, service.url, home.owner.longLivedToken);
  const states = await ha.getStates(connection);
  assert(states.some(({ entity_id }) => entity_id === "light.kitchen_lights"));
  const entities = await new Promise<ha.HassEntities>((resolve) => {
    ha.subscribeEntities(connection, (known) => {
      if (known["light.kitchen_lights"]?.state === "on") resolve(known);
      else if (known["light.kitchen_lights"] !== undefined)
        void ha.callService(
          connection,
          "light",
          "turn_on",
          {},
          { entity_id: "light.kitchen_lights" },
        );
    });
  });
  assert(Object.keys(entities).length >= states.length);
  const events: unknown[] = [];
  const unsubscribe = await connection.subscribeEvents((event) => events.push(event));
  await unsubscribe();
  assert.equal((await ha.getUser(connection)).id, `home-assistant:${home.owner.id}`);
});

test("PASS-6: an answer that does not come holds up nothing of this service", async (t) => {
  const unanswered: { readonly id: unknown; readonly ws: WebSocket }[] = [];
  const home = await startScripted(t, ({ message: { id }, ws }) => unanswered.push({ id, ws }));
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, madeUpToken("x"));
  const slow = peer.newId();
  peer.send({ id: slow, type: "slow/command" });
  assert.equal(await peer.save({ rooms: [] }), 1);
  assert.equal(objectOf(await peer.result("floorplan/plan/get"))["rev"], 1);
  const [asked] = await eventually(
    () => Promise.resolve(unanswered.length > 0 ? { seen: unanswered } : { not: "passed on" }),
    patienceMs,
  );
  asked?.ws.send(`{"id":${String(asked.id)},"type":"result","success":true,"result":3}`);
  assert.equal((await peer.replyTo(slow))["result"], 3);
});

test("PASS-7: unsubscribe_events ends what was passed on and what was not, each by the id that its sender knows", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const plan = peer.newId();
  peer.send({ id: plan, type: "floorplan/plan/subscribe" });
  await peer.replyTo(plan);
  const states = peer.newId();
  peer.send({ id: states, type: "subscribe_entities" });
  await peer.replyTo(states);
  const template = peer.newId();
  peer.send({ id: template, type: "render_template", template: "{{ 1 + 1 }}" });
  await peer.replyTo(template);
  assert.equal(home.subscriptions(), 2);
  assert.equal(await peer.result("unsubscribe_events", { subscription: states }), null);
  assert.equal(home.subscriptions(), 1);
  assert.equal(
    (await peer.error("unsubscribe_events", { subscription: states })).code,
    "not_found",
  );
  assert.equal(await peer.result("unsubscribe_events", { subscription: plan }), null);
  assert.equal(await peer.result("unsubscribe_events", { subscription: template }), null);
  assert.equal(home.subscriptions(), 0);
  assert.equal((await peer.error("unsubscribe_events", { subscription: 99 })).code, "not_found");
  const before = peer.received.length;
  await peer.save({ rooms: [] });
  home.house.setState("light.kitchen_lights", "off");
  await peer.result("get_config");
  assert(!peer.received.slice(before).some(({ type }) => type === "event"), "no event comes");
});

test("PASS-7: a connection has connection-subscriptions of both kinds together", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { connectionSubscriptions: 2 });
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  await peer.result("floorplan/plan/subscribe");
  await peer.result("subscribe_entities");
  for (const type of ["subscribe_events", "floorplan/plan/subscribe"]) {
    const { code, message } = await peer.error(type);
    assert.equal(code, "too_many_subscriptions");
    assert.match(message, /connection-subscriptions, 2/);
  }
  // Only the events of this one tell that it is a subscription.
  home.answer("odd/follow", ({ send, keep, afterwards }) => {
    afterwards(() => send("an event"));
    keep(() => undefined);
    return { result: null };
  });
  await peer.result("odd/follow");
  await eventually(
    () =>
      Promise.resolve(
        home.count("unsubscribe_events") === 1 ? { seen: true } : { not: "unsubscribed" },
      ),
    patienceMs,
  );
  assert(!peer.received.some(({ event }) => event === "an event"));
});

/** The events of a subscription that a peer got. */
const eventsOf = ({ received }: Peer, subscription: number): readonly Message[] =>
  received.filter(({ id, type }) => id === subscription && type === "event");

test("PASS-8: Home Assistant that dies and comes back is noticed by nobody but those who ask meanwhile", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const states = peer.newId();
  peer.send({ id: states, type: "subscribe_entities", entity_ids: ["light.kitchen_lights"] });
  await peer.replyTo(states);
  await peer.nextEvent();
  await home.pause();
  const pending = peer.newId();
  peer.send({ id: pending, type: "never/answered" });
  assert.equal(await peer.save({ rooms: [] }), 1);
  await home.kill();
  const lost = objectOf((await peer.replyTo(pending))["error"]);
  assert.equal(lost["code"], "home_assistant_unavailable");
  assert.match(String(lost["message"]), /^the connection to Home Assistant at .* was lost$/);
  const away = await peer.error("get_states");
  assert.equal(away.code, "home_assistant_unavailable");
  assert.equal(objectOf(await peer.result("floorplan/plan/get"))["rev"], 1);
  const before = peer.received.length;
  await home.resume();
  await home.restart();
  await eventually(
    () =>
      Promise.resolve(eventsOf(peer, states).length > 1 ? { seen: true } : { not: "subscribed" }),
    patienceMs,
  );
  home.house.setState("light.kitchen_lights", "off");
  home.house.setState("light.kitchen_lights", "on");
  await eventually(
    () => Promise.resolve(eventsOf(peer, states).length > 3 ? { seen: true } : { not: "events" }),
    patienceMs,
  );
  const meanwhile = peer.received.slice(before);
  assert(meanwhile.every(({ id, type }) => id === states && type === "event"));
  assert.equal(await peer.result("unsubscribe_events", { subscription: states }), null);
  assert.equal(home.subscriptions(), 0);
});

test("PASS-8: a subscription that is ended while Home Assistant is away does not come back", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const ids: number[] = [];
  for (const type of ["subscribe_entities", "subscribe_events"]) {
    const id = peer.newId();
    peer.send({ id, type });
    await peer.replyTo(id);
    ids.push(id);
  }
  await home.stop();
  await eventually(async () => {
    const { success } = await peer.command("get_config");
    return success === false ? { seen: true } : { not: "away" };
  }, patienceMs);
  assert.equal(await peer.result("unsubscribe_events", { subscription: ids[0] }), null);
  await home.restart();
  await eventually(
    () => Promise.resolve(home.subscriptions() === 1 ? { seen: true } : { not: "restored" }),
    patienceMs,
  );
  assert.equal(home.heard.at(-1)?.["type"], "subscribe_events");
});

test("PASS-8: a subscription that is not taken again at once is asked for once more", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  let refusals = 2;
  const id = peer.newId();
  home.answer("late/subscribe", ({ send, afterwards }) => {
    if (home.count("late/subscribe") > 1 && (refusals -= 1) >= 0)
      return { error: { code: "unknown_command", message: "Unknown command." } };
    afterwards(() => send(home.count("late/subscribe")));
    return { result: null };
  });
  peer.send({ id, type: "late/subscribe" });
  await peer.replyTo(id);
  assert.equal(await peer.nextEvent(), 1);
  await home.restart();
  assert.equal(await inTime(peer.nextEvent(), patienceMs, "the subscription"), 4);
  assert.equal(peer.received.filter((each) => each["id"] === id).length, 3);
});

test("PASS-8: what acts and then has events, such as a run of Assist, is not sent again, and its sender is told", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  home.answer("assist_pipeline/run", ({ send, keep, afterwards }) => {
    afterwards(() => send({ type: "run-start" }));
    keep(() => undefined);
    return { result: null };
  });
  const run = peer.newId();
  peer.send({ id: run, type: "assist_pipeline/run", input: { text: "open the gate" } });
  await peer.replyTo(run);
  await peer.nextEvent();
  const states = peer.newId();
  peer.send({ id: states, type: "subscribe_entities", entity_ids: ["light.kitchen_lights"] });
  await peer.replyTo(states);
  await peer.nextEvent();
  await home.restart();
  await eventually(
    () =>
      Promise.resolve(eventsOf(peer, states).length > 1 ? { seen: true } : { not: "subscribed" }),
    patienceMs,
  );
  assert.equal(home.count("assist_pipeline/run"), 1);
  const told = peer.received.filter(({ id, type }) => id === run && type === "result");
  assert.deepEqual(
    told.map(({ success }) => success),
    [true, false],
  );
  assert.equal(objectOf(told[1]?.["error"])["code"], "home_assistant_unavailable");
  assert.equal((await peer.error("unsubscribe_events", { subscription: run })).code, "not_found");
});

test("PASS-7, PASS-8: what answers once, such as camera/stream, is no subscription, counts as none and is not sent again", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { connectionSubscriptions: 2 });
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  for (const type of ["camera/stream", "odd/subscribe", "odd/upstream"])
    home.answer(type, () => ({ result: { url: "/api/hls/1/master.m3u8" } }));
  const once = ["camera/stream", "odd/subscribe", "odd/upstream"];
  for (const type of [...once, ...once]) await peer.result(type);
  const id = peer.newId();
  peer.send({ id, type: "subscribe_entities", entity_ids: ["light.kitchen_lights"] });
  assert.equal((await peer.replyTo(id))["success"], true);
  await peer.nextEvent();
  await home.restart();
  await eventually(
    () => Promise.resolve(eventsOf(peer, id).length > 1 ? { seen: true } : { not: "subscribed" }),
    patienceMs,
  );
  for (const type of once) assert.equal(home.count(type), 2, type);
});
