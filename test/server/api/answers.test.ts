import assert from "node:assert/strict";
import { test } from "node:test";
import {
  controlling,
  newToken,
  plan as homePlan,
  settled,
} from "../../home-assistant/service-with-token.ts";
import { seeing } from "../../home-assistant/shared/positions-of.ts";
import { startSensor, writing } from "../../home-assistant/shared/sensor-home.ts";
import { zhaDevices } from "../../home-assistant/shared/sample-meshes.ts";
import { bounded, ofBackups } from "../../support/timeouts.ts";
import { type Message, Peer } from "../../support/peer.ts";
import { startTestService, temporaryFolder, type TestService } from "../../support/service.ts";
import { assertFits, DocumentedPeer, documentOf, sentIn, within } from "./documented.ts";

/** Says something that no command knows, so that each has an error. */
const refuseAll = async (document: Message, peer: DocumentedPeer): Promise<void> => {
  for (const { title } of Object.values(within(document, "operations")).map((each) => within(each)))
    if (typeof title === "string") {
      const reply = await peer.ask(title, { no_such_field: true });
      assert.equal(within(reply, "error")["code"], "invalid_format", title);
    }
};

/** Comes with wrong tokens until there is a ban. */
const guess = async ({ url }: TestService): Promise<void> => {
  const headers = { Authorization: "Bearer wrong" };
  while ((await fetch(`${url}/metrics`, { headers })).status !== 403);
};

const codeOf = (reply: Message): unknown => within(reply, "error")["code"];

test(
  "API-2: every command of a service answers, tells and refuses as its document says",
  ofBackups,
  async (t) => {
    const service = await startTestService(t, {
      config: {
        connectionSubscriptions: 3,
        loginFailures: 1,
        backupTo: await temporaryFolder(t),
      },
    });
    const document = await documentOf(service, "asyncapi");
    const { port } = service;
    const editor = new DocumentedPeer(await Peer.login(t, port, service.admin));
    const viewer = new DocumentedPeer(await Peer.login(t, port, service.viewer));
    const ask = editor.ask.bind(editor);

    await ask("ping");
    await ask("supported_features", { features: { coalesce_messages: 1 } });
    await ask("auth/current_user");
    await ask("floorplan/plan/get");
    await ask("floorplan/plan/subscribe");
    await ask("floorplan/house/subscribe");
    const followed = await ask("floorplan/plan/follow");
    const plan = { rooms: [{ id: "hall" }], devices: null, backgrounds: { "0": { url: "a" } } };
    for (const rev of [0, 1]) {
      const saved = await ask("floorplan/plan/save", { plan, rev });
      assert.equal(within(saved, "result")["rev"], rev + 1);
    }
    assert.equal(codeOf(await ask("floorplan/plan/save", { plan, rev: 0 })), "conflict");
    const changes = [{ op: "add", path: "/rooms/-", value: { id: "attic" } }];
    const changed = await ask("floorplan/plan/change", { rev: 2, changes });
    assert.equal(within(changed, "result")["rev"], 3);
    assert.equal(codeOf(await ask("floorplan/plan/change", { rev: 2, changes })), "conflict");
    await ask("unsubscribe_events", { subscription: followed["id"] });
    assert.equal(codeOf(await ask("floorplan/positions/subscribe")), "unauthorized");
    const map = new DocumentedPeer(await seeing(t, service));
    await map.ask("floorplan/positions/subscribe");
    for (const [name, fields] of [
      ["list", {}],
      ["read", { kind: "zha" }],
      ["past", { kind: "zha", start: Date.now() / 1000 - 60 }],
    ] as const) {
      const reply = await ask(`floorplan/mesh/${name}`, fields);
      assert.equal(codeOf(reply), "home_assistant_unavailable");
    }
    await map.peer.nextEvent();
    await ask("floorplan/plan/get");
    for (const name of ["list", "times", "details"]) {
      const { result } = await ask(`floorplan/history/${name}`);
      assert(Array.isArray(result) && result.length > 0, name);
    }
    await ask("floorplan/history/get", { rev: 1 });
    assert.equal(codeOf(await ask("floorplan/history/get", { rev: 9 })), "not_found");
    await ask("floorplan/yaml/parse", { text: "a: [1, on]" });
    assert.equal(codeOf(await ask("floorplan/yaml/parse", { text: "a: [" })), "invalid_yaml");
    await ask("floorplan/yaml/dump", { data: [{ a: null }] });
    const id = (await ask("floorplan/presence/subscribe"))["id"];
    const isYou = (each: Message): boolean => each["type"] === "event" && each["id"] === id;
    while (!editor.peer.received.some(isYou)) await editor.peer.nextEvent();
    const you = editor.peer.received.find(isYou);
    const { you: presence } = within(you, "event");
    await ask("floorplan/presence/update", { presence, selection: ["rooms/hall"], level: "0" });
    assert.equal(
      codeOf(await ask("floorplan/presence/update", { presence: 99, selection: [] })),
      "not_found",
    );
    // The editors that are present are told some time after.
    while (!JSON.stringify(editor.peer.received).includes('"editors"'))
      await editor.peer.nextEvent();
    assert.equal(codeOf(await ask("floorplan/plan/subscribe")), "too_many_subscriptions");
    await ask("unsubscribe_events", { subscription: id });
    assert.equal(codeOf(await ask("unsubscribe_events", { subscription: 999 })), "not_found");
    assert.equal(codeOf(await viewer.ask("floorplan/history/list")), "unauthorized");
    await ask("floorplan/tokens/create", { name: "wall", expires: "30d", level: "0" });
    await ask("floorplan/tokens/create", { name: "hall", control: true });
    assert.equal(codeOf(await ask("floorplan/tokens/create", { name: "hall" })), "not_changed");
    await ask("floorplan/tokens/link", { name: "guest", expires: "30d" });
    assert.equal(codeOf(await ask("floorplan/tokens/link", { name: "guest" })), "not_changed");
    await ask("floorplan/tokens/list");
    await ask("floorplan/tokens/revoke", { name: "hall" });
    assert.equal(codeOf(await ask("floorplan/tokens/revoke", { name: "hall" })), "not_changed");
    await ask("floorplan/backup/make");
    await guess(service);
    const { result: bans } = await ask("floorplan/bans/list");
    assert(Array.isArray(bans));
    assert.deepEqual(
      bans.map((ban) => within(ban)["address"]),
      ["127.0.0.1"],
    );
    await ask("floorplan/bans/lift", { address: "127.0.0.1" });
    assert.equal(codeOf(await ask("floorplan/bans/lift", { address: "odd" })), "not_changed");
    await refuseAll(document, editor);

    const seen = new Set([editor, viewer, map].flatMap((peer) => peer.seenIn(document)));
    const missing = sentIn(document, ".result", ".error", ".event").filter(
      // Without a Home Assistant there is no picture, no sensor and no mesh.
      (key) =>
        !seen.has(key) && !/^floorplan\.(house\.picture|zones\..*|mesh\..*)\.result$/.test(key),
    );
    assert.deepEqual(missing, [], "every kind of answer was seen");
    assert(seen.has("auth_required") && seen.has("auth_ok"));
  },
);

test(
  "API-2: what is no command, and a refused token, are answered as documented",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const document = await documentOf(service, "asyncapi");
    const known = await Peer.login(t, service.port, service.admin);
    known.send({ id: 5, type: "no/such" });
    known.send({ id: 4 });
    known.send([1]);
    const stranger = await Peer.open(t, service.port);
    stranger.send({ type: "auth", access_token: "wrong" });
    await stranger.closed;
    for (let count = 0; count < 3; count += 1) await known.next();
    const messages = within(document, "components", "messages");
    for (const message of known.received.slice(2))
      assertFits(within(messages, "no.command")["payload"], message, "no.command");
    assert.deepEqual(new DocumentedPeer(stranger).seenIn(document), [
      "auth_required",
      "auth_invalid",
    ]);
    const { code } = await stranger.closed;
    assert(code in within(document, "channels", "websocket", "x-close-codes"));
  },
);

test("API-2: so do the commands that write zones to sensors", bounded, async (t) => {
  const { service, rev } = await startSensor(t);
  const document = await documentOf(service, "asyncapi");
  const token = await newToken(service, "writer", writing);
  const peer = new DocumentedPeer(await Peer.login(t, service.port, token));
  await peer.ask("floorplan/zones/write", { zone: "sofa", rev, dry: true });
  const { result } = await peer.ask("floorplan/zones/write", { zone: "sofa", rev });
  const { undo } = within({ result }, "result");
  await peer.ask("floorplan/zones/restore", { undo });
  const gone = await peer.ask("floorplan/zones/restore", { undo });
  assert.equal(codeOf(gone), "not_found");
  const seen = peer.seenIn(document);
  for (const key of ["floorplan.zones.write.result", "floorplan.zones.restore.result"])
    assert(seen.includes(key), key);
});

test("API-2: so do the commands that a Home Assistant is asked for", bounded, async (t) => {
  const { service, home } = await settled(t, { ...homePlan, devices: [{ entity: "camera.door" }] });
  home.core.pictures.set("camera.door", Buffer.from("picture"));
  const document = await documentOf(service, "asyncapi");
  const lists = [
    "get_states",
    ...["area", "device", "floor"].map((one) => `config/${one}_registry/list`),
  ];
  const answers: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(lists.map((type) => [type, []])),
    call_service: { context: { id: "c" } },
    "history/history_during_period": {},
    "config/entity_registry/list_for_display": { entity_categories: {}, entities: [] },
    "frontend/get_icons": { resources: {} },
    "frontend/get_translations": { resources: {} },
    "zha/devices": zhaDevices,
  };
  for (const [type, result] of Object.entries(answers)) home.answer(type, () => ({ result }));
  const editor = new DocumentedPeer(await Peer.login(t, service.port, service.admin));
  const screen = new DocumentedPeer(await controlling(t, service));
  await screen.ask("subscribe_entities");
  await screen.ask("get_config");
  await screen.ask("render_template", { template: "{{ 1 + 1 }}" });
  await screen.ask("call_service", {
    domain: "light",
    service: "turn_on",
    target: { entity_id: "light.hall" },
  });
  await screen.ask("history/history_during_period", {
    start_time: new Date().toISOString(),
    entity_ids: ["light.hall"],
  });
  const { result: picture } = await screen.ask("floorplan/house/picture", {
    entity_id: "camera.door",
  });
  assert.notEqual(picture, undefined);
  await screen.ask("frontend/get_icons", { category: "entity" });
  await screen.ask("frontend/get_translations", { category: "entity", language: "de" });
  await screen.ask("config/entity_registry/list_for_display");
  await editor.ask("subscribe_events", { event_type: "area_registry_updated" });
  for (const type of lists) await editor.ask(type);
  await editor.ask("floorplan/mesh/read", { kind: "zha" });
  await editor.ask("floorplan/mesh/list");
  await editor.ask("floorplan/mesh/past", { kind: "zha", start: Date.now() / 1000 - 60 });
  await refuseAll(document, editor);
  const seen = new Set([...editor.seenIn(document), ...screen.seenIn(document)]);
  const own = (key: string): boolean =>
    /^(floorplan|auth|ping|supported_features|unsubscribe_events|no)\b/.test(key);
  const missing = sentIn(document, ".result", ".error").filter(
    (key) => !own(key) && !seen.has(key),
  );
  assert.deepEqual(missing, []);
  assert(seen.has("subscribe_entities.event"));
});
