import type { TemplateResult } from "lit";
import type { SignName } from "../../../kinds/catalogue/devices.ts";
import { signs } from "../../../kinds/catalogue/signs.ts";
import type { HouseEntity } from "../../house/known-house.ts";
import { drawIcon } from "../icons.ts";

/** The signs of domains, and of device classes where those say more. */
const byName: ReadonlyMap<string, SignName> = new Map(
  Object.entries<SignName>({
    alarm_control_panel: "alarm",
    battery: "battery",
    camera: "camera",
    carbon_dioxide: "co2",
    climate: "thermostat",
    cover: "door",
    device_tracker: "person",
    door: "door",
    energy: "bolt",
    fan: "fan",
    humidity: "drop",
    illuminance: "sun",
    light: "bulb",
    lock: "lock",
    media_player: "media",
    moisture: "drop",
    motion: "motion",
    occupancy: "motion",
    person: "person",
    power: "bolt",
    sensor: "gauge",
    siren: "bell",
    smoke: "smoke",
    speaker: "speaker",
    switch: "plug",
    temperature: "thermometer",
    vacuum: "vacuum",
    weather: "cloud",
    window: "door",
  }),
);

/** A small sign of what an entity is; the words beside it say its name. */
export const entityIcon = ({ domain, deviceClass }: HouseEntity): TemplateResult =>
  drawIcon(signs[byName.get(deviceClass ?? "") ?? byName.get(domain) ?? "generic"].icon);
