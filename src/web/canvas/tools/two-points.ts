import { distance, minus, plus, type Point, times } from "../../../model/geometry/vector.ts";
import { type Snapped, snapPoint, type SnapTargets } from "../snapping.ts";
import { type Measure, type Overlay, type PlanPointer, type Tool, tremble } from "./tool.ts";

/** Lengths that were typed, each undefined until it was. */
export type Lengths = readonly (number | undefined)[];

/** What is drawn between two points. */
export interface TwoPoints {
  /** What is expected now; `isBegun` once the first point is set. */
  readonly hint: (isBegun: boolean) => string;
  /** What the points snap to. */
  readonly targets: () => SnapTargets;
  /** Whether the second point makes right angles and diagonals with the first one. */
  readonly isFromStart?: boolean;
  /** What would be made between two points; without the lengths that can be typed. */
  readonly preview: (from: Point, to: Point) => Overlay;
  /** The lengths between two points that can be typed, with what they are called. */
  readonly lengths: (from: Point, to: Point) => readonly (Measure & { readonly label: string })[];
  /** The second point in the direction of a place, so that the lengths are those that were typed. */
  readonly reach: (from: Point, towards: Point, lengths: Lengths) => Point;
  /** Makes it; the pointer is the one that set the second point. */
  readonly make: (from: Point, to: Point, pointer: PlanPointer) => void;
  /** The press that set the first point was a click. */
  readonly clicked?: (pressed: PlanPointer) => void;
}

/** The point at so many metres from another one in the direction of a third; to the right where that is the same. */
export const atLength = (from: Point, towards: Point, metres: number | undefined): Point => {
  if (metres === undefined) return towards;
  const away = distance(from, towards);
  const way: Point = away < 1e-6 ? [1, 0] : times(minus(towards, from), 1 / away);
  return plus(from, times(way, metres));
};

const nameOf = (index: number): string => `length:${index}`;

/** Draws something between two points, by a drag, by a click at each of them, or by typing how far they are apart. */
export const twoPointTool = (what: TwoPoints): Tool => {
  const { hint, targets, isFromStart = false, preview, lengths, reach, make, clicked } = what;
  let start: Point | undefined;
  /** The press that set the first point, until it is over. */
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
  /** The lengths as entries: those first that were not typed yet. */
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
    if (distance(point, start) > tremble * pointer.pixel) hasMoved = true;
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
      // A finger comes down for the second point without having moved there.
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
