import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Entity } from "../../plan/entities.ts";
import { placeOf, rotationOf, sizeOf } from "../model/items.ts";
import { frame } from "./frame.ts";
import { short } from "./geometry.ts";
import { lightOf, lookOf, stateText } from "./look.ts";
import type { DrawOptions } from "./options.ts";
import { textIn } from "./read.ts";
import { box, line, oval, upTo } from "./shapes.ts";
import { type Symbol, symbolOf } from "./symbols.ts";
import { written } from "./write.ts";

/** Whether a type of furniture gives light. */
export const isLamp = (type: string): boolean => type.startsWith("lamp") || type === "led_strip";

/** The light around a lamp: circles that add up towards the middle, in metres. */
const halo = [2.6, 2.1, 1.65, 1.25, 0.9, 0.6] as const;

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
  const symbol = lamp ? lampSymbol(type, w, d) : symbolOf(type, w, d);
  const known = Object.hasOwn(words.furniture, type) ? words.furniture[type] : undefined;
  const name = textIn(data["name"]) ?? known ?? (lamp ? words.lamp : type);
  const rotation = rotationOf(data);
  const { body, soft, line: fine } = symbol ?? { body: box(0, 0, w, d, 0.03) };
  const reach = Math.max(0.3, Math.min(w, d));
  return frame(entity, { ...look, color: lamp ? lightOf(look) : look.color }, options, {
    label: look.state === undefined ? name : `${name}, ${stateText(look.state, words.states)}`,
    kind: lamp
      ? "lamp"
      : `furniture${symbol === undefined ? " unknown" : ""}${type === "plant" ? " green" : ""}`,
    place: `translate(${short(place[0])} ${short(place[1])}) rotate(${short(rotation)})`,
    body: svg`${
      lamp && look.isOn
        ? halo.map(
            (size) =>
              svg`<path class="glow" d=${type === "led_strip" ? box(0, 0, w + size * 0.6, size, size / 2) : oval(0, 0, size)}></path>`,
          )
        : nothing
    }${lamp ? svg`<path class="hit" d=${box(0, 0, Math.max(w, reach), Math.max(d, reach))}></path>` : nothing}<path
      class="body" d=${body}></path>${soft === undefined ? nothing : svg`<path class="soft" d=${soft}></path>`}${
        fine === undefined ? nothing : svg`<path class="fine" d=${fine}></path>`
      }${symbol === undefined && name !== "" ? written([name], { size: 0.12, turned: rotation, kind: "name" }) : nothing}`,
  });
};
