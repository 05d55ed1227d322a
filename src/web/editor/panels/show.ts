import { levelOfEntity } from "../../../model/elements/places.ts";
import { findRefs, type Ref, refOf } from "../../../model/elements/entities.ts";
import type { ComponentContext } from "../../canvas/component.ts";

/** Selects what is there of some things, and shows the level that the first is on. */
export const showElements = (
  { session, view }: ComponentContext,
  ...refs: readonly Ref[]
): void => {
  const { plan } = session.state;
  const found = findRefs(plan, refs);
  const [first] = found;
  if (first === undefined) return;
  const level = levelOfEntity(plan, first);
  view.update({ selection: found.map(refOf), level, tool: "select" });
};
