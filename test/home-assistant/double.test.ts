import assert from "node:assert/strict";
import { test } from "node:test";
import { decoded } from "../support/home-assistant/decoded.ts";
import { connect } from "../support/home-assistant/home-assistant-under-test.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { entitiesEvent, rendered } from "./message-codecs.ts";

test("the double's entities come, change and go as a test says", async (t) => {
  const home = await startDouble(t);
  const socket = await connect(home, home.user.accessToken);
  const states = await socket.subscribe({ type: "subscribe_entities", entity_ids: ["light.new"] });
  assert.deepEqual(await states.event(() => true), { a: {} });
  home.core.setState("light.new", "on", { brightness: 100, effect: "rainbow" });
  home.core.setState("light.new", "on", { brightness: 50 });
  home.core.removeState("light.new");
  await states.event(() => true, 3);
  const [, come, change, gone] = states.events.map((event) => decoded(entitiesEvent, event));
  assert.equal(come?.a?.["light.new"]?.s, "on");
  const { "+": more, "-": less } = change?.c?.["light.new"] ?? {};
  assert.deepEqual(more?.a, { brightness: 50 });
  assert.deepEqual(less, { a: ["effect"] });
  assert(more?.lu !== undefined && more.s === undefined && more.lc === undefined);
  assert.deepEqual(gone, { r: ["light.new"] });
});

test("the double renders a template as a test says, and again", async (t) => {
  const home = await startDouble(t);
  home.core.setTemplate("{{ some }}", { result: 1 });
  const socket = await connect(home, home.user.accessToken);
  const renders = await socket.subscribe({ type: "render_template", template: "{{ some }}" });
  await renders.event(() => true);
  home.core.setTemplate("{{ some }}", { result: "two" });
  await renders.event(() => true, 1);
  const results = renders.events.map((event) => decoded(rendered, event).result);
  assert.deepEqual(results, [1, "two"]);
  assert.equal(home.count("render_template"), 1);
  assert.equal(home.subscriptions(), 1);
  await renders.unsubscribe();
  assert.equal(home.subscriptions(), 0);
});

test("the double tells of a registry that was changed", async (t) => {
  const home = await startDouble(t);
  const socket = await connect(home, home.user.accessToken);
  const event_type = "area_registry_updated";
  const events = await socket.subscribe({ type: "subscribe_events", event_type });
  home.core.setRegistry("floor", []);
  home.core.setRegistry("area", [{ area_id: "attic", name: "Attic" }]);
  assert.match(JSON.stringify(await events.event(() => true)), /"area_registry_updated"/);
  assert.deepEqual(await socket.call({ type: "config/area_registry/list" }), [
    { area_id: "attic", name: "Attic" },
  ]);
});

test("the double claims a version, answers nonsense and sends it", async (t) => {
  const home = await startDouble(t);
  home.claim("2021.1.0");
  home.answer("get_states", () => ({ result: "nonsense" }));
  const socket = await connect(home, home.user.accessToken);
  assert.deepEqual(socket.frames[0]?.frame, { type: "auth_required", ha_version: "2021.1.0" });
  assert.equal(await socket.call({ type: "get_states" }), "nonsense");
  assert.equal(home.connections(), 1);
  home.sendText('{"type":"nonsense"}');
  await socket.frame(({ type }) => type === "nonsense", "nonsense");
});

test("the page of the double signs people in and sends them back with a code", async (t) => {
  const home = await startDouble(t);
  const client_id = "http://127.0.0.1:8125/";
  const query = new URLSearchParams({ client_id, redirect_uri: `${client_id}back`, state: "s" });
  const { username, password } = home.user;
  const post = (body: URLSearchParams): Promise<Response> =>
    fetch(`${home.url}/auth/authorize?${query.toString()}`, {
      method: "POST",
      body,
      redirect: "manual",
    });
  assert.equal((await post(new URLSearchParams({ username, password: "wrong" }))).status, 403);
  const signedIn = await post(new URLSearchParams({ username, password }));
  assert.equal(signedIn.status, 302);
  assert.match(signedIn.headers.get("location") ?? "", /\/back\?code=[\w-]+&state=s$/);
});
