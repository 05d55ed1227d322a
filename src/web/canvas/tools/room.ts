import { followedBy } from "../../i18n/word-types.ts";
import { listOfRef, newId, type PlanData } from "../../../model/elements/entities.ts";
import { freeRoomName, roomsOf, roomsOn, wallsOn } from "../../../model/elements/rooms.ts";
import {
  distance,
  isSame,
  middle,
  minus,
  nearestWall,
  plus,
  type Point,
  times,
  type Wall,
} from "../../../model/geometry/vector.ts";
import { textIn } from "../../../model/json.ts";
import { addRoom, areaOf, isRoom, rectangle } from "../../../model/editing/add-remove.ts";
import { levelBeside } from "../../../model/editing/levels.ts";
import { type Snapped, snapPoint } from "../snapping.ts";
import { type SnapTargets, targetsOn } from "../snap-targets.ts";
import type { Measure, Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";
import { boxAround } from "../../../model/geometry/polygon.ts";
import {
  closed,
  extraTo,
  marginOf,
  measuredOutline,
  type Outline,
  placeAtLength,
  withCorner,
} from "../../../model/editing/measured-lengths.ts";
import { hundredthsIn } from "../formats.ts";
import { movementOnPlan, seenInOrder } from "../seen-directions.ts";
import { toolWords } from "./kind-tools.ts";
import { twoPointTool } from "./two-points.ts";

/** Snap targets of a new room: the rooms of its floor, and those of the floor below, or above the lowest one. */
export const roomTargets = (plan: PlanData, level: string | undefined): SnapTargets => {
  const targets = targetsOn(plan, level);
  const beside = levelBeside(plan, level);
  const under = beside === undefined ? [] : roomsOn(plan, beside);
  const corners = [...targets.corners, ...under.flatMap(({ corners: each }) => each)];
  return { ...targets, corners, items: [] };
};

/** Adds a room with a unique name, such as `Room 2`, selects it and asks for its name; reports if it is too small. */
const createRoom = (context: ToolContext, corners: readonly Point[]): void => {
  const { session, view, texts, say, askName } = context;
  if (!isRoom(corners)) return say(texts.tools.tooSmall);
  const { plan } = session.state;
  const id = newId(plan, "rooms");
  const taken = roomsOf(plan).flatMap(({ entity }) => textIn(entity.data["name"]) ?? []);
  const name = freeRoomName(new Set(taken), texts.drawing.things.rooms);
  const { level } = view.state;
  session.edit({ action: "draw", name }, (now) => addRoom(now, level, { id, name, corners }));
  view.select([`rooms/${id}`]);
  askName(`rooms/${id}`);
};

/** Reach of a press around a wall, in metres and in pixels. */
const [nearWall, nearWallPixels] = [0.25, 14];

/** The coordinate `metres` away from `from` on the side of `towards`, or of `usual` if they are equal. */
export const beyond = (
  from: number,
  towards: number,
  metres: number | undefined,
  usual: number,
): number =>
  metres === undefined ? towards : from + metres * (Math.sign(towards - from) || Math.sign(usual));

/** The upper and the right wall of a rectangle between its faces; of length zero if it is all wall. */
export const wallsWithin = (corners: readonly Point[], margin: number): readonly [Wall, Wall] => {
  const { left, top, width, height } = boxAround(corners) ?? {
    left: 0,
    top: 0,
    width: 0,
    height: 0,
  };
  const [wide, high] = [Math.max(0, width - margin * 2), Math.max(0, height - margin * 2)];
  const [x, z] = [left + (width - wide) / 2, top + (height - high) / 2];
  return [
    { from: [x, z], to: [x + wide, z] },
    { from: [x + wide, z], to: [x + wide, z + high] },
  ];
};

/** Draws a rectangular room by a drag, or by clicks on two opposite corners. */
export const roomTool = (context: ToolContext): Tool => {
  const { session, view, texts, language } = context;
  return twoPointTool({
    hint: (isBegun) => {
      if (isBegun) return followedBy(texts.tools.hints.roomSecond, texts.measures.typing);
      const isFirst = roomsOn(session.state.plan, view.state.level).length === 0;
      return isFirst ? toolWords("room", texts).hint : texts.tools.hints.roomNext;
    },
    targets: () => roomTargets(session.state.plan, view.state.level),
    preview: (from, to) => {
      const ghost = rectangle(from, to);
      const place = middle(from, to);
      const area = hundredthsIn(
        language,
        areaOf(measuredOutline(session.state.plan, ghost, view.state.measures)),
      );
      return { ghost, measures: [{ from: place, to: place, text: texts.measures.area(area) }] };
    },
    lengths: (from, to) => {
      const [width, depth] = wallsWithin(
        rectangle(from, to),
        marginOf(session.state.plan, view.state.measures),
      );
      const { measures } = texts;
      const [across, down] = seenInOrder(view.state.turn, width, depth);
      return [
        { ...across, label: measures.width },
        { ...down, label: measures.depth },
      ];
    },
    reach: (from, towards, [across, down]) => {
      const { turn, measures } = view.state;
      const margin = marginOf(session.state.plan, measures) * 2;
      const [width, depth] = seenInOrder(turn, across, down);
      const [right, below] = movementOnPlan(turn, [1, 1]);
      return [
        beyond(from[0], towards[0], width === undefined ? undefined : width + margin, right),
        beyond(from[1], towards[1], depth === undefined ? undefined : depth + margin, below),
      ];
    },
    make: (from, to) => createRoom(context, rectangle(from, to)),
    // A click selects a room, unless it is at a wall where the next room begins.
    clicked: ({ ref, at, pixel }) => {
      if (ref === undefined || listOfRef(ref) !== "rooms") return;
      const walls = wallsOn(session.state.plan, view.state.level);
      const reach = Math.max(nearWall, nearWallPixels * pixel);
      if (nearestWall(walls, at, reach) === undefined)
        view.update({ tool: "select", selection: [ref] });
    },
  });
};

const nothingYet: Outline = { corners: [], typed: [] };

/** Draws a room corner by corner, by clicks or typed lengths; the first corner, or Enter, closes it. */
export const cornersTool = (context: ToolContext): Tool => {
  const { session, view, texts } = context;
  let overlay: Overlay = {};
  let outline = nothingYet;
  let pointed: PlanPointer | undefined;
  const margin = (): number => marginOf(session.state.plan, view.state.measures);

  const snap = ({ at, snapping, pixel }: PlanPointer): Snapped => {
    const { corners } = outline;
    const [first] = corners;
    // The first corner closes the room, so it has a larger reach, also without snapping.
    if (first !== undefined && corners.length > 2 && distance(first, at) < 12 * pixel)
      return { point: first, guides: [{ from: first, to: first }] };
    const targets = roomTargets(session.state.plan, view.state.level);
    const origins = [corners.at(-1), first].filter((corner) => corner !== undefined);
    return snapPoint(at, targets, snapping, origins);
  };

  /** The length from the last corner, between wall faces for inner measures. */
  const measureTo = (last: Point, to: Point): Measure => {
    const way = times(minus(to, last), 1 / Math.max(1e-9, distance(last, to)));
    const [start, end] = extraTo(outline, to, margin());
    const isLong = distance(last, to) > start + end;
    const take = (metres: number): object => {
      const at = placeAtLength(outline, to, metres, margin());
      outline = withCorner(outline, at, true, margin());
      // The pointer does not show the next corner yet.
      show(outline.corners.at(-1) ?? at);
      return {};
    };
    return {
      from: isLong ? plus(last, times(way, start)) : last,
      to: isLong ? minus(to, times(way, end)) : to,
      entry: { name: "length", label: texts.measures.length, take },
    };
  };

  const show = (point: Point, guides: Overlay["guides"] = []): void => {
    const { corners } = outline;
    const last = corners.at(-1);
    overlay = {
      guides,
      measures: last === undefined ? [] : [measureTo(last, point)],
      ghost: [...corners, point],
      isOpen: true,
      dots: corners.length === 0 ? [point] : corners,
    };
  };

  const move = (pointer: PlanPointer): void => {
    pointed = pointer;
    const { point, guides } = snap(pointer);
    show(point, guides);
  };

  const cancel = (): boolean => {
    const isBusy = outline.corners.length > 0;
    outline = nothingYet;
    overlay = {};
    return isBusy;
  };

  const close = (): void => {
    if (outline.corners.length < 3) return;
    const whole = closed(outline, margin());
    cancel();
    createRoom(context, whole);
  };

  const showCorners = (): void => {
    const { corners } = outline;
    overlay = { ghost: corners, isOpen: true, dots: corners };
  };

  const takeBack = (): void => {
    const corners = outline.corners.slice(0, -1);
    outline = { corners, typed: outline.typed.slice(0, Math.max(0, corners.length - 1)) };
    if (pointed === undefined || corners.length === 0) showCorners();
    else move(pointed);
  };

  return {
    staysBegun: true,
    hint: () => {
      const { hints } = texts.tools;
      const count = outline.corners.length;
      if (count === 0) return toolWords("corners", texts).hint;
      return followedBy(count < 3 ? hints.cornersNext : hints.cornersClose, texts.measures.typing);
    },
    cursor: () => "crosshair",
    overlay: () => overlay,
    down: move,
    move,
    // Sets a corner on release, as a press would take the focus from the name field.
    up: (pointer) => {
      const { point } = snap(pointer);
      const [first] = outline.corners;
      if (first !== undefined && isSame(first, point)) return close();
      const last = outline.corners.at(-1);
      if (last === undefined || !isSame(last, point))
        outline = withCorner(outline, point, false, margin());
      move(pointer);
    },
    points: () => outline.corners.length,
    takeBack,
    key: (key) => {
      if (key === "Backspace" && outline.corners.length > 0) {
        takeBack();
        return true;
      }
      if (key !== "Enter" || outline.corners.length < 3) return false;
      close();
      return true;
    },
    cancel,
    letGo: showCorners,
  };
};
