import { kindOf } from "../../kinds/opening.ts";
import { html, nothing, type TemplateResult } from "lit";
import { findRefs, type Ref, refOf } from "../../elements/ref.ts";
import { kinds } from "../../kinds/index.ts";
import type { Commands } from "./commands.ts";
import type { EditorContext } from "./context.ts";
import { icon, type IconName } from "./icons.ts";
import { entityName } from "./panels/entity-name.ts";

const button = (name: IconName, word: string, act: () => void): TemplateResult =>
  html`<button class="act" title=${word} @click=${act}>
    ${icon(name)}<span class="word">${word}</span>
  </button>`;

/** What is selected, and what can be done with it, over the drawing. */
export const selectionBar = (
  context: EditorContext,
  commands: Commands,
  rename: (ref: Ref) => void,
): TemplateResult | typeof nothing => {
  const { session, view, texts } = context;
  const { plan } = session.state;
  const { selection, tool } = view.state;
  const { editor, tools } = texts;
  const found = findRefs(plan, selection);
  const [first] = found;
  if (first === undefined || tool !== "select") return nothing;
  const ref = refOf(first);
  const only = found.length === 1 ? first : undefined;
  const kind = only === undefined ? undefined : kinds[only.collection];
  const isDoor = only !== undefined && kind?.place === "wall" && kindOf(only.data) === "door";
  // A sign or a text on its own looks the same from all sides, and an opening turns with its wall.
  const canTurn = kind === undefined || kind.place === "polygon" || kind.isTurnable === true;
  return html`<div class="selection" role="toolbar" aria-label=${editor.selection}>
    <strong>${only === undefined ? tools.things(found.length) : entityName(only, texts)}</strong>
    ${kind?.nameField !== undefined ? button("rename", editor.rename, () => rename(ref)) : nothing}
    ${
      isDoor
        ? html`${button("hinge", editor.hinge, () => commands.flip("hinge"))}
          ${button("swing", editor.swing, () => commands.flip("swing"))}`
        : nothing
    }
    ${canTurn ? button("rotate", editor.rotate, () => commands.rotate(90)) : nothing}
    ${button("duplicate", editor.duplicate, () => commands.duplicate())}
    ${button("remove", editor.remove, () => commands.remove())}
  </div>`;
};
