import {
  entitiesOf,
  entriesOf,
  findEntity,
  idOf,
  type List,
  lists,
  type PlanData,
  refOf,
} from "../elements/entities.ts";
import { isInStandingWall, roomIdOf } from "../kinds/opening.ts";
import { roomOf, standingWallOf } from "../elements/opening-walls.ts";
import { type ThicknessField, thicknessFields, thicknessIn } from "../elements/rooms.ts";
import { layeredLists, layerFindings, type LayerProblem, layersOf } from "../elements/layers.ts";
import { isObject, type JsonObject, listIn, numberIn, textIn, withField } from "../json.ts";
import { backgroundOf, levelOf } from "../elements/levels.ts";
import { cornersOf } from "../elements/places.ts";
import { standingWallsOn } from "../elements/standing-walls.ts";
import {
  type Reference,
  referenceNames,
  references,
  referencesIn,
  withoutReferences,
} from "../elements/references.ts";
import { lengthOf, runAround, runBehind, type Wall } from "../geometry/vector.ts";
import { isCollection, kinds } from "../kinds/kinds.ts";
import { isZone, zonesOf } from "../zones/zone.ts";
import { putIntoLayer } from "./layers.ts";
import { levelsOfTracker } from "./trackers.ts";
import { roomOverlaps } from "./room-overlaps.ts";

/** A wall thickness that is out of range or not a number. */
interface OddThickness {
  readonly field: ThicknessField;
  /** The value in the plan, as text. */
  readonly given: string;
}

/** The invalid wall thicknesses of an element, or of the plan itself. */
const oddThicknesses = (list: List | "plan", data: JsonObject): readonly OddThickness[] => {
  const fields =
    list === "walls"
      ? (["thickness"] as const)
      : list === "rooms" || list === "plan"
        ? thicknessFields
        : [];
  return fields.flatMap((field: ThicknessField) => {
    const said = data[field];
    if (said === undefined || said === null || thicknessIn(data, field) !== undefined) return [];
    const given = numberIn(said, undefined) ?? textIn(said) ?? JSON.stringify(said);
    return [{ field, given: String(given) }];
  });
};

/** Kinds of errors in the references and shapes of a plan. */
export type FindingKind =
  | "roomlessOpening"
  | "walllessOpening"
  | "missingEdge"
  | "beyondWall"
  | "duplicateId"
  | "unknownLevel"
  | "missingImage"
  | "backgroundLevel"
  | "unknownLabel"
  | "unknownOutdoor"
  | "fewCorners"
  | "overlappingRooms"
  | "oddThickness"
  | "unknownEntity"
  | "badZone"
  | "unknownTracker"
  | "unknownLayer"
  | "badLayers"
  | "badLayer"
  | "unknownShown"
  | "badZoom"
  | "unknownRight";

/** An invalid reference in a plan, or something that cannot be drawn as it is. */
export interface Finding {
  readonly kind: FindingKind;
  /** The element, as `${collection}/${key}`; undefined if it has no shape. */
  readonly ref?: string;
  /** The second element, for findings about two. */
  readonly other?: string;
  /** The floor to show. */
  readonly level?: string | undefined;
  /** The element's name in the plan. */
  readonly subject: string;
  /** The invalid reference, or the size of the error in metres. */
  readonly detail: string;
  /** Removes the invalid reference, if that does not change the drawing. */
  readonly remove?: (plan: PlanData) => PlanData;
}

type OpeningFinding = Pick<Finding, "kind" | "detail">;

/** Metres by which an opening may extend past the end of its wall without being visible. */
const tolerance = 0.005;

const nameOf = (list: List, key: string, data: JsonObject): string =>
  ["name", "text", "entity", "id"].flatMap((field) => textIn(data[field]) ?? [])[0] ??
  `${list} ${key}`;

/** How far an opening reaches beyond its wall, if that does not run on straight. */
const beyondWall = (
  opening: JsonObject,
  wall: Wall,
  runOf: () => ReturnType<typeof runAround>,
): OpeningFinding | undefined => {
  const half = numberIn(opening["width"], 0) / 2;
  const offset = numberIn(opening["offset"], 0);
  const [start, end] = [half - offset, offset + half - lengthOf(wall)];
  if (Math.max(start, end) <= tolerance) return undefined;
  const { before, after } = runOf();
  const excess = Math.max(start - before, end - after);
  return excess > tolerance ? { kind: "beyondWall", detail: excess.toFixed(2) } : undefined;
};

const inStandingWall = (plan: PlanData, opening: JsonObject): OpeningFinding | undefined => {
  const wall = standingWallOf(plan, opening);
  if (wall === undefined)
    return { kind: "walllessOpening", detail: textIn(opening["wall_id"]) ?? "" };
  return beyondWall(opening, wall, () => {
    const others = standingWallsOn(plan, levelOf(plan, wall.entity.data));
    const [before, after] = [{ from: wall.to, to: wall.from }, wall].map((each) =>
      runBehind(each, others),
    );
    return { before: before ?? 0, after: after ?? 0 };
  });
};

const openingFinding = (plan: PlanData, opening: JsonObject): OpeningFinding | undefined => {
  if (isInStandingWall(opening)) return inStandingWall(plan, opening);
  const room = roomOf(plan, opening);
  if (room === undefined) return { kind: "roomlessOpening", detail: roomIdOf(opening) ?? "" };
  const edge = numberIn(opening["edge"], 0);
  const wall = room.walls[edge];
  if (room.walls.length === 0) return undefined;
  if (wall === undefined) return { kind: "missingEdge", detail: String(edge + 1) };
  return beyondWall(opening, wall, () => runAround(room.walls, edge));
};

const elementFindings = function* (
  plan: PlanData,
  list: List,
  levels: ReadonlySet<string>,
): Iterable<Finding> {
  for (const { key, data } of entitiesOf(plan, list)) {
    const [id, level] = [textIn(data["id"]), textIn(data["level"])];
    const subject = nameOf(list, key, data);
    const about = list === "levels" ? { subject, level: id } : { subject, ref: `${list}/${key}` };
    // That a zone has another one's id, its own check tells.
    if (id !== undefined && id !== key && list !== "zones")
      yield { ...about, kind: "duplicateId", detail: id };
    const named = list === "trackers" ? levelsOfTracker(data) : [];
    for (const detail of named)
      if (!levels.has(detail)) yield { ...about, kind: "unknownLevel", detail };
    if (!isCollection(list)) continue;
    const { place } = kinds[list];
    const finding = place === "wall" ? openingFinding(plan, data) : undefined;
    if (finding !== undefined) yield { ...about, ...finding };
    if (place !== "wall" && level !== undefined && !levels.has(level))
      yield { ...about, kind: "unknownLevel", detail: level };
    if (list === "rooms" && cornersOf(data).length === 0)
      yield { ...about, kind: "fewCorners", detail: "" };
    for (const { given } of oddThicknesses(list, data))
      yield { ...about, kind: "oddThickness", detail: given };
  }
};

const overlapFindings = function* (plan: PlanData): Iterable<Finding> {
  for (const { rooms, depth } of roomOverlaps(plan)) {
    const [{ entity }, { entity: second }] = rooms;
    const subject = nameOf("rooms", entity.key, entity.data);
    const [ref, other] = [refOf(entity), refOf(second)];
    yield { kind: "overlappingRooms", subject, ref, other, detail: depth.toFixed(2) };
  }
};

/** Elements of the list of zones that are none, and trackers of zones that the plan does not have. */
const zoneFindings = function* (plan: PlanData): Iterable<Finding> {
  const entities = new Map(entitiesOf(plan, "zones").map((entity) => [entity.index, entity]));
  for (const [index, zone] of zonesOf(plan).entries()) {
    const entity = entities.get(index);
    const about =
      entity === undefined
        ? { subject: `zones ${zone.id}` }
        : { subject: nameOf("zones", entity.key, entity.data), ref: refOf(entity) };
    if (!isZone(zone)) yield { ...about, kind: "badZone", detail: zone.bad };
    else
      for (const tracker of zone.trackers ?? [])
        if (findEntity(plan, "trackers", tracker) === undefined)
          yield { ...about, kind: "unknownTracker", detail: tracker };
  }
};

/** The finding for each kind of reference to a missing element. */
const danglingFindings: Readonly<Record<Reference, FindingKind>> = {
  labels: "unknownLabel",
  backgrounds: "backgroundLevel",
  outdoor: "unknownOutdoor",
};

const referenceFindings = function* (plan: PlanData, name: Reference): Iterable<Finding> {
  const list = references[name];
  for (const [id, said] of Object.entries(referencesIn(plan, name))) {
    if (said === undefined || said === null) continue;
    const remove = (from: PlanData): PlanData => withoutReferences(from, name, new Set([id]));
    if (findEntity(plan, list, id) === undefined)
      yield { kind: danglingFindings[name], subject: id, detail: id, remove };
    else if (name === "backgrounds" && backgroundOf(plan, id) === undefined)
      yield missingImage(id, "");
  }
};

/** The finding for each problem of a layer; two with one id are found as such. */
const layerKinds: Readonly<Record<Exclude<LayerProblem, "sameId">, FindingKind>> = {
  noList: "badLayers",
  noObject: "badLayer",
  badId: "badLayer",
  unknownShown: "unknownShown",
  badZoom: "badZoom",
  unknownRight: "unknownRight",
};

const layerChecks = function* (plan: PlanData): Iterable<Finding> {
  for (const { problem, at = 0, value } of layerFindings(plan)) {
    if (problem === "sameId") continue;
    const kind = layerKinds[problem];
    const data = listIn(plan["layers"])[at];
    const name = isObject(data) ? (textIn(data["name"]) ?? idOf(data)) : undefined;
    const subject = kind === "badLayer" ? String(at + 1) : (name ?? String(at + 1));
    const id = idOf(data);
    const ref = id === undefined ? {} : { ref: `layers/${id}` };
    yield { kind, subject, detail: value, ...ref };
  }
  const layers = new Set(layersOf(plan).map(({ id }) => id));
  for (const list of lists)
    for (const { key, data } of entitiesOf(plan, list)) {
      const detail = layeredLists.includes(list) ? textIn(data["layer_id"]) : undefined;
      if (detail === undefined || layers.has(detail)) continue;
      const ref = `${list}/${key}`;
      const remove = (from: PlanData): PlanData => putIntoLayer(from, [ref], undefined);
      const mended = isCollection(list) ? { remove } : {};
      yield { kind: "unknownLayer", subject: nameOf(list, key, data), ref, detail, ...mended };
    }
};

const allFindings = function* (plan: PlanData): Iterable<Finding> {
  const levels = new Set(
    entitiesOf(plan, "levels").flatMap(({ data }) => textIn(data["id"]) ?? []),
  );
  for (const list of lists) yield* elementFindings(plan, list, levels);
  yield* layerChecks(plan);
  yield* overlapFindings(plan);
  yield* zoneFindings(plan);
  for (const name of referenceNames) yield* referenceFindings(plan, name);
  for (const { field, given } of oddThicknesses("plan", plan)) {
    const remove = (from: PlanData): PlanData => withField(from, field, undefined);
    yield { kind: "oddThickness", subject: field, detail: given, remove };
  }
};

/** All invalid references and shapes of a plan, in the plan's order. */
export const findingsIn = (plan: PlanData): readonly Finding[] => [...allFindings(plan)];

/** The URLs of the plan's tracing images, by floor. */
export const imagesIn = (plan: PlanData): ReadonlyMap<string, string> =>
  new Map(
    Object.keys(entriesOf(plan["backgrounds"])).flatMap((level) => {
      const image = backgroundOf(plan, level);
      return image === undefined ? [] : [[level, image.url] as const];
    }),
  );

/** The finding for a tracing image that cannot be loaded. */
export const missingImage = (level: string, url: string): Finding => ({
  kind: "missingImage",
  subject: level,
  detail: url,
  level,
  remove: (plan) => withoutReferences(plan, "backgrounds", new Set([level])),
});
