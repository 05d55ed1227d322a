import { nothing, svg } from "lit";
import { type Entity, refOf } from "../../model/elements/entities.ts";
import { type Json, type JsonObject, textIn } from "../../model/json.ts";
import { loadedCatalogue } from "./catalogue.ts";
import { atPoint, type Content, textLines, textWidth, translated } from "./frame.ts";
import { drawIcon, iconOf, signNow } from "./icons/icon.ts";
import {
  accessibleName,
  type ElementLook,
  ownName,
  type TextLook,
  shownText,
  typeWord,
  valueOf,
} from "./element-look.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { nameSize } from "./viewport.ts";
import type { DrawOptions } from "./options.ts";
import { colourIn } from "../../model/bindings/colours.ts";
import { ellipsePath, placedPath, rectPath, turnedPath } from "../../model/geometry/svg-path.ts";

const factors = new Map(Object.entries({ xs: 0.65, s: 0.8, m: 1, l: 1.3, xl: 1.7, xxl: 2.2 }));

/** The scale factor of a `size` from xs to xxl. */
export const factorOf = (size: Json | undefined): number => factors.get(textIn(size) ?? "m") ?? 1;

/** Width of a device's sign in metres. */
export const badgeOf = (data: JsonObject): number => 0.34 * factorOf(data["size"]);

/** Font size of a device's text in metres. */
const noteLetters = 0.12;

/** What stands beneath a device's sign: its text, else what a thermostat measures and is set to. */
const noteOf = (look: ElementLook, options: DrawOptions): TextLook | undefined => {
  const { text: given, entity, state } = look;
  if (given !== undefined) return shownText(given, options);
  const text = entity && state && options.stateTexts?.thermostat(entity, state, options);
  return text === undefined ? undefined : { text };
};

/** Its own colour, else Home Assistant's colour of its state. */
const colourOf = ({ color, entity, state, isOn }: ElementLook): string | undefined =>
  color ?? (entity && state && loadedCatalogue()?.stateColour(entity, state, isOn));

/** Size of a device's text and its distance from the device's middle in metres; undefined without text. */
export const deviceTextSize = (
  look: ElementLook,
  options: DrawOptions,
): { size: Point; away: number } | undefined => {
  const shown = noteOf(look, options);
  return (
    shown && {
      size: [textWidth(shown.text, noteLetters), noteLetters * 1.15],
      away: badgeOf(look.data) * 0.78,
    }
  );
};

/** Draws a device: a round sign with its icon, and its text below. */
export const drawDevice = atPoint((thing, options) => {
  const { data, place, look } = thing;
  const { words, detail } = options;
  const kind = textIn(data["kind"]) ?? "";
  const name = ownName(look, options) ?? typeWord(words, "devices", kind) ?? words.things.devices;
  const note = noteOf(look, options);
  const size = badgeOf(data);
  const spot = spotOf(thing, options);
  const sign = signNow(kind, look);
  const area = loadedCatalogue()?.deviceKind(kind)?.area?.(data) ?? "";
  const covered =
    area === ""
      ? nothing
      : svg`<path class="area" d=${placedPath(turnedPath(area, 0), place)}></path>`;
  const badge = svg`<path class="badge" d=${ellipsePath(...place, size)}></path>`;
  const turns = look.isOn && (kind === "fan" || look.entity?.startsWith("fan.") === true);
  const icon = (): Content =>
    drawIcon(iconOf(look, sign, options), sign, { size: size * 0.66 }, options);
  return {
    label: accessibleName(note && !note.problem ? `${name} ${note.text}` : name, look, options),
    kind: turns ? "device turning" : "device",
    color: colourOf(look),
    problem: note?.problem,
    body:
      detail === "tiny"
        ? badge
        : svg`${covered}${badge}<g
            transform=${translated(place)}><g class="upright">${icon()}</g></g>${
              note === undefined || detail === "far" || spot === undefined
                ? nothing
                : textLines([note.text], { size: noteLetters, at: spot, kind: "note" })
            }`,
  };
});

/** Whether a text is too small to read at this detail and so left out, unless it is marked. */
const isSmall = (entity: Entity, { detail = "near", marks }: DrawOptions): boolean =>
  detail !== "near" && marks?.has(refOf(entity)) !== true;

/** Where an element's text is placed; undefined if there is no room. */
const spotOf = (
  thing: Entity & { readonly place: Point },
  { layout }: DrawOptions,
): Point | undefined => {
  const ref = refOf(thing);
  // Elements too small for the layout may still have a visible mark.
  return layout?.has(ref) === true ? layout.get(ref)?.at : thing.place;
};

/** Size of a sensor's pill in metres, and its contents. */
const pillParts = (
  look: ElementLook,
  options: DrawOptions,
): { size: Point; value: string | undefined; icon: string | undefined; letters: number } => {
  const value = valueOf(look, options);
  const height = 0.29 * factorOf(look.data["size"]);
  const letters = height * 0.58;
  const icon = iconOf(look, "generic", options);
  const ends = height * (icon !== "" ? 1.25 : 0.7);
  const wide = value === undefined ? height : ends + textWidth(value, letters);
  return { size: [wide, height], value, icon, letters };
};

/** Size of a sensor's pill in metres. */
export const pillSize = (look: ElementLook, options: DrawOptions): Point =>
  pillParts(look, options).size;

/** Draws a sensor: its icon and its state, as far as known, in a pill. */
export const drawSensor = atPoint((thing, options) => {
  const { place, look } = thing;
  const { size, value, icon, letters } = pillParts(look, options);
  const [wide, height] = size;
  const hasIcon = icon !== "" || value === undefined;
  const spot = spotOf(thing, options);
  const start = -wide / 2 + height / 2;
  const middle = hasIcon ? start + height * 0.45 + textWidth(value ?? "", letters) / 2 : 0;
  const name =
    ownName(look, options) ?? `${options.words.things.sensors} ${look.entity ?? ""}`.trim();
  return {
    label: accessibleName(name, look, options),
    kind: "sensor",
    color: colourOf(look),
    place: translated(spot ?? place),
    body:
      isSmall(thing, options) || spot === undefined
        ? nothing
        : svg`<g class="upright"><path
      class="pill" d=${rectPath(0, 0, wide, height, height / 2)}></path>${drawIcon(icon, "generic", { x: start, size: height * 0.66 }, options)}${
        value === undefined
          ? nothing
          : textLines([value], { size: letters, at: [middle, 0], kind: "value", color: look.color })
      }</g>`,
  };
});

interface TextParts {
  readonly shown: TextLook | undefined;
  readonly lines: readonly string[];
  readonly letters: number;
  readonly size: Point;
}

/** How large a text is at most, relative to the names of rooms: without a size of its own, and with one. */
const [usualText, mostText] = [0.9, 1];

const textParts = (look: ElementLook, options: DrawOptions): TextParts => {
  const value = valueOf(look, options);
  const known = value === undefined ? undefined : { text: value };
  const shown = look.text === undefined ? known : shownText(look.text, options);
  const factor = factorOf(look.data["size"]);
  const letters = Math.min(
    0.2 * factor,
    nameSize(options.scale) * Math.min(usualText * factor, mostText),
  );
  const lines = (shown?.text ?? "").split("\n").slice(0, 20);
  const wide = Math.max(letters, ...lines.map((each) => textWidth(each, letters)));
  return { shown, lines, letters, size: [wide, letters * 1.15 * lines.length] };
};

/** Size of a text in metres. */
export const textOf = (look: ElementLook, options: DrawOptions): Point =>
  textParts(look, options).size;

/** The least part of a text's reserved width that its letters fill; its hit area is no wider. */
const leanest = 0.8;

/** Draws a text, or the state of its entity. */
export const drawText = atPoint((thing, options) => {
  const { data, place, look } = thing;
  const {
    shown,
    lines,
    letters: size,
    size: [wide, high],
  } = textParts(look, options);
  const spot = spotOf(thing, options);
  const background = colourIn(data["background"]);
  const kind = background === undefined ? "free" : "plated";
  // A template without a Home Assistant has nothing to say, and no entity whose icon could stand for it.
  const isMute = shown === undefined && look.entity === undefined;
  const icon = (): Content =>
    drawIcon(iconOf(look, "generic", options), "generic", { size: size * 1.3 }, options);
  return {
    label: shown?.text ?? `${options.words.things.texts} ${look.entity ?? ""}`.trim(),
    kind: "text",
    place: translated(spot ?? place),
    problem: shown?.problem,
    body:
      isSmall(thing, options) || spot === undefined || isMute
        ? nothing
        : svg`<g class="upright"><path class="hit" d=${rectPath(0, 0, wide * leanest, high)}></path>${
            background === undefined || shown === undefined
              ? nothing
              : svg`<path class="plate" fill=${background} d=${rectPath(0, 0, wide + size * 0.8, high + size * 0.4, size * 0.35)}></path>`
          }${shown === undefined ? icon() : textLines(lines, { size, kind, color: look.color })}</g>`,
  };
});
