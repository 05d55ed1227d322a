import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { joinedRenames, renameIn } from "../../../src/model/bindings/rename-entities.ts";
import { held } from "../../support/home-assistant/double-commands.ts";
import type { DoubleHomeAssistant } from "../../support/double-home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { eventually } from "../../support/polling.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { objectOf, patienceMs } from "../service-beside.ts";
import { serviceOf, type ServiceWithToken, startHome } from "../service-with-token.ts";

const listing = "config/entity_registry/list";

const planOf = (lamp: string): Record<string, unknown> => ({
  rooms: [{ id: "r", area: 12, temperature: "sensor.warmth" }],
  furniture: [
    { id: "sofa", entity: null },
    { id: "l", entity: lamp, x: 1, tap_action: { action: "toggle", entity: lamp } },
  ],
  zones: [
    { id: "z", sensor: { tracker: "a", x1: lamp, type: "light.hall_type", option: "light.hall" } },
    // Another program's.
    { id: "y", sensor: { x1: "light.hall" } },
  ],
  texts: [{ text: `{{ states('${lamp}') }}` }, { text: `${lamp}, in plain words` }],
  trackers: [
    {
      id: "a",
      matrix: [1, 0, 0, 1, 0, 0],
      targets: [{ x: lamp, y: "sensor.warmth", dock: lamp, path: lamp }],
    },
    // Beside an entity, this is the path of an attribute.
    { id: "b", source: { entity: lamp, active: lamp, room: "light.hall" } },
    { id: "c", source: { valetudo: lamp } },
  ],
});

/** The plan after `light.hall` became `light.corridor`: words that only look like it stay. */
const followed = {
  ...planOf("light.corridor"),
  texts: [{ text: "{{ states('light.corridor') }}" }, { text: "light.hall, in plain words" }],
};

interface Settled {
  readonly home: DoubleHomeAssistant;
  readonly service: ServiceWithToken;
  readonly admin: Peer;
}

/** A service whose plan names a lamp of the registry, which it remembers. */
const settled = async (t: TestContext, followRenames = "on"): Promise<Settled> => {
  const home = await startHome(t);
  home.core.entries.set("light.hall", "entry-of-the-lamp");
  const service = await serviceOf(t, home, { followRenames });
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save(planOf("light.hall"));
  await home.whenReceived("subscribe_entities", 1);
  if (followRenames === "on") await home.whenReceived("config/entity_registry/get_entries", 1);
  return { home, service, admin };
};

const stored = async (peer: Peer): Promise<{ readonly rev: unknown; readonly content: object }> => {
  const { rev, ...content } = objectOf(await peer.result("floorplan/plan/get"));
  return { rev, content };
};

const revIs = (peer: Peer, wanted: number): Promise<true> =>
  eventually(async () => {
    const { rev } = await stored(peer);
    return rev === wanted ? { seen: true } : { not: `revision ${wanted}, but ${String(rev)}` };
  }, patienceMs);

/** Another service on the data of one that was stopped. */
const restarted = async (t: TestContext, { service }: Settled): Promise<Peer> => {
  const { config } = service;
  const again = await startTestService(t, { config, again: service });
  return Peer.login(t, again.port, again.admin);
};

test(
  "RENAME-1: a renamed entity is followed wherever the plan names it, in a revision of its own author",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    home.core.rename("light.hall", "light.landing");
    home.core.rename("light.landing", "light.corridor");
    await revIs(admin, 2);
    assert.deepEqual((await stored(admin)).content, followed);
    const [newest] = Object(await admin.result("floorplan/history/details"));
    assert.deepEqual(newest.by, { id: "home-assistant", name: "Home Assistant" });
  },
);

test(
  "RENAME-1: what somebody saves meanwhile stays, and an entity that the plan names since is followed as well",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    home.answer(listing, held);
    const asked = home.count(listing);
    home.core.rename("light.hall", "light.corridor");
    await home.whenReceived(listing, asked + 1);
    await admin.save({ ...planOf("light.hall"), walls: [{ id: "w" }] });
    home.answer(listing);
    await home.restart();
    await revIs(admin, 3);
    assert.deepEqual((await stored(admin)).content, { ...followed, walls: [{ id: "w" }] });
  },
);

test(
  "RENAME-2, ZONE-25: what a zone's sensor alone names is remembered and followed too",
  bounded,
  async (t) => {
    const sensorOf = (x1: string): object => ({
      zones: [{ id: "z", sensor: { tracker: "a", x1 } }],
    });
    const before = await settled(t);
    before.home.core.entries.set("number.x1", "entry-of-the-number");
    const asked = before.home.count("config/entity_registry/get_entries");
    await before.admin.save(sensorOf("number.x1"));
    await before.home.whenReceived("config/entity_registry/get_entries", asked + 1);
    await before.service.stop();
    before.home.core.rename("number.x1", "number.left");
    const admin = await restarted(t, before);
    await revIs(admin, 3);
    assert.deepEqual((await stored(admin)).content, sensorOf("number.left"));
  },
);

test(
  "RENAME-2: what was renamed while the service was down is followed by the registry's ids",
  bounded,
  async (t) => {
    const before = await settled(t);
    await before.service.stop();
    before.home.core.rename("light.hall", "light.corridor");
    const admin = await restarted(t, before);
    await revIs(admin, 2);
    assert.deepEqual((await stored(admin)).content, followed);
  },
);

test(
  "RENAME-3: who takes a followed rename back is not corrected, nor is an id that belongs to another entity",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    home.core.rename("light.hall", "light.corridor");
    await revIs(admin, 2);
    await admin.save(planOf("light.hall"));
    const lists = home.count(listing);
    await home.restart();
    await home.whenReceived(listing, lists + 1);
    home.core.entries.set("light.hall", "entry-of-another");
    home.core.rename("light.other", "light.elsewhere");
    await home.whenReceived(listing, lists + 2);
    // Whatever is asked after that reading comes of another save.
    await admin.save({ ...planOf("light.hall"), devices: [{ entity: "light.new" }] });
    await until(() => home.of("config/entity_registry/get_entries").length > 1);
    assert.deepEqual((await stored(admin)).rev, 4);
  },
);

test(
  "RENAME-4: with `follow-renames` off nothing is read of the registry, and the plan stays as it is",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t, "off");
    home.core.rename("light.hall", "light.corridor");
    await home.restart();
    await eventually(async () => {
      const { success } = await admin.command("get_config");
      return success === true ? { seen: true } : { not: "connected again" };
    }, patienceMs);
    assert.equal(home.count(listing), 0);
    assert.deepEqual((await stored(admin)).content, planOf("light.hall"));
  },
);

test("RENAME-1: renames one after another are one from the first id to the last", () => {
  const rename = (data: object | null) => renameIn({ data });
  assert.deepEqual(rename({ action: "update", old_entity_id: "a.b", entity_id: "a.c" }), {
    from: "a.b",
    to: "a.c",
  });
  for (const other of [null, {}, { action: "create", entity_id: "a.b", old_entity_id: "a.c" }])
    assert.equal(rename(other), undefined);
  assert.equal(rename({ action: "update", entity_id: "a.b" }), undefined);
  assert.deepEqual(
    joinedRenames([
      { from: "a.x", to: "a.y" },
      { from: "b.x", to: "b.y" },
      { from: "a.y", to: "a.z" },
      { from: "b.y", to: "b.x" },
    ]),
    [{ from: "a.x", to: "a.z" }],
  );
});
