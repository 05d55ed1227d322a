import { boundsOf } from "../../elements/bounds.ts";
import { html, nothing, type TemplateResult } from "lit";
import { textIn } from "../../json/read.ts";
import { kinds } from "../../kinds/index.ts";
import type { KindWords } from "../texts/kind-words.ts";
import type { Viewport } from "../drawing/viewport.ts";
import { findRef, type Ref } from "../../elements/ref.ts";
import { setFields } from "../model/change.ts";
import type { ScreenSize } from "./canvas-view.ts";
import type { EditorContext } from "./context.ts";

/** The part of the canvas that the field is placed on. */
interface Place {
  readonly viewport: Viewport;
  /** Its size in pixels. */
  readonly screen: ScreenSize;
}

/** The field for the name of a thing, over it; `done` is called when there is no more to ask. */
export const namingField = (
  { session, texts: { tools, editor, kinds: words } }: EditorContext,
  ref: Ref,
  { viewport, screen: { width, height } }: Place,
  done: () => void,
): TemplateResult | typeof nothing => {
  const { plan } = session.state;
  const entity = findRef(plan, ref);
  if (entity === undefined) return nothing;
  const field = kinds[entity.collection].nameField ?? "name";
  const { question = tools.nameOf, proposals = [] }: KindWords = words[entity.collection];
  const box = boundsOf(plan, [ref]);
  const [x, y] =
    box === undefined
      ? [width / 2, height / 2]
      : viewport.toScreen([box.left + box.width / 2, box.top + box.height / 2]);
  const left = Math.max(8, Math.min(width - 264, x - 128));
  const top = Math.max(8, Math.min(height - (proposals.length > 0 ? 240 : 100), y - 40));
  const named = ({ detail }: CustomEvent<string>): void => {
    session.edit({ action: "rename", name: detail }, (now) =>
      textIn(findRef(now, ref)?.data[field]) === detail
        ? now
        : setFields(now, ref, { [field]: detail }),
    );
    done();
  };
  return html`<floorplan-naming
    .style=${`left:${left}px;top:${top}px`}
    .question=${question}
    .value=${textIn(entity.data[field]) ?? ""}
    .proposals=${proposals}
    .done=${editor.ok}
    @named=${named}
    @unnamed=${done}
  ></floorplan-naming>`;
};
