import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/bounded.ts";
import { Peer } from "../support/peer.ts";
import { controlling, settled } from "./settled.ts";

const call = {
  domain: "light",
  service: "turn_on",
  target: { entity_id: "light.hall" },
};

test(
  "WALL-30: an action may take longer than another answer, and its result is told",
  bounded,
  async (t) => {
    const { service, house } = await settled(t, undefined, { homeAssistantMs: 500 });
    house.script = ({ message: { type } }) => type === "call_service" || type === "get_config";
    const screen = await controlling(t, service);
    const answered = screen.result("call_service", call);
    const [asked] = await house.whenCame("call_service", 1);
    const other = await Peer.login(t, service.port, service.viewer);
    assert.equal((await other.error("get_config")).code, "timeout");
    asked?.succeed({ context: { id: "late" } });
    assert.deepEqual(await answered, { context: { id: "late" } });
  },
);

test(
  "WALL-30, WALL-31: an action that is not confirmed is told as that, and such ones leave room for others",
  bounded,
  async (t) => {
    const config = { callMs: 50, upstreamCommands: 3 };
    const { service, house } = await settled(t, undefined, config);
    house.script = ({ message: { type } }) => type === "call_service";
    const screen = await controlling(t, service);
    for (let step = 0; step < 5; step += 1) {
      const { code, message } = await screen.error("call_service", call);
      assert.equal(code, "timeout");
      assert.match(message, /was sent .* not confirmed it in 50 ms \(call-ms\)/);
    }
    house.script = () => false;
    await screen.result("call_service", call);
  },
);
