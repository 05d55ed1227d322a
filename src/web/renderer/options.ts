import type { Box } from "../../model/geometry/polygon.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { JsonObject } from "../../model/json.ts";
import type { EntityState, Rendered, States } from "../../model/bindings/entity-state.ts";
import type { StateTexts, StateWords, Wording } from "../../model/bindings/state-text.ts";
import type { Mark } from "../../model/merge/difference.ts";
import type { PlanData } from "../../model/elements/entities.ts";

/** Where a label is written, and in which of its forms; a room's name has several. */
export interface LabelSpot {
  readonly at: Point;
  readonly form: number;
}

/** Spots of labels by ref (a device's text by that of the device); undefined if there is no room. */
export type Layout = ReadonlyMap<string, LabelSpot | undefined>;

/** An element of a layer. */
export interface LayerItem {
  /** Unique within the layer. */
  readonly key: string;
  /** What its drawing depends on besides the manner; its nodes are kept while all of it is identical. */
  readonly causes: readonly unknown[];
  readonly draw: () => unknown;
}

/** The words that a drawing needs, for its own labels and for screen readers. */
export interface DrawingWords {
  /** The word for an element of each collection. */
  readonly things: Readonly<Record<Collection, string>>;
  /** Words for types, such as the `type` of furniture. */
  readonly types: Readonly<Partial<Record<Collection, Readonly<Record<string, string>>>>>;
  readonly lamp: string;
  /** Words for states, by Home Assistant's names. */
  readonly states: StateWords;
  readonly marks: Readonly<Record<Mark, string>>;
}

/** Floor colours by the use of a room; each is a class name. */
export type Tone = "water" | "honey" | "lilac" | "sand" | "rose" | "sage" | "stone" | "mist";

/** The level of detail: everything, nothing small, or only outlines. */
export type Detail = "near" | "far" | "tiny";

/** The shape of a filled icon. */
export interface IconShape {
  /** SVG path. */
  readonly path: string;
  /** A second, fainter path of some icons. */
  readonly secondary?: string | undefined;
  /** The grid of both; 24 by 24 by default. */
  readonly viewBox?: string | undefined;
}

/** A requested icon: undefined if there is none, null if there is none yet. */
export type FoundIcon = IconShape | null | undefined;

/**
 * A source of icons by full name, such as `mdi:lamp`: the shape itself if loaded, else a promise; undefined if there is
 * no such icon, null if there is none yet. Returns the same promise for a name until it is resolved.
 */
export interface IconSource {
  (name: string): FoundIcon | Promise<FoundIcon>;
  /** Calls the listener once a missing icon may exist, unless `over` aborts before. */
  readonly whenThere?: (name: string, listener: () => void, over: AbortSignal) => void;
}

/**
 * How a plan is drawn. `states`, `rendered`, `marks`, `selected` and the functions are compared by identity: pass a new
 * object for each change, and the same one otherwise.
 */
export interface DrawOptions extends Wording {
  /** Id of the shown level; `undefined` is the first. */
  readonly level: string | undefined;
  readonly states?: States | undefined;
  /** How states are written; without it, no state is. */
  readonly stateTexts?: StateTexts | undefined;
  /** Home Assistant's results of the plan's templates; a dash stands for unknown ones. */
  readonly rendered?: Rendered | undefined;
  /** Home Assistant's name of an entity, if other than its `friendly_name`. */
  readonly nameOf?: ((entity: string) => string | undefined) | undefined;
  /** Home Assistant's icon of an entity; by default the one set on the entity. */
  readonly iconFor?:
    | ((entity: string, known: EntityState | undefined) => string | undefined)
    | undefined;
  /** Source of icons; without one, elements have their kind's sign. */
  readonly icons?: IconSource | undefined;
  /** Marks by `${collection}/${key}`. */
  readonly marks?: ReadonlyMap<string, Mark> | undefined;
  /** Selected `${collection}/${key}`. */
  readonly selected?: ReadonlySet<string> | undefined;
  /**
   * `view`: elements with an action are buttons; `names`: elements can have the focus, for their names alone; `edit`:
   * every shape can have the focus.
   */
  readonly interactive?: "none" | "names" | "view" | "edit" | undefined;
  /**
   * Whether an element has an action in a view, by its data after rules; by default if it has an entity or a
   * `tap_action`.
   */
  readonly isTouched?: ((list: Collection, data: JsonObject) => boolean) | undefined;
  /** The moment whose daylight falls through the windows, in ms since 1970, or the present; none if undefined. */
  readonly sunAt?: number | "now" | undefined;
  /** Shows the level's tracing image under the drawing; returns the address of its URL, or an empty text. */
  readonly traced?: ((url: string) => string) | undefined;
  /** Draws a heat map on the floors of the indoor rooms. */
  readonly heat?: ((floor: DrawnFloor) => readonly LayerItem[]) | undefined;
  /** Draws the zones of a floor; without it, none is drawn. */
  readonly zones?: ((scene: DrawnFloor) => readonly LayerItem[]) | undefined;
  /** Pixels per metre, from `Viewport.step`, for placing labels without overlap. */
  readonly scale?: number | undefined;
  /** Whether the drawing is rotated by 90°, with upright letters. */
  readonly isTurned?: boolean | undefined;
  /** Places of labels; computed by `drawPlan`. */
  readonly layout?: Layout | undefined;
  /** Draws floors, walls and furniture without their materials, in plain colours. */
  readonly isPlain?: boolean | undefined;
  /** Level of detail; `near` by default. */
  readonly detail?: Detail | undefined;
  /** The area in metres outside of which only outlines are drawn, from `Viewport.resting`; by default there is none. */
  readonly detailed?: Box | undefined;
  readonly words: DrawingWords;
}

/** A floor that is drawn, and how. */
export interface DrawnFloor {
  readonly plan: PlanData;
  /** Id of the shown level. */
  readonly level: string | undefined;
  readonly options: DrawOptions;
}

/** What the drawing follows of a view once that rests. */
export type RestingView = Pick<DrawOptions, "detail" | "detailed" | "scale" | "isTurned">;
