import assert from "node:assert/strict";
import { test } from "node:test";
import { scaled } from "../campaign/scale.ts";
import { connect } from "../support/home-assistant/home-assistant-under-test.ts";
import { sharedHomeAssistant } from "../support/home-assistant.ts";
import { Peer } from "../support/peer.ts";
import { eventually } from "../support/polling.ts";
import { mayUse } from "../support/programs.ts";
import { startTestService } from "../support/service.ts";
import { objectOf, patienceMs } from "./service-beside.ts";
import { serviceOf } from "./service-with-token.ts";

if (scaled(false, true))
  test("RENAME-1, RENAME-2: real: renames are followed, also those while the service was down", async (t) => {
    if (!mayUse(t, "Home Assistant")) return;
    const home = await sharedHomeAssistant();
    const owner = await connect(home, home.owner.longLivedToken);
    const [from, to] = ["sensor.last_ring", "sensor.last_bell"];
    const rename = (entity_id: string, new_entity_id: string): Promise<unknown> =>
      owner.call({ type: "config/entity_registry/update", entity_id, new_entity_id });
    const service = await serviceOf(t, home, { followRenames: "on" });
    const admin = await Peer.login(t, service.port, service.admin);
    const shown = async (peer: Peer): Promise<unknown> => {
      const { devices } = objectOf(await peer.result("floorplan/plan/get"));
      return Object(devices)[0].entity;
    };
    const becomes = (peer: Peer, wanted: string): Promise<true> =>
      eventually(async () => {
        const entity = await shown(peer);
        return entity === wanted ? { seen: true } : { not: `${wanted}, but ${String(entity)}` };
      }, patienceMs);
    await admin.save({ devices: [{ id: "bell", entity: from }] });
    await rename(from, to);
    await becomes(admin, to);
    await service.stop();
    await rename(to, from);
    const again = await startTestService(t, { config: service.config, again: service });
    const later = await Peer.login(t, again.port, again.admin);
    await becomes(later, from);
    assert.equal(objectOf(await later.result("floorplan/plan/get"))["rev"], 3);
    await owner.close();
  });
