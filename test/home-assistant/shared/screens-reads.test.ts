import assert from "node:assert/strict";
import { test } from "node:test";
import { FairRateLimiter } from "../../../src/home-assistant/shared/read-commands.ts";
import type { User } from "../../../src/auth/user.ts";
import { bounded, ofMany } from "../../support/timeouts.ts";
import { type Message, Peer } from "../../support/peer.ts";
import { controlling, settled } from "../service-with-token.ts";

const history = "history/history_during_period";
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

test(
  "SCREEN-21: the past of what the plan names is read as Home Assistant has it, and nothing else is asked for",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    const past = { "light.hall": [{ s: "on", lu: 1.5 }], "sensor.warmth": [] };
    home.answer(history, () => ({ result: past }));
    const screen = await Peer.login(t, service.port, service.viewer);
    const fields = { start_time: hoursAgo(24), end_time: hoursAgo(0), minimal_response: true };
    const entities = ["light.hall", "lock.front_door", "sensor.warmth", "light.hall"];
    assert.deepEqual(await screen.result(history, { ...fields, entity_ids: entities }), past);
    const { id: _, ...asked } = home.of(history)[0]?.message ?? {};
    assert.deepEqual(asked, {
      type: history,
      ...fields,
      entity_ids: ["light.hall", "sensor.warmth"],
    });
    assert.deepEqual(
      await screen.result(history, { ...fields, entity_ids: ["lock.front_door"] }),
      {},
    );
    assert.equal(home.of(history).length, 1, "where nothing is left, nothing is asked");
  },
);

test("SCREEN-21: how far back is bounded, and the message names the limit", bounded, async (t) => {
  const { service, home } = await settled(t);
  const screen = await Peer.login(t, service.port, service.viewer);
  for (const [start, why] of [
    [hoursAgo(32 * 24), /history-ms/],
    ["yesterday", /start_time: expected a time/],
  ] as const) {
    const fields = { start_time: start, entity_ids: ["light.hall"] };
    const { code, message } = await screen.error(history, fields);
    assert.equal(code, "invalid_format");
    assert.match(message, why);
  }
  assert.equal(home.of(history).length, 0);
});

for (const whose of ["another token", "the same token"] as const)
  test(
    `SCREEN-21: whoever asks much of the past has nobody with ${whose} wait for all of it`,
    bounded,
    async (t) => {
      const { service, home } = await settled(t, undefined, { historyReads: 5 });
      home.answer(history, () => ({ result: {} }));
      const ask = (screen: Peer, entity: string): Message => ({
        id: screen.newId(),
        type: history,
        start_time: hoursAgo(1),
        entity_ids: [entity],
      });
      const greedy = await Peer.login(t, service.port, service.viewer);
      const modest =
        whose === "another token"
          ? await controlling(t, service)
          : await Peer.login(t, service.port, service.viewer);
      greedy.send(Array.from({ length: 25 }, () => ask(greedy, "light.hall")));
      await home.whenReceived(history, 1);
      const asked = ask(modest, "sensor.warmth");
      modest.send(asked);
      await modest.replyTo(Number(asked["id"]));
      const before = home.of(history).length;
      assert(before < 20, `${before} questions came first`);
    },
  );

test("SCREEN-21: users take turns, and so do the connections of one of them", async () => {
  const pace = new FairRateLimiter(20);
  const order: string[] = [];
  const userOf = (id: string): User => ({
    id,
    name: id,
    admin: false,
    owner: false,
    control: false,
  });
  const [wall, hall] = [userOf("wall"), userOf("hall")];
  const connections = { a: {}, b: {}, c: {} };
  const ask = async (user: User, name: keyof typeof connections): Promise<void> => {
    await pace.next({ user, connection: connections[name] });
    order.push(name);
  };
  const asked = Array.from({ length: 30 }, () => ask(wall, "a"));
  await asked[0];
  asked.push(ask(wall, "b"), ask(wall, "b"), ask(hall, "c"), ask(hall, "c"), ask(hall, "c"));
  const from = order.length;
  pace.lift();
  await Promise.all(asked);
  // What had its turn before the others asked may come first.
  assert.match(order.slice(from).join(""), /^a+cbcacba+$/);
});

test(
  "SCREEN-22: an answer of any length, and one that ends its connection, leaves the states alone",
  ofMany,
  async (t) => {
    const { service, home } = await settled(t);
    const screen = await Peer.login(t, service.port, service.viewer);
    const fields = { start_time: hoursAgo(24), entity_ids: ["light.hall"] };
    const many = Array.from({ length: 60_000 }, (_, at) => ({ s: String(at), lu: at }));
    const past = () => ({ result: { "light.hall": many } });
    home.answer(history, past);
    const answer = await screen.result(history, fields);
    assert.deepEqual(answer, { "light.hall": many });
    home.answer(history, ({ heard }) => {
      heard.ws.terminate();
      return undefined;
    });
    assert.equal((await screen.error(history, fields)).code, "home_assistant_unavailable");
    home.answer(history, past);
    assert.deepEqual(await screen.result(history, fields), answer);
    assert.equal(home.of("subscribe_entities").length, 1);
  },
);

const config: Message = {
  unit_system: { temperature: "°C" },
  time_zone: "Europe/Berlin",
  language: "de",
  currency: "EUR",
  country: "DE",
  version: "2026.11.0",
  state: "RUNNING",
};

test(
  "SCREEN-23: units, time zone and language are read once for all, without where the house is",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    home.answer("get_config", () => ({
      result: { ...config, latitude: 52.5, components: ["light"] },
    }));
    const screens = [
      await Peer.login(t, service.port, service.viewer),
      await controlling(t, service),
      await Peer.login(t, service.port, service.admin),
    ];
    for (const screen of screens) assert.deepEqual(await screen.result("get_config"), config);
    assert.equal(home.of("get_config").length, 1);
    const [listening] = home.of("subscribe_events");
    assert.equal(listening?.message["event_type"], "core_config_updated");
    home.answer("get_config", () => ({ result: { ...config, language: "fr" } }));
    listening?.emit({ event_type: "core_config_updated", data: {} });
    let language: unknown = "de";
    while (language === "de") {
      const answer = await screens[0]?.result("get_config");
      language = JSON.parse(JSON.stringify(answer)).language;
    }
    assert.equal(language, "fr");
  },
);

const listed = "config/entity_registry/list_for_display";
const registry = {
  entity_categories: { "0": "config" },
  entities: [
    { ei: "light.hall", en: "Hall", dp: 1 },
    { ei: "lock.front_door", en: "Front door" },
  ],
};

test(
  "SCREEN-24: of the registry a screen sees the entities of the plan, whoever makes the plan all",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    home.answer(listed, () => ({ result: registry }));
    for (const screen of [
      await Peer.login(t, service.port, service.viewer),
      await Peer.login(t, service.port, service.viewer),
    ])
      assert.deepEqual(await screen.result(listed), {
        ...registry,
        entities: [registry.entities[0]],
      });
    assert.equal(home.of(listed).length, 1, "it is read once for all screens");
    assert.deepEqual(await admin.result(listed), registry);
  },
);

const forAdministrators = [
  "get_states",
  "config/area_registry/list",
  "config/floor_registry/list",
  "config/device_registry/list",
];

test(
  "SCREEN-25: whoever makes the plan reads areas, floors, devices and states, and hears when they change; nobody else does",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    const viewer = await controlling(t, service);
    for (const type of forAdministrators) {
      home.answer(type, () => ({ result: [{ type }] }));
      assert.deepEqual(await admin.result(type), [{ type }]);
      assert.equal((await viewer.error(type)).code, "unauthorized");
    }
    const changed = { event_type: "area_registry_updated" };
    assert.equal((await viewer.error("subscribe_events", changed)).code, "unauthorized");
    assert.equal((await admin.error("subscribe_events")).code, "unauthorized");
    const wrong = { event_type: "state_changed" };
    assert.equal((await admin.error("subscribe_events", wrong)).code, "unauthorized");
    await admin.result("subscribe_events", changed);
    const second = await Peer.login(t, service.port, service.admin);
    await second.result("subscribe_events", changed);
    const event = { event_type: "area_registry_updated", data: { action: "create" } };
    home.of("subscribe_events")[0]?.emit(event);
    for (const peer of [admin, second]) assert.deepEqual(await peer.nextEvent(), event);
    assert.equal(home.of("subscribe_events").length, 1);
  },
);

test(
  "SCREEN-25: a screen hears of a changed entity that the plan names, be it by its old id, and of no other",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    const screen = await Peer.login(t, service.port, service.viewer);
    const event_type = "entity_registry_updated";
    await screen.result("subscribe_events", { event_type });
    const subscribed = home
      .of("subscribe_events")
      .find(({ message }) => message["event_type"] === event_type);
    const update = (entity_id: string, more: object = {}) => ({
      event_type,
      data: { action: "update", entity_id, changes: {}, ...more },
    });
    subscribed?.emit(update("lock.front_door"));
    subscribed?.emit({ event_type, data: null });
    const renamed = update("light.other", { old_entity_id: "light.hall" });
    for (const event of [renamed, update("light.hall")]) {
      subscribed?.emit(event);
      assert.deepEqual(await screen.nextEvent(), event);
    }
  },
);

test(
  "SCREEN-26: nothing that changes Home Assistant is passed on for a token of ours",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    const before = home.received.length;
    for (const type of [
      "config/area_registry/update",
      "config/entity_registry/update",
      "config/auth/list",
      "fire_event",
      "execute_script",
      "auth/long_lived_access_token",
    ])
      assert.equal((await admin.error(type)).code, "unknown_command");
    assert.equal(home.received.length, before);
  },
);
