import { idOf } from "../../elements/entities.ts";
import type { JsonObject } from "../../json/json.ts";
import type { Collection } from "../../kinds/index.ts";
import type { EntityState } from "../../live/state.ts";
import type { DrawingWords, DrawOptions } from "./options.ts";
import { objectsIn, textIn } from "../../json/read.ts";

type States = NonNullable<DrawOptions["states"]>;

const unknown: States = () => undefined;

/** What is at rest, whatever kind of entity it is. */
const resting: ReadonlySet<string> = new Set(
  "off closed locked idle standby docked paused disarmed not_home none unavailable unknown 0".split(
    " ",
  ),
);

/** How a thing looks now, by the states of its entities. */
export interface Look {
  readonly isHidden: boolean;
  readonly color: string | undefined;
  readonly icon: string | undefined;
  /** The state of its own entity, where that is known. */
  readonly state: EntityState | undefined;
  /** Whether it is on, open, playing, or in the state that it calls active. */
  readonly isOn: boolean;
  /** Whether its entity is known not to answer. */
  readonly isAway: boolean;
}

/** Every entity whose state an element of the plan depends on. */
const watched = (data: JsonObject): readonly string[] => {
  const rules = objectsIn(data["rules"]).flatMap((rule) =>
    objectsIn(rule["if"]).map((condition) => condition["entity"]),
  );
  const own = ["entity", "contact", "lock", "blind", "temperature", "humidity"];
  return [...own.map((field) => data[field]), ...rules, ...quoted(textIn(data["text"]))].flatMap(
    (entity) => (typeof entity === "string" && entity !== "" ? [entity] : []),
  );
};

/** The entities that a template asks for by `states('…')`. */
const quoted = (template: string | undefined): readonly string[] =>
  [...(template?.matchAll(/states\(\s*['"]([\w.]+)['"]\s*\)/g) ?? [])].map(
    ([, entity]) => entity ?? "",
  );

const watchedBy = new WeakMap<JsonObject, readonly string[]>();

/** The states that an element depends on, for comparing with those it was drawn with. */
export const statesOf = (data: JsonObject, states: States = unknown): readonly unknown[] => {
  if (states === unknown) return [];
  const known = watchedBy.get(data) ?? watched(data);
  watchedBy.set(data, known);
  return known.map(states);
};

/** Whether an entity is on, open, or otherwise active; `active` names the state that counts. */
export const isActive = (state: EntityState | undefined, active?: string): boolean => {
  if (state === undefined) return false;
  if (active !== undefined) return state.state === active;
  // A measured value is neither on nor off.
  return !resting.has(state.state) && !Number.isFinite(Number(state.state));
};

const applies = (rule: JsonObject, states: States): boolean => {
  const conditions = objectsIn(rule["if"]);
  return (
    conditions.length > 0 &&
    conditions.every((each) => {
      const entity = textIn(each["entity"]);
      return entity !== undefined && states(entity)?.state === textIn(each["state"]);
    })
  );
};

/** How an element of the plan looks, with all rules applied whose conditions hold, in their order. */
export const lookOf = (data: JsonObject, states: States = unknown): Look => {
  const entity = textIn(data["entity"]);
  const state = entity === undefined ? undefined : states(entity);
  const isOn = isActive(state, textIn(data["active"]));
  let color = (isOn ? textIn(data["color_on"]) : undefined) ?? textIn(data["color"]);
  let icon = textIn(data["icon"]);
  let isHidden = data["hidden"] === true;
  for (const rule of objectsIn(data["rules"])) {
    if (!applies(rule, states)) continue;
    color = textIn(rule["color"]) ?? color;
    icon = textIn(rule["icon"]) ?? icon;
    if (typeof rule["hide"] === "boolean") isHidden = rule["hide"];
  }
  const isAway = state?.state === "unavailable" || state?.state === "unknown";
  return { isHidden, color, icon, state, isOn, isAway };
};

/** The color of a lamp's light where its entity says one, else its own. */
export const lightOf = ({ state, color }: Look): string | undefined => {
  const rgb = state?.attributes?.["rgb_color"];
  const numbers = Array.isArray(rgb) ? rgb.map(Number) : [];
  return numbers.length === 3 && numbers.every(Number.isFinite)
    ? `rgb(${numbers.join(",")})`
    : color;
};

/** How states are put into words. */
interface Wording extends Pick<DrawOptions, "language"> {
  readonly words: Pick<DrawOptions["words"], "states">;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A number with at most one digit behind the point. */
const written = (number: number, language: string): string => {
  const options = { maximumFractionDigits: 1, useGrouping: false };
  const format = formats.get(language) ?? new Intl.NumberFormat(language, options);
  formats.set(language, format);
  return format.format(number);
};

const wordIn = (words: Readonly<Record<string, string>> = {}, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** A state as it is read: with its unit, and in words where there are some. */
export const stateText = (
  { state, attributes }: EntityState,
  { words: { states }, language = "en" }: Wording,
): string => {
  const unit = attributes?.["unit_of_measurement"];
  const number = state.trim() === "" ? Number.NaN : Number(state);
  if (!Number.isFinite(number)) return wordIn(states, state) ?? state;
  const shown = written(number, language);
  return typeof unit === "string" ? `${shown} ${unit}` : shown;
};

/** What a type of thing is called, where there is a word for it. */
export const typeWord = (
  { types }: DrawingWords,
  list: Collection,
  type: string,
): string | undefined => wordIn(types[list], type);

/** The state of an element's own entity as it is read, where that is known. */
export const valueOf = ({ state }: Look, wording: Wording): string | undefined =>
  state && stateText(state, wording);

/** What an element is called for screen readers: its name, and its state where that is known. */
export const labelOf = (name: string, look: Look, wording: Wording): string => {
  const value = valueOf(look, wording);
  return value === undefined ? name : `${name}, ${value}`;
};

/** What a room is called. */
export const roomName = (room: JsonObject, { things }: DrawingWords): string =>
  textIn(room["name"]) ?? idOf(room) ?? things.rooms;

/**
 * A text with its templates filled in as far as they only ask for states; a dash for what is not known.
 * A template reaches from the first `{{` behind the one before to the next `}}`.
 */
export const filled = (template: string, states: States = unknown): string => {
  // Cut at the ends: looking for an end from each beginning would take the square of the length where there is none.
  const pieces = template.split("}}");
  const rest = pieces.pop() ?? "";
  const values = pieces.map((piece) => {
    const start = piece.indexOf("{{");
    if (start === -1) return `${piece}}}`;
    const [entity] = quoted(piece.slice(start));
    const state = entity === undefined ? undefined : states(entity)?.state;
    return piece.slice(0, start) + (state ?? "–");
  });
  return values.join("") + rest;
};
