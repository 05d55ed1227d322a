import { idOf } from "../../model/elements/entities.ts";
import { type JsonObject, textIn } from "../../model/json.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import { isTemplate } from "../../model/bindings/element-bindings.ts";
import { TemplateError, unknownState } from "../../model/bindings/entity-state.ts";
import { entityName, wholeStateText } from "../../model/bindings/state-text.ts";
import type { Look } from "../renderer/element-look.ts";
import type { DrawingWords, DrawOptions } from "../renderer/options.ts";

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
export const ownName = ({ data, entity, state }: Look, { nameOf }: DrawOptions) =>
  textIn(data["name"]) ?? (entity === undefined ? undefined : entityName(entity, state, nameOf));

/** The state of an element's own entity as it is read, where that is known. */
export const valueOf = ({ entity, state }: Look, options: DrawOptions): string | undefined =>
  entity === undefined || state === undefined ? undefined : wholeStateText(entity, state, options);

/** What an element is called for screen readers: its name, and its state, also that this is unknown in a house that is there. */
export const accessibleName = (name: string, look: Look, options: DrawOptions): string => {
  const isUnknown = look.isAway && look.state === undefined;
  const value = valueOf(isUnknown ? { ...look, state: unknownState } : look, options);
  return value === undefined ? name : `${name}, ${value}`;
};

/** A text as it is shown, and what is wrong with it. */
export interface Shown {
  readonly text: string;
  readonly problem?: string;
}

/** Longer than what anybody reads on a plan. */
const mostLetters = 2000;

/** What stands for a value that is not known. */
const dash = "–";

/** The result of a template as Home Assistant would write it, whose words are Python's. */
const resultText = (result: unknown): string => {
  if (typeof result === "string") return result.slice(0, mostLetters);
  if (typeof result === "boolean") return result ? "True" : "False";
  return (JSON.stringify(result) ?? "").slice(0, mostLetters);
};

/**
 * A text of the plan as it is shown. A template is Home Assistant's alone: what it made of it, a dash where that
 * is not known, a mark where it found an error.
 */
export const shownText = (text: string, { rendered }: Pick<DrawOptions, "rendered">): Shown => {
  if (!isTemplate(text)) return { text };
  const result = rendered?.(text);
  if (result === undefined || result === null) return { text: dash };
  return result instanceof TemplateError
    ? { text: "⚠", problem: result.message }
    : { text: resultText(result) };
};
