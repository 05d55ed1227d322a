import assert from "node:assert/strict";
import type { RealHomeAssistant } from "../../../support/home-assistant.ts";

/** Adds a broker as somebody does in Home Assistant's settings (homeassistant components/mqtt/config_flow.py). */
export const addBroker = async ({ url, owner }: RealHomeAssistant, port: number): Promise<void> => {
  const step = async (path: string, fields: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(`${url}/api/config/config_entries/flow${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${owner.longLivedToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(fields),
    });
    const said: unknown = await answer.json();
    assert(answer.ok, JSON.stringify(said));
    return Object(said);
  };
  const { flow_id: flow } = await step("", { handler: "mqtt" });
  const made = await step(`/${String(flow)}`, {
    broker: "127.0.0.1",
    port,
    protocol: "3.1.1",
    other_settings: { set_client_cert: false, set_ca_cert: "off" },
  });
  assert.equal(made["type"], "create_entry", JSON.stringify(made));
};
