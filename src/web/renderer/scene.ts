import type { SVGTemplateResult } from "lit";
import { entitiesOf, type Entity, refOf } from "../../model/elements/entities.ts";
import { placeOf } from "../../model/elements/places.ts";
import { isInBox } from "../../model/geometry/polygon.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { type JsonObject, numberIn, objectsIn, textIn } from "../../model/json.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { Floor } from "../../model/elements/floor.ts";
import { type Content, keysIn } from "./frame.ts";
import type { LayerItem } from "./options.ts";
import { statesInUse, lookOf } from "./element-look.ts";
import type { Detail, DrawnFloor, DrawOptions } from "./options.ts";

/** One level of a plan to draw. */
export interface Scene extends DrawnFloor {
  /** The level of elements without a level. */
  readonly first: string | undefined;
  readonly floor: Floor;
}

/**
 * The height of a layer: the ground around the house, the floor within the walls, the walls, or above all for names.
 */
export type Height = "ground" | "floor" | "walls" | "all";

/** Some elements of a collection, drawn at one height. */
export interface Layer {
  readonly name: string;
  readonly height: Height;
  /** Definitions for its elements. */
  readonly defs?: SVGTemplateResult;
  /** Whether it is hidden from screen readers, as it duplicates other content. */
  readonly isMute?: boolean;
  /** Further fields of the plan that it depends on, besides its collection and the rooms. */
  readonly sources?: readonly string[];
  /** Further options that it depends on, besides those of all layers. */
  readonly inputsOf?: (options: DrawOptions) => readonly unknown[];
  readonly items: (scene: Scene) => readonly LayerItem[];
}

/** The inputs common to all elements of a scene. */
export const sceneInputs = (options: DrawOptions): readonly unknown[] => {
  const { interactive, words, language, isTouched, icons, nameOf } = options;
  const { format, word, iconFor, precisions, timeZone, temperatureUnit, stateTexts } = options;
  const said = [stateTexts, nameOf, format, word, precisions, timeZone, temperatureUnit];
  const entityInputs = [isTouched, icons, iconFor, ...said];
  return [interactive, words, language, ...entityInputs];
};

/** The collections with labels to lay out. */
export const laidOut: ReadonlySet<Collection> = new Set(["rooms", "devices", "sensors", "texts"]);

/** Whether an element is on the shown level by its own field. */
export const isOnLevel = (
  data: JsonObject,
  { level, first }: Pick<Scene, "level" | "first">,
): boolean => (textIn(data["level"]) ?? first) === level;

/** The inputs of one element: selection, mark, the detail if that counts, and the states that it shows. */
export const elementInputs = (
  list: Collection,
  options: DrawOptions,
): ((entity: Entity, detail?: Detail) => readonly unknown[]) => {
  const { selected, marks } = options;
  const layout = laidOut.has(list) ? options.layout : undefined;
  // Letters of texts follow the scale within bounds.
  const scale = list === "texts" && options.scale;
  // By key only: during a drag, thousands of other elements are compared at every frame.
  const [chosen, marked] = [keysIn(list, selected?.keys()), keysIn(list, marks?.keys())];
  return (entity, detail) => {
    const { data, key } = entity;
    const mark = marked.has(key) ? marks?.get(refOf(entity)) : undefined;
    const spot = layout?.get(refOf(entity));
    return [data, chosen.has(key), mark, spot, scale, detail, ...statesInUse(list, data, options)];
  };
};

/** How an element at a place is drawn: only as an outline if that is outside the area with details. */
export const optionsAt = (options: DrawOptions): ((place: Point | undefined) => DrawOptions) => {
  const { detailed } = options;
  const outlined: DrawOptions = { ...options, detail: "tiny" };
  return (place) => (!detailed || !place || isInBox(place, detailed) ? options : outlined);
};

/** Options of a layer of items. */
interface Items {
  readonly draw: (entity: Entity, options: DrawOptions, floor: Floor) => Content;
  /** Whether an element belongs to this layer; by default all do. */
  readonly isWanted?: (data: JsonObject) => boolean;
  /** Further inputs of an element's drawing; by default the detail at its place. */
  readonly more?: (entity: Entity, floor: Floor) => readonly unknown[];
}

/** The stacking height within a collection, 0 by default; rules may change it. */
const heightOf = (data: JsonObject, options: DrawOptions): number => {
  const isLifted = objectsIn(data["rules"]).some(({ layer }) => layer !== undefined);
  const { layer } = isLifted ? lookOf(data, options).data : data;
  return numberIn(layer, 0);
};

/** The elements of a collection on the level by their own field, higher ones last. */
export const itemsOf =
  (list: Collection, { draw, isWanted, more }: Items): Layer["items"] =>
  ({ plan, level, first, floor, options }) => {
    const own = elementInputs(list, options);
    const drawnAt = optionsAt(options);
    let isFlat = true;
    const items = entitiesOf(plan, list).flatMap((entity) => {
      const { data, key } = entity;
      const isHere = isOnLevel(data, { level, first }) && isWanted?.(data) !== false;
      if (!isHere) return [];
      const height = heightOf(data, options);
      if (height !== 0) isFlat = false;
      // Without an area, no place of thousands is read for a frame of a drag.
      const drawn = options.detailed ? drawnAt(placeOf(data)) : options;
      const causes =
        more === undefined ? own(entity, drawn.detail) : [...own(entity), ...more(entity, floor)];
      return [{ key, causes, height, draw: () => draw(entity, drawn, floor) }];
    });
    return isFlat ? items : items.toSorted((one, other) => one.height - other.height);
  };
