import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import type { DoubleHomeAssistant } from "../../support/double-home-assistant.ts";
import type { ReceivedMessage } from "../../support/home-assistant/received-messages.ts";
import { Peer } from "../../support/peer.ts";
import { controlling, settled } from "../service-with-token.ts";

const icons = "frontend/get_icons";
const words = "frontend/get_translations";
const registry = {
  entity_categories: {},
  entities: [
    { ei: "light.hall", pl: "hue" },
    { ei: "lock.front_door", pl: "nuki" },
  ],
};
const answers = {
  "config/entity_registry/list_for_display": registry,
  [icons]: { resources: { light: { _: { default: "mdi:lightbulb" } } } },
  [words]: { resources: { "component.light.entity_component._.state.on": "Ein" } },
};

const answerAll = (home: DoubleHomeAssistant): void => {
  for (const [type, result] of Object.entries(answers)) home.answer(type, () => ({ result }));
};

/** What was heard of a type, whatever its id. */
const fieldsOf = (heard: readonly ReceivedMessage[]) =>
  heard.map(({ message }) => ({ ...message, id: undefined }));

test(
  "SCREEN-32: icons and words of Home Assistant are asked for once for all screens, until it loads something, or comes anew",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    answerAll(home);
    const screens = [
      await Peer.login(t, service.port, service.viewer),
      await controlling(t, service),
    ];
    const ofIcons = { category: "entity_component", integration: ["light"] };
    const ofWords = { category: "entity", language: "de", integration: ["hue", "hue"] };
    for (const screen of screens) {
      assert.deepEqual(await screen.result(icons, ofIcons), answers[icons]);
      assert.deepEqual(await screen.result(words, ofWords), answers[words]);
    }
    assert.deepEqual(fieldsOf(home.of(icons)), [{ id: undefined, type: icons, ...ofIcons }]);
    assert.deepEqual(fieldsOf(home.of(words)), [
      { id: undefined, type: words, ...ofWords, integration: ["hue"] },
    ]);
    const loaded = home
      .of("subscribe_events")
      .find(({ message }) => message["event_type"] === "component_loaded");
    loaded?.emit({ event_type: "component_loaded", data: { component: "zha" } });
    const [screen] = screens;
    while (home.of(icons).length === 1) await screen?.result(icons, ofIcons);
    assert.equal(home.of(icons).length, 2);
    await home.restart();
    await home.whenReceived("subscribe_entities", 2);
    assert.deepEqual(await screen?.result(icons, ofIcons), answers[icons]);
    assert.equal(home.of(icons).length, 3);
  },
);

test(
  "SCREEN-32: a screen gets those of integrations that the house has entities of, and without naming any those of the plan; whoever makes the plan all",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    answerAll(home);
    const screen = await Peer.login(t, service.port, service.viewer);
    const category = "entity_component";
    await screen.result(icons, { category, integration: ["zha", "sensor", "nuki"] });
    await screen.result(icons, { category });
    await admin.result(icons, { category, integration: "zha" });
    await admin.result(icons, { category });
    assert.deepEqual(
      home.of(icons).map(({ message }) => message["integration"]),
      // The plan names a sensor that is in no registry.
      [["nuki", "sensor"], ["hue", "light", "lock", "sensor"], ["zha"], undefined],
    );
  },
);

test("SCREEN-32: no other category is asked for, and a language is one", bounded, async (t) => {
  const { service, home } = await settled(t);
  answerAll(home);
  const screen = await Peer.login(t, service.port, service.viewer);
  for (const [type, fields] of [
    [icons, { category: "services" }],
    [icons, {}],
    [words, { category: "config", language: "de" }],
    [words, { category: "entity" }],
    [words, { category: "entity", language: "../de" }],
    [words, { category: "entity", language: "d".repeat(36) }],
  ] as const)
    assert.equal((await screen.error(type, fields)).code, "invalid_format");
  assert.equal(home.of(icons).length + home.of(words).length, 0);
});
