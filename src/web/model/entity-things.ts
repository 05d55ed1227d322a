import type { DeviceName } from "../../model/kinds/catalogue/devices.ts";
import type { FurnitureName } from "../../model/kinds/catalogue/furniture.ts";
import { wantsOf } from "../../model/kinds/opening.ts";
import type { RegistryEntity } from "../home-assistant/registry-snapshot.ts";

/** What an entity becomes on the plan. */
export type EntityElement =
  | { readonly list: "furniture"; readonly piece: FurnitureName }
  | { readonly list: "devices"; readonly piece: DeviceName; readonly icon?: string }
  | { readonly list: "sensors"; readonly piece: "" };

const device = (piece: DeviceName, icon?: string): EntityElement => ({
  list: "devices",
  piece,
  ...(icon === undefined ? {} : { icon }),
});

const sensor: EntityElement = { list: "sensors", piece: "" };

/** By domain; what is in no list, such as an automation, has no place in a room. */
const byDomain: ReadonlyMap<string, EntityElement> = new Map(
  Object.entries<EntityElement>({
    light: { list: "furniture", piece: "lamp_ceiling" },
    alarm_control_panel: device("alarm"),
    binary_sensor: sensor,
    button: device("generic", "mdi:gesture-tap-button"),
    camera: device("camera"),
    climate: device("thermostat"),
    counter: sensor,
    cover: device("generic", "mdi:window-shutter"),
    device_tracker: sensor,
    fan: device("fan"),
    humidifier: device("generic", "mdi:air-humidifier"),
    input_boolean: device("generic", "mdi:toggle-switch"),
    input_button: device("generic", "mdi:gesture-tap-button"),
    input_number: sensor,
    input_select: sensor,
    lawn_mower: device("generic", "mdi:robot-mower"),
    lock: device("lock"),
    media_player: device("media"),
    number: sensor,
    person: sensor,
    remote: device("generic", "mdi:remote"),
    scene: device("generic", "mdi:palette"),
    script: device("generic", "mdi:script-text"),
    select: sensor,
    sensor,
    siren: device("generic", "mdi:bullhorn"),
    switch: device("plug"),
    vacuum: device("vacuum"),
    valve: device("generic", "mdi:pipe-valve"),
    water_heater: device("generic", "mdi:water-boiler"),
    weather: sensor,
  }),
);

/** By domain and device class, where that says more. */
const byClass: ReadonlyMap<string, EntityElement> = new Map([
  ["media_player.speaker", device("speaker")],
  ["event.doorbell", device("doorbell")],
]);

/** What an entity becomes on the plan; nothing where it has no place in a room. */
export const elementForEntity = ({
  domain,
  deviceClass,
}: RegistryEntity): EntityElement | undefined =>
  byClass.get(`${domain}.${deviceClass ?? ""}`) ?? byDomain.get(domain);

/** The field of a door or window that an entity may be. */
export type OpeningField = keyof typeof wantsOf;

/** The field of a door or window that an entity is for, where it is made for one. */
export const openingFieldFor = ({
  domain,
  deviceClass,
}: RegistryEntity): OpeningField | undefined => {
  if (domain === "lock") return "lock";
  const { contact, blind } = wantsOf;
  const isOneOf = (classes: readonly string[]): boolean => classes.includes(deviceClass ?? "");
  if (domain === "binary_sensor") return isOneOf(contact.first) ? "contact" : undefined;
  return domain === "cover" && (deviceClass === undefined || isOneOf(blind.first))
    ? "blind"
    : undefined;
};
