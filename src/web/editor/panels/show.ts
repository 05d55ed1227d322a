import { levelOfEntity } from "../../../elements/places.ts";
import { findRef, type Ref } from "../../../elements/ref.ts";
import type { PartContext } from "../part.ts";

/** Selects something and shows the level that it is on. */
export const show = ({ session, view }: PartContext, ref: Ref): void => {
  const { plan } = session.state;
  const entity = findRef(plan, ref);
  if (entity === undefined) return;
  view.update({ selection: [ref], level: levelOfEntity(plan, entity), tool: "select" });
};
