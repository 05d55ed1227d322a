import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type Entity,
  findRef,
  type PlanData,
  type Ref,
  refOf,
} from "../../model/elements/entities.ts";
import { levelOfEntity } from "../../model/elements/places.ts";
import { wallOf } from "../../model/elements/rooms.ts";
import { lengthOf, type Span, tidy, type Wall } from "../../model/geometry/vector.ts";
import { leastWidth, withSpan } from "../../model/kinds/opening.ts";
import { updateElement } from "../../model/editing/change.ts";
import { takenOn } from "../../model/editing/openings.ts";

/** Metres by which typed lengths may miss: less than what is told from one another. */
const slack = 5e-4;

/** Why a length cannot be taken: there is no room for it, or another opening is there. */
export type PlacementProblem =
  | { readonly why: "no room" }
  | { readonly why: "taken"; readonly by: Entity };

/** There is no room for it. */
export const noRoom: PlacementProblem = { why: "no room" };

/** Another opening that lies where one would, at a part of its wall in metres, the room behind it included. */
export const inTheWay = (
  plan: PlanData,
  opening: Entity,
  { offset, width }: Span,
): Entity | undefined => {
  const wall = wallOf(plan, opening.data);
  if (wall === undefined) return undefined;
  const [from, to] = [offset - width / 2, offset + width / 2];
  const other = takenOn(plan, levelOfEntity(plan, opening), wall).find(
    (each) => each.ref !== refOf(opening) && each.from < to - slack && each.to > from + slack,
  );
  return other && findRef(plan, other.ref);
};

const fitsInto = (wall: Wall, { offset, width }: Span): boolean =>
  width >= leastWidth && offset - width / 2 > -slack && offset + width / 2 < lengthOf(wall) + slack;

/** Puts an opening at a part of its wall, in metres; the left says why it cannot lie there. */
export const withOpeningAt = (
  plan: PlanData,
  ref: Ref,
  span: Span,
): Either<PlacementProblem, PlanData> => {
  const opening = findRef(plan, ref);
  const wall = opening && wallOf(plan, opening.data);
  if (opening === undefined || wall === undefined || !fitsInto(wall, span)) return left(noRoom);
  const by = inTheWay(plan, opening, span);
  if (by !== undefined) return left({ why: "taken", by });
  const tidied = { offset: tidy(span.offset), width: tidy(span.width) };
  return right(updateElement(plan, ref, (data) => withSpan(data, tidied)));
};
