import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/bounded.ts";
import { Peer } from "../support/peer.ts";
import { type Came, serviceOf, startScriptedHouse, told } from "./scripted-house.ts";
import { plan, settled } from "./settled.ts";
import { knows } from "./told.ts";

const first: readonly [string, (came: Came) => void][] = [
  ["refuses", ({ fail }) => fail("unknown_error", "Unknown error.")],
  ["does not answer in time", () => undefined],
];

for (const [what, answer] of first)
  test(`WALL-28: states that Home Assistant ${what} are asked for again`, bounded, async (t) => {
    const house = await startScriptedHouse(t);
    house.states = { "light.hall": told("on") };
    house.script = (came) => {
      if (house.of("subscribe_entities").length > 2) return false;
      if (came.message["type"] !== "subscribe_entities") return false;
      answer(came);
      return true;
    };
    const service = await serviceOf(t, house, { config: { homeAssistantMs: 500 } });
    const admin = await Peer.login(t, service.port, service.admin);
    await admin.save(plan);
    await admin.result("subscribe_entities");
    await knows(admin, { "light.hall": "on" });
    assert.equal(house.connections.size, 1, "over the same connection");
  });

test(
  "WALL-28: of what the plan names no more nothing is told, also while other states are refused",
  bounded,
  async (t) => {
    const { service, house, admin } = await settled(t);
    const screen = await Peer.login(t, service.port, service.viewer);
    await screen.result("subscribe_entities");
    await knows(screen, { "light.hall": "on", "sensor.warmth": "21" });
    const [asked] = house.of("subscribe_entities");
    const isRefusing = { now: true };
    house.script = ({ message: { type }, fail }) =>
      isRefusing.now && type === "subscribe_entities" && (fail("unknown_error", "No."), true);
    await admin.save({ ...plan, furniture: [] });
    await knows(screen, { "sensor.warmth": "21" });
    await house.whenCame("subscribe_entities", 3);
    asked?.emit({
      a: { "light.hall": told("on") },
      c: { "light.hall": { "+": { s: "off" } }, "sensor.warmth": { "+": { s: "22" } } },
    });
    await knows(screen, { "sensor.warmth": "22" });
    const late = await Peer.login(t, service.port, service.viewer);
    await late.result("subscribe_entities");
    await knows(late, { "sensor.warmth": "22" });
    isRefusing.now = false;
    await knows(screen, { "sensor.warmth": "21" });
  },
);

test(
  "WALL-28: a template that is refused when the connection is back is asked for again",
  bounded,
  async (t) => {
    const { service, house } = await settled(t);
    const template = "{{ 1 + 1 }}";
    const screen = await Peer.login(t, service.port, service.viewer);
    await screen.result("render_template", { template, report_errors: true });
    const rendered = { result: `rendered ${template}`, listeners: {} };
    assert.deepEqual(await screen.nextEvent(), rendered);
    house.script = ({ message: { type }, fail }) =>
      type === "render_template" &&
      house.of(type).length < 4 &&
      (fail("unknown_error", "Not yet."), true);
    for (const ws of house.connections) ws.terminate();
    assert.deepEqual(await screen.nextEvent(), { error: "Not yet.", level: "ERROR" });
    assert.deepEqual(await screen.nextEvent(), rendered, "and the error is told once");
  },
);
