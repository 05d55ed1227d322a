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
import { entityName, wholeStateText } from "../../model/bindings/state-text.ts";

/** What a drawing knows of Home Assistant. */
export type KnownStates = Pick<DrawOptions, "states" | "rendered">;

const homeAssistantOf = ({ states, rendered }: KnownStates): HomeAssistantState => ({
  states: states ?? unknownHomeAssistantState.states,
  rendered: rendered ?? unknownHomeAssistantState.rendered,
});

/** How a thing looks now, by the states of its entities. */
export interface ElementLook {
  /** The element with the fields of its rules in place of its own. */
  readonly data: JsonObject;
  readonly isHidden: boolean;
  /** Between 0 and 1, where something is said of it. */
  readonly opacity: number | undefined;
  readonly color: string | undefined;
  /** The light of a lamp that is on; nothing for its usual one. */
  readonly light: string | undefined;
  /** How bright a lamp is that is on, from 0 to 1. */
  readonly brightness: number;
  /** What is written beside it, maybe a template. */
  readonly text: string | undefined;
  /** The entity whose state it shows. */
  readonly entity: string | undefined;
  readonly state: EntityState | undefined;
  /** Whether it is on, open, playing, or in the state that it calls active. */
  readonly isOn: boolean;
  /** Whether its entity is known not to answer, or nothing is known of it though there is a Home Assistant. */
  readonly isAway: boolean;
}

/** What an element of a list depends on in Home Assistant, for comparing with what it was drawn with. */
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

/** How an element of the plan looks now. */
export const lookOf = (data: JsonObject, known: KnownStates): ElementLook => {
  const homeAssistant = homeAssistantOf(known);
  const entity = textIn(data["entity"]);
  const state = entity === undefined ? undefined : homeAssistant.states(entity);
  const fields = ruledFields(data, homeAssistant);
  // Most have no rules, and need no copy.
  const now = data["rules"] === undefined ? data : { ...data, ...fields };
  const isOn = entity !== undefined && isActive(entity, state, textIn(now["active"]));
  // What a rule says goes before what the element says, also of what it is like when it is on.
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

/** What a type of thing is called, where there is a word for it. */
export const typeWord = (
  { types }: DrawingWords,
  list: Collection,
  type: string,
): string | undefined => {
  const words = types[list] ?? {};
  return Object.hasOwn(words, type) ? words[type] : undefined;
};

/** What a room is called. */
export const roomName = (room: JsonObject, { things }: DrawingWords): string =>
  textIn(room["name"]) ?? idOf(room) ?? things.rooms;

/** What a thing is called: as the plan says, else as its entity is. */
export const ownName = ({ data, entity, state }: ElementLook, { nameOf }: DrawOptions) =>
  textIn(data["name"]) ?? (entity === undefined ? undefined : entityName(entity, state, nameOf));

/** The state of an element's own entity as it is read, where that is known. */
export const valueOf = ({ entity, state }: ElementLook, options: DrawOptions): string | undefined =>
  entity === undefined || state === undefined ? undefined : wholeStateText(entity, state, options);

/** What an element is called for screen readers: its name, and its state, also that this is unknown where there is a Home Assistant. */
export const accessibleName = (name: string, look: ElementLook, options: DrawOptions): string => {
  const isUnknown = look.isAway && look.state === undefined;
  const value = valueOf(isUnknown ? { ...look, state: unknownState } : look, options);
  return value === undefined ? name : `${name}, ${value}`;
};

/** A text as it is shown, and what is wrong with it. */
export interface TextLook {
  readonly text: string;
  readonly problem?: string;
}

/** Longer than what anybody reads on a plan. */
const maxLetters = 2000;

/** What stands for a value that is not known. */
const dash = "–";

/** The result of a template as Home Assistant would write it, whose words are Python's. */
const resultText = (result: unknown): string => {
  if (typeof result === "string") return result.slice(0, maxLetters);
  if (typeof result === "boolean") return result ? "True" : "False";
  return (JSON.stringify(result) ?? "").slice(0, maxLetters);
};

/**
 * A text of the plan as it is shown. A template is Home Assistant's alone: what it made of it, a dash where that
 * is not known, a mark where it found an error.
 */
export const shownText = (text: string, { rendered }: Pick<DrawOptions, "rendered">): TextLook => {
  if (!isTemplate(text)) return { text };
  const result = rendered?.(text);
  if (result === undefined || result === null) return { text: dash };
  return result instanceof TemplateError
    ? { text: "⚠", problem: result.message }
    : { text: resultText(result) };
};
