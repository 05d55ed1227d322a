import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { settled } from "../service-with-token.ts";
import { waitForStates, compressedState } from "../known-states.ts";

const history = "history/history_during_period";

test("SCREEN-29: a viewer may name five thousand entities of a plan", bounded, async (t) => {
  const ids = Array.from({ length: 5000 }, (_, at) => `a.${at}`);
  const { service, home } = await settled(t, { sensors: ids.map((entity) => ({ entity })) });
  const [asked] = home.of("subscribe_entities");
  asked?.emit({ a: Object.fromEntries(ids.map((id) => [id, compressedState("on")])) });
  const screen = await Peer.login(t, service.port, service.viewer);
  await screen.result("subscribe_entities", { entity_ids: ids });
  await waitForStates(screen, Object.fromEntries(ids.map((id) => [id, "on"])));
  home.answer(history, () => ({ result: {} }));
  const fields = { start_time: new Date().toISOString(), entity_ids: ids };
  assert.deepEqual(await screen.result(history, fields), {});
  assert.deepEqual(home.of(history)[0]?.message["entity_ids"], ids);
});

test("SCREEN-29: longer ids, up to the longest message", bounded, async (t) => {
  const ids = Array.from({ length: 700 }, (_, at) => `sensor.temperature_of_the_room_${at}`);
  const { service } = await settled(t, { sensors: ids.map((entity) => ({ entity })) });
  const screen = await Peer.login(t, service.port, service.viewer);
  await screen.result("subscribe_entities", { entity_ids: ids });
});

test(
  "SCREEN-29: a list that is too long, or of what are no texts, is answered with an error that says so",
  bounded,
  async (t) => {
    const { service, admin } = await settled(t, undefined, { planEntities: 3 });
    const screen = await Peer.login(t, service.port, service.viewer);
    const four = ["light.a", "light.b", "light.c", "light.d"];
    for (const peer of [screen, admin])
      for (const [ids, why] of [
        [four, /entity_ids: more than plan-entities, 3/],
        [Array.from({ length: 2000 }, () => "light.a"), /plan-entities, 3/],
        [["light.a", 1], /entity_ids\.1: expected string/],
        ["light.a", /entity_ids: expected/],
        [null, /entity_ids: expected/],
      ] as const) {
        const { code, message } = await peer.error("subscribe_entities", { entity_ids: ids });
        assert.equal(code, "invalid_format");
        assert.match(message, why);
      }
    await screen.result("subscribe_entities", { entity_ids: ["x".repeat(20_000)] });
    assert.deepEqual(await screen.nextEvent(), { a: {} }, "a text of which there is no entity");
  },
);
