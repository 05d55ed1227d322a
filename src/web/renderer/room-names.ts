import { nothing, svg } from "lit";
import { colourIn } from "../../model/bindings/colours.ts";
import { type PlanData, refOf } from "../../model/elements/entities.ts";
import { insideOf, type Room } from "../../model/elements/rooms.ts";
import { signedArea } from "../../model/geometry/polygon.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { type JsonObject, textIn } from "../../model/json.ts";
import { factorOf } from "./devices-and-texts.ts";
import { lookOf, roomName, statesInUse } from "./element-look.ts";
import { type Content, lineStep, nextSize, textLines, textWidth } from "./frame.ts";
import type { DrawOptions } from "./options.ts";
import type { Layer } from "./scene.ts";
import { nameSize } from "./viewport.ts";

/** Formatted measurements of a room. */
export const valuesOf = (data: JsonObject, options: DrawOptions): readonly string[] =>
  ["temperature", "humidity"].flatMap((field) => {
    const id = textIn(data[field]);
    const state = id === undefined ? undefined : options.states?.(id);
    if (id === undefined || state === undefined) return [];
    return options.stateTexts?.measured(id, state, options) ?? [];
  });

const formats = new Map<string, Intl.NumberFormat>();

/** Square metres, as a language writes them. Making a format takes longer than using it for all rooms. */
const areaText = (area: number, language: string): string => {
  const format =
    formats.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  formats.set(language, format);
  return `${format.format(area)} m²`;
};

const insides = new WeakMap<Room, readonly Point[]>();

/** The corners of a room within its walls. */
export const insideCorners = (room: Room, plan: PlanData): readonly Point[] => {
  const corners = insides.get(room) ?? insideOf(room, plan);
  insides.set(room, corners);
  return corners;
};

/** The area within a room's walls in square metres. */
const areaOf = (room: Room, plan: PlanData): number =>
  Math.abs(signedArea(insideCorners(room, plan))) / 2;

/** One way to write a room's name. */
export interface RoomName {
  readonly lines: readonly string[];
  /** Font size of the name in metres. */
  readonly letters: number;
  readonly size: Point;
  /** Whether the area is among the lines. */
  readonly hasArea: boolean;
}

/** To which part of their size letters are reduced so that they fit; in smaller ones nobody reads them. */
const squeezed = 0.8;

/** The fewest letters by which a shortened name is told from others. */
const fewest = 3;

/** A text that is cut so that it is no wider. */
const shortened = (text: string, letters: number, wide: number): string => {
  let left = wide - textWidth("…", letters);
  const kept: string[] = [];
  for (const letter of text) {
    left -= textWidth(letter, letters);
    if (left < 0) break;
    kept.push(letter);
  }
  return kept.length < fewest ? "" : `${kept.join("").trim()}…`;
};

/** These lines with a name of this font size. */
const writtenAs = (lines: readonly string[], letters: number, hasArea = false): RoomName => {
  const widths = lines.map((line, at) => textWidth(line, at === 0 ? letters : letters * nextSize));
  return {
    lines,
    letters,
    size: [Math.max(...widths), letters * lineStep * lines.length],
    hasArea,
  };
};

/**
 * The ways to write the name of a room within its walls, the fullest first: with its area and values, without the area, alone,
 * and shortened if it does not fit otherwise. None if it is not shown.
 */
export const namesOf = (room: Room, plan: PlanData, options: DrawOptions): readonly RoomName[] => {
  const { data, isHidden } = lookOf(room.entity.data, options);
  const { interactive, isTurned = false, detail, scale, words, language = "en" } = options;
  if (isHidden && interactive !== "edit") return [];
  const { width, height } = room.box;
  const [wide, high] = isTurned ? [height * 0.84, width * 0.7] : [width * 0.84, height * 0.7];
  const usual = nameSize(scale) * factorOf(data["label_size"]);
  const name = roomName(data, words);
  const values = valuesOf(data, options).join(" · ");
  const area = areaText(areaOf(room, plan), language);
  const forms = [[name, area, values], [name, values], [name]].flatMap((texts, at) => {
    const form = writtenAs(
      texts.filter((text) => text !== ""),
      usual,
    );
    const fits = Math.min(1, wide / form.size[0], high / form.size[1]);
    // An area is not worth that the name gets smaller.
    return fits < (at === 0 ? 1 : squeezed) ? [] : [writtenAs(form.lines, usual * fits, at === 0)];
  });
  if (forms.length > 0 || detail === "tiny") return forms;
  const letters = usual * squeezed;
  const short = letters > high ? "" : shortened(name, letters, wide);
  return short === "" ? [] : [writtenAs([short], letters)];
};

const drawName = (room: Room, { plan, options }: Parameters<Layer["items"]>[0]): Content => {
  const { data, opacity = nothing } = lookOf(room.entity.data, options);
  const { at, form = 0 } = options.layout?.get(refOf(room.entity)) ?? {};
  const written = namesOf(room, plan, options)[form];
  if (at === undefined || written === undefined) return nothing;
  const { lines, letters } = written;
  return svg`<g class="label" opacity=${opacity}>${textLines(lines, {
    size: letters,
    at,
    kind: "room-name",
    color: colourIn(data["label_color"]),
  })}</g>`;
};

/** The names of rooms are above everything. */
export const nameLayer: Layer = {
  name: "labels",
  height: "all",
  isMute: true,
  items: (scene) => {
    const { plan, floor, options } = scene;
    return floor.rooms.map((room) => {
      const { data, key } = room.entity;
      const spot = options.layout?.get(refOf(room.entity));
      const { scale, isTurned, detail } = options;
      const drawn = [data, spot, areaOf(room, plan), scale, isTurned, detail];
      const causes = [...drawn, ...statesInUse("rooms", data, options)];
      return { key, causes, draw: () => drawName(room, scene) };
    });
  },
};
