import type { Point } from "../../model/geometry/vector.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { JsonObject } from "../../model/json.ts";
import type { EntityState, Rendered, States } from "../../model/bindings/entity-state.ts";
import type { StateWords, Wording } from "../../model/bindings/state-text.ts";
import type { Mark } from "../../model/merge/difference.ts";

/** Where what is written stands, by its ref, a device's text by that of the device; nothing where there is no room for it. */
export type Layout = ReadonlyMap<string, Point | undefined>;

/** The words that a drawing needs, for its own labels and for screen readers. */
export interface DrawingWords {
  /** A thing of each list. */
  readonly things: Readonly<Record<Collection, string>>;
  /** Things by what they are more closely, such as the `type` of furniture. */
  readonly types: Readonly<Partial<Record<Collection, Readonly<Record<string, string>>>>>;
  readonly lamp: string;
  /** States of entities, by what Home Assistant calls them. */
  readonly states: StateWords;
  readonly marks: Readonly<Record<Mark, string>>;
}

/** The tones of floors that tell what a room is for; each is a class name. */
export type Tone = "water" | "honey" | "lilac" | "sand" | "rose" | "sage" | "stone" | "mist";

/** Parts of what rooms of each tone are called in a language, in small letters: of names and of ids. */
export type RoomWords = Readonly<Record<Tone, RegExp>>;

/** How much can be told apart on the screen: everything, not what is small, or only outlines. */
export type Detail = "near" | "far" | "tiny";

/** The shape of an icon, to be filled. */
export interface IconShape {
  /** SVG path. */
  readonly path: string;
  /** A second one, which some icons have: fainter. */
  readonly secondary?: string | undefined;
  /** The grid that both are drawn on; 24 by 24 where nothing is said. */
  readonly viewBox?: string | undefined;
}

/** What became of an icon that was asked for. */
export type FoundIcon = IconShape | null | undefined;

/**
 * Where icons are had from by their whole name, such as `mdi:lamp`: at once where they are here, else a promise
 * for later; undefined where there is no such icon, null where there is none yet. The same name gives the same promise
 * until it is kept.
 */
export interface IconSource {
  (name: string): FoundIcon | Promise<FoundIcon>;
  /** Calls the listener once there may be an icon that there was not yet, unless that is over before. */
  readonly whenThere?: (name: string, listener: () => void, over: AbortSignal) => void;
}

/**
 * How a plan is drawn. `states`, `rendered`, `marks`, `selected` and the other functions are compared by
 * identity: give a new function, map or set for each change, and the same one while nothing has changed.
 */
export interface DrawOptions extends Wording {
  /** The id of the level shown; `undefined` is the first. */
  readonly level: string | undefined;
  readonly states?: States | undefined;
  /** What Home Assistant made of the plan's templates; a dash stands for what is not known. */
  readonly rendered?: Rendered | undefined;
  /** What Home Assistant calls an entity, where it is to be called otherwise than by its `friendly_name`. */
  readonly nameOf?: ((entity: string) => string | undefined) | undefined;
  /** The icon that Home Assistant shows for an entity; that which the entity was given, where nothing is said. */
  readonly iconFor?:
    | ((entity: string, known: EntityState | undefined) => string | undefined)
    | undefined;
  /** Where icons are had from; without one, things have the sign of their kind. */
  readonly icons?: IconSource | undefined;
  /** By `${collection}/${key}`. */
  readonly marks?: ReadonlyMap<string, Mark> | undefined;
  /** Of `${collection}/${key}`. */
  readonly selected?: ReadonlySet<string> | undefined;
  /** `view`: things that can be touched are buttons; `edit`: every shape can have the focus. */
  readonly interactive?: "none" | "view" | "edit" | undefined;
  /** Whether an element can be touched in a view, by its data as its rules have it now; where nothing is said, what has an entity or a `tap_action`. */
  readonly isTouched?: ((list: Collection, data: JsonObject) => boolean) | undefined;
  /** Puts the tracing image of the level under the drawing; gives the address at which its URL is found, or an empty one. */
  readonly traced?: ((url: string) => string) | undefined;
  /** Pixels for a metre, as `Viewport.step` has them, by which names and values get out of each other's way. */
  readonly scale?: number | undefined;
  /** Whether the drawing is turned by a quarter, with upright letters. */
  readonly isTurned?: boolean | undefined;
  /** Where what is written stands; `drawPlan` finds it out. */
  readonly layout?: Layout | undefined;
  /** What is too small for it is left out; `near` where nothing is said. */
  readonly detail?: Detail | undefined;
  readonly words: DrawingWords;
  /** What rooms are called in all languages, so that a plan has the same colours for everybody. */
  readonly roomWords: readonly RoomWords[];
}
