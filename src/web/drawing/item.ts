import { nothing, svg } from "lit";
import type { Entity } from "../../elements/entities.ts";
import type { Json } from "../../json/json.ts";
import { refOf } from "../../elements/ref.ts";
import { deviceKind } from "../../kinds/catalogue/devices.ts";
import { type Content, standing, translated } from "./frame.ts";
import { drawIcon, iconOf, signNow } from "./icon.ts";
import { labelOf, ownName, shownText, typeWord, valueOf } from "./naming.ts";
import type { DrawOptions } from "./options.ts";
import { textIn } from "../../json/read.ts";
import { widthOf, written } from "./write.ts";
import { box, oval, placed } from "../../geometry/shapes.ts";

const factors = new Map(Object.entries({ xs: 0.65, s: 0.8, m: 1, l: 1.3, xl: 1.7, xxl: 2.2 }));

/** How large a thing is drawn, by a `size` from xs to xxl: a factor on the usual size. */
export const factorOf = (size: Json | undefined): number => factors.get(textIn(size) ?? "m") ?? 1;

/** Draws a device: a round sign with its icon, and its own text below. */
export const drawDevice = standing(({ data, place, look }, options) => {
  const { words, detail } = options;
  const kind = textIn(data["kind"]) ?? "";
  const name = ownName(look, options) ?? typeWord(words, "devices", kind) ?? words.things.devices;
  const note = look.text === undefined ? undefined : shownText(look.text, options);
  const size = 0.34 * factorOf(data["size"]);
  const sign = signNow(kind, look);
  const area = deviceKind(kind)?.area?.(data) ?? "";
  const covered =
    area === "" ? nothing : svg`<path class="area" d=${placed(area, place, 0)}></path>`;
  const badge = svg`<path class="badge" d=${oval(...place, size)}></path>`;
  const turns = look.isOn && (kind === "fan" || look.entity?.startsWith("fan.") === true);
  const icon = (): Content =>
    drawIcon(iconOf(look, sign, options), sign, { size: size * 0.66 }, options);
  return {
    label: labelOf(name, look, options),
    kind: turns ? "device turning" : "device",
    problem: note?.problem,
    body:
      detail === "tiny"
        ? badge
        : svg`${covered}${badge}<g
            transform=${translated(place)}><g class="upright">${icon()}${
              note === undefined || detail === "far"
                ? nothing
                : written([note.text], { size: 0.12, at: [0, size * 0.78], kind: "note" })
            }</g></g>`,
  };
});

/** Whether a text could not be read, so that it is left out, unless its mark is to be seen. */
const isSmall = (entity: Entity, { detail = "near", marks }: DrawOptions): boolean =>
  detail !== "near" && marks?.has(refOf(entity)) !== true;

/** Draws a sensor: its icon and its state in a pill; what of the two there is not is left out. */
export const drawSensor = standing((thing, options) => {
  const { data, place, look } = thing;
  const value = valueOf(look, options);
  const height = 0.29 * factorOf(data["size"]);
  const letters = height * 0.58;
  const icon = iconOf(look, "generic", options);
  const hasIcon = icon !== "" || value === undefined;
  const ends = height * (hasIcon ? 1.25 : 0.7);
  const wide = value === undefined ? height : ends + widthOf(value, letters);
  const start = -wide / 2 + height / 2;
  const middle = hasIcon ? start + height * 0.45 + widthOf(value ?? "", letters) / 2 : 0;
  const name =
    ownName(look, options) ?? `${options.words.things.sensors} ${look.entity ?? ""}`.trim();
  return {
    label: labelOf(name, look, options),
    kind: "sensor",
    place: translated(place),
    body: isSmall(thing, options)
      ? nothing
      : svg`<g class="upright"><path
      class="pill" d=${box(0, 0, wide, height, height / 2)}></path>${drawIcon(icon, "generic", { x: start, size: height * 0.66 }, options)}${
        value === undefined
          ? nothing
          : written([value], { size: letters, at: [middle, 0], kind: "value", color: look.color })
      }</g>`,
  };
});

/** Draws a text, or the state of the entity that a text stands for. */
export const drawText = standing((thing, options) => {
  const { data, place, look } = thing;
  const value = valueOf(look, options);
  const shown =
    look.text === undefined
      ? value === undefined
        ? undefined
        : { text: value }
      : shownText(look.text, options);
  const size = 0.2 * factorOf(data["size"]);
  const background = textIn(data["background"]);
  const lines = (shown?.text ?? "").split("\n").slice(0, 20);
  const wide = Math.max(size, ...lines.map((each) => widthOf(each, size)));
  const high = size * 1.15 * lines.length;
  const kind = background === undefined ? "free" : "plated";
  const icon = (): Content =>
    drawIcon(iconOf(look, "generic", options), "generic", { size: size * 1.3 }, options);
  return {
    label: shown?.text ?? `${options.words.things.texts} ${look.entity ?? ""}`.trim(),
    kind: "text",
    place: translated(place),
    problem: shown?.problem,
    body: isSmall(thing, options)
      ? nothing
      : svg`<g class="upright"><path class="hit" d=${box(0, 0, wide, high)}></path>${
          background === undefined || shown === undefined
            ? nothing
            : svg`<path class="plate" fill=${background} d=${box(0, 0, wide + size * 0.8, high + size * 0.4, size * 0.35)}></path>`
        }${shown === undefined ? icon() : written(lines, { size, kind, color: look.color })}</g>`,
  };
});
