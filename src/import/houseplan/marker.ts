import type { JsonObject } from "../../model/json.ts";
import type { Losses } from "../losses.ts";
import type { Source } from "../../model/import/json-source.ts";
import { deviceOf } from "./symbols.ts";

/** A marker as an element of ours without its place, and the list that it belongs to. */
export interface Marked {
  readonly list: "furniture" | "devices" | "sensors";
  readonly data: JsonObject;
}

const domainOf = (entity: string): string => entity.slice(0, Math.max(0, entity.indexOf(".")));

const isEntity = (text: string | undefined): text is string =>
  text !== undefined && /^[a-z0-9_]+\.[a-z0-9_]+$/.test(text);

/** What has no place in a plan of ours. */
const details = [
  "model",
  "link",
  "description",
  "vacuum",
  "ripple_color",
  "ripple_size",
  "size",
  "angle",
  "glow_radius_cm",
  "glow_color",
  "value_badge",
];

/** What a marker does when it is tapped, in Home Assistant's words. */
const tapOf = (marker: Source): JsonObject => {
  const action = marker.field("tap_action").text();
  const target = marker.field("tap_target").text();
  const confirmation = marker.field("tap_confirm").isTrue() ? { confirmation: true } : {};
  if (action === "toggle") return { tap_action: { action: "toggle", ...confirmation } };
  if (action === "info" || action === "more-info") return { tap_action: { action: "more-info" } };
  if (action !== "run" || !isEntity(target)) return {};
  const service = domainOf(target) === "automation" ? "trigger" : "turn_on";
  return {
    tap_action: {
      action: "perform-action",
      perform_action: `${domainOf(target)}.${service}`,
      target: { entity_id: target },
      ...confirmation,
    },
  };
};

/** The entity of a marker: its own, else the one that it leads or switches, else the first that it controls. */
const entityOf = (marker: Source, binding: string): string | undefined => {
  if (binding.startsWith("entity:")) return binding.slice("entity:".length);
  const fields = ["light_entity", "toggle_entity"].map((name) => marker.field(name).text());
  const controls = marker
    .field("controls")
    .list()
    .map((control) => control.text());
  return [...fields, ...controls].find(isEntity);
};

/** The list and the kind of a thing with an entity of a domain. */
const kindOf = (domain: string): Pick<Marked, "list"> & { readonly kind: JsonObject } => {
  if (domain === "light") return { list: "furniture", kind: { type: "lamp_ceiling" } };
  if (domain === "sensor" || domain === "binary_sensor") return { list: "sensors", kind: {} };
  const known = Object.hasOwn(deviceOf, domain) ? deviceOf[domain] : undefined;
  return { list: "devices", kind: { kind: known ?? "generic" } };
};

/** A marker that stands on a floor as an element of ours. */
export const markedOf = (marker: Source, losses: Losses): Marked => {
  const name = marker.field("name").text() ?? "";
  const icon = marker.field("icon").text();
  const binding = marker.field("binding").needed();
  const entity = entityOf(marker, binding);
  const device = binding.startsWith("device:") ? binding.slice("device:".length) : undefined;
  if (device !== undefined && entity === undefined) losses.add("deviceBindings", name || device);
  const hasMore =
    details.some((field) => !marker.field(field).isMissing) ||
    marker.field("pdfs").list().length > 0 ||
    marker.field("controls").list().length > 1;
  if (hasMore) losses.add("deviceDetails", name);
  const { list, kind } = kindOf(domainOf(entity ?? ""));
  return {
    list,
    data: {
      ...kind,
      ...(name === "" ? {} : { name }),
      ...(entity === undefined ? {} : { entity }),
      ...(device === undefined ? {} : { device_id: device }),
      ...(icon?.startsWith("mdi:") === true ? { icon } : {}),
      ...tapOf(marker),
    },
  };
};
