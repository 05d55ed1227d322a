import type { Collection } from "../../kinds/index.ts";
import type { EntityState } from "../../live/state.ts";
import type { Mark } from "../../merge/difference.ts";

/** The words that a drawing needs, for its own labels and for screen readers. */
export interface DrawingWords {
  /** A thing of each list. */
  readonly things: Readonly<Record<Collection, string>>;
  /** Things by what they are more closely, such as the `type` of furniture. */
  readonly types: Readonly<Partial<Record<Collection, Readonly<Record<string, string>>>>>;
  readonly lamp: string;
  /** States of entities, by what Home Assistant calls them. */
  readonly states: Readonly<Record<string, string>>;
  readonly marks: Readonly<Record<Mark, string>>;
}

/** The tones of floors that tell what a room is for; each is a class name. */
export type Tone = "water" | "honey" | "lilac" | "sand" | "rose" | "sage" | "stone" | "mist";

/** Parts of what rooms of each tone are called in a language, in small letters: of names and of ids. */
export type RoomWords = Readonly<Record<Tone, RegExp>>;

/** How much can be told apart on the screen: everything, not what is small, or only outlines. */
export type Detail = "near" | "far" | "tiny";

/**
 * How a plan is drawn. `states`, `marks` and `selected` are compared by identity: give a new
 * function, map or set for each change, and the same one while nothing has changed.
 */
export interface DrawOptions {
  /** The id of the level shown; `undefined` is the first. */
  readonly level: string | undefined;
  readonly states?: ((entity: string) => EntityState | undefined) | undefined;
  /** By `${collection}/${key}`. */
  readonly marks?: ReadonlyMap<string, Mark> | undefined;
  /** Of `${collection}/${key}`. */
  readonly selected?: ReadonlySet<string> | undefined;
  /** `view`: things with an action are buttons; `edit`: every shape can have the focus. */
  readonly interactive?: "none" | "view" | "edit" | undefined;
  /** Puts the tracing image of the level under the drawing; gives the address at which its URL is found, or an empty one. */
  readonly traced?: ((url: string) => string) | undefined;
  /** What is too small for it is left out; `near` where nothing is said. */
  readonly detail?: Detail | undefined;
  readonly words: DrawingWords;
  /** How numbers are written: a BCP 47 tag, English where nothing is said. */
  readonly language?: string | undefined;
  /** What rooms are called in all languages, so that a plan has the same colours for everybody. */
  readonly roomWords: readonly RoomWords[];
}
