import { findRefs } from "../../../model/elements/entities.ts";
import { spanOf } from "../../../model/kinds/opening.ts";
import { inTheWay } from "../../model/opening-span.ts";
import { refusalText } from "../measures/edited.ts";
import type { ComponentContext } from "../../canvas/component.ts";

/** What is said of metres in the field of that name that would put the selected opening over another; nothing of all others. */
export const openingRefusal = (
  name: string,
  metres: number,
  { session, view, texts }: Pick<ComponentContext, "session" | "view" | "texts">,
): string | undefined => {
  const { plan } = session.state;
  const [only, ...others] = findRefs(plan, view.state.selection);
  if (only?.collection !== "openings" || others.length > 0) return undefined;
  const by = inTheWay(plan, only, { ...spanOf(only.data), [name]: metres });
  return by && refusalText({ why: "taken", by }, texts);
};
