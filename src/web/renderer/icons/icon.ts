import { nothing, svg, type SVGTemplateResult } from "lit";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { textIn } from "../../../model/json.ts";
import {
  type DeviceName,
  genericSign,
  isDeviceName,
} from "../../../model/kinds/catalogue/device-names.ts";
import { domainOf, isUnavailable } from "../../../model/bindings/entity-state.ts";
import { givenIcon } from "../../../model/bindings/entity-display.ts";
import type { Content } from "../frame.ts";
import { loadedCatalogue } from "../catalogue.ts";
import { iconShape } from "./icon-shape.ts";
import type { ElementLook } from "../element-look.ts";
import type { DrawOptions } from "../options.ts";

/**
 * Domains whose icon tells the state: a fixed sign would be wrong half of the time, such as a closed lock for an open
 * one.
 */
const stateIconDomains: ReadonlySet<string> = new Set(["alarm_control_panel", "cover", "lock"]);

/** The sign of a kind of device; a neutral one if it has none. */
export const signOf = (kind: string): DeviceName => (isDeviceName(kind) ? kind : "generic");

/** The sign of a device: that of its kind, or a neutral one if its icon has to show its known state. */
export const signNow = (kind: string, { entity, state }: ElementLook): DeviceName =>
  entity !== undefined &&
  state !== undefined &&
  !isUnavailable(state) &&
  stateIconDomains.has(domainOf(entity))
    ? "generic"
    : signOf(kind);

/** The full name of an icon; the default set is Material Design Icons. */
const wholeName = (name: string): string => (name.includes(":") ? name : `mdi:${name}`);

/** The icon set by the plan or its rules; empty for no icon. */
export const namedIcon = ({ data }: ElementLook): string | undefined => {
  const icon = textIn(data["icon"]);
  return icon === undefined ? undefined : icon === "none" ? "" : wholeName(icon);
};

/**
 * The icon of an element: the plan's; else the one set on its entity; else none but its kind's sign, if its kind is
 * specific; else the one that Home Assistant shows for the entity.
 */
export const iconOf = (
  look: ElementLook,
  sign: DeviceName,
  { iconFor }: Pick<DrawOptions, "iconFor">,
): string | undefined => {
  const { entity, state } = look;
  const named = namedIcon(look) ?? givenIcon(state);
  if (named !== undefined || sign !== "generic" || entity === undefined) return named;
  return iconFor?.(entity, state);
};

/** Position and size of an icon. */
interface IconPlace {
  /** Its middle along `x` and its side, in metres within its group. */
  readonly x?: number;
  readonly size: number;
}

/** Draws an icon by name; nothing for an empty name; a sign without a name or source, or if there is no such icon. */
export const drawIcon = (
  name: string | undefined,
  sign: DeviceName,
  { x = 0, size }: IconPlace,
  { icons }: Pick<DrawOptions, "icons">,
): Content => {
  if (name === "") return nothing;
  const drawnSign: SVGTemplateResult = svg`<path class="icon" d=${loadedCatalogue()?.deviceKind(sign)?.icon ?? genericSign}></path>`;
  const place = `translate(${svgNumber(x - size / 2)} ${svgNumber(-size / 2)}) scale(${svgNumber(size / 24)})`;
  const isShape = name !== undefined && icons !== undefined;
  return svg`<g class="glyph" transform=${place}>${isShape ? iconShape(name, icons, drawnSign) : drawnSign}</g>`;
};
