import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type HassEntities, subscribeEntities } from "home-assistant-js-websocket";
import { anyObject } from "../../../src/model/codec.ts";
import { connectHa } from "../../service/ha-client.ts";
import { until } from "../../support/timeouts.ts";
import type { HomeAssistant } from "../../support/home-assistant/home-assistant-under-test.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, temporaryFolder, type TestService } from "../../support/service.ts";
import { eventually } from "../../support/polling.ts";
import { patienceMs } from "../service-beside.ts";
import { scaled } from "../../campaign/scale.ts";
import { testBoth } from "../test-both.ts";
import { newToken } from "../service-with-token.ts";

const isReal = scaled(false, true);

const template = "{{ states('input_number.power') }}";
const plan = {
  furniture: [{ entity: "light.bed_light" }],
  devices: [{ entity: "input_boolean.guests" }],
  sensors: [{ entity: "sensor.house_power" }],
  texts: [{ text: template }],
};

/** A service that has a token of the home, and the plan. */
const serveHome = async (
  t: TestContext,
  home: HomeAssistant,
): Promise<TestService & { readonly editor: Peer; readonly tablet: string }> => {
  const homeAssistantTokenFile = join(await temporaryFolder(t), "token");
  await writeFile(homeAssistantTokenFile, home.owner.longLivedToken, { mode: 0o600 });
  const config = { homeAssistant: home.url, homeAssistantTokenFile };
  const service = await startTestService(t, { config });
  const editor = await Peer.login(t, service.port, service.admin);
  await editor.save(plan);
  const tablet = await newToken(service, "tablet", { admin: false, control: true });
  return { ...service, editor, tablet };
};

testBoth(
  "a tablet is told states of the plan, and switches what it names",
  async (home, t) => {
    const { url, tablet } = await serveHome(t, home);
    const connection = await connectHa(t, url, tablet);
    let entities: HassEntities = {};
    const end = subscribeEntities(connection, (newest) => (entities = newest));
    await until(() => Object.keys(entities).length === 3);
    assert.deepEqual(Object.keys(entities).toSorted(), [
      "input_boolean.guests",
      "light.bed_light",
      "sensor.house_power",
    ]);
    const before = entities["input_boolean.guests"]?.state;
    const call = {
      type: "call_service",
      domain: "input_boolean",
      service: "toggle",
      target: { entity_id: "input_boolean.guests" },
    };
    await connection.sendMessagePromise(call);
    await until(() => entities["input_boolean.guests"]?.state !== before);
    await connection.sendMessagePromise(call);
    await until(() => entities["input_boolean.guests"]?.state === before);
    await assert.rejects(
      connection.sendMessagePromise({ ...call, target: { entity_id: "input_boolean.reachable" } }),
      { code: "unauthorized" },
    );
    end();
  },
  isReal,
);

testBoth(
  "a tablet has a template of the plan rendered",
  async (home, t) => {
    const { port, tablet } = await serveHome(t, home);
    const screen = await Peer.login(t, port, tablet);
    await screen.result("floorplan/house/subscribe");
    let told = await screen.nextEvent();
    while (!anyObject.is(told) || told["home_assistant"] !== "connected")
      told = await screen.nextEvent();
    await eventually(async () => {
      const reply = await screen.command("render_template", { template });
      return reply["success"] === true ? { seen: true } : { not: JSON.stringify(reply) };
    }, patienceMs);
    const event = await screen.nextEvent();
    assert(anyObject.is(event));
    assert.equal(Number(event["result"]), 1234.56);
  },
  isReal,
);

testBoth(
  "a tablet reads units, precision and the past, an administrator the areas",
  async (home, t) => {
    const { port, tablet, editor } = await serveHome(t, home);
    const connection = await Peer.login(t, port, tablet);
    await connection.result("floorplan/house/subscribe");
    let now = await connection.nextEvent();
    while (!anyObject.is(now) || now["home_assistant"] !== "connected")
      now = await connection.nextEvent();
    const config = await connection.result("get_config");
    assert(anyObject.is(config));
    assert.deepEqual([config["time_zone"], config["currency"]], ["Europe/Berlin", "EUR"]);
    assert(!("latitude" in config));
    // What the plan names is read a moment after its save.
    const displayed = await eventually(async () => {
      const list = JSON.stringify(
        await connection.result("config/entity_registry/list_for_display"),
      );
      return list.includes("sensor.house_power") ? { seen: list } : { not: list };
    }, patienceMs);
    assert(!displayed.includes("lock.front_door"));
    const past = await connection.result("history/history_during_period", {
      start_time: new Date(Date.now() - 3_600_000).toISOString(),
      entity_ids: ["sensor.house_power", "lock.front_door"],
      minimal_response: true,
      no_attributes: true,
    });
    assert(anyObject.is(past));
    assert.deepEqual(Object.keys(past), ["sensor.house_power"]);
    const areas = await editor.result("config/area_registry/list");
    assert.match(JSON.stringify(areas), /"area_id":"living_room"/);
  },
  isReal,
);
