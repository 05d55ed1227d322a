import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { createUser, usersFile } from "../../../src/auth/user-directory.ts";
import { bounded } from "../../support/timeouts.ts";
import { eventually } from "../../support/polling.ts";
import { held } from "../../support/home-assistant/double-commands.ts";
import { Peer } from "../../support/peer.ts";
import { objectOf, patienceMs } from "../service-beside.ts";
import { controlling, settled } from "../service-with-token.ts";

const call = {
  domain: "light",
  service: "turn_on",
  target: { entity_id: "light.hall" },
};

test(
  "SCREEN-8: a screen with the right to control switches what the plan lets people switch, and has Home Assistant's answer",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    const screen = await controlling(t, service);
    const dimmed = { ...call, service_data: { brightness: 10 } };
    const result = { context: { id: "c" }, response: null };
    home.answer("call_service", () => ({ result }));
    assert.deepEqual(await screen.result("call_service", dimmed), result);
    const { id: _, ...message } = home.of("call_service")[0]?.message ?? {};
    assert.deepEqual(message, { type: "call_service", ...dimmed });
    const error = { code: "home_assistant_error", message: "the lamp is broken" };
    home.answer("call_service", () => ({ error }));
    assert.deepEqual(await screen.error("call_service", dimmed), error);
  },
);

test(
  "SCREEN-9: a call of a rule is made as any other that stands in the plan",
  bounded,
  async (t) => {
    const tap_action = { action: "perform-action", perform_action: "script.rain", data: { ml: 7 } };
    const rules = [{ if: [], tap_action }];
    const { service, home } = await settled(t, { devices: [{ entity: "light.hall", rules }] });
    const result = { context: { id: "c" } };
    home.answer("call_service", () => ({ result }));
    const screen = await controlling(t, service);
    const rain = { domain: "script", service: "rain", service_data: { ml: 7 } };
    assert.deepEqual(await screen.result("call_service", rain), result);
  },
);

test(
  "SCREEN-10: nothing else is switched: not without the right, nor what a text merely mentions",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    const viewer = await Peer.login(t, service.port, service.viewer);
    const rights = { admin: true, control: false };
    const token = await createUser(usersFile(service.data), "desk", rights);
    assert(isRight(token));
    for (const peer of [viewer, await Peer.login(t, service.port, token.right)]) {
      const { code, message } = await peer.error("call_service", call);
      assert.equal(code, "unauthorized");
      assert.match(message, /right to control/);
    }
    const screen = await controlling(t, service);
    for (const entity of ["lock.front_door", "sensor.warmth", "all"]) {
      const wrong = { domain: "lock", service: "unlock", target: { entity_id: entity } };
      const { code, message } = await screen.error("call_service", wrong);
      assert.equal(code, "unauthorized");
      assert.match(message, new RegExp(entity));
    }
    assert.equal(home.of("call_service").length, 0);
  },
);

test(
  "SCREEN-11: while a call is not answered, its connection's other commands are",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    const screen = await controlling(t, service);
    home.answer("call_service", held);
    const id = screen.newId();
    const target = { entity_id: "light.hall" };
    screen.send({ id, type: "call_service", domain: "light", service: "toggle", target });
    assert.equal((await screen.command("ping"))["type"], "pong");
    const [asked] = await home.whenReceived("call_service", 1);
    asked?.succeed({ context: {} });
    assert.equal((await screen.replyTo(id))["success"], true);
  },
);

test(
  "SCREEN-30: an action may take longer than another answer, and its result is told",
  bounded,
  async (t) => {
    const { service, home } = await settled(t, undefined, { homeAssistantMs: 500 });
    for (const type of ["call_service", "get_config"]) home.answer(type, held);
    const screen = await controlling(t, service);
    const answered = screen.result("call_service", call);
    const [asked] = await home.whenReceived("call_service", 1);
    const other = await Peer.login(t, service.port, service.viewer);
    assert.equal((await other.error("get_config")).code, "timeout");
    asked?.succeed({ context: { id: "late" } });
    assert.deepEqual(await answered, { context: { id: "late" } });
  },
);

test(
  "SCREEN-30, SCREEN-31: an action that is not confirmed is told as that, and such ones leave room for others",
  bounded,
  async (t) => {
    const config = { callMs: 50, upstreamCommands: 3 };
    const { service, home } = await settled(t, undefined, config);
    home.answer("call_service", held);
    const screen = await controlling(t, service);
    for (let step = 0; step < 5; step += 1) {
      const { code, message } = await screen.error("call_service", call);
      assert.equal(code, "timeout");
      assert.match(message, /was sent .* not confirmed it in 50 ms \(call-ms\)/);
    }
    home.answer("call_service");
    // On a busy machine an answer may come later than that; what there is no room for is refused otherwise.
    await eventually(async () => {
      const { success, error } = await screen.command("call_service", call);
      if (success === true) return { seen: true };
      const { code } = objectOf(error);
      assert.equal(code, "timeout");
      return { not: "confirmed in time" };
    }, patienceMs);
  },
);
