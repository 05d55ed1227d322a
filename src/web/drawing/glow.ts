import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Entity } from "../../model/elements/entities.ts";
import { placeOf } from "../../model/elements/places.ts";
import type { Room } from "../../model/elements/rooms.ts";
import { closedPath, ellipsePath } from "../../model/geometry/svg-path.ts";
import { minus } from "../../model/geometry/vector.ts";
import { hashOfContent, type JsonObject, textIn } from "../../model/json.ts";
import { isLamp } from "../../model/kinds/catalogue/furniture.ts";
import type { Floor } from "../renderer/floor.ts";
import { type Content, translated } from "../renderer/frame.ts";
import { lookOf } from "../renderer/element-look.ts";
import type { DrawOptions } from "../renderer/options.ts";
import { itemsOf, type Layer } from "../renderer/scene.ts";

/** How far the light of a lamp reaches, in metres. */
const reach = 2.4;

/** The id of the usual light's fading on the drawing; that of another colour has its name behind. */
const usual = "plan-glow";

/** How strong the light of the dimmest lamp is, of one that is fully on. */
const least = 0.25;

const fading = (id: string, color: string | undefined): SVGTemplateResult => {
  const stop = (offset: number, opacity: number): SVGTemplateResult =>
    svg`<stop class=${color === undefined ? "light" : nothing} offset=${offset} stop-color=${color ?? nothing} stop-opacity=${opacity}></stop>`;
  return svg`<radialGradient id=${id} gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${reach}>${stop(0, 0.6)}${stop(0.35, 0.28)}${stop(1, 0)}</radialGradient>`;
};

const roomAround = ({ data }: Entity, floor: Floor): Room | undefined => {
  const place = placeOf(data);
  return place && floor.roomAt(place);
};

/** Draws the light of a lamp that is on, in its colour and as bright as it is; it ends at the walls of its room. */
const drawGlow = (entity: Entity, options: DrawOptions, floor: Floor): Content => {
  const place = placeOf(entity.data);
  const { isOn, isHidden, light, brightness, opacity = 1 } = lookOf(entity.data, options);
  if (place === undefined || !isOn || isHidden) return nothing;
  const lit = roomAround(entity, floor)?.corners.map((corner) => minus(corner, place));
  // Lamps of one colour have the same one, and any of them is as good as the other.
  const id = light === undefined ? usual : `${usual}-${hashOfContent(light)}`;
  const strength = (least + (1 - least) * brightness) * opacity;
  return svg`${light === undefined ? nothing : fading(id, light)}<path class="glow" fill=${`url(#${id})`}
    fill-opacity=${strength.toFixed(2)} transform=${translated(place)}
    d=${lit === undefined ? ellipsePath(0, 0, reach * 2) : closedPath(lit)}></path>`;
};

/** Whether a piece of furniture gives light. */
export const givesLight = (data: JsonObject): boolean => isLamp(textIn(data["type"]) ?? "");

const glows = itemsOf("furniture", {
  draw: drawGlow,
  isWanted: givesLight,
  more: (lamp, floor) => [roomAround(lamp, floor)?.entity.data],
});

/** The light of lamps lies on the floor and what stands there. */
export const glowLayer: Layer = {
  name: "glows",
  height: "floor",
  defs: svg`<defs>${fading(usual, undefined)}</defs>`,
  // Without states no lamp is known to be on.
  items: (scene) => (scene.options.states === undefined ? [] : glows(scene)),
};
