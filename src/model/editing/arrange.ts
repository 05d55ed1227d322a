import { boundsOf } from "../elements/places.ts";
import { findRef, placeOfRef, type PlanData, type Ref } from "../elements/entities.ts";
import type { Box } from "../geometry/polygon.ts";
import type { Point } from "../geometry/vector.ts";
import { withGroups } from "../../web/model/groups.ts";
import { moveBy, withContents } from "./transform.ts";

/** The side or the middle that things are brought onto one line with. */
export const edges = ["left", "centre", "right", "top", "middle", "bottom"] as const;

export type Edge = (typeof edges)[number];

/** The ways in which things are distributed: beside each other, or one below the other. */
export const axes = ["horizontally", "vertically"] as const;

export type Axis = (typeof axes)[number];

/** What is moved as one: a room with what stands in it, a group, or a thing on its own. */
export interface Body {
  readonly refs: readonly Ref[];
  readonly box: Box;
}

/**
 * Takes a selection apart into what is moved as one. What stands in a room that is selected belongs to it; openings
 * are left out, as they stay in their walls.
 */
export const bodiesOf = (plan: PlanData, selection: readonly Ref[]): readonly Body[] => {
  const rest = new Set(selection.filter((ref) => findRef(plan, ref) !== undefined));
  const take = (ref: Ref, refs: readonly Ref[], bounds: readonly Ref[]): readonly Body[] => {
    for (const each of refs) rest.delete(each);
    rest.delete(ref);
    const box = boundsOf(plan, bounds);
    return box === undefined ? [] : [{ refs, box }];
  };
  const rooms = [...rest].filter((ref) => placeOfRef(ref) === "polygon");
  const bodies = rooms.flatMap((ref) => take(ref, withContents(plan, [ref]), [ref]));
  const others = [...rest].flatMap((ref) => {
    if (!rest.has(ref) || placeOfRef(ref) === "wall") return [];
    const group = withGroups(plan, [ref]).filter((each) => rest.has(each));
    return take(ref, group, group);
  });
  return [...bodies, ...others];
};

const frameOf = (bodies: readonly Body[]): Box => {
  const left = Math.min(...bodies.map(({ box }) => box.left));
  const top = Math.min(...bodies.map(({ box }) => box.top));
  return {
    left,
    top,
    width: Math.max(...bodies.map(({ box }) => box.left + box.width)) - left,
    height: Math.max(...bodies.map(({ box }) => box.top + box.height)) - top,
  };
};

const wayTo: Readonly<Record<Edge, (box: Box, frame: Box) => Point>> = {
  left: (box, frame) => [frame.left - box.left, 0],
  centre: (box, frame) => [frame.left + frame.width / 2 - box.left - box.width / 2, 0],
  right: (box, frame) => [frame.left + frame.width - box.left - box.width, 0],
  top: (box, frame) => [0, frame.top - box.top],
  middle: (box, frame) => [0, frame.top + frame.height / 2 - box.top - box.height / 2],
  bottom: (box, frame) => [0, frame.top + frame.height - box.top - box.height],
};

/** Brings the bodies of a selection onto one line, at a side or the middle of the box around them all. */
export const align = (plan: PlanData, selection: readonly Ref[], edge: Edge): PlanData => {
  const bodies = bodiesOf(plan, selection);
  const frame = frameOf(bodies);
  return bodies.reduce(
    (result, { refs, box }) => moveBy(result, refs, wayTo[edge](box, frame)),
    plan,
  );
};

/**
 * Makes the gaps between the bodies of a selection equal; the outermost two stay. Where they need more room than
 * there is between those, they overlap equally.
 */
export const distribute = (plan: PlanData, selection: readonly Ref[], axis: Axis): PlanData => {
  const isAcross = axis === "horizontally";
  const startOf = ({ box }: Body): number => (isAcross ? box.left : box.top);
  const lengthOf = ({ box }: Body): number => (isAcross ? box.width : box.height);
  const middleOf = (body: Body): number => startOf(body) + lengthOf(body) / 2;
  const bodies = bodiesOf(plan, selection).toSorted((a, b) => middleOf(a) - middleOf(b));
  const [first, last] = [bodies[0], bodies.at(-1)];
  if (first === undefined || last === undefined || bodies.length < 3) return plan;
  const whole = startOf(last) + lengthOf(last) - startOf(first);
  const filled = bodies.reduce((sum, body) => sum + lengthOf(body), 0);
  const gap = (whole - filled) / (bodies.length - 1);
  let next = startOf(first);
  return bodies.reduce((result, body) => {
    const way = next - startOf(body);
    next += lengthOf(body) + gap;
    return body === first || body === last
      ? result
      : moveBy(result, body.refs, isAcross ? [way, 0] : [0, way]);
  }, plan);
};
