import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isEntityId } from "../../src/model/bindings/entity-state.ts";
import { bounded } from "../support/timeouts.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { objectOf, startBeside, until } from "./service-beside.ts";
import { following, serviceOf, settled, startHome } from "./service-with-token.ts";
import { statesOf, compressedState } from "./known-states.ts";

const deepList = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const deepObject = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

const isRefused = async (peer: Peer, id: number): Promise<void> => {
  const { error } = await peer.replyTo(id);
  assert.deepEqual(error, {
    code: "invalid_format",
    message: "nested deeper than message-depth, 128 levels",
  });
};

test("CHAN-40, UPSTREAM-5: a message that is nested too deep is refused by its limit, alone or in an array, and goes nowhere", async (t) => {
  const home = await startDouble(t);
  home.answer("x", ({ heard }) => ({ result: heard.text.length }));
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  peer.send(`[{"id":1,"type":"x","a":${deepList(7000)}},{"id":2,"type":"x"}]`);
  await isRefused(peer, 1);
  assert.equal((await peer.replyTo(2))["success"], true);
  peer.send(`{"id":3,"type":"x","a":${deepObject(7000)},"n":1e999}`);
  await isRefused(peer, 3);
  peer.send(`{"id":4,"type":"x","n":1e999,"a":{"b":${deepList(200_000)}}}`);
  await isRefused(peer, 4);
  // Itself is a level.
  peer.send(`{"id":5,"type":"x","a":${deepList(127)}}`);
  assert.equal((await peer.replyTo(5))["success"], true);
  peer.send(`{"id":6,"type":"x","a":${deepList(128)}}`);
  await isRefused(peer, 6);
  peer.send(`[{"id":7,"type":"x","a":${deepList(127)}},{"id":8,"type":"x","a":${deepList(128)}}]`);
  await isRefused(peer, 8);
  assert.equal((await peer.replyTo(7))["success"], true);
  assert.equal(home.count("x"), 3, "no other was passed on");
});

test("CHAN-40: the same of a command of the service, and an id or type that is nested deep is none", async (t) => {
  const { port, admin } = await startTestService(t);
  const peer = await Peer.login(t, port, admin);
  peer.send(`{"id":1,"type":"ping","a":${deepObject(5000)}}`);
  await isRefused(peer, 1);
  peer.send(`[{"id":${deepList(5000)},"type":"ping"},{"id":2,"type":${deepList(5000)}}]`);
  const [first, second] = [await peer.next(), await peer.next()];
  assert.deepEqual(
    [first, second].map(({ id, error }) => [id, objectOf(error)["code"]]),
    [
      [0, "invalid_format"],
      [2, "invalid_format"],
    ],
  );
  peer.send(`[${deepList(200_000)},{"id":2,"type":"ping"}]`);
  assert.equal(objectOf((await peer.next())["error"])["code"], "invalid_format");
  assert.equal((await peer.next())["type"], "pong");
});

/** Sends every subscription of a type upstream an event of that text. */
const sendEvent = (
  home: Awaited<ReturnType<typeof startHome>>,
  type: string,
  json: string,
): void => {
  for (const { message, ws } of home.of(type))
    ws.send(`{"id":${Number(message["id"])},"type":"event","event":${json}}`);
};

/** Resolves when a screen knows such states. */
const shown = (
  screen: Peer,
  holds: (states: Record<string, string>) => boolean,
): Promise<unknown> => until("the states", () => holds(statesOf(screen)));

/** Attributes that are nested too deep. */
const deep = { x: JSON.parse(deepList(200)) };

test(
  "SCREEN-33: an entity of which something is told that is nested too deep is gone until a change of it is understood, and all others go on",
  bounded,
  async (t) => {
    const { home, service } = await settled(t);
    const screen = await following(t, service);
    await shown(screen, (states) => states["light.hall"] === "on");
    home.core.setStates({
      "light.hall": compressedState("on", deep),
      "sensor.warmth": compressedState("22"),
    });
    await shown(screen, (states) => !("light.hall" in states) && states["sensor.warmth"] === "22");
    // It tells the whole of it where it is asked anew, which is not understood either, and then what changes.
    await home.whenReceived("subscribe_entities", 2);
    home.core.setStates({ "light.hall": compressedState("off", deep) });
    await home.whenReceived("subscribe_entities", 3);
    home.core.setStates({ "light.hall": compressedState("off") });
    await shown(screen, (states) => states["light.hall"] === "off");
    home.core.setStates({ "light.hall": compressedState("on") });
    await shown(screen, (states) => states["light.hall"] === "on");
    const lines = service.log.filter(({ msg }) => msg.includes("cannot be read, or are nested"));
    assert(lines.length >= 2);
    for (const { entities, levels } of lines)
      assert.deepEqual([entities, levels], [["light.hall"], 128]);
  },
);

for (const [what, event] of [
  ["a change that is none", '{"c":{"light.hall":{"+":{"s":1}}}}'],
  ["a change of 8,000 levels", `{"c":{"light.hall":{"+":{"a":{"x":${deepList(8000)}}}}}}`],
  ["an event that is none", '{"c":[]}'],
] as const)
  test(
    `SCREEN-33: after ${what} states are asked for anew, and changes are followed as ever`,
    bounded,
    async (t) => {
      const { home, service } = await settled(t);
      const screen = await following(t, service);
      await shown(screen, (states) => states["light.hall"] === "on");
      sendEvent(home, "subscribe_entities", event);
      await home.whenReceived("subscribe_entities", 2);
      await shown(screen, (states) => states["light.hall"] === "on");
      home.core.setStates({ "light.hall": compressedState("off") });
      await shown(screen, (states) => states["light.hall"] === "off");
      assert.equal(home.count("subscribe_entities"), 2);
      assert.equal(home.connections(), 1, "over the same connection");
    },
  );

test("SCREEN-33: first states that are none are asked for again", bounded, async (t) => {
  const home = await startHome(t);
  home.answer("subscribe_entities", (asked) => {
    if (home.count("subscribe_entities") > 1) return asked.usual();
    const { message, ws } = asked.heard;
    const id = Number(message["id"]);
    ws.send(`{"id":${id},"type":"result","success":true,"result":null}`);
    ws.send(`{"id":${id},"type":"event","event":{"a":1}}`);
    return undefined;
  });
  const service = await serviceOf(t, home);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save({ furniture: [{ id: "l", entity: "light.hall" }] });
  const screen = await following(t, service);
  await shown(screen, (states) => states["light.hall"] === "on");
  await home.whenReceived("unsubscribe_events", 1);
});

/** Sends events of that text to each kind of subscription that a service shares among its screens. */
const tellAll = async (t: TestContext, event: string): Promise<readonly unknown[]> => {
  const { home, service, admin } = await settled(t);
  const screen = await following(t, service);
  await screen.result("render_template", { template: "{{ 1 + 1 }}" });
  await admin.result("subscribe_events", { event_type: "area_registry_updated" });
  await screen.result("subscribe_events", { event_type: "entity_registry_updated" });
  for (const type of ["render_template", "subscribe_events", "subscribe_entities"])
    sendEvent(home, type, event);
  // What is behind it is told still.
  home.core.setStates({ "light.hall": compressedState("off") });
  await until("the next state", () => statesOf(screen)["light.hall"] === "off");
  assert.deepEqual(
    await admin.result("floorplan/plan/get"),
    await screen.result("floorplan/plan/get"),
  );
  return service.log.filter(({ level }) => Number(level) >= 50);
};

for (const [what, event] of [
  ["a list", deepList(8000)],
  ["an object", deepObject(8000)],
  ["a result", `{"result":${deepList(8000)},"listeners":{}}`],
  ["data", `{"data":${deepObject(8000)}}`],
] as const)
  test(`OPS-14, UPSTREAM-12: an event of Home Assistant with ${what} of 8,000 levels ends nothing`, async (t) => {
    assert.deepEqual(await tellAll(t, event), []);
  });

test("OPS-14, UPSTREAM-12: an answer of Home Assistant that is nested too deep is an error to who asked", async (t) => {
  const home = await startHome(t);
  for (const type of ["get_config", "config/entity_registry/list_for_display"])
    home.answer(type, ({ heard: { message, ws } }) => {
      const id = Number(message["id"]);
      ws.send(`{"id":${id},"type":"result","success":true,"result":${deepObject(8000)}}`);
      return undefined;
    });
  home.answer("call_service", ({ heard: { message, ws } }) => {
    const id = Number(message["id"]);
    ws.send(`{"id":${id},"type":"result","success":false,"error":${deepList(8000)}}`);
    return undefined;
  });
  const service = await serviceOf(t, home);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save({ furniture: [{ id: "l", entity: "light.hall" }] });
  const screen = await following(t, service);
  await until("a state", () => Object.keys(statesOf(screen)).some(isEntityId));
  assert.equal((await screen.error("get_config")).code, "nonsense");
  assert.equal((await screen.error("config/entity_registry/list_for_display")).code, "nonsense");
  assert.equal(await admin.save({ rooms: [] }), 2);
  assert.deepEqual(
    service.log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
