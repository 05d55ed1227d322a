import {
  type Entity,
  entriesOf,
  findEntity,
  type PlanData,
} from "../../../model/elements/entities.ts";
import { firstLevel, levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import { changeListed, setWithin } from "../../../model/editing/listed.ts";
import { isObject, type JsonObject, numberIn, textIn } from "../../../model/json.ts";
import { adviceOn, mirroredIn, pairsIn } from "../../../model/trackers/calibrate.ts";
import type { Pose } from "../../../model/trackers/pose.ts";
import type { PointPair } from "../../../model/trackers/similarity.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import type { EditorContext } from "../component.ts";
import { hundredthsIn } from "../formats.ts";
import type { Watched } from "./tracker-watch.ts";

/** The part of the context that calibrating needs. */
type Context = Pick<EditorContext, "session" | "view" | "positions" | "texts" | "language" | "say">;

/** A tracker of the plan. */
export type Tracker = Entity<"trackers">;

/** The points of a tracker, or of one of its maps. */
export interface PointsPart {
  /** Where they are in the tracker: `[]` or `["maps", NAME]`. */
  readonly path: readonly string[];
  readonly data: JsonObject;
  readonly pairs: readonly PointPair[];
  /** Whether the second axis points up; undefined if that follows from the points. */
  readonly isMirrored: boolean | undefined;
  /** The id of its floor; undefined while the plan has none. */
  readonly level: string | undefined;
}

/** The tracker that is chosen in the panel. */
export const chosenTracker = ({
  session,
  view,
}: Pick<Context, "session" | "view">): Tracker | undefined =>
  findEntity(session.state.plan, "trackers", view.state.tracking.key ?? "");

/** The pose of a tracker; undefined if it has none. */
export const poseIn = (tracker: Pick<Tracker, "data"> | undefined): Pose | undefined => {
  const pose = tracker?.data["pose"];
  if (!isObject(pose)) return undefined;
  return {
    x: numberIn(pose["x"], 0),
    z: numberIn(pose["z"], 0),
    rotation: numberIn(pose["rotation"], 0),
    mirrored: pose["mirrored"] === true,
  };
};

/** The points of a tracker, or those of a map by its name. */
export const pointsPart = (
  plan: PlanData,
  { data }: Pick<Tracker, "data">,
  map: string | undefined,
): PointsPart => {
  const part = map === undefined ? data : entriesOf(entriesOf(data["maps"])[map]);
  const counts = entriesOf(data["source"])["valetudo"] === undefined ? undefined : false;
  return {
    path: map === undefined ? [] : ["maps", map],
    data: part,
    pairs: pairsIn(part),
    isMirrored: mirroredIn(part) ?? counts,
    level: textIn(part["level"]) ?? textIn(data["level"]) ?? firstLevel(plan),
  };
};

/** The target of a tracker whose coordinates are known now. */
export const liveTarget = (
  { positions }: Pick<Context, "positions">,
  { key }: Tracker,
): Watched | undefined => positions.of(key).find(({ position }) => position.source !== undefined);

/** The part of a tracker that a point set now is of; undefined if it is of a map that nobody names now. */
export const partNow = (context: Context, tracker: Tracker): PointsPart | undefined => {
  const { plan } = context.session.state;
  if (!isObject(tracker.data["maps"])) return pointsPart(plan, tracker, undefined);
  const map = liveTarget(context, tracker)?.position.map;
  return map === undefined ? undefined : pointsPart(plan, tracker, map);
};

/** Writes the points of a part, with the charger's place if that is known. */
const writePairs = (
  { session, view, texts }: Context,
  tracker: Tracker,
  { path, data }: PointsPart,
  pairs: readonly PointPair[],
  dock: Point | undefined,
): void => {
  const name = textIn(tracker.data["name"]) ?? texts.panels.kinds.trackers;
  const isFirst = pairs.length === 1 || data["level"] === undefined;
  session.edit({ action: "trackerPoint", name }, (plan) => {
    const level = shownLevel(plan, view.state.level);
    const fields: readonly (readonly [string, JsonObject[string]])[] = [
      ...(isFirst && level !== undefined ? ([["level", level]] as const) : []),
      ["points", pairs.map(({ source, plan: place }) => ({ source, plan: place }))],
      ...(dock === undefined ? [] : ([["dock", dock]] as const)),
    ];
    return changeListed(plan, "trackers", tracker.key, (now) =>
      fields.reduce((made, [field, value]) => setWithin(made, [...path, field], value), now),
    );
  });
};

/** Sets the points of a part by hand, such as without one of them. */
export const setPairs = (
  context: Context,
  tracker: Tracker,
  part: PointsPart,
  pairs: readonly PointPair[],
): void => writePairs(context, tracker, part, pairs, undefined);

/** Adds a pair without asking; the second of a calibration that began anew replaces the former pairs. */
export const takePair = (
  context: Context,
  tracker: Tracker,
  part: PointsPart,
  pair: PointPair,
): void => {
  const { view, texts, say } = context;
  const { key, anew } = view.state.tracking;
  const pairs = anew === undefined ? [...part.pairs, pair] : [anew, pair];
  const isNew = pairs.length === 1 || anew !== undefined || part.data["dock"] === undefined;
  const dock = isNew ? liveTarget(context, tracker)?.position.dock : undefined;
  writePairs(context, tracker, part, pairs, dock);
  view.update({ tracking: { key } });
  const { set, oneMore } = texts.trackers;
  say(pairs.length === 1 ? `${set(1)} ${oneMore}` : set(pairs.length));
};

/** Milliseconds without a move after which a source stands. */
const restMs = 2000;

/** Takes a place of the plan as where the chosen tracker is now, or says why not. */
export const setPointAt = (context: Context, plan: Point): void => {
  const { session, view, texts, say } = context;
  const words = texts.trackers;
  const tracker = chosenTracker(context);
  const live = tracker && liveTarget(context, tracker);
  if (tracker === undefined || live?.position.source === undefined) return say(words.noSource);
  const part = partNow(context, tracker);
  if (part === undefined) return say(words.noMap);
  const { key, anew } = view.state.tracking;
  const others = anew === undefined ? part.pairs : [anew];
  const shown = shownLevel(session.state.plan, view.state.level);
  if (others.length > 0 && part.level !== shown) {
    const floor = levelsOf(session.state.plan).find(({ id }) => id === part.level);
    return say(words.otherFloor(floor?.name ?? part.level ?? ""));
  }
  const { kind, source } = live.position;
  // The coordinates of radars and phones flicker also of somebody who stands.
  if (kind === "vacuum" && performance.now() - (live.movedAt ?? -Infinity) < restMs)
    return say(words.moving);
  const pair: PointPair = { source, plan };
  const advice = adviceOn(others, pair, part.isMirrored);
  if (advice.kind === "unmoved" || advice.kind === "full") return say(words[advice.kind]);
  if (advice.kind === "fine") return takePair(context, tracker, part, pair);
  view.update({ tracking: { key, disputed: { pair, metres: advice.metres } } });
  return say(words.disagrees(`${hundredthsIn(context.language, advice.metres)} m`));
};
