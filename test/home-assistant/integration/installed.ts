import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { anyObject } from "../../../src/model/codec.ts";
import { type RealHomeAssistant, startHomeAssistant } from "../../support/home-assistant.ts";
import type { Message } from "../../support/peer.ts";
import type { TestScope } from "../../support/service.ts";

/** The folder that is copied into Home Assistant's `custom_components`. */
export const components = fileURLToPath(
  new URL("../../../packaging/home-assistant/custom_components", import.meta.url),
);

/** A real Home Assistant with the integration's files, which nobody has added yet; it ends with the test. */
export const startWithIntegration = async (t: TestScope): Promise<RealHomeAssistant> => {
  const home = await startHomeAssistant("diagnostics:\nrepairs:\n", "", components);
  t.after(home.remove);
  return home;
};

/** Asks Home Assistant's REST API as its owner. */
export const ask = async (
  { url, owner }: RealHomeAssistant,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Message> => {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${owner.longLivedToken}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  const read: unknown = JSON.parse(text);
  assert(anyObject.is(read), text);
  return read;
};

/** Begins a flow of the integration, or goes on with one. */
export const flow = (home: RealHomeAssistant, what: string, body: object): Promise<Message> =>
  ask(home, "POST", `config/config_entries/${what}`, body);

/** Adds the integration by its config flow; the entry's id. */
export const addIntegration = async (
  home: RealHomeAssistant,
  url: string,
  token: string,
): Promise<string> => {
  const form = await flow(home, "flow", { handler: "floorplan" });
  assert.equal(form["step_id"], "user", JSON.stringify(form));
  const done = await flow(home, `flow/${String(form["flow_id"])}`, { url, token });
  assert.equal(done["type"], "create_entry", JSON.stringify(done));
  return String(Object(done["result"]).entry_id);
};
