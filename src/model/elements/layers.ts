import { isList, isObject, type Json, type JsonObject, listIn, numberIn, textIn } from "../json.ts";
import { idOf, type PlanData } from "./entities.ts";

/** Who may see a layer: those who may draw, those who may control the house, those who may do neither. */
export const viewerRights = ["admin", "control", "viewer"] as const;

export type ViewerRight = (typeof viewerRights)[number];

/** The lists of a plan whose elements may be in layers, by the word that layers have for each. */
const listsOf = {
  furniture: "furniture",
  devices: "devices",
  sensors: "sensors",
  texts: "texts",
  dimensions: "dimensions",
  positions: "trackers",
  zones: "zones",
} as const;

type ListWord = keyof typeof listsOf;

/** The words for what a layer shows as a whole; `labels` are the names of rooms, with their values. */
export const layerWords: readonly string[] = [...Object.keys(listsOf), "labels"];

const isListWord = (word: string): word is ListWord => Object.hasOwn(listsOf, word);

/** The lists whose elements may name a layer by `layer_id`. */
export const layeredLists: readonly string[] = Object.values(listsOf);

/** All entities of a domain, such as `light.*`; the domain is the first group. */
const ofDomain = /^([a-z][a-z0-9_]*)\.\*$/;

/** The longest id of a layer. */
const maxIdLetters = 64;

/** What is wrong with a layer, or with one of its fields. */
export type LayerProblem =
  | "noList"
  | "noObject"
  | "badId"
  | "sameId"
  | "unknownShown"
  | "badZoom"
  | "unknownRight";

/** A layer of a plan. */
export interface PlanLayer {
  readonly id: string;
  readonly name: string;
  /** The elements that it shows: words of `layerWords`, and domains such as `light.*`. */
  readonly shows: ReadonlySet<string>;
  /** Whether it is off until somebody switches it on. */
  readonly isHidden: boolean;
  /** Pixels per metre from which, and below which, it is shown. */
  readonly from: number;
  readonly to: number;
  /** Who sees it; everybody if undefined. */
  readonly for: ReadonlySet<ViewerRight> | undefined;
}

/** Something wrong with the list `layers`, which is left out; the rest counts. */
export interface LayerFinding {
  readonly problem: LayerProblem;
  /** The layer's place in the list, from 0; undefined if it is about the list. */
  readonly at: number | undefined;
  /** The value that is wrong, as text. */
  readonly value: string;
}

interface ReadLayers {
  readonly layers: readonly PlanLayer[];
  readonly findings: readonly LayerFinding[];
}

const nothing: ReadLayers = { layers: [], findings: [] };

const shortened = (value: Json | undefined): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 100);

/** Whether a layer can show this: a list by its word, or the entities of a domain. */
const isShowable = (word: string): boolean => layerWords.includes(word) || ofDomain.test(word);

const isRight = (value: Json): value is ViewerRight =>
  viewerRights.some((right) => right === value);

const scaleIn = (value: Json | undefined): number | undefined => {
  const scale = numberIn(value, undefined);
  return scale !== undefined && scale >= 0 ? scale : undefined;
};

/** Reads the layers, leaving out what is wrong: a layer without an id, a second one with the same id, and single values. */
const read = (list: readonly Json[]): ReadLayers => {
  const layers = new Map<string, PlanLayer>();
  const findings: LayerFinding[] = [];
  list.forEach((data, at) => {
    const tell = (problem: LayerProblem, value: Json | undefined): void => {
      findings.push({ problem, at, value: shortened(value) });
    };
    if (!isObject(data)) return tell("noObject", data);
    const id = idOf(data) ?? "";
    if (id === "" || id.length > maxIdLetters) return tell("badId", data["id"] ?? null);
    if (layers.has(id)) return tell("sameId", id);
    const shows = new Set<string>();
    for (const each of listIn(data["shows"])) {
      if (typeof each === "string" && isShowable(each)) shows.add(each);
      else tell("unknownShown", each);
    }
    if (data["shows"] !== undefined && !isList(data["shows"])) tell("unknownShown", data["shows"]);
    const zoom = isObject(data["zoom"]) ? data["zoom"] : {};
    const [from = 0, to = Infinity] = [scaleIn(zoom["from"]), scaleIn(zoom["to"])];
    const isZoom = data["zoom"] === undefined || isObject(data["zoom"]);
    const areScales = ["from", "to"].every(
      (end) => zoom[end] === undefined || scaleIn(zoom[end]) !== undefined,
    );
    const isGoodZoom = isZoom && areScales && from < to;
    if (!isGoodZoom) tell("badZoom", data["zoom"]);
    const { for: given = [] } = data;
    const rights: readonly Json[] = isList(given) ? given : [given];
    const known = rights.filter(isRight);
    for (const each of rights) if (!isRight(each)) tell("unknownRight", each);
    layers.set(id, {
      id,
      name: textIn(data["name"]) ?? id,
      shows,
      isHidden: data["hidden"] === true,
      from: isGoodZoom ? from : 0,
      to: isGoodZoom ? to : Infinity,
      // Where nothing of it can be read, it is shown to all, as if it were not there.
      for: known.length === 0 ? undefined : new Set(known),
    });
    return undefined;
  });
  return { layers: [...layers.values()], findings };
};

const known = new WeakMap<object, ReadLayers>();

const readLayers = ({ layers }: PlanData): ReadLayers => {
  if (layers === undefined || layers === null) return nothing;
  if (!isList(layers))
    return {
      layers: [],
      findings: [{ problem: "noList", at: undefined, value: shortened(layers) }],
    };
  const made = known.get(layers) ?? read(layers);
  known.set(layers, made);
  return made;
};

/** The layers of a plan in their order; those that cannot be read are left out. Cached per list. */
export const layersOf = (plan: PlanData): readonly PlanLayer[] => readLayers(plan).layers;

/** What is wrong with the layers of a plan. */
export const layerFindings = (plan: PlanData): readonly LayerFinding[] => readLayers(plan).findings;

/** Whether a layer shows an element of a list by what it is. */
const showsElement = ({ shows }: PlanLayer, word: ListWord, data: JsonObject): boolean => {
  if (shows.has(word)) return true;
  const [domain, name] = (textIn(data["entity"]) ?? "").split(".");
  return name !== undefined && shows.has(`${domain}.*`);
};

/** The layers that an element is in: the one that it names, else those that show it by what it is. */
const layersWith = (
  layers: readonly PlanLayer[],
  word: ListWord,
  data: JsonObject,
): readonly PlanLayer[] => {
  const named = textIn(data["layer_id"]);
  const own = layers.filter(({ id }) => id === named);
  return own.length > 0 ? own : layers.filter((layer) => showsElement(layer, word, data));
};

/** What a viewer has of a plan. */
export interface LayerView {
  /** Pixels per metre. */
  readonly scale: number;
  /** What the viewer may do; undefined while that is not known. */
  readonly rights: ReadonlySet<ViewerRight> | undefined;
  /** What was chosen, by the ids of layers. */
  readonly chosen: ReadonlyMap<string, boolean>;
}

/** Whether a layer is for somebody with these rights. */
export const isForViewer = (layer: PlanLayer, rights: LayerView["rights"]): boolean =>
  layer.for === undefined ||
  (rights !== undefined && [...rights].some((each) => layer.for?.has(each)));

/** Whether a layer is switched on: as chosen, else by default. */
export const isSwitchedOn = ({ id, isHidden }: PlanLayer, chosen: LayerView["chosen"]): boolean =>
  chosen.get(id) ?? !isHidden;

/** Whether a layer is shown at a scale. */
export const isAtScale = ({ from, to }: PlanLayer, scale: number): boolean =>
  scale >= from && scale < to;

/** The layers of a plan that are shown. */
export const shownLayers = (plan: PlanData, view: LayerView): readonly PlanLayer[] =>
  layersOf(plan).filter(
    (layer) =>
      isForViewer(layer, view.rights) &&
      isSwitchedOn(layer, view.chosen) &&
      isAtScale(layer, view.scale),
  );

/** Whether the names of rooms are in layers of which none is shown. */
export const hidesLabels = (plan: PlanData, shown: readonly PlanLayer[]): boolean =>
  layersOf(plan).some(({ shows }) => shows.has("labels")) &&
  !shown.some(({ shows }) => shows.has("labels"));

/** What is left of a hidden element: its id, by which those beside it keep their keys. */
const placeholderOf = (data: JsonObject): readonly JsonObject[] =>
  data["id"] === undefined ? [] : [{ id: data["id"] }];

const remainingOf = (
  list: readonly Json[],
  word: ListWord,
  layers: readonly PlanLayer[],
  shown: ReadonlySet<PlanLayer>,
): readonly Json[] => {
  let isWhole = true;
  const remaining = list.flatMap((data): readonly Json[] => {
    if (!isObject(data)) return [data];
    const around = layersWith(layers, word, data);
    if (around.length === 0 || around.some((layer) => shown.has(layer))) return [data];
    isWhole = false;
    // Who is drawn from these lists is known by their ids alone.
    return word === "positions" || word === "zones" ? [] : placeholderOf(data);
  });
  return isWhole ? list : remaining;
};

/** What remains of lists, by the shown layers, so that what is derived from them is kept. */
const remains = new WeakMap<object, Map<string, readonly Json[]>>();

/**
 * The whole plan, as a property of what is shown of it. Its name is known to all of the page, which may have this module in
 * several of its bundles.
 */
const whole = Symbol.for("floorplan whole plan");

/** What was last shown of a plan. */
const last = new WeakMap<PlanData, { readonly key: string; readonly made: PlanData }>();

/**
 * The plan with only what these of its layers show, and what is in no layer. It is for drawing: hidden elements are gone or
 * without a place.
 */
export const withLayers = (plan: PlanData, shown: readonly PlanLayer[]): PlanData => {
  const layers = layersOf(plan);
  if (layers.length === 0 || shown.length === layers.length) return plan;
  const on = new Set(shown);
  const key = JSON.stringify([listIn(plan["layers"]), shown.map(({ id }) => id)]);
  const before = last.get(plan);
  if (before?.key === key) return before.made;
  const entries = Object.entries(listsOf).flatMap(([word, field]) => {
    const list = plan[field];
    if (!isList(list) || !isListWord(word)) return [];
    const perShown = remains.get(list) ?? new Map<string, readonly Json[]>();
    remains.set(list, perShown);
    const remaining = perShown.get(key) ?? remainingOf(list, word, layers, on);
    perShown.set(key, remaining);
    return remaining === list ? [] : [[field, remaining] as const];
  });
  const made = entries.length === 0 ? plan : { ...plan, ...Object.fromEntries(entries) };
  if (made !== plan) Object.defineProperty(made, whole, { value: plan });
  last.set(plan, { key, made });
  return made;
};

/** The whole of a plan of which a part is shown. */
export const wholePlan = (plan: PlanData): PlanData => {
  const found: Json | undefined = Reflect.get(plan, whole);
  return isObject(found) ? found : plan;
};
