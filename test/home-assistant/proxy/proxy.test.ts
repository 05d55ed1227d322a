import assert from "node:assert/strict";
import { test } from "node:test";
import * as ha from "home-assistant-js-websocket";
import { connectHa } from "../../service/ha-client.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { held } from "../../support/home-assistant/double-commands.ts";
import { bytesOf, Peer } from "../../support/peer.ts";
import { objectOf, startBeside, until } from "../service-beside.ts";

test("UPSTREAM-5: what only Home Assistant knows it answers, with its results, its errors and its events", async (t) => {
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

test("UPSTREAM-5: both directions keep every byte but the id, however long the message is", async (t) => {
  const home = await startDouble(t);
  const long = "ü\\u00e9".repeat(60_000);
  for (const type of ["some/thing", "a", "b"])
    home.answer(type, ({ heard: { message, ws } }) => {
      const id = Number(message["id"]);
      ws.send(`{"event": {"id": 7, "n": 1.0, "long": "${long}"}, "type": "event", "id" :${id} }`);
      ws.send(`{"id":${id},"type":"result","success":true,"result":{"big":12345678901234567890}}`);
      return undefined;
    });
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const texts: string[] = [];
  peer.ws.on("message", (data) => texts.push(bytesOf(data).toString("utf8")));
  const short = '{"type":"some/thing","data":{"one":1.0,"text":"\\u00e9"}, "id": 5}';
  const fat = `{"id":6,"plan":[1.0],"type":"some/thing","data":"${"x".repeat(100_000)}","text":1e2}`;
  peer.send(short);
  peer.send(fat);
  const inArray = [
    '{"id":7, "type":"a","n":12345678901234567890,"x":1.0}',
    '{"value":"é", "n" :1e2,"id":8,"type":"b"}',
  ];
  peer.send(`[${inArray.join(" , ")}]`);
  await until("all answers", () => texts.filter((text) => text.includes("result")).length === 4);
  assert.deepEqual(
    home.of("some/thing").map(({ text }) => text.replace(/"id": ?\d+/, '"id": ID')),
    [short.replace('"id": 5', '"id": ID'), fat.replace('"id":6', '"id": ID')],
  );
  assert.deepEqual(
    ["a", "b"].map((type) => home.of(type)[0]?.text.replace(/"id":\d+/, '"id":ID')),
    inArray.map((text) => text.replace(/"id":\d+/, '"id":ID')),
    "members of an array as well",
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

test("UPSTREAM-5: the client of Home Assistant reads states and calls services here, as it does there", async (t) => {
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

test("UPSTREAM-6: an answer that does not come holds up nothing of this service", async (t) => {
  const home = await startDouble(t);
  home.answer("slow/command", held);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const slow = peer.newId();
  peer.send({ id: slow, type: "slow/command" });
  assert.equal(await peer.save({ rooms: [] }), 1);
  assert.equal(objectOf(await peer.result("floorplan/plan/get"))["rev"], 1);
  const [asked] = await home.whenReceived("slow/command", 1);
  asked?.succeed(3);
  assert.equal((await peer.replyTo(slow))["result"], 3);
});
