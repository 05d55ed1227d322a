import { html, nothing, type TemplateResult } from "lit";
import { kindOf } from "../../../model/kinds/opening.ts";
import { findRefs } from "../../../model/elements/entities.ts";
import { kinds } from "../../../model/kinds/kinds.ts";
import type { Action } from "../commands/actions.ts";
import type { EditorContext } from "../../editor/context.ts";
import { icon } from "./icons.ts";
import { entityName } from "../../editor/panels/entity-name.ts";
import { moreButton, pickingBar } from "../../editor/picking-bar.ts";

type SelectionAction = "rename" | "hinge" | "swing" | "rotate" | "duplicate" | "remove";

/** What is selected, and what can be done with it, over the drawing. */
export const selectionBar = (
  context: EditorContext,
  act: (action: Action) => void,
): TemplateResult | typeof nothing => {
  const { session, view, texts } = context;
  const { plan } = session.state;
  const { selection, tool } = view.state;
  const { editor, tools } = texts;
  const found = findRefs(plan, selection);
  const [first] = found;
  if (view.state.isPicking) return pickingBar(context, found.length);
  if (first === undefined || tool !== "select") return nothing;
  const only = found.length === 1 ? first : undefined;
  const kind = only === undefined ? undefined : kinds[only.collection];
  const isDoor = only !== undefined && kind?.place === "wall" && kindOf(only.data) === "door";
  // A sign or a text on its own looks the same from all sides, and an opening turns with its wall.
  const canTurn = kind === undefined || kind.place === "polygon" || kind.isTurnable === true;
  const button = (name: SelectionAction): TemplateResult =>
    html`<button class="act" title=${editor[name]} @click=${() => act(name)}>
      ${icon(name)}<span class="word">${editor[name]}</span>
    </button>`;
  return html`<div class="selection" role="toolbar" aria-label=${editor.selection}>
    <strong>${only === undefined ? tools.things(found.length) : entityName(only, texts)}</strong>
    ${kind?.nameField !== undefined ? button("rename") : nothing}
    ${isDoor ? html`${button("hinge")} ${button("swing")}` : nothing}
    ${canTurn ? button("rotate") : nothing} ${button("duplicate")} ${button("remove")}
    ${moreButton(texts)}
  </div>`;
};
