import { css, html, nothing, type TemplateResult } from "lit";
import { bubbleStyle, panelStyle } from "../inspector/panel-style.ts";
import { readLength } from "../../../model/editing/parse-length.ts";
import { EditorComponent } from "../component.ts";
import type { LengthWay } from "../../../model/editing/wall-length.ts";
import type { LengthEntry, PullPreview } from "../tools/tool.ts";
import { wayInputs, wayStyle } from "./wall-ways.ts";
import type { OpenField } from "../mode.ts";

/**
 * How a length field was left: `next` by Tab, `done` by Enter, `elsewhere` by moving the focus, `given up` by Escape.
 */
export type FieldExit = "next" | "done" | "elsewhere" | "given up";

type OpenLength = Extract<OpenField, { kind: "length" }>;

/** A small input for a length on the drawing. */
export class LengthField extends EditorComponent {
  static override properties = {
    ...EditorComponent.properties,
    entry: { attribute: false },
    first: { attribute: false },
    take: { attribute: false },
    way: { attribute: false },
    preview: { attribute: false },
    changed: { attribute: false },
    problem: { state: true },
  };
  static override styles = [
    panelStyle,
    bubbleStyle,
    css`
      /* Around its place, as far as its words leave it on the drawing. */
      :host {
        translate: -50% clamp(8px - var(--above), -50%, var(--below) - 8px - 100%);
      }
      form {
        gap: 4px;
        width: 132px;
        padding: 6px 8px 8px;
        border-radius: 10px;
      }
      label,
      p {
        margin: 0;
        font-size: 12px;
        line-height: 1.25;
      }
      p {
        color: light-dark(#a1260d, #ff9b85);
      }
      form.ways {
        width: 216px;
      }
      ${wayStyle}
      @media (pointer: coarse) {
        input {
          font-size: 16px;
        }
      }
    `,
  ];

  declare entry: LengthEntry;
  /** The initial text: what was typed already, else the current length. */
  declare first: OpenLength["first"];
  /** Takes the typed length, undefined if none; returns an error message if it is refused. */
  declare take: (metres: number | undefined, leaving: FieldExit) => string | undefined;
  /** How the wall gets its length, what that does, and the function that takes another way or length. */
  declare way: LengthWay;
  declare preview: PullPreview | undefined;
  declare changed: (metres: number | undefined, way: LengthWay) => void;
  declare problem: string | undefined;
  #isOver = false;

  override firstUpdated(): void {
    const input = this.#input;
    input?.focus();
    if (this.first.isBegun) input?.setSelectionRange(input.value.length, input.value.length);
    else input?.select();
  }

  override render(): TemplateResult | typeof nothing {
    const { problem, context } = this;
    const { ways } = this.entry;
    return html`<form
      class=${ways === undefined ? "" : "ways"}
      @submit=${this.#submit}
      @keydown=${this.#key}
      @focusout=${this.#left}
      @mousedown=${keepFocus}
    >
      <label for="length">${this.entry.label}</label>
      <input
        id="length"
        autocomplete="off"
        inputmode="decimal"
        enterkeyhint="done"
        aria-invalid=${problem === undefined ? "false" : "true"}
        .value=${this.first.text}
        @input=${this.#typed}
      />
      ${problem === undefined ? nothing : html`<p role="alert">${problem}</p>`}
      ${
        ways === undefined || context === undefined
          ? nothing
          : wayInputs(ways, this.way, this.preview, context.texts.measures, (way) =>
              this.changed(this.#metres, way),
            )
      }
    </form>`;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector("input");
  }

  get #metres(): number | undefined {
    return readLength(this.#input?.value ?? "", this.context?.language ?? "en");
  }

  readonly #typed = (): void => {
    this.problem = undefined;
    this.changed(this.#metres, this.way);
  };

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    this.#leave("done");
  };

  readonly #key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") this.#leave("given up");
    const isChoice = event.target !== this.#input;
    if (event.key === "Enter" && isChoice) this.#leave("done");
    if (event.key !== "Tab") return;
    // Tab goes through the choices first, and Shift with it back.
    const isLast = event.target === [...this.renderRoot.querySelectorAll("input:checked")].at(-1);
    const hasMore = this.entry.ways !== undefined && !isLast;
    if (event.shiftKey ? isChoice : hasMore) return;
    event.preventDefault();
    this.#leave("next");
  };

  readonly #left = ({ relatedTarget }: FocusEvent): void => {
    const isInside = relatedTarget instanceof Node && this.renderRoot.contains(relatedTarget);
    // If the whole window lost the focus, the field stays.
    if (!isInside && document.hasFocus()) this.#leave("elsewhere");
  };

  #leave(leaving: FieldExit): void {
    if (this.#isOver) return;
    const { texts, language = "en" } = this.context ?? {};
    const text = this.#input?.value ?? "";
    const isSame = !this.first.isBegun && text === this.first.text;
    const isNothing = leaving === "given up" || isSame || text.trim() === "";
    const metres = isNothing ? undefined : readLength(text, language);
    const isLength = isNothing || (metres !== undefined && metres >= 0);
    this.#isOver = true;
    const problem = isLength ? this.take(metres, leaving) : texts?.measures.noLength;
    if (problem === undefined) return;
    // An invalid value does not hold the focus back; the length stays unchanged.
    if (leaving === "elsewhere") this.take(undefined, leaving);
    else [this.problem, this.#isOver] = [problem, false];
  }
}

/** Keeps the focus when words between the inputs are pressed. */
const keepFocus = (event: Event): void => {
  const { target } = event;
  // Some browsers give a pressed radio button no focus, and would take it from the field.
  if (!(target instanceof HTMLInputElement) || target.type === "radio") event.preventDefault();
};
