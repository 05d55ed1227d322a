import { entitiesOf, type PlanData } from "../../elements/entities.ts";
import { type Collection, collections } from "../../kinds/index.ts";
import { isList, isObject, type JsonObject } from "../../json/json.ts";
import { cornersIn, numberIn, pointIn, textIn } from "../../json/read.ts";

/** What can be wrong with the references and shapes of a plan. */
export type FindingKind =
  | "roomlessOpening"
  | "missingEdge"
  | "beyondWall"
  | "duplicateId"
  | "unknownLevel"
  | "missingImage"
  | "backgroundLevel"
  | "unknownLabel"
  | "unknownOutdoor"
  | "fewCorners";

/** Something in a plan that points nowhere or cannot be drawn as it is. */
export interface Finding {
  readonly kind: FindingKind;
  /** What it is about, as `${collection}/${key}`; nothing for what has no shape. */
  readonly ref?: string;
  /** The level to show, where it is about one. */
  readonly level?: string;
  /** What it is about, as the plan names it. */
  readonly subject: string;
  /** What the subject points to, or how far it is off in metres. */
  readonly detail: string;
  /** Takes away what points nowhere, where that takes nothing from the drawing. */
  readonly remove?: (plan: PlanData) => PlanData;
}

/** What may lie beyond the end of a wall without being seen: half a centimetre. */
const tolerance = 0.005;

const nameOf = (collection: Collection, key: string, data: JsonObject): string =>
  textIn(data["name"]) ??
  textIn(data["text"]) ??
  textIn(data["entity"]) ??
  textIn(data["id"]) ??
  `${collection} ${key}`;

const without = (plan: PlanData, field: string, key: string): PlanData => {
  const value = plan[field];
  if (!isObject(value)) return plan;
  const { [key]: _, ...rest } = value;
  return { ...plan, [field]: rest };
};

const openingFinding = (
  rooms: ReadonlyMap<string, JsonObject>,
  opening: JsonObject,
): Pick<Finding, "kind" | "detail"> | undefined => {
  const roomId = textIn(opening["room_id"]) ?? "";
  const room = rooms.get(roomId);
  if (room === undefined) return { kind: "roomlessOpening", detail: roomId };
  const corners = cornersIn(room["points"]);
  if (corners.length === 0) return undefined;
  const edge = numberIn(opening["edge"], 0);
  const [start, end] = [corners[edge], corners[(edge + 1) % corners.length]];
  if (start === undefined || end === undefined)
    return { kind: "missingEdge", detail: String(edge + 1) };
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const half = numberIn(opening["width"], 0) / 2;
  const offset = numberIn(opening["offset"], 0);
  const excess = Math.max(half - offset, offset + half - length);
  return excess > tolerance ? { kind: "beyondWall", detail: excess.toFixed(2) } : undefined;
};

const isRoomShape = (points: JsonObject["points"]): boolean =>
  isList(points) && points.filter((point) => pointIn(point) !== undefined).length >= 3;

const entityFindings = function* (plan: PlanData, levels: ReadonlySet<string>): Iterable<Finding> {
  const rooms = new Map(
    entitiesOf(plan, "rooms").map(({ key, data }) => [textIn(data["id"]) ?? key, data] as const),
  );
  for (const collection of collections) {
    for (const { key, data } of entitiesOf(plan, collection)) {
      const level = textIn(data["level"]);
      const subject = nameOf(collection, key, data);
      const about = { ref: `${collection}/${key}`, subject };
      if (textIn(data["id"]) !== undefined && textIn(data["id"]) !== key)
        yield { ...about, kind: "duplicateId", detail: textIn(data["id"]) ?? "" };
      if (collection === "openings") {
        const finding = openingFinding(rooms, data);
        if (finding !== undefined) yield { ...about, ...finding };
      } else if (level !== undefined && !levels.has(level)) {
        yield { ...about, kind: "unknownLevel", detail: level };
      }
      if (collection === "rooms" && !isRoomShape(data["points"]))
        yield { ...about, kind: "fewCorners", detail: "" };
    }
  }
};

const levelFindings = function* (plan: PlanData): Iterable<Finding> {
  for (const { key, data } of entitiesOf(plan, "levels")) {
    const id = textIn(data["id"]);
    if (id !== undefined && id !== key)
      yield { kind: "duplicateId", subject: textIn(data["name"]) ?? id, detail: id, level: id };
  }
};

const backgroundFindings = function* (
  plan: PlanData,
  levels: ReadonlySet<string>,
): Iterable<Finding> {
  const { backgrounds } = plan;
  if (!isObject(backgrounds)) return;
  for (const [level, background] of Object.entries(backgrounds)) {
    if (background === undefined || background === null) continue;
    const remove = (from: PlanData): PlanData => without(from, "backgrounds", level);
    const hasUrl = isObject(background) && textIn(background["url"]) !== undefined;
    if (!levels.has(level)) {
      yield { kind: "backgroundLevel", subject: level, detail: level, remove };
    } else if (!hasUrl) {
      yield { kind: "missingImage", subject: level, detail: "", level, remove };
    }
  }
};

const roomReferences = function* (plan: PlanData): Iterable<Finding> {
  const { labels, outdoor } = plan;
  const rooms = new Set(entitiesOf(plan, "rooms").map(({ key }) => key));
  for (const room of isObject(labels) ? Object.keys(labels) : []) {
    if (rooms.has(room)) continue;
    const remove = (from: PlanData): PlanData => without(from, "labels", room);
    yield { kind: "unknownLabel", subject: room, detail: room, remove };
  }
  const outside = textIn(outdoor);
  if (outside === undefined || rooms.has(outside)) return;
  yield {
    kind: "unknownOutdoor",
    subject: outside,
    detail: outside,
    remove: (from) => {
      const { outdoor: _, ...rest } = from;
      return rest;
    },
  };
};

/** The levels of a plan by id, as far as they are needed to check references. */
const levelIds = (plan: PlanData): ReadonlySet<string> =>
  new Set(
    entitiesOf(plan, "levels").flatMap(({ data }) => {
      const id = textIn(data["id"]);
      return id === undefined ? [] : [id];
    }),
  );

/** Everything in a plan that points nowhere or cannot be drawn, in the order of the plan. */
export const findingsIn = (plan: PlanData): readonly Finding[] => {
  const levels = levelIds(plan);
  return [
    ...levelFindings(plan),
    ...entityFindings(plan, levels),
    ...backgroundFindings(plan, levels),
    ...roomReferences(plan),
  ];
};

/** The tracing images of the plan's levels, by level: the addresses that should answer. */
export const imagesIn = (plan: PlanData): ReadonlyMap<string, string> => {
  const { backgrounds } = plan;
  const entries = isObject(backgrounds) ? Object.entries(backgrounds) : [];
  return new Map(
    entries.flatMap(([level, background]) => {
      const url = isObject(background) ? textIn(background["url"]) : undefined;
      return url === undefined ? [] : [[level, url] as const];
    }),
  );
};

/** The finding for a tracing image whose address does not answer. */
export const missingImage = (level: string, url: string): Finding => ({
  kind: "missingImage",
  subject: level,
  detail: url,
  level,
  remove: (plan) => without(plan, "backgrounds", level),
});
