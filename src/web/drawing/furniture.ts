import { nothing, svg } from "lit";
import type { JsonObject } from "../../json/json.ts";
import type { Entity } from "../../elements/entities.ts";
import { placeOf, rotationOf, sizeOf } from "../../elements/items.ts";
import type { Room } from "../../elements/rooms.ts";
import { type Content, standing, translated } from "./frame.ts";
import type { Floor } from "./floor.ts";
import { labelOf, lightOf, lookOf, typeWord } from "./look.ts";
import { itemsOf, type Layer } from "./scene.ts";
import type { DrawOptions } from "./options.ts";
import { minus } from "../../geometry/vector.ts";
import { textIn } from "../../json/read.ts";
import { furnitureType, isLamp, symbolOf } from "../../kinds/catalogue/furniture.ts";
import { written } from "./write.ts";
import { box, outline, oval, placed } from "../../geometry/shapes.ts";

/** Draws a piece of furniture or a lamp by its type; a type without a symbol is a box with its name. */
const drawFurniture = standing((thing, options) => {
  const { data, place, look } = thing;
  const { words, detail = "near" } = options;
  const type = textIn(data["type"]) ?? "";
  const [width, depth] = sizeOf(thing);
  const [w, d] = [Math.max(0.03, Math.abs(width)), Math.max(0.03, Math.abs(depth))];
  const lamp = isLamp(type);
  const symbol = symbolOf(type, w, d);
  const name =
    textIn(data["name"]) ?? typeWord(words, "furniture", type) ?? (lamp ? words.lamp : type);
  const rotation = rotationOf(data);
  const { body, soft, line: fine } = symbol ?? { body: box(0, 0, w, d, 0.03) };
  const reach = Math.max(0.3, Math.min(w, d));
  const part = (kind: string, path: string | undefined): Content =>
    path === undefined
      ? nothing
      : svg`<path class=${kind} d=${placed(path, place, rotation)}></path>`;
  const outlined = part("body", body);
  const isNamed = symbol === undefined && name !== "" && detail === "near";
  return {
    label: labelOf(name, look, options),
    kind: lamp
      ? "lamp"
      : `furniture${symbol === undefined ? " unknown" : ""}${furnitureType(type)?.isGreen === true ? " green" : ""}`,
    color: lamp ? lightOf(look) : look.color,
    body:
      detail === "tiny"
        ? outlined
        : svg`${
            lamp ? part("hit", box(0, 0, Math.max(w, reach), Math.max(d, reach))) : nothing
          }${outlined}${part("soft", soft)}${part("fine", fine)}${
            isNamed ? written([name], { size: 0.12, at: place, kind: "name" }) : nothing
          }`,
  };
});

/** How far the light of a lamp reaches, in metres, and the id of its fading on the drawing. */
const glow = { reach: 2.4, id: "plan-glow" } as const;

const fading = svg`<defs>
  <radialGradient id=${glow.id} gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${glow.reach}>
    <stop class="light" offset="0" stop-opacity="0.6"></stop>
    <stop class="light" offset="0.35" stop-opacity="0.28"></stop>
    <stop class="light" offset="1" stop-opacity="0"></stop>
  </radialGradient>
</defs>`;

const roomAround = ({ data }: Entity, floor: Floor): Room | undefined => {
  const place = placeOf(data);
  return place && floor.roomAt(place);
};

/** Draws the light of a lamp that is on, which ends at the walls of its room. */
const drawGlow = (entity: Entity, { states }: DrawOptions, floor: Floor): Content => {
  const place = placeOf(entity.data);
  const look = lookOf(entity.data, states);
  if (place === undefined || !look.isOn || look.isHidden) return nothing;
  const lit = roomAround(entity, floor)?.corners.map((corner) => minus(corner, place));
  return svg`<path class="glow" fill=${`url(#${glow.id})`} transform=${translated(place)}
    d=${lit === undefined ? oval(0, 0, glow.reach * 2) : outline(lit)}></path>`;
};

const isLight = (data: JsonObject): boolean => isLamp(textIn(data["type"]) ?? "");

const glows = itemsOf("furniture", {
  draw: drawGlow,
  isWanted: isLight,
  more: (lamp, floor) => [roomAround(lamp, floor)?.entity.data],
});

/** Pieces stand on the floor, with the light of the lamps over them; lamps hang above the walls. */
export const furnitureLayers: readonly Layer[] = [
  {
    name: "pieces",
    height: "floor",
    items: itemsOf("furniture", { draw: drawFurniture, isWanted: (data) => !isLight(data) }),
  },
  {
    name: "glows",
    height: "floor",
    defs: fading,
    // Without states no lamp is known to be on.
    items: (scene) => (scene.options.states === undefined ? [] : glows(scene)),
  },
  {
    name: "lamps",
    height: "walls",
    items: itemsOf("furniture", { draw: drawFurniture, isWanted: isLight }),
  },
];
