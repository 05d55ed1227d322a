import { nothing, svg, type SVGTemplateResult } from "lit";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { textIn } from "../../../model/json.ts";
import { type DeviceName, deviceSigns } from "../../../model/kinds/catalogue/devices.ts";
import { domainOf, isUnavailable } from "../../../model/bindings/entity-state.ts";
import { givenIcon } from "../../../model/bindings/entity-display.ts";
import type { Content } from "../frame.ts";
import { iconShape } from "./icon-shape.ts";
import type { ElementLook } from "../element-look.ts";
import type { DrawOptions } from "../options.ts";

/** Of these a sign that is always the same would be wrong in half of their states: a closed lock for an open one. */
const telling: ReadonlySet<string> = new Set(["alarm_control_panel", "cover", "lock"]);

const isSign = (name: string): name is DeviceName => Object.hasOwn(deviceSigns, name);

/** The sign of a kind of device; a neutral one for what has none. */
export const signOf = (kind: string): DeviceName => (isSign(kind) ? kind : "generic");

/** The sign of a device: that of its kind, a neutral one where its icon has to tell the state that it is known to be in. */
export const signNow = (kind: string, { entity, state }: ElementLook): DeviceName =>
  entity !== undefined &&
  state !== undefined &&
  !isUnavailable(state) &&
  telling.has(domainOf(entity))
    ? "generic"
    : signOf(kind);

/** The name of an icon in full: without a set it is one of Material Design Icons. */
const wholeName = (name: string): string => (name.includes(":") ? name : `mdi:${name}`);

/** The icon that the plan or its rules name; an empty text where they want none. */
export const namedIcon = ({ data }: ElementLook): string | undefined => {
  const icon = textIn(data["icon"]);
  return icon === undefined ? undefined : icon === "none" ? "" : wholeName(icon);
};

/**
 * What icon a thing has: the one that the plan names; else the one that its entity was given; else none but the
 * sign of its kind, where it is of a kind that says what it is; else what Home Assistant shows for such an entity.
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

/** Where and how large an icon is drawn. */
interface IconPlace {
  /** Its middle along `x`, and its side, in metres of the group around it. */
  readonly x?: number;
  readonly size: number;
}

/** Draws an icon by its name, an empty one as nothing; a sign where there is no name, no source, or no such icon. */
export const drawIcon = (
  name: string | undefined,
  sign: DeviceName,
  { x = 0, size }: IconPlace,
  { icons }: Pick<DrawOptions, "icons">,
): Content => {
  if (name === "") return nothing;
  const drawnSign: SVGTemplateResult = svg`<path class="icon" d=${deviceSigns[sign].icon}></path>`;
  const place = `translate(${svgNumber(x - size / 2)} ${svgNumber(-size / 2)}) scale(${svgNumber(size / 24)})`;
  const isShape = name !== undefined && icons !== undefined;
  return svg`<g class="glyph" transform=${place}>${isShape ? iconShape(name, icons, drawnSign) : drawnSign}</g>`;
};
