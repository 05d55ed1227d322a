import { css, html, nothing, type TemplateResult } from "lit";
import { bubbleStyle, panelStyle } from "./inspector/panel-style.ts";
import { boundsOf } from "../../model/elements/places.ts";
import { textIn } from "../../model/json.ts";
import { kinds } from "../../model/kinds/kinds.ts";
import type { KindWords } from "../i18n/word-types.ts";
import type { Viewport } from "../renderer/viewport.ts";
import { type Entity, findRef, listOfRef, type Ref } from "../../model/elements/entities.ts";
import { middleOf } from "../../model/geometry/polygon.ts";
import { setFields } from "../../model/editing/change.ts";
import type { ScreenSize } from "./fit-view.ts";
import { keptWithName } from "./room-names.ts";
import { type EditorContext, EditorComponent } from "./component.ts";

/** The canvas as the name field sees it. */
interface NamingCanvas {
  readonly viewport: Viewport;
  /** Its size in pixels. */
  readonly screen: ScreenSize;
}

const fieldOf = ({ collection }: Entity): string => kinds[collection].nameField ?? "name";

/** The position of the field as a CSS style: over its element and entirely on the canvas. */
const placeOfNaming = (
  { session, texts }: EditorContext,
  ref: Ref,
  { viewport, screen: { width, height } }: NamingCanvas,
): string => {
  const list = listOfRef(ref);
  const { proposals }: Partial<KindWords> = list === undefined ? {} : texts.kinds[list];
  const box = boundsOf(session.state.plan, [ref]);
  const [x, y] = box === undefined ? [width / 2, height / 2] : viewport.toScreen(middleOf(box));
  const left = Math.max(8, Math.min(width - 264, x - 128));
  const top = Math.max(8, Math.min(height - (proposals === undefined ? 100 : 240), y - 40));
  return `left:${left}px;top:${top}px`;
};

/** A small input for a name on the drawing. */
export class NameField extends EditorComponent {
  static override properties = {
    ...EditorComponent.properties,
    ref: { attribute: false },
    done: { attribute: false },
  };
  static override styles = [
    panelStyle,
    bubbleStyle,
    css`
      form {
        gap: 6px;
        width: 232px;
        padding: 10px 12px 12px;
        border-radius: 12px;
      }
      label {
        font-weight: 600;
        font-size: 13px;
      }
      .row {
        flex-wrap: nowrap;
      }
      .proposals {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }
      .proposals button {
        min-height: 26px;
        padding: 1px 9px;
        border-radius: 13px;
        font-size: 12.5px;
        background: var(--soft);
        border-color: transparent;
      }
    `,
  ];

  declare ref: Ref;
  /** Called when the field is done, with whether it still had the focus. */
  declare done: (hadFocus: boolean) => void;
  #isOver = false;

  override firstUpdated(): void {
    const input = this.renderRoot.querySelector("input");
    input?.focus();
    input?.select();
  }

  override render(): TemplateResult | typeof nothing {
    const { session, texts } = this.context ?? {};
    const entity = session && findRef(session.state.plan, this.ref);
    if (texts === undefined || entity === undefined) return nothing;
    const { question = texts.tools.nameOf, proposals = [] }: KindWords =
      texts.kinds[entity.collection];
    return html`<form @submit=${this.#submit} @keydown=${this.#key} @focusout=${this.#left}>
      <label for="name">${question}</label>
      <div class="row">
        <input id="name" autocomplete="off" .value=${textIn(entity.data[fieldOf(entity)]) ?? ""} />
        <button class="main">${texts.editor.ok}</button>
      </div>
      ${
        proposals.length === 0
          ? nothing
          : html`<div class="proposals">
              ${proposals.map(
                (name) =>
                  html`<button type="button" @click=${() => this.#end(name)}>${name}</button>`,
              )}
            </div>`
      }
    </form>`;
  }

  get #text(): string {
    return this.renderRoot.querySelector("input")?.value.trim() ?? "";
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    this.#end(this.#text);
  };

  readonly #key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") this.#end(undefined);
  };

  readonly #left = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (to instanceof Node && this.renderRoot.contains(to)) return;
    // If the whole window lost the focus, the field stays.
    if (document.hasFocus()) this.#end(this.#text, false);
  };

  #end(name: string | undefined, hadFocus = true): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { ref } = this;
    if (name !== undefined && name !== "")
      this.context?.session.edit({ action: "rename", name }, (plan) => {
        const entity = findRef(plan, ref);
        return entity === undefined || textIn(entity.data[fieldOf(entity)]) === name
          ? plan
          : setFields(plan, ref, { [fieldOf(entity)]: name, ...keptWithName(entity, name) });
      });
    this.done(hadFocus);
  }
}

/** The open name field; nothing if there is none. */
export const nameFieldView = (
  context: EditorContext,
  ref: Ref | undefined,
  canvas: NamingCanvas,
  done: (hadFocus: boolean) => void,
): TemplateResult | typeof nothing =>
  ref === undefined
    ? nothing
    : html`<floorplan-naming
        .style=${placeOfNaming(context, ref, canvas)}
        .context=${context}
        .ref=${ref}
        .done=${done}
      ></floorplan-naming>`;
