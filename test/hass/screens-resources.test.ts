import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/bounded.ts";
import { Peer } from "../support/peer.ts";
import { controlling, settled } from "./settled.ts";

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

/** What came of a type, whatever its id. */
const fieldsOf = (came: readonly { readonly message: Readonly<Record<string, unknown>> }[]) =>
  came.map(({ message }) => ({ ...message, id: undefined }));

test(
  "WALL-32: icons and words of Home Assistant are asked for once for all screens, until it loads something, or comes anew",
  bounded,
  async (t) => {
    const { service, house } = await settled(t);
    house.answers = answers;
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
    assert.deepEqual(fieldsOf(house.of(icons)), [{ id: undefined, type: icons, ...ofIcons }]);
    assert.deepEqual(fieldsOf(house.of(words)), [
      { id: undefined, type: words, ...ofWords, integration: ["hue"] },
    ]);
    const loaded = house
      .of("subscribe_events")
      .find(({ message }) => message["event_type"] === "component_loaded");
    loaded?.emit({ event_type: "component_loaded", data: { component: "zha" } });
    const [screen] = screens;
    while (house.of(icons).length === 1) await screen?.result(icons, ofIcons);
    assert.equal(house.of(icons).length, 2);
    await house.leave();
    await house.listen();
    await house.whenCame("subscribe_entities", 2);
    assert.deepEqual(await screen?.result(icons, ofIcons), answers[icons]);
    assert.equal(house.of(icons).length, 3);
  },
);

test(
  "WALL-32: a screen gets those of integrations that the house has entities of, whoever makes the plan all",
  bounded,
  async (t) => {
    const { service, house, admin } = await settled(t);
    house.answers = answers;
    const screen = await Peer.login(t, service.port, service.viewer);
    const category = "entity_component";
    await screen.result(icons, { category, integration: ["zha", "sensor", "nuki"] });
    await screen.result(icons, { category });
    await admin.result(icons, { category, integration: "zha" });
    await admin.result(icons, { category });
    assert.deepEqual(
      house.of(icons).map(({ message }) => message["integration"]),
      // The plan names a sensor that is in no registry.
      [["nuki", "sensor"], ["hue", "light", "lock", "nuki", "sensor"], ["zha"], undefined],
    );
  },
);

test("WALL-32: no other category is asked for, and a language is one", bounded, async (t) => {
  const { service, house } = await settled(t);
  house.answers = answers;
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
  assert.equal(house.of(icons).length + house.of(words).length, 0);
});
