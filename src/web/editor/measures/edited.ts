import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import type { PlanData, Ref } from "../../../model/elements/entities.ts";
import type { Texts } from "../../i18n/editor-speaker.ts";
import { newIdsFor, renamedRef, assignIds } from "../../../model/editing/change.ts";
import type { PlacementProblem } from "../../model/opening-span.ts";
import { entityName } from "../panels/entity-name.ts";
import { beginElementEdit } from "../tools/dragging.ts";
import type { LengthEntry, ToolContext } from "../../canvas/tools/tool.ts";

/** Says why a length cannot be taken. */
export const refusalText = (no: PlacementProblem, texts: Texts): string =>
  no.why === "taken" ? texts.measures.taken(entityName(no.by, texts)) : texts.measures.noFit;

/**
 * Takes a length that was typed for something of the plan, as one undo step; the left of `change` says why the
 * length cannot be.
 */
export const applyTypedLength =
  (
    context: ToolContext,
    action: string,
    ref: Ref,
    change: (plan: PlanData, ref: Ref, metres: number) => Either<PlacementProblem, PlanData>,
  ): LengthEntry["take"] =>
  (metres) => {
    const { plan } = context.session.state;
    const ids = newIdsFor(plan, [ref]);
    // Tried first, so that what does not fit leaves no trace.
    const tried = change(assignIds(plan, ids), renamedRef(ref, ids), metres);
    if (isLeft(tried)) return { problem: refusalText(tried.left, context.texts) };
    const editing = beginElementEdit(context, action, [ref]);
    editing.preview((now, [named = ref]) => {
      const changed = change(now, named, metres);
      return isRight(changed) ? changed.right : now;
    });
    editing.commit();
    return {};
  };
