/**
 * Records the answers of a real Home Assistant to everything that the service asks, into
 * `test/samples/home-assistant`, a file per topic. The double is modelled on them.
 * `node --import tsx test/support/record-home-assistant.ts && npm run format`
 */
import { anyObject } from "../../src/model/codec.ts";
import { startHomeAssistant } from "./home-assistant.ts";
import { connect, type HomeAssistant } from "./home-assistant/home-assistant-under-test.ts";
import { doubled } from "./home-assistant/entities.ts";
import { record, write } from "./home-assistant/recording.ts";
import { recordResources } from "./home-assistant/record-resources.ts";
import { HomeSocket } from "./home-assistant/socket.ts";
import type { Message } from "./peer.ts";
import { askForTokens, askToRefresh, login, postForm } from "./home-assistant/tokens.ts";

const listOf = (value: unknown): readonly Message[] =>
  Array.isArray(value) ? value.filter((each) => anyObject.is(each)) : [];

/** Records the part of this home that the double has: some entities with everything that belongs to them. */
const recordCore = async (home: HomeAssistant): Promise<void> => {
  const socket = await connect(home, home.owner.accessToken);
  const isDoubled = (id: unknown): boolean => doubled.some((each) => each === id);
  const states = listOf(await socket.call({ type: "get_states" }));
  const display = await socket.call({ type: "config/entity_registry/list_for_display" });
  const entities = listOf(anyObject.is(display) ? display["entities"] : []).filter(({ ei }) =>
    isDoubled(ei),
  );
  const devices = listOf(await socket.call({ type: "config/device_registry/list" }));
  const core = {
    config: await socket.call({ type: "get_config" }),
    states: states.filter(({ entity_id }) => isDoubled(entity_id)),
    areas: await socket.call({ type: "config/area_registry/list" }),
    floors: await socket.call({ type: "config/floor_registry/list" }),
    devices: devices.filter(({ id }) => entities.some(({ di }) => di === id)),
    entities,
  };
  await socket.close();
  await write("states-and-registries", core);
};

const turn = (service: string, entity_id: string, domain = "input_boolean") => ({
  type: "call_service",
  domain,
  service,
  target: { entity_id },
});

const isObjectWith =
  (...keys: readonly string[]) =>
  (event: unknown): boolean =>
    anyObject.is(event) && keys.every((key) => Object.hasOwn(event, key));

const recordAll = async (home: HomeAssistant): Promise<void> => {
  const { owner, user, guest } = home;
  await recordCore(home);
  await record(home, "basics", owner.accessToken, async (socket) => {
    await socket.ask({ type: "supported_features", features: { coalesce_messages: 1 } });
    await socket.ask({ type: "ping" });
    await socket.ask({ type: "get_config" });
    await socket.ask({ type: "auth/current_user" });
    await socket.ask({ type: "no_such_command" });
    await socket.ask({ type: "render_template" });
    await socket.ask({ type: "unsubscribe_events", subscription: 99 });
  });
  await record(home, "current-user", user.accessToken, async (socket) => {
    await socket.ask({ type: "auth/current_user" });
    await socket.ask({ type: "config/auth/list" });
  });
  const stranger = new HomeSocket(home.url);
  await stranger.frame(({ type }) => type === "auth_required", "auth_required");
  stranger.send({ type: "auth", access_token: "wrong" });
  await stranger.closed;
  await write("auth-invalid", stranger.frames);

  await record(home, "states", owner.accessToken, async (socket) => {
    const entity_ids = [
      "input_boolean.guests",
      "light.bed_light",
      "media_player.walkman",
      "zone.gone",
    ];
    const { event } = await socket.subscribe({ type: "subscribe_entities", entity_ids });
    await socket.ask(turn("turn_on", "input_boolean.guests"));
    await event(isObjectWith("c"));
    await socket.ask(turn("turn_on", "light.bed_light", "light"));
    await event((each) => JSON.stringify(each).includes('"c":{"light.bed_light"'));
    await socket.ask(turn("turn_off", "media_player.walkman", "media_player"));
    await event((each) => JSON.stringify(each).includes('"-"'));
    const entity_id = "light.bed_light";
    await socket.ask({ type: "config/entity_registry/update", entity_id, disabled_by: "user" });
    await event(isObjectWith("r"));
  });
  await record(home, "all-states", owner.accessToken, async (socket) => {
    await (await socket.subscribe({ type: "subscribe_entities" })).event(() => true);
  });
  await record(home, "templates", owner.accessToken, async (socket) => {
    const render = (template: string, more: object = {}) => ({
      type: "render_template",
      template,
      report_errors: true,
      ...more,
    });
    const guests = "{{ states('input_boolean.guests') }}";
    const { event, events, unsubscribe } = await socket.subscribe(render(guests));
    await event(() => true);
    await socket.ask(turn("toggle", "input_boolean.guests"));
    await event(() => true, events.length);
    await unsubscribe();
    await (await socket.subscribe(render("{{ now().year > 2000 }} {{ 1 + 1 }}"))).event(() => true);
    await (await socket.subscribe(render("{{ 1 + 1 }}"))).event(() => true);
    await (await socket.subscribe(render("{{ missing }}"))).event(isObjectWith("result"));
    await (await socket.subscribe(render("{{ 1 / 0 }}"))).event(isObjectWith("error"));
    await socket.ask(render("{{ unclosed"));
    await socket.ask(render("{{ unclosed", { report_errors: false }));
    await (await socket.subscribe(render("{{ missing }}", { strict: true }))).event(() => true);
  });
  await record(home, "services", owner.accessToken, async (socket) => {
    await socket.ask(turn("turn_on", "input_boolean.guests"));
    await socket.ask({ ...turn("turn_on", "zone.gone"), domain: "light" });
    await socket.ask(turn("no_such_service", "input_boolean.guests"));
    await socket.ask(turn("failing", "script.failing", "script"));
    await socket.ask({ type: "call_service", domain: "script", service: "failing" });
    const target = { entity_id: "climate.hvac" };
    const hot = { type: "call_service", domain: "climate", service: "set_temperature", target };
    await socket.ask({ ...hot, service_data: { temperature: 900 } });
    await socket.ask({ ...hot, service_data: { warmth: 1 } });
    const forecast = { type: "call_service", domain: "weather", service: "get_forecasts" };
    const place = { target: { entity_id: "weather.demo_weather_south" } };
    await socket.ask({
      ...forecast,
      ...place,
      service_data: { type: "daily" },
      return_response: true,
    });
  });
  await record(home, "services-of-user", user.accessToken, async (socket) => {
    await socket.ask(turn("turn_off", "input_boolean.guests"));
    await socket.ask({ type: "call_service", domain: "homeassistant", service: "stop" });
  });
  await record(home, "services-of-guest", guest.accessToken, async (socket) => {
    await socket.ask(turn("turn_off", "input_boolean.guests"));
  });
  await record(home, "registries", user.accessToken, async (socket) => {
    for (const kind of ["area", "floor", "device", "entity"])
      await socket.ask({ type: `config/${kind}_registry/list` });
    await socket.ask({ type: "config/entity_registry/list_for_display" });
  });
  await record(home, "registry-events", owner.accessToken, async (socket) => {
    const event_type = "area_registry_updated";
    const { event } = await socket.subscribe({ type: "subscribe_events", event_type });
    await socket.ask({ type: "config/area_registry/create", name: "Attic" });
    await event(() => true);
  });
  await record(home, "history", owner.accessToken, async (socket) => {
    const entity_ids = ["input_boolean.guests", "zone.gone"];
    const start_time = new Date(Date.now() - 3_600_000).toISOString();
    const ask = { type: "history/history_during_period", start_time, entity_ids };
    await socket.ask({ ...ask, minimal_response: true, no_attributes: true });
    await socket.ask({ ...ask, significant_changes_only: false });
    await socket.ask({ type: "history/history_during_period", start_time });
    const stream = { type: "history/stream", start_time, entity_ids, minimal_response: true };
    await (await socket.subscribe({ ...stream, no_attributes: true })).event(() => true);
  });
  await recordResources(home);
  await recordTokens(home);
};

const recordTokens = async (home: HomeAssistant): Promise<void> => {
  const { url, user, guest } = home;
  const clientId = "http://127.0.0.1:8125/";
  const newCode = (person = user): Promise<string> =>
    login(url, person, clientId, `${clientId}callback`);
  const code = await newCode();
  const tokens = await askForTokens(url, clientId, code);
  const refresh = anyObject.is(tokens.body) ? String(tokens.body["refresh_token"]) : "";
  const answers: Record<string, unknown> = {
    code: tokens,
    codeAgain: await askForTokens(url, clientId, code),
    codeOfOtherClient: await askForTokens(url, "http://127.0.0.1:9999/", await newCode()),
    refresh: await askToRefresh(url, clientId, refresh),
    refreshOfOtherClient: await askToRefresh(url, "http://127.0.0.1:9999/", refresh),
    unsupported: await postForm(url, "/auth/token", { grant_type: "password" }),
    revoke: await postForm(url, "/auth/revoke", { token: refresh }),
    refreshRevoked: await askToRefresh(url, clientId, refresh),
    revokeUnknown: await postForm(url, "/auth/revoke", { token: "unknown" }),
  };
  const codeBefore = await newCode(guest);
  await home.setActive(guest, false);
  answers["codeOfInactive"] = await askForTokens(url, clientId, codeBefore);
  answers["refreshOfInactive"] = await askToRefresh(url, guest.clientId, guest.refreshToken);
  const page = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: `${clientId}callback`,
    state: "some",
  });
  const authorize = await fetch(`${url}/auth/authorize?${page.toString()}`);
  answers["authorize"] = {
    status: authorize.status,
    type: authorize.headers.get("content-type"),
    frame: authorize.headers.get("x-frame-options"),
  };
  const socket = new HomeSocket(url);
  await socket.frame(({ type }) => type === "auth_required", "auth_required");
  socket.send({ type: "auth", access_token: guest.accessToken });
  await socket.closed;
  answers["websocketOfInactive"] = socket.frames;
  await write("tokens", answers);
};

const home = await startHomeAssistant();
try {
  await recordAll(home);
  process.stdout.write(`recorded Home Assistant ${home.version}\n`);
} finally {
  await home.remove();
}
