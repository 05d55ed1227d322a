import { noChange, nothing, svg, type SVGTemplateResult } from "lit";
import type { Entity } from "../../../model/elements/entities.ts";
import { hashOfContent } from "../../../model/json.ts";
import { type ElementLook, lookOf } from "../element-look.ts";
import type { Content } from "../frame.ts";
import type { DrawOptions } from "../options.ts";
import { keptLitPath } from "./kept-path.ts";
import { lampsOn } from "./lamps.ts";
import { lightFrameOf, lightTransform, reach } from "./light-frame.ts";
import type { LitFloor } from "./lit-floor.ts";

/** Strength of the dimmest lamp's light, relative to full brightness. */
const least = 0.25;

/** How strongly a lamp that is on shines, from 0 to 1. */
export const strengthOf = ({ brightness, opacity = 1 }: ElementLook): number =>
  (least + (1 - least) * brightness) * opacity;

/** Steps of a gradient in a lamp's colour, by their offset and opacity; without a colour, in the usual one of light. */
export const stops = (
  color: string | undefined,
  steps: readonly (readonly [offset: number, opacity: number])[],
): readonly SVGTemplateResult[] =>
  steps.map(
    ([offset, opacity]) =>
      svg`<stop offset=${offset} stop-color=${color ?? "var(--plan-light)"} stop-opacity=${opacity}></stop>`,
  );

/** The id of a gradient by what it is for and its colour: equal ids are of equal gradients. */
export const gradientId = (what: string, color: string | undefined): string =>
  color === undefined ? `plan-${what}` : `plan-${what}-${hashOfContent(color)}`;

/**
 * How many gradients there are on a floor with more lamps, if no more colours are in use: the light of a lamp fades in the
 * colour that it had, and a drawing has as many nodes at all times.
 */
const usualMany = 16;

/** The colours that lamps had last, on any floor. */
let lastColours: readonly (string | undefined)[] = [];

/** The gradients of the light of a floor's lamps, one of each colour. */
export const shades = (
  { plan, level }: LitFloor,
  options: DrawOptions,
): readonly SVGTemplateResult[] => {
  const now = new Set<string | undefined>();
  const lamps = lampsOn(plan, level);
  for (const { data } of lamps) {
    const { isOn, light } = lookOf(data, options);
    if (isOn) now.add(light);
  }
  const past = lastColours.filter((each) => !now.has(each));
  const many = Math.max(now.size, Math.min(lamps.length, usualMany));
  lastColours = [...now, ...past].slice(0, Math.max(now.size, usualMany));
  return Array.from({ length: many }, (_, at) => {
    const light = lastColours[at];
    const id = at < lastColours.length ? gradientId("glow", light) : `plan-spare-${at}`;
    return svg`<radialGradient id=${id} gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${reach} fx="0" fy="0" fr="0">${stops(
      light,
      [
        [0, 0.6],
        [0.2, 0.3],
        [0.5, 0.1],
        [1, 0],
      ],
    )}</radialGradient>`;
  });
};

/**
 * Draws the light of a lamp in its colour and brightness. That of a lamp that is off is there as well, with nothing to see, so
 * that light comes and goes softly, and a drawing has as many nodes at all times.
 */
export const glow = (lamp: Entity, options: DrawOptions, floor: LitFloor): Content => {
  const frame = lightFrameOf(lamp);
  const look = lookOf(lamp.data, options);
  const { isOn, light } = look;
  if (frame === undefined || look.isHidden) return nothing;
  const id = gradientId("glow", light);
  return svg`<path class=${isOn ? "glow" : "out"} fill=${isOn ? `url(#${id})` : noChange}
    fill-opacity=${isOn ? strengthOf(look).toFixed(2) : 0} transform=${lightTransform(frame)} d=${isOn ? keptLitPath(lamp, frame, floor) : noChange}></path>`;
};
