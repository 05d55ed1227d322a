import { followedBy, type Instruction } from "../../i18n/word-types.ts";
import {
  distance,
  isSame,
  minus,
  plus,
  type Point,
  times,
} from "../../../model/geometry/vector.ts";
import { type Snapped, snapPoint } from "../snapping.ts";
import { type SnapTargets, targetsOn } from "../snap-targets.ts";
import {
  type Measure,
  type Overlay,
  type PlanPointer,
  type Tool,
  type ToolContext,
  dragThreshold,
} from "./tool.ts";
import { newId } from "../../../model/elements/entities.ts";
import { insideOf } from "../../../model/elements/rooms.ts";
import { addLine } from "../../../model/editing/add-remove.ts";
import { minNewLine } from "../../../model/editing/standing-walls.ts";
import { type KindToolName, kindTools, pieceWords, toolWords } from "./kind-tools.ts";
import { metresIn } from "../formats.ts";
import { movementOnPlan, seenInOrder, type Turn } from "../seen-directions.ts";

/** Typed lengths; undefined until typed. */
type Lengths = readonly (number | undefined)[];

/** Something drawn between two points. */
interface TwoPoints {
  /** The current hint; `isBegun`: the first point is set. */
  readonly hint: (isBegun: boolean) => Instruction;
  /** Snap targets of the points. */
  readonly targets: () => SnapTargets;
  /** Whether the second point snaps to right angles and diagonals from the first one. */
  readonly isFromStart?: boolean;
  /** The preview between two points, without editable lengths. */
  readonly preview: (from: Point, to: Point) => Overlay;
  /** The editable lengths between two points, with labels. */
  readonly lengths: (from: Point, to: Point) => readonly (Measure & { readonly label: string })[];
  /** The second point towards a place that gives the typed lengths. */
  readonly reach: (from: Point, towards: Point, lengths: Lengths) => Point;
  /** Creates it; `pointer` set the second point. */
  readonly make: (from: Point, to: Point, pointer: PlanPointer) => void;
  /** Called if the press of the first point was a click. */
  readonly clicked?: (pressed: PlanPointer) => void;
}

/** The point `metres` away from `from` towards `towards`; to the right, as seen, if they are equal. */
const atLength = (turn: Turn, from: Point, towards: Point, metres: number | undefined): Point => {
  if (metres === undefined) return towards;
  const away = distance(from, towards);
  const way: Point =
    away < 1e-6 ? movementOnPlan(turn, [1, 0]) : times(minus(towards, from), 1 / away);
  return plus(from, times(way, metres));
};

const nameOf = (index: number): string => `length:${index}`;

/** Draws between two points: by a drag, by two clicks, or by typing lengths. */
export const twoPointTool = (what: TwoPoints): Tool => {
  const { hint, targets, isFromStart = false, preview, lengths, reach, make, clicked } = what;
  let start: Point | undefined;
  /** The press of the first point, until released. */
  let pressed: PlanPointer | undefined;
  let last: PlanPointer | undefined;
  let hasMoved = false;
  let typed: Lengths = [];
  let overlay: Overlay = {};
  const snap = ({ at, snapping }: PlanPointer): Snapped =>
    snapPoint(at, targets(), snapping, isFromStart && start !== undefined ? [start] : []);
  const cancel = (): boolean => {
    const isBusy = start !== undefined;
    start = pressed = undefined;
    hasMoved = false;
    typed = [];
    overlay = {};
    return isBusy;
  };
  const finish = (from: Point, pointer: PlanPointer): void => {
    const to = reach(from, snap(pointer).point, typed);
    cancel();
    make(from, to, pointer);
  };
  const isOpen = (index: number): boolean => typed[index] === undefined;
  /** The lengths as entries, those not typed yet first. */
  const entries = (from: Point, to: Point): readonly Measure[] => {
    const all = lengths(from, to);
    const order = [...all.keys()];
    const sorted = [...order.filter(isOpen), ...order.filter((index) => !isOpen(index))];
    return sorted.flatMap((index): readonly Measure[] => {
      const found = all[index];
      if (found === undefined) return [];
      const { label, ...measure } = found;
      const take = (metres: number, isDone: boolean): { readonly next?: string } => {
        if (start === undefined || last === undefined) return {};
        typed = order.map((each) => (each === index ? metres : typed[each]));
        move(last);
        const open = order.find(isOpen);
        if (open !== undefined) return { next: nameOf(open) };
        if (isDone) finish(start, last);
        return {};
      };
      return [{ ...measure, entry: { name: nameOf(index), label, take } }];
    });
  };
  const move = (pointer: PlanPointer): void => {
    last = pointer;
    const { point, guides } = snap(pointer);
    if (start === undefined) {
      overlay = { guides, dots: [point] };
      return;
    }
    if (distance(point, start) > dragThreshold * pointer.pixel) hasMoved = true;
    const to = reach(start, point, typed);
    const { measures = [], ...shown } = preview(start, to);
    overlay = { guides, ...shown, measures: [...entries(start, to), ...measures] };
  };
  return {
    staysBegun: true,
    hint: () => hint(start !== undefined),
    cursor: () => "crosshair",
    overlay: () => overlay,
    down: (pointer) => {
      // A finger presses the second point without having moved there.
      if (start !== undefined) return move(pointer);
      start = snap(pointer).point;
      pressed = pointer;
      move(pointer);
    },
    move,
    up: (pointer) => {
      const [from, click] = [start, pressed];
      pressed = undefined;
      if (from === undefined) return;
      if (hasMoved || typed.length > 0) finish(from, pointer);
      else if (click !== undefined) clicked?.(click);
    },
    points: () => (start === undefined ? 0 : 1),
    takeBack: cancel,
    cancel,
    letGo: () => {
      if (pressed !== undefined) cancel();
    },
  };
};

/** Draws a line between two points. */
export const lineTool = (
  { session, view, texts, say }: ToolContext,
  toolName: KindToolName,
): Tool => {
  const { list } = kindTools[toolName];
  return twoPointTool({
    hint: (isBegun) =>
      isBegun
        ? followedBy(texts.tools.hints.lineSecond, texts.measures.typing)
        : toolWords(toolName, texts).hint,
    targets: () => {
      // Walls join at centre lines; other lines are measured between faces.
      const shape = list === "walls" ? undefined : insideOf;
      return targetsOn(session.state.plan, view.state.level, new Set(), shape);
    },
    isFromStart: list === "walls",
    preview: (from, to) => ({ ghost: [from, to], isOpen: true }),
    lengths: (from, to) => [{ from, to, label: texts.measures.length }],
    reach: (from, towards, [length]) => atLength(view.state.turn, from, towards, length),
    make: (from, to, { isAdding }) => {
      const least = minNewLine(session.state.plan, list);
      if (distance(from, to) < least - 1e-6) return say(texts.tools.tooShort);
      const name = pieceWords({ list, name: "" }, texts);
      const id = newId(session.state.plan, list);
      const { level } = view.state;
      session.edit({ action: "draw", name }, (now) => addLine(now, level, list, id, [from, to]));
      view.select([`${list}/${id}`]);
      // With Shift the tool stays active for the next line.
      if (!isAdding) view.update({ tool: "select" });
      say(texts.tools.added(name));
    },
  });
};

/** The horizontal and vertical distances of two points, unless one equals their distance. */
const legs = (from: Point, to: Point): readonly Measure[] => {
  const corner: Point = [to[0], from[1]];
  return isSame(corner, from) || isSame(corner, to)
    ? []
    : [
        { from, to: corner, isLine: true },
        { from: corner, to, isLine: true },
      ];
};

const preview = (from: Point, to: Point): Overlay => ({
  ghost: [from, to],
  isOpen: true,
  dots: [from, to],
  measures: legs(from, to),
});

/** Measures between two points without drawing. The result is shown until the next press. */
export const rulerTool = ({ session, view, texts, language, say }: ToolContext): Tool => {
  let last: Overlay | undefined;
  const metres = metresIn(language);
  const tool = twoPointTool({
    hint: (isBegun) => (isBegun ? texts.tools.hints.lineSecond : texts.measures.rulerHint),
    targets: () => {
      const shape = view.state.measures === "inner" ? insideOf : undefined;
      return targetsOn(session.state.plan, view.state.level, new Set(), shape);
    },
    preview,
    lengths: (from, to) => [{ from, to, label: texts.measures.length }],
    reach: (from, towards, [length]) => atLength(view.state.turn, from, towards, length),
    make: (from, to) => {
      last = { ...preview(from, to), measures: [{ from, to }, ...legs(from, to)] };
      const [x, z] = minus(to, from);
      const [across, down] = seenInOrder(view.state.turn, Math.abs(x), Math.abs(z));
      say(texts.measures.measured(metres(distance(from, to)), metres(across), metres(down)));
    },
  });
  return {
    ...tool,
    overlay: () => {
      const now = tool.overlay();
      return last === undefined || now.ghost !== undefined ? now : { ...now, ...last };
    },
    down: (pointer) => {
      last = undefined;
      tool.down?.(pointer);
    },
    cancel: () => {
      const isBusy = tool.cancel() || last !== undefined;
      last = undefined;
      return isBusy;
    },
  };
};
