import { nothing, svg, type SVGTemplateResult } from "lit";
import { idOf, type JsonObject } from "../../plan/entities.ts";
import type { FloorRoom } from "./floor.ts";
import { frame } from "./frame.ts";
import { goodPlace, outline, short } from "./geometry.ts";
import { factorOf } from "./item.ts";
import { lookOf, stateText } from "./look.ts";
import type { DrawOptions } from "./options.ts";
import { type Point, textIn } from "./read.ts";
import { written } from "./write.ts";

/** Tones by what a room is for, as its icon, id or name tells; the first that fits. */
const tones: readonly (readonly [part: RegExp, tone: string])[] = [
  [/shower|bath|toilet|restroom|human-male|wc|bad\b/, "water"],
  [/silverware|kitchen|coffee|pantry|fridge|küche/, "honey"],
  [/bed|sleep|guest|schlaf/, "lilac"],
  [/sofa|living|library|lounge|wohn/, "sand"],
  [/table|dining|account-group|meeting|ess/, "rose"],
  [/desk|office|study|lightbulb|büro/, "sage"],
  [/stairs|hall|corridor|arrow|coat|landing|flur|diele/, "stone"],
  [/wash|garage|server|package|storage|flask|lab|utility|keller/, "mist"],
];

const others = ["sand", "sage", "mist", "rose", "lilac", "honey"] as const;

/** The tone of a room's floor, a class name: the same as long as its icon, id and name are. */
export const toneOf = (room: JsonObject): string => {
  const texts = [textIn(room["icon"]), idOf(room), textIn(room["name"])].filter(
    (text) => text !== undefined,
  );
  for (const text of texts) {
    const found = tones.find(([part]) => part.test(text.toLowerCase()));
    if (found !== undefined) return found[1];
  }
  let sum = 7;
  for (const letter of texts.join("")) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return others[sum % others.length] ?? "sand";
};

const nameOf = ({ entity }: FloorRoom, words: DrawOptions["words"]): string =>
  textIn(entity.data["name"]) ?? idOf(entity.data) ?? words.room;

/** Draws the floor of a room; its walls and its name are drawn apart. */
export const drawRoom = (
  room: FloorRoom,
  options: DrawOptions,
): SVGTemplateResult | typeof nothing => {
  const { entity, corners, isOutdoor } = room;
  const look = lookOf(entity.data, options.states);
  return frame(entity, look, options, {
    label: nameOf(room, options.words),
    kind: `room ${isOutdoor ? "garden" : toneOf(entity.data)}`,
    body: svg`<path class="floor" d=${outline(corners)}></path>${
      look.color === undefined ? nothing : svg`<path class="tint" d=${outline(corners)}></path>`
    }`,
  });
};

/** Writes the name of a room, with its temperature and humidity where they are known. */
export const drawLabel = (
  room: FloorRoom,
  at: Point | undefined,
  options: DrawOptions,
): SVGTemplateResult => {
  const { data } = room.entity;
  const values = ["temperature", "humidity"].flatMap((field) => {
    const id = textIn(data[field]);
    const state = id === undefined ? undefined : options.states?.(id);
    return state === undefined ? [] : [stateText(state, options.words.states)];
  });
  const [x, z] = at ?? goodPlace(room.corners);
  const size = 0.26 * factorOf(textIn(data["label_size"]));
  const lines = [nameOf(room, options.words), values.join(" · ")].filter((each) => each !== "");
  return svg`<g class="label" transform="translate(${short(x)} ${short(z)})">${written(lines, {
    size,
    kind: "room-name",
    color: textIn(data["label_color"]),
  })}</g>`;
};
