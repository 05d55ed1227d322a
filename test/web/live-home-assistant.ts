import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { newToken, serviceOf } from "../home-assistant/service-with-token.ts";
import { compressedState } from "../home-assistant/known-states.ts";
import { type DoubleHomeAssistant, startDouble } from "../support/double-home-assistant.ts";
import { Peer } from "../support/peer.ts";
import type { TestService } from "../support/service.ts";
import type { OpenTab, TabOptions } from "./browser.ts";

/** A flat with things to touch. */
export const livePlan = {
  rooms: [
    {
      id: "hall",
      name: "Hall",
      points: [
        [0, 0],
        [6, 0],
        [6, 4],
        [0, 4],
      ],
      temperature: "sensor.warmth",
    },
  ],
  openings: [
    {
      id: "door",
      room_id: "hall",
      edge: 0,
      offset: 2,
      width: 1,
      type: "door",
      lock: "lock.door",
      contact: "binary_sensor.door",
    },
    {
      id: "window",
      room_id: "hall",
      edge: 2,
      offset: 2,
      width: 1.2,
      type: "window",
      blind: "cover.blind",
    },
  ],
  furniture: [{ id: "lamp", type: "lamp_floor", x: 1, z: 3, w: 0.4, d: 0.4, entity: "light.lamp" }],
  devices: [
    {
      id: "lock",
      kind: "lock",
      name: "Front lock",
      x: 3,
      z: 2,
      entity: "lock.door",
      tap_action: { action: "toggle" },
    },
    {
      id: "evening",
      kind: "generic",
      name: "Evening",
      x: 5,
      z: 1,
      tap_action: {
        action: "perform-action",
        perform_action: "scene.turn_on",
        target: { entity_id: "scene.evening" },
        confirmation: { text: "Shall it be evening?" },
      },
    },
    { id: "radiator", kind: "radiator", name: "Radiator", x: 5, z: 3, entity: "climate.hall" },
  ],
  texts: [{ id: "sum", x: 2, z: 1, text: "{{ 1 + 1 }} people" }],
};

/** The states of what that plan names. */
export const liveStates = {
  "light.lamp": compressedState("on", {
    friendly_name: "Lamp",
    brightness: 128,
    supported_color_modes: ["color_temp", "hs"],
    color_temp_kelvin: 3000,
    min_color_temp_kelvin: 2000,
    max_color_temp_kelvin: 6500,
  }),
  "lock.door": compressedState("locked", { friendly_name: "Front door" }),
  "binary_sensor.door": compressedState("off", {
    friendly_name: "Door contact",
    device_class: "door",
  }),
  "cover.blind": compressedState("open", {
    friendly_name: "Blind",
    supported_features: 15,
    current_position: 100,
  }),
  "sensor.warmth": compressedState("21.4", { friendly_name: "Warmth", unit_of_measurement: "°C" }),
  "climate.hall": compressedState("heat", {
    friendly_name: "Heating",
    supported_features: 1,
    hvac_modes: ["off", "heat"],
    min_temp: 7,
    max_temp: 30,
    temperature: 20,
  }),
  "scene.evening": compressedState("unknown", { friendly_name: "Evening" }),
};

type States = Parameters<DoubleHomeAssistant["core"]["setStates"]>[0];

/** A Home Assistant with these states. It takes calls, but changes nothing until a test says so. */
export const startLiveHome = async (
  t: TestContext,
  states: States = liveStates,
): Promise<DoubleHomeAssistant> => {
  const home = await startDouble(t);
  home.core.setStates(states);
  home.core.setTemplate("{{ 1 + 1 }} people", { result: "2 people" });
  home.answer("call_service", () => ({ result: { context: { id: "c" } } }));
  return home;
};

/** Lets it answer this for the past of whatever is asked for. */
export const setPast = (home: DoubleHomeAssistant, past: object): void =>
  home.answer("history/history_during_period", () => ({ result: past }));

/** A page of a service beside a Home Assistant. */
export interface LivePage {
  readonly page: Page;
  readonly home: DoubleHomeAssistant;
  readonly service: TestService;
}

/** Opens the page of a service beside such a home, with a token that may switch, or not. */
export const openLive = async (
  t: TestContext,
  open: OpenTab,
  {
    control = true,
    plan = livePlan,
    states = {},
    ...options
  }: TabOptions & {
    readonly control?: boolean;
    readonly plan?: object;
    /** In place of the usual ones. */
    readonly states?: States;
  } = {},
): Promise<LivePage | undefined> => {
  const home = await startLiveHome(t, { ...liveStates, ...states });
  const service = await serviceOf(t, home);
  const peer = await Peer.login(t, service.port, service.admin);
  await peer.save(plan);
  const token = await newToken(service, "tablet", { admin: false, control });
  const page = await open(t, service, { token, ...options });
  if (page === undefined) return undefined;
  await page.locator('[data-ref="furniture/lamp"].on').waitFor();
  return { page, home, service };
};

/** Touches a thing of the plan by the keyboard. */
export const press = async (page: Page, ref: string): Promise<void> => {
  await page.locator(`[role=button][data-ref="${ref}"]`).focus();
  await page.keyboard.press("Enter");
};

/** The calls that it got, without what numbers them. */
export const callsOf = (home: DoubleHomeAssistant): readonly unknown[] =>
  home.of("call_service").map(({ message }) => {
    const { domain, service, service_data, target } = Object(message);
    return { domain, service, service_data, target };
  });
