import { isRight } from "fp-ts/lib/Either.js";
import { changeListed, setWithin } from "../../../model/editing/listed.ts";
import { findEntity } from "../../../model/elements/entities.ts";
import { wallsOn } from "../../../model/elements/rooms.ts";
import {
  angleOf,
  distance,
  fullTurn,
  halfWall,
  isSame,
  minus,
  nearestOn,
  nearestWall,
  plus,
  type Point,
  tidyPoint,
  times,
  turned,
} from "../../../model/geometry/vector.ts";
import { rotationTowards, residualsCm } from "../../../model/trackers/calibrate.ts";
import type { Pose } from "../../../model/trackers/pose.ts";
import { bestFit, mapped } from "../../../model/trackers/similarity.ts";
import { type JsonObject, textIn } from "../../../model/json.ts";
import type { Gesture } from "../../store/session-state.ts";
import { shortNumberIn } from "../formats.ts";
import {
  chosenTracker,
  liveTarget,
  partNow,
  poseIn,
  setPointAt,
  type Tracker,
} from "../trackers/calibration.ts";
import type { Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";

/** Metres from the middle of a mark to its edge. */
const markReach = 0.15;

/** A mark around a place. */
const mark = ([x, z]: Point): readonly Point[] => [
  [x, z - markReach],
  [x + markReach, z],
  [x, z + markReach],
  [x - markReach, z],
];

const centimetres = (cm: number): string => String(Math.round(cm));

/** The pairs of the chosen tracker, each with its error, and where the target is by them now. */
const pairsOverlay = (context: ToolContext): Overlay => {
  const tracker = chosenTracker(context);
  const part = tracker && partNow(context, tracker);
  const { disputed, anew } = context.view.state.tracking;
  if (tracker === undefined || part === undefined) return {};
  const { pairs } = part;
  const fit = bestFit(pairs, part.isMirrored);
  const asked = disputed?.pair ?? anew;
  const dots = [...pairs.map(({ plan }) => plan), ...(asked === undefined ? [] : [asked.plan])];
  if (!isRight(fit)) return { dots };
  const { matrix } = fit.right;
  const source = liveTarget(context, tracker)?.position.source;
  const off = residualsCm(fit.right, pairs);
  return {
    dots,
    guides: pairs.map((pair) => ({ from: mapped(matrix, pair.source), to: pair.plan })),
    measures: pairs.map(({ plan }, at) => ({
      from: plan,
      to: plus(plan, [markReach, 0]),
      text: `${at + 1}: ${centimetres(off[at] ?? 0)} cm`,
    })),
    ...(source === undefined ? {} : { ghost: mark(mapped(matrix, source)) }),
  };
};

/** Sets pairs of points of the chosen tracker: each click is where its target is now. */
export const trackerPointsTool = (context: ToolContext): Tool => {
  let pressed: Point | undefined;
  return {
    hint: () => context.texts.trackers.hints.points,
    cursor: () => "crosshair",
    overlay: () => {
      const overlay = pairsOverlay(context);
      return pressed === undefined
        ? overlay
        : { ...overlay, dots: [...(overlay.dots ?? []), pressed] };
    },
    down: ({ at }) => void (pressed = at),
    move: ({ at }) => {
      if (pressed !== undefined) pressed = at;
    },
    up: ({ at }) => {
      pressed = undefined;
      setPointAt(context, tidyPoint(at));
    },
    cancel: () => {
      const isBusy = pressed !== undefined;
      pressed = undefined;
      return isBusy;
    },
  };
};

/** How far in front of a sensor the dot is by which it is turned, in metres; and how near to it a press turns, in pixels. */
const [handleAhead, handlePixels] = [1, 24];

/** Degrees to which a sensor is turned by its handle, unless snapping is off. */
const turnStep = 5;

/** Metres from a wall within which a sensor is put on its face. */
const wallReach = 0.3;

const handleOf = ({ x, z, rotation }: Pose): Point =>
  plus([x, z], turned([handleAhead, 0], rotation));

/** Writes fields of the chosen tracker's pose. */
const withPose = (key: string, fields: JsonObject): Parameters<Gesture["preview"]>[0] => {
  const set = (tracker: JsonObject): JsonObject =>
    Object.entries(fields).reduce(
      (made, [field, value]) => setWithin(made, ["pose", field], value),
      tracker,
    );
  return (plan) => changeListed(plan, "trackers", key, set);
};

/** A place on the face of a near wall, and the direction away from the wall. */
const onWall = ({ session, view }: ToolContext, { at, snapping }: PlanPointer) => {
  const walls = snapping.isOn ? wallsOn(session.state.plan, view.state.level) : [];
  const wall = nearestWall(walls, at, wallReach)?.wall;
  if (wall === undefined) return undefined;
  const { point, away } = nearestOn(wall, at);
  if (away < 1e-6) return undefined;
  const off = times(minus(at, point), 1 / away);
  return { place: plus(point, times(off, halfWall)), facing: angleOf({ from: [0, 0], to: off }) };
};

/** Whether two directions in degrees differ by less than a right angle. */
const isAlike = (one: number, other: number): boolean =>
  Math.cos(((one - other) * Math.PI) / 180) > 0.01;

const labelFor = (action: string, { data }: Tracker, { texts }: ToolContext) => ({
  action,
  name: textIn(data["name"]) ?? texts.panels.kinds.trackers,
});

/** Drags the chosen tracker's sensor along the plan and its walls, or turns it by the dot in front of it. */
export const trackerPoseTool = (context: ToolContext): Tool => {
  /** `pose`: as it was before, from which each preview starts. */
  let dragging:
    | {
        readonly gesture: Gesture;
        readonly key: string;
        readonly pose: Pose;
        readonly isTurning: boolean;
      }
    | undefined;
  const move = (pointer: PlanPointer): void => {
    if (dragging === undefined) return;
    const { gesture, key, pose, isTurning } = dragging;
    const { at, snapping } = pointer;
    if (isTurning) {
      const degrees = angleOf({ from: [pose.x, pose.z], to: at });
      const step = snapping.isOn ? turnStep : 1;
      const rotation = fullTurn(Math.round(degrees / step) * step) % 360;
      return gesture.preview(withPose(key, { rotation }));
    }
    const wall = onWall(context, pointer);
    const [x, z] = tidyPoint(wall?.place ?? at);
    const turns = wall !== undefined && !isAlike(wall.facing, pose.rotation);
    const facing = turns ? { rotation: fullTurn(Math.round(wall.facing)) % 360 } : {};
    return gesture.preview(withPose(key, { x, z, ...facing }));
  };
  const end = (how: "commit" | "cancel"): boolean => {
    const isBusy = dragging !== undefined;
    dragging?.gesture[how]();
    dragging = undefined;
    return isBusy;
  };
  return {
    hint: () => context.texts.trackers.hints.pose,
    cursor: () => "move",
    overlay: () => {
      const tracker = chosenTracker(context);
      const pose = poseIn(tracker);
      if (tracker === undefined || pose === undefined) return {};
      const [place, handle] = [[pose.x, pose.z] as const, handleOf(pose)];
      const live = liveTarget(context, tracker)?.position;
      return {
        dots: [place, handle],
        guides: [{ from: place, to: handle }],
        ...(live?.state === "located" ? { ghost: mark(live.place) } : {}),
      };
    },
    down: (pointer) => {
      const tracker = chosenTracker(context);
      const pose = poseIn(tracker);
      if (tracker === undefined || pose === undefined) return;
      const isTurning = distance(pointer.at, handleOf(pose)) < handlePixels * pointer.pixel;
      const gesture = context.session.begin(labelFor("trackerPoint", tracker, context));
      dragging = { gesture, key: tracker.key, pose, isTurning };
    },
    move,
    up: (pointer) => {
      move(pointer);
      end("commit");
    },
    cancel: () => end("cancel"),
  };
};

/** Turns the chosen tracker's sensor by a click where its only target stands. */
export const trackerStandTool = (context: ToolContext): Tool => ({
  hint: () => context.texts.trackers.hints.stand,
  cursor: () => "crosshair",
  overlay: () => {
    const pose = poseIn(chosenTracker(context));
    return pose === undefined ? {} : { dots: [[pose.x, pose.z]] };
  },
  up: ({ at }) => {
    const { session, texts, language, say } = context;
    const words = texts.trackers;
    const tracker = chosenTracker(context);
    const pose = poseIn(tracker);
    const live = tracker && liveTarget(context, tracker)?.position;
    if (tracker === undefined || pose === undefined || live?.source === undefined)
      return say(words.noSource);
    const from: Point = [pose.x, pose.z];
    if (isSame(from, at)) return undefined;
    const found = rotationTowards(from, at, live.source, pose.mirrored === true);
    const rotation = Math.round(found) % 360;
    session.edit(labelFor("trackerPoint", tracker, context), withPose(tracker.key, { rotation }));
    const degrees = shortNumberIn(language, rotation);
    // The service knows the unit and the height, so the distance is that of the place by the saved pose.
    const saved = poseIn(findEntity(session.state.base, "trackers", tracker.key));
    const cm =
      saved === undefined || live.state !== "located"
        ? undefined
        : Math.abs(distance(live.place, [saved.x, saved.z]) - distance(from, at)) * 100;
    return say(
      cm === undefined ? words.turned(degrees) : words.turnedOff(degrees, centimetres(cm)),
    );
  },
  cancel: () => false,
});
