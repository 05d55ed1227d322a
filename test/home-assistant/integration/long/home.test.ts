import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../../support/home-assistant/home-assistant-under-test.ts";
import { startTestHomes } from "../../../support/homes.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { addIntegration, flow, startWithIntegration } from "../installed.ts";

const bounded = { timeout: 240_000 } as const;

test(
  "HOMES-75: the integration is added with the address and a token of one of many homes, and with no other home's token",
  bounded,
  async (t) => {
    if (!mayUse(t, "Home Assistant")) return;
    const home = await startWithIntegration(t);
    const homes = await startTestHomes(t, { ids: ["one", "other"] });
    const [one, other] = [homes.home("one"), homes.home("other")];
    const desk = await one.login(one.admin);
    await desk.save({ rooms: [{ id: "hall", name: "Hall of one" }] });
    const form = await flow(home, "flow", { handler: "floorplan" });
    const strange = { url: one.url, token: other.admin };
    const refused = await flow(home, `flow/${String(form["flow_id"])}`, strange);
    assert.deepEqual(refused["errors"], { base: "invalid_auth" });
    await addIntegration(home, one.url, one.admin);
    const owner = await connect(home, home.owner.longLivedToken);
    await eventually(async () => {
      const entries = await owner.call({ type: "config_entries/get", domain: "floorplan" });
      const { state } = Object(Object(entries)[0]);
      return state === "loaded" ? { seen: state } : { not: String(state) };
    }, bounded.timeout);
    const plan = JSON.stringify(await owner.call({ type: "floorplan/plan/get" }));
    assert(plan.includes("Hall of one"), plan);
    await owner.close();
  },
);
