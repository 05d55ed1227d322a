import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import type { PlanData, Ref } from "../../../model/elements/entities.ts";
import type { Texts } from "../../i18n/editor-speaker.ts";
import { idsFor, renamed, withIds } from "../../model/change.ts";
import type { NoPlace } from "../../model/opening-span.ts";
import { entityName } from "../panels/entity-name.ts";
import { startEdit } from "../tools/dragging.ts";
import type { Entry, ToolContext } from "../tools/tool.ts";

/** Says why a length cannot be taken. */
export const whyNotWords = (no: NoPlace, texts: Texts): string =>
  no.why === "taken" ? texts.measures.taken(entityName(no.by, texts)) : texts.measures.noFit;

/**
 * Takes a length that was typed for something of the plan, as one undo step; the left of `change` says why the
 * length cannot be.
 */
export const edited =
  (
    context: ToolContext,
    action: string,
    ref: Ref,
    change: (plan: PlanData, ref: Ref, metres: number) => Either<NoPlace, PlanData>,
  ): Entry["take"] =>
  (metres) => {
    const { plan } = context.session.state;
    const ids = idsFor(plan, [ref]);
    // Tried first, so that what does not fit leaves no trace.
    const tried = change(withIds(plan, ids), renamed(ref, ids), metres);
    if (isLeft(tried)) return { problem: whyNotWords(tried.left, context.texts) };
    const editing = startEdit(context, action, [ref]);
    editing.preview((now, [named = ref]) => {
      const changed = change(now, named, metres);
      return isRight(changed) ? changed.right : now;
    });
    editing.commit();
    return {};
  };
