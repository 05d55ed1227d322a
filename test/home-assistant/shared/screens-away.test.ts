import assert from "node:assert/strict";
import { test } from "node:test";
import { writeFile } from "node:fs/promises";
import { anyObject } from "../../../src/model/codec.ts";
import { bounded } from "../../support/timeouts.ts";
import { type Message, Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import {
  controlling,
  following,
  plan,
  rendered,
  serviceOf,
  settled,
  startHome,
} from "../service-with-token.ts";
import { waitForStates } from "../known-states.ts";

/** The events of `house/subscribe` that a peer gets, from the first on. */
const watchHouse = async (peer: Peer): Promise<() => Promise<Message>> => {
  await peer.result("floorplan/house/subscribe");
  return async () => {
    const event = await peer.nextEvent();
    assert(anyObject.is(event));
    return event;
  };
};

test(
  "SCREEN-17, SCREEN-18: Home Assistant that goes away is told, its states are known no more, and all comes back by itself",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    const screen = await following(t, service);
    await waitForStates(screen, { "light.hall": "on", "sensor.warmth": "21" });
    const template = await Peer.login(t, service.port, service.viewer);
    await template.result("render_template", { template: "{{ 1 + 1 }}" });
    await template.nextEvent();
    const watcher = await Peer.login(t, service.port, service.viewer);
    const event = await watchHouse(watcher);
    assert.deepEqual(await event(), { home_assistant: "connected", control: false });
    await home.stop();
    const away = await event();
    assert.deepEqual([away["home_assistant"], away["control"]], ["away", false]);
    assert.match(String(away["reason"]), /Home Assistant/);
    assert.doesNotMatch(String(away["reason"]), /http|127\.0\.0\.1/);
    await waitForStates(screen, {});
    const refused = await screen.error("get_config");
    assert.equal(refused.code, "home_assistant_unavailable");
    assert.doesNotMatch(refused.message, /http|127\.0\.0\.1/);
    assert.equal(await admin.save(plan), 2, "plans are saved as ever");
    const late = await following(t, service);
    home.core.setState("light.hall", "off");
    await home.restart();
    let back = await event();
    while (back["home_assistant"] !== "connected") back = await event();
    for (const peer of [screen, late])
      await waitForStates(peer, { "light.hall": "off", "sensor.warmth": "21" });
    assert.deepEqual(await template.nextEvent(), rendered);
  },
);

test(
  "SCREEN-17: a token that Home Assistant refuses is told on the screens and by /healthz, and another one in its file is taken",
  bounded,
  async (t) => {
    const home = await startHome(t);
    const service = await serviceOf(t, {
      ...home,
      owner: { ...home.owner, longLivedToken: "old" },
    });
    const screen = await Peer.login(t, service.port, service.viewer);
    const event = await watchHouse(screen);
    let now = await event();
    while (!/refuses the access token/.test(String(now["reason"]))) now = await event();
    assert.equal(now["home_assistant"], "away");
    const health = await (await fetch(`${service.url}/healthz`)).text();
    assert.match(health, /"home_assistant":\{"status":"invalid-auth"/);
    await writeFile(service.tokenFile, home.owner.longLivedToken);
    while (now["home_assistant"] !== "connected") now = await event();
  },
);

test(
  "SCREEN-17: without a token for its screens a service tells them nothing of Home Assistant, and says why",
  bounded,
  async (t) => {
    const home = await startHome(t);
    const service = await serviceOf(t, home, { homeAssistantTokenFile: "" });
    const screen = await controlling(t, service);
    const event = await watchHouse(screen);
    const { home_assistant, control } = await event();
    assert.deepEqual([home_assistant, control], ["none", false]);
    const { code, message } = await screen.error("get_config");
    assert.equal(code, "home_assistant_unavailable");
    assert.match(message, /--home-assistant-token-file/);
  },
);

test(
  "SCREEN-19: a service without a Home Assistant knows none of its commands, and says that there is none",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const screen = await Peer.login(t, service.port, service.admin);
    const event = await watchHouse(screen);
    assert.deepEqual(await event(), { home_assistant: "none", control: false });
    for (const type of ["subscribe_entities", "render_template", "call_service", "get_config"])
      assert.equal((await screen.error(type)).code, "unknown_command");
  },
);

test(
  "SCREEN-20: the token of the service is in no message and no line of the log",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    await home.setActive(home.owner, false);
    const screen = await Peer.login(t, service.port, service.viewer);
    const event = await watchHouse(screen);
    let now = await event();
    while (!/refuses/.test(String(now["reason"]))) now = await event();
    const text = JSON.stringify([service.log, screen.received]);
    assert(!text.includes(home.owner.longLivedToken));
  },
);
