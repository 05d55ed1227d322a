import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Entity } from "../../elements/entities.ts";
import { placeOf, rotationOf, sizeOf } from "../model/items.ts";
import { frame } from "./frame.ts";
import type { FloorRoom } from "./floor.ts";
import { outline, short } from "./path.ts";
import { labelOf, lightOf, lookOf } from "./look.ts";
import type { DrawOptions } from "./options.ts";
import { type Point } from "../../geometry/vector.ts";
import { textIn } from "../../json/read.ts";
import { box, line, oval, placed, upTo } from "./shapes.ts";
import type { Symbol } from "./symbol.ts";
import { symbolOf } from "./symbols.ts";
import { written } from "./write.ts";

/** Whether a type of furniture gives light. */
export const isLamp = (type: string): boolean => type.startsWith("lamp") || type === "led_strip";

const rays = (size: number): string =>
  upTo(8)
    .map((at) => {
      const [x, z] = [Math.cos((at * Math.PI) / 4), Math.sin((at * Math.PI) / 4)];
      return line(x * size * 0.32, z * size * 0.32, x * size * 0.44, z * size * 0.44);
    })
    .join("");

const lampSymbol = (type: string, w: number, d: number): Symbol => {
  const size = Math.min(w, d);
  if (type === "led_strip") return { body: box(0, 0, w, Math.max(d, 0.05), 0.025) };
  if (type === "lamp_panel")
    return { body: box(0, 0, w, d, 0.03), soft: box(0, 0, w * 0.8, d * 0.8, 0.02) };
  if (type === "lamp_spot") return { body: oval(0, 0, size), soft: oval(0, 0, size * 0.5) };
  return { body: oval(0, 0, size), soft: oval(0, 0, size * 0.42), line: rays(size) };
};

/** Draws a piece of furniture or a lamp by its type; a type without a symbol is a box with its name. */
export const drawFurniture = (
  entity: Entity,
  options: DrawOptions,
): SVGTemplateResult | typeof nothing => {
  const { data } = entity;
  const place = placeOf(data);
  if (place === undefined) return nothing;
  const type = textIn(data["type"]) ?? "";
  const [w, d] = sizeOf("furniture", data).map((metres) => Math.max(0.03, Math.abs(metres)));
  if (w === undefined || d === undefined) return nothing;
  const { words, states } = options;
  const look = lookOf(data, states);
  const lamp = isLamp(type);
  const isTiny = options.detail === "tiny";
  const symbol = lamp ? lampSymbol(type, w, d) : symbolOf(type, w, d);
  const known = Object.hasOwn(words.furniture, type) ? words.furniture[type] : undefined;
  const name = textIn(data["name"]) ?? known ?? (lamp ? words.lamp : type);
  const rotation = rotationOf(data);
  const { body, soft, line: fine } = symbol ?? { body: box(0, 0, w, d, 0.03) };
  const reach = Math.max(0.3, Math.min(w, d));
  const part = (kind: string, path: string | undefined): SVGTemplateResult | typeof nothing =>
    path === undefined
      ? nothing
      : svg`<path class=${kind} d=${placed(path, place, rotation)}></path>`;
  const outlined = part("body", body);
  const isNamed = symbol === undefined && name !== "" && (options.detail ?? "near") === "near";
  return frame(entity, { ...look, color: lamp ? lightOf(look) : look.color }, options, {
    label: labelOf(name, look, options),
    kind: lamp
      ? "lamp"
      : `furniture${symbol === undefined ? " unknown" : ""}${type === "plant" ? " green" : ""}`,
    body: isTiny
      ? outlined
      : svg`${
          lamp ? part("hit", box(0, 0, Math.max(w, reach), Math.max(d, reach))) : nothing
        }${outlined}${part("soft", soft)}${part("fine", fine)}${
          isNamed ? written([name], { size: 0.12, at: place, kind: "name" }) : nothing
        }`,
  });
};

/** How far the light of a lamp reaches, in metres, and the id of its fading on the drawing. */
export const glow = { reach: 2.4, id: "plan-glow" } as const;

/** Draws the light of a lamp that is on, which ends at the walls of its room. */
export const drawGlow = (
  { data }: Entity,
  room: FloorRoom | undefined,
  { states }: DrawOptions,
): SVGTemplateResult | typeof nothing => {
  const place = placeOf(data);
  const look = lookOf(data, states);
  if (place === undefined || !look.isOn || look.isHidden) return nothing;
  const [x, z] = place;
  const lit = room?.corners.map((corner): Point => [corner[0] - x, corner[1] - z]);
  return svg`<path class="glow" fill=${`url(#${glow.id})`} transform="translate(${short(x)} ${short(z)})"
    d=${lit === undefined ? oval(0, 0, glow.reach * 2) : outline(lit)}></path>`;
};
