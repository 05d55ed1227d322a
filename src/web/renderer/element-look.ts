import { type JsonObject, numberIn, textIn } from "../../model/json.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import {
  type EntityState,
  type HomeAssistantState,
  isActive,
  isUnavailable,
  TemplateError,
  unknownHomeAssistantState,
  unknownState,
} from "../../model/bindings/entity-state.ts";
import { brightnessOf, colorOfLight, colourIn } from "../../model/bindings/colours.ts";
import { bindingsOf, isTemplate } from "../../model/bindings/element-bindings.ts";
import { ruledFields } from "../../model/bindings/rules.ts";
import type { DrawingWords, DrawOptions } from "./options.ts";
import { idOf } from "../../model/elements/entities.ts";
import { entityName } from "../../model/bindings/entity-display.ts";

/** What a drawing knows from Home Assistant. */
export type KnownStates = Pick<DrawOptions, "states" | "rendered">;

const homeAssistantOf = ({ states, rendered }: KnownStates): HomeAssistantState => ({
  states: states ?? unknownHomeAssistantState.states,
  rendered: rendered ?? unknownHomeAssistantState.rendered,
});

/** The current look of an element, from the states of its entities. */
export interface ElementLook {
  /** The element with the fields that its rules set. */
  readonly data: JsonObject;
  readonly isHidden: boolean;
  /** Between 0 and 1, if set. */
  readonly opacity: number | undefined;
  readonly color: string | undefined;
  /** Colour of a lamp that is on; undefined for the default. */
  readonly light: string | undefined;
  /** Brightness of a lamp that is on, from 0 to 1. */
  readonly brightness: number;
  /** Its text, possibly a template. */
  readonly text: string | undefined;
  /** The entity whose state it shows. */
  readonly entity: string | undefined;
  readonly state: EntityState | undefined;
  /** Whether it is on, open, playing, or in its active state. */
  readonly isOn: boolean;
  /** Whether its entity is unavailable, or unknown although Home Assistant is there. */
  readonly isAway: boolean;
}

/** The states and results that an element depends on, for comparison with the last drawing. */
export const statesInUse = (
  list: Collection,
  data: JsonObject,
  { states, rendered }: KnownStates,
): readonly unknown[] => {
  if (states === undefined && rendered === undefined) return [];
  const { entities, templates } = bindingsOf(list, data);
  return [
    ...(states === undefined ? [] : entities.map(states)),
    ...(rendered === undefined ? [] : templates.map(rendered)),
  ];
};

const opacityIn = ({ opacity }: JsonObject): number | undefined => {
  const given = numberIn(opacity, undefined);
  return given === undefined ? undefined : Math.max(0, Math.min(1, given));
};

/** Computes the current look of an element. */
export const lookOf = (data: JsonObject, known: KnownStates): ElementLook => {
  const homeAssistant = homeAssistantOf(known);
  const entity = textIn(data["entity"]);
  const state = entity === undefined ? undefined : homeAssistant.states(entity);
  const fields = ruledFields(data, homeAssistant);
  // Most elements have no rules and need no copy.
  const now = data["rules"] === undefined ? data : { ...data, ...fields };
  const isOn = entity !== undefined && isActive(entity, state, textIn(now["active"]));
  // Rules take precedence over the element's own fields, including those for when it is on.
  const of = (name: string, from: JsonObject, read = colourIn): string | undefined =>
    (isOn ? read(from[`${name}_on`]) : undefined) ?? read(from[name]);
  const rgb = isOn && state !== undefined ? colorOfLight(state) : undefined;
  const shine = rgb === undefined ? undefined : `rgb(${rgb.join(",")})`;
  const { hide, hidden } = now;
  return {
    data: now,
    isHidden: typeof hide === "boolean" ? hide : hidden === true,
    opacity: opacityIn(now),
    color: of("color", fields) ?? of("color", data),
    light: of("color", fields) ?? shine ?? of("color", data),
    brightness: isOn && state !== undefined ? brightnessOf(state) : 1,
    text: of("text", fields, textIn) ?? of("text", data, textIn),
    entity,
    state,
    isOn,
    isAway:
      isUnavailable(state) ||
      (entity !== undefined && known.states !== undefined && state === undefined),
  };
};

/** The word for an element's type, if there is one. */
export const typeWord = (
  { types }: DrawingWords,
  list: Collection,
  type: string,
): string | undefined => {
  const words = types[list] ?? {};
  return Object.hasOwn(words, type) ? words[type] : undefined;
};

/** The name of a room. */
export const roomName = (room: JsonObject, { things }: DrawingWords): string =>
  textIn(room["name"]) ?? idOf(room) ?? things.rooms;

/** The name of an element: from the plan, else from its entity. */
export const ownName = ({ data, entity, state }: ElementLook, { nameOf }: DrawOptions) =>
  textIn(data["name"]) ?? (entity === undefined ? undefined : entityName(entity, state, nameOf));

/** The formatted state of an element's own entity, if known. */
export const valueOf = ({ entity, state }: ElementLook, options: DrawOptions): string | undefined =>
  entity === undefined || state === undefined
    ? undefined
    : options.stateTexts?.whole(entity, state, options);

/** The accessible name of an element: its name and its state, including `unknown` if Home Assistant is there. */
export const accessibleName = (name: string, look: ElementLook, options: DrawOptions): string => {
  const isUnknown = look.isAway && look.state === undefined;
  const value = valueOf(isUnknown ? { ...look, state: unknownState } : look, options);
  return value === undefined ? name : `${name}, ${value}`;
};

/** A text for display, and its error if any. */
export interface TextLook {
  readonly text: string;
  readonly problem?: string;
}

/** Longer than anybody reads on a plan. */
const maxLetters = 2000;

/** Stands for an unknown value. */
const dash = "–";

/** The result of a template as Home Assistant writes it, with Python's words. */
const resultText = (result: unknown): string => {
  if (typeof result === "string") return result.slice(0, maxLetters);
  if (typeof result === "boolean") return result ? "True" : "False";
  return (JSON.stringify(result) ?? "").slice(0, maxLetters);
};

/**
 * A text of the plan for display. Only Home Assistant evaluates templates: shows its result, a dash while unknown, a
 * mark for an error; undefined if there is no Home Assistant.
 */
export const shownText = (
  text: string,
  { states, rendered }: KnownStates,
): TextLook | undefined => {
  if (!isTemplate(text)) return { text };
  if (states === undefined && rendered === undefined) return undefined;
  const result = rendered?.(text);
  if (result === undefined || result === null) return { text: dash };
  return result instanceof TemplateError
    ? { text: "⚠", problem: result.message }
    : { text: resultText(result) };
};
