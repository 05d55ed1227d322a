import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded, until } from "../../support/timeouts.ts";
import { anyObject } from "../../../src/model/codec.ts";
import { Peer } from "../../support/peer.ts";
import { type Command, held } from "../../support/home-assistant/double-commands.ts";
import { following, plan, rendered, serviceOf, settled, startHome } from "../service-with-token.ts";
import { waitForStates, compressedState } from "../known-states.ts";

const refused = (message: string) => ({ error: { code: "unknown_error", message } });

const first: readonly [string, Command][] = [
  ["refuses", () => refused("Unknown error.")],
  ["does not answer in time", held],
];

for (const [what, answer] of first)
  test(`SCREEN-28: states that Home Assistant ${what} are asked for again`, bounded, async (t) => {
    const home = await startHome(t);
    home.answer("subscribe_entities", (asked, message) =>
      home.count("subscribe_entities") > 2 ? asked.usual() : answer(asked, message),
    );
    const service = await serviceOf(t, home, { homeAssistantMs: 500 });
    const admin = await Peer.login(t, service.port, service.admin);
    await admin.save(plan);
    await admin.result("subscribe_entities");
    await waitForStates(admin, { "light.hall": "on", "sensor.warmth": "21" });
    assert.equal(home.connections(), 1, "over the same connection");
  });

test(
  "SCREEN-28: of what the plan names no more nothing is told, also while other states are refused",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    const screen = await following(t, service);
    await waitForStates(screen, { "light.hall": "on", "sensor.warmth": "21" });
    const [asked] = home.of("subscribe_entities");
    home.answer("subscribe_entities", () => refused("No."));
    await admin.save({ ...plan, furniture: [] });
    await waitForStates(screen, { "sensor.warmth": "21" });
    await home.whenReceived("subscribe_entities", 3);
    asked?.emit({
      a: { "light.hall": compressedState("on") },
      c: { "light.hall": { "+": { s: "off" } }, "sensor.warmth": { "+": { s: "22" } } },
    });
    await waitForStates(screen, { "sensor.warmth": "22" });
    const late = await following(t, service);
    await waitForStates(late, { "sensor.warmth": "22" });
    home.answer("subscribe_entities");
    await waitForStates(screen, { "sensor.warmth": "21" });
  },
);

test(
  "SCREEN-28: a template that is refused when the connection is back is asked for again",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    const template = "{{ 1 + 1 }}";
    const screen = await Peer.login(t, service.port, service.viewer);
    await screen.result("render_template", { template, report_errors: true });
    assert.deepEqual(await screen.nextEvent(), rendered);
    home.answer("render_template", ({ usual }) =>
      home.count("render_template") < 4 ? refused("Not yet.") : usual(),
    );
    await home.restart();
    assert.deepEqual(await screen.nextEvent(), { error: "Not yet.", level: "ERROR" });
    assert.deepEqual(await screen.nextEvent(), rendered, "and the error is told once");
  },
);

for (const binary of [true, false])
  test(
    `UPSTREAM-12: bytes of Home Assistant that are no UTF-8, ${binary ? "as a binary message" : "as a text"}, end its connection, and none of a screen`,
    bounded,
    async (t) => {
      const { service, home } = await settled(t);
      const template = "{{ 1 + 1 }}";
      const screens = [await following(t, service), await following(t, service)];
      for (const screen of screens) await screen.result("render_template", { template });
      const [rendering] = home.of("render_template");
      assert(rendering !== undefined);
      const odd = Buffer.from(
        `{"id":${Number(rendering.message["id"])},"type":"event","event":{"result":"\xff\xfe"}}`,
        "latin1",
      );
      rendering.ws.send(odd, { binary });
      await home.whenReceived("render_template", 2);
      home.core.setTemplate(template, { result: 3 });
      for (const screen of screens) {
        await until(() =>
          screen.received.some(({ event }) => anyObject.is(event) && event["result"] === 3),
        );
        assert.equal((await screen.command("ping"))["type"], "pong");
      }
    },
  );
