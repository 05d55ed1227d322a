import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Entity } from "../../model/elements/entities.ts";
import { placeOf, rotationOf, sizeOf } from "../../model/elements/places.ts";
import type { Room } from "../../model/elements/rooms.ts";
import {
  closedPath,
  ellipsePath,
  placedPath,
  rectPath,
  type TurnedPath,
  turnedPath,
} from "../../model/geometry/svg-path.ts";
import { minus } from "../../model/geometry/vector.ts";
import { hashOfContent, type JsonObject, textIn } from "../../model/json.ts";
import { furnitureType, isLamp, symbolOf } from "../../model/kinds/catalogue/furniture.ts";
import type { Floor } from "./floor.ts";
import { atPoint, type Content, textLines, translated } from "./frame.ts";
import { accessibleName, lookOf, ownName, typeWord } from "./element-look.ts";
import type { DrawOptions } from "./options.ts";
import { itemsOf, type Layer } from "./scene.ts";
import { drawIcon, namedIcon } from "./icons/icon.ts";
import { factorOf } from "./devices-and-texts.ts";

/** Radius of a lamp's light in metres. */
const reach = 2.4;

/** Id of the default light's gradient; other colours append their name. */
const usual = "plan-glow";

/** Strength of the dimmest lamp's light, relative to full brightness. */
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

/** Draws the light of a lamp that is on, in its colour and brightness; it ends at the walls of its room. */
const drawGlow = (entity: Entity, options: DrawOptions, floor: Floor): Content => {
  const place = placeOf(entity.data);
  const { isOn, isHidden, light, brightness, opacity = 1 } = lookOf(entity.data, options);
  if (place === undefined || !isOn || isHidden) return nothing;
  const lit = roomAround(entity, floor)?.corners.map((corner) => minus(corner, place));
  // Lamps of the same colour share a gradient id, since their gradients are equal.
  const id = light === undefined ? usual : `${usual}-${hashOfContent(light)}`;
  const strength = (least + (1 - least) * brightness) * opacity;
  return svg`${light === undefined ? nothing : fading(id, light)}<path class="glow" fill=${`url(#${id})`}
    fill-opacity=${strength.toFixed(2)} transform=${translated(place)}
    d=${lit === undefined ? ellipsePath(0, 0, reach * 2) : closedPath(lit)}></path>`;
};

/** Whether a piece of furniture gives light. */
const givesLight = (data: JsonObject): boolean => isLamp(textIn(data["type"]) ?? "");

const glows = itemsOf("furniture", {
  draw: drawGlow,
  isWanted: givesLight,
  more: (lamp, floor) => [roomAround(lamp, floor)?.entity.data],
});

/** Light falls on the floor and on furniture. */
const glowLayer: Layer = {
  name: "glows",
  height: "floor",
  defs: svg`<defs>${fading(usual, undefined)}</defs>`,
  items: (scene) => (scene.options.states === undefined ? [] : glows(scene)),
};

/** The parts of a rotated symbol. */
interface Symbol {
  readonly isKnown: boolean;
  readonly body: TurnedPath;
  readonly soft: TurnedPath | undefined;
  readonly line: TurnedPath | undefined;
}

/** Maximum number of cached symbols. */
const maxSymbols = 2000;

const symbols = new Map<string, Symbol>();

/** The symbol of a type by size in metres and rotation in degrees; cached, as most homes have many equal chairs. */
const turnedSymbol = (type: string, w: number, d: number, degrees: number): Symbol => {
  const key = `${w} ${d} ${degrees} ${type}`;
  const known = symbols.get(key);
  if (known !== undefined) return known;
  const symbol = symbolOf(type, w, d);
  const { body, soft, line } = symbol ?? { body: rectPath(0, 0, w, d, 0.03) };
  const made = {
    isKnown: symbol !== undefined,
    body: turnedPath(body, degrees),
    soft: soft === undefined ? undefined : turnedPath(soft, degrees),
    line: line === undefined ? undefined : turnedPath(line, degrees),
  };
  if (symbols.size >= maxSymbols) symbols.clear();
  symbols.set(key, made);
  return made;
};

/** Draws a piece of furniture or a lamp by its type; a type without a symbol is a box with its name. */
const drawFurniture = atPoint((thing, options) => {
  const { data, place, look } = thing;
  const { words, detail = "near" } = options;
  const type = textIn(data["type"]) ?? "";
  const [width, depth] = sizeOf(thing);
  const [w, d] = [Math.max(0.03, Math.abs(width)), Math.max(0.03, Math.abs(depth))];
  const lamp = isLamp(type);
  const { isKnown, body, soft, line } = turnedSymbol(type, w, d, rotationOf(data));
  const kind = typeWord(words, "furniture", type) ?? (lamp ? words.lamp : type);
  const name = textIn(data["name"]) ?? kind;
  const part = (className: string, path: TurnedPath | undefined): Content =>
    path === undefined
      ? nothing
      : svg`<path class=${className} d=${placedPath(path, place)}></path>`;
  const outlined = part("body", body);
  const icon = namedIcon(look) ?? "";
  const size = Math.max(0.15, Math.min(0.4, w * 0.7, d * 0.7)) * factorOf(data["size"]);
  const drawnIcon = (): Content =>
    svg`<g transform=${translated(place)}><g class="upright">${drawIcon(icon, "generic", { size }, options)}</g></g>`;
  const isNamed = !isKnown && name !== "" && icon === "" && detail === "near";
  return {
    label: accessibleName(ownName(look, options) ?? kind, look, options),
    kind: lamp
      ? "lamp"
      : `furniture${isKnown ? "" : " unknown"}${furnitureType(type)?.isGreen === true ? " green" : ""}`,
    color: lamp ? look.light : look.color,
    body:
      detail === "tiny"
        ? outlined
        : svg`${outlined}${icon === "" ? part("soft", soft) : drawnIcon()}${icon === "" ? part("fine", line) : nothing}${
            isNamed ? textLines([name], { size: 0.12, at: place, kind: "name" }) : nothing
          }`,
  };
});

/** Furniture stands on the floor with the light above it; lamps hang above the walls. */
export const furnitureLayers: readonly Layer[] = [
  {
    name: "pieces",
    height: "floor",
    items: itemsOf("furniture", { draw: drawFurniture, isWanted: (data) => !givesLight(data) }),
  },
  glowLayer,
  {
    name: "lamps",
    height: "walls",
    items: itemsOf("furniture", { draw: drawFurniture, isWanted: givesLight }),
  },
];
