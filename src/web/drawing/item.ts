import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Entity } from "../../elements/entities.ts";
import type { Json } from "../../json/json.ts";
import { refOf } from "../../elements/ref.ts";
import { deviceKind } from "../../kinds/catalogue/devices.ts";
import { standing, translated } from "./frame.ts";
import { iconFor, iconPath } from "./icons.ts";
import { filled, labelOf, typeWord, valueOf } from "./look.ts";
import type { DrawOptions } from "./options.ts";
import { textIn } from "../../json/read.ts";
import { widthOf, written } from "./write.ts";
import { box, oval, placed, short } from "../../geometry/shapes.ts";

const factors = new Map(Object.entries({ xs: 0.65, s: 0.8, m: 1, l: 1.3, xl: 1.7, xxl: 2.2 }));

/** How large a thing is drawn, by a `size` from xs to xxl: a factor on the usual size. */
export const factorOf = (size: Json | undefined): number => factors.get(textIn(size) ?? "m") ?? 1;

/** The room around a small thing in which a finger still meets it, in metres. */
const reach = 0.3;

const icon = (names: readonly (string | undefined)[], x: number, size: number): SVGTemplateResult =>
  svg`<path class="icon" d=${iconPath(iconFor(...names))} transform="${translated([x - size / 2, -size / 2])} scale(${short(size / 24)})"></path>`;

/** Draws a device: a round sign with the icon of its kind, and its own text below. */
export const drawDevice = standing(({ data, place, look }, options) => {
  const { words, states, detail } = options;
  const kind = textIn(data["kind"]) ?? "";
  const id = textIn(data["entity"]);
  const name = textIn(data["name"]) ?? typeWord(words, "devices", kind) ?? words.things.devices;
  const text = (look.isOn ? textIn(data["text_on"]) : undefined) ?? textIn(data["text"]);
  const size = 0.34 * factorOf(data["size"]);
  const icons = [look.icon, kind === "generic" ? id : kind, id];
  const area = deviceKind(kind)?.area?.(data) ?? "";
  const covered =
    area === "" ? nothing : svg`<path class="area" d=${placed(area, place, 0)}></path>`;
  const badge = svg`<path class="badge" d=${oval(...place, size)}></path>`;
  return {
    label: labelOf(name, look, options),
    kind: "device",
    body:
      detail === "tiny"
        ? badge
        : svg`${covered}<path class="hit" d=${oval(...place, Math.max(size, reach))}></path>${badge}<g
            transform=${translated(place)}><g class="upright">${icon(icons, 0, size * 0.66)}${
              text === undefined || detail === "far"
                ? nothing
                : written([filled(text, states)], {
                    size: 0.12,
                    at: [0, size * 0.78],
                    kind: "note",
                  })
            }</g></g>`,
  };
});

/** Whether a text could not be read, so that it is left out, unless its mark is to be seen. */
const isSmall = (entity: Entity, { detail = "near", marks }: DrawOptions): boolean =>
  detail !== "near" && marks?.has(refOf(entity)) !== true;

/** Draws a sensor: its state in a pill, or only its icon where the state is not known. */
export const drawSensor = standing((thing, options) => {
  const { data, place, look } = thing;
  const id = textIn(data["entity"]);
  const value = valueOf(look, options);
  const height = 0.29 * factorOf(data["size"]);
  const letters = height * 0.58;
  const wide = value === undefined ? height : height * 1.25 + widthOf(value, letters);
  const start = -wide / 2 + height / 2;
  const name = textIn(data["name"]) ?? `${options.words.things.sensors} ${id ?? ""}`.trim();
  return {
    label: labelOf(name, look, options),
    kind: "sensor",
    place: translated(place),
    body: isSmall(thing, options)
      ? nothing
      : svg`<path class="hit" d=${oval(0, 0, Math.max(wide, reach), Math.max(height, reach))}></path><g class="upright"><path
      class="pill" d=${box(0, 0, wide, height, height / 2)}></path>${icon([look.icon, id], start, height * 0.66)}${
        value === undefined
          ? nothing
          : written([value], {
              size: letters,
              at: [start + height * 0.45 + widthOf(value, letters) / 2, 0],
              kind: "value",
            })
      }</g>`,
  };
});

/** Draws a text, or the state of the entity that a text stands for. */
export const drawText = standing((thing, options) => {
  const { data, place, look } = thing;
  const own = textIn(data["text"]);
  const id = textIn(data["entity"]);
  const shown = own === undefined ? valueOf(look, options) : filled(own, options.states);
  const size = 0.2 * factorOf(data["size"]);
  const background = textIn(data["background"]);
  const lines = (shown ?? "").split("\n").slice(0, 20);
  const wide = Math.max(...lines.map((each) => widthOf(each, size)));
  const high = size * 1.15 * lines.length;
  return {
    label: shown ?? `${options.words.things.texts} ${id ?? ""}`.trim(),
    kind: "text",
    place: translated(place),
    body: isSmall(thing, options)
      ? nothing
      : svg`<g class="upright"><path class="hit" d=${box(0, 0, Math.max(wide, reach), Math.max(high, reach))}></path>${
          background === undefined || shown === undefined
            ? nothing
            : svg`<path class="plate" fill=${background} d=${box(0, 0, wide + size * 0.8, high + size * 0.4, size * 0.35)}></path>`
        }${shown === undefined ? icon([look.icon, id], 0, size * 1.3) : written(lines, { size, kind: background === undefined ? "free" : "plated", color: look.color })}</g>`,
  };
});
