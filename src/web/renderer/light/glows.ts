import { noChange, nothing, svg, type SVGTemplateResult } from "lit";
import type { Entity } from "../../../model/elements/entities.ts";
import { hashOfContent, type JsonObject, textIn } from "../../../model/json.ts";
import { isLamp } from "../../../model/kinds/catalogue/furniture.ts";
import { lookOf } from "../element-look.ts";
import type { Content } from "../frame.ts";
import type { DrawOptions } from "../options.ts";
import { itemsOf, type Layer } from "../scene.ts";
import { latePath } from "./late-path.ts";
import { type LitFloor, litFloorOf } from "./lit-floor.ts";
import { lightFrameOf, lightTransform, reach } from "./light-frame.ts";

/** Id of the default light's gradient; other colours append their name. */
const usual = "plan-glow";

/** Strength of the dimmest lamp's light, relative to full brightness. */
const least = 0.25;

const fading = (id: string, color: string | undefined): SVGTemplateResult => {
  const stop = (offset: number, opacity: number): SVGTemplateResult =>
    svg`<stop class=${color === undefined ? "light" : nothing} offset=${offset} stop-color=${color ?? nothing} stop-opacity=${opacity}></stop>`;
  return svg`<radialGradient id=${id} gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${reach}>${stop(0, 0.6)}${stop(0.2, 0.3)}${stop(0.5, 0.1)}${stop(1, 0)}</radialGradient>`;
};

/** Whether a piece of furniture gives light. */
export const givesLight = (data: JsonObject): boolean => isLamp(textIn(data["type"]) ?? "");

/**
 * Draws the light of a lamp in its colour and brightness. That of a lamp that is off is there as well, with nothing to see, so
 * that light comes and goes softly, and a drawing has as many nodes at all times.
 */
const drawGlow = (lamp: Entity, options: DrawOptions, floor: LitFloor): Content => {
  const frame = lightFrameOf(lamp);
  const { isOn, isHidden, light, brightness, opacity = 1 } = lookOf(lamp.data, options);
  if (frame === undefined || isHidden) return nothing;
  // Lamps of the same colour share a gradient id, since their gradients are equal.
  const id = light === undefined ? usual : `${usual}-${hashOfContent(light)}`;
  const own = light === undefined ? nothing : fading(id, light);
  const strength = (least + (1 - least) * brightness) * opacity;
  return svg`${isOn ? own : noChange}<path class=${isOn ? "glow" : "out"} fill=${isOn ? `url(#${id})` : noChange}
    fill-opacity=${isOn ? strength.toFixed(2) : 0} transform=${lightTransform(frame)} d=${latePath(isOn ? ({ litPath }) => litPath(frame, floor) : undefined)}></path>`;
};

/** Light falls on the floor and on furniture. */
export const glowLayer: Layer = {
  name: "glows",
  height: "floor",
  sources: ["walls", "openings"],
  defs: svg`<defs>${fading(usual, undefined)}</defs>`,
  items: (scene) => {
    if (scene.options.states === undefined) return [];
    const floor = litFloorOf(scene);
    const glows = itemsOf("furniture", {
      draw: (lamp, options) => drawGlow(lamp, options, floor),
      isWanted: givesLight,
      more: () => [floor.causes],
    });
    return glows(scene);
  },
};
