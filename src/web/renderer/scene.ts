import type { SVGTemplateResult } from "lit";
import { entitiesOf, type Entity, type PlanData, refOf } from "../../model/elements/entities.ts";
import { type JsonObject, numberIn, objectsIn, textIn } from "../../model/json.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { Floor } from "./floor.ts";
import { type Content, keysIn } from "./frame.ts";
import type { LayerItem } from "./layer.ts";
import { statesInUse, lookOf } from "./element-look.ts";
import type { DrawOptions } from "./options.ts";

/** One level of a plan that is drawn. */
export interface Scene {
  readonly plan: PlanData;
  /** The level that is shown, and the one that takes everything without a level. */
  readonly level: string | undefined;
  readonly first: string | undefined;
  readonly floor: Floor;
  readonly options: DrawOptions;
}

/**
 * What a layer lies on: the ground around the house, the floor within the walls, the walls, or all
 * else, which only names do.
 */
export type Height = "ground" | "floor" | "walls" | "all";

/** Some of the elements of a list, drawn at one height. */
export interface Layer {
  readonly name: string;
  readonly height: Height;
  /** What its elements refer to. */
  readonly defs?: SVGTemplateResult;
  /** Whether screen readers pass over it, as they hear it elsewhere. */
  readonly isMute?: boolean;
  readonly items: (scene: Scene) => readonly LayerItem[];
}

/** What the drawing of every element of a scene depends on, whichever it is. */
export const sceneInputs = (options: DrawOptions): readonly unknown[] => {
  const { interactive, words, language, detail, isTouched, icons, nameOf } = options;
  const { format, word, iconFor, precisions, timeZone, temperatureUnit } = options;
  const said = [nameOf, format, word, precisions, timeZone, temperatureUnit];
  const entityInputs = [isTouched, icons, iconFor, ...said];
  return [interactive, words, language, detail, ...entityInputs];
};

/** The lists of which something is laid out. */
export const laidOut: ReadonlySet<Collection> = new Set(["rooms", "devices", "sensors", "texts"]);

/** Whether an element with a level of its own is on the one that is shown. */
export const isOnLevel = (
  data: JsonObject,
  { level, first }: Pick<Scene, "level" | "first">,
): boolean => (textIn(data["level"]) ?? first) === level;

/** What is true of one element only: whether it is selected, its mark, and the states that it shows. */
export const elementInputs = (
  list: Collection,
  options: DrawOptions,
): ((entity: Entity) => readonly unknown[]) => {
  const { selected, marks } = options;
  const layout = laidOut.has(list) ? options.layout : undefined;
  // By the key alone: the drag of one element passes thousands of others at every frame.
  const [chosen, marked] = [keysIn(list, selected?.keys()), keysIn(list, marks?.keys())];
  return (entity) => {
    const { data, key } = entity;
    const mark = marked.has(key) ? marks?.get(refOf(entity)) : undefined;
    const spot = layout?.get(refOf(entity));
    return [data, chosen.has(key), mark, spot, ...statesInUse(list, data, options)];
  };
};

/** What a layer of items has besides its list. */
interface Items {
  readonly draw: (entity: Entity, options: DrawOptions, floor: Floor) => Content;
  /** Whether it is of this layer; each is where nothing is said. */
  readonly isWanted?: (data: JsonObject) => boolean;
  /** What it is drawn from besides itself. */
  readonly more?: (entity: Entity, floor: Floor) => readonly unknown[];
}

/** How high a thing lies among its own kind, 0 where it does not say; a rule may lift it. */
const heightOf = (data: JsonObject, options: DrawOptions): number => {
  const isLifted = objectsIn(data["rules"]).some(({ layer }) => layer !== undefined);
  const { layer } = isLifted ? lookOf(data, options).data : data;
  return layer === undefined ? 0 : numberIn(layer, 0);
};

/** The elements of a list that are on the level by a field of their own, the higher ones later. */
export const itemsOf =
  (list: Collection, { draw, isWanted, more }: Items): Layer["items"] =>
  ({ plan, level, first, floor, options }) => {
    const own = elementInputs(list, options);
    let isFlat = true;
    const items = entitiesOf(plan, list).flatMap((entity) => {
      const { data, key } = entity;
      const isHere = isOnLevel(data, { level, first }) && isWanted?.(data) !== false;
      if (!isHere) return [];
      const height = heightOf(data, options);
      if (height !== 0) isFlat = false;
      const causes = more === undefined ? own(entity) : [...own(entity), ...more(entity, floor)];
      return [{ key, causes, height, draw: () => draw(entity, options, floor) }];
    });
    return isFlat ? items : items.toSorted((one, other) => one.height - other.height);
  };
