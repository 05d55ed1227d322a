import { css, type LitElement, type ReactiveController } from "lit";
import type { Canvas } from "../canvas.ts";
import type { ScreenSize } from "../fit-view.ts";
import { canvasIn } from "./drawing-focus.ts";

/** Pixels by which a pull at the handle closes the sheet. */
const farPull = 24;

const none: ScreenSize = { width: 0, height: 0 };

/**
 * The panels as a sheet over the drawing, at the right or on a phone at the bottom. It opens when somebody wants it, and
 * what is selected moves beside it until it is closed. Where the panels have room of their own, they are always there.
 */
export class PanelSheet implements ReactiveController {
  readonly #host: LitElement;
  /** Kept until a size changes, since measuring makes the browser lay out the page. */
  #covered: ScreenSize | undefined;
  readonly #resizing = new ResizeObserver(() => (this.#covered = undefined));
  #observed: Element | null = null;
  #isOpen = false;
  /** Whether it was open when it was last drawn. */
  #wasOpen = false;
  /** Where its handle was pressed, in pixels of the window. */
  #pressed: readonly [x: number, y: number] = [0, 0];

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#host.requestUpdate();
  }

  readonly close = (): void => {
    if (!this.#isOpen) return;
    const hadFocus = this.#side?.contains(this.#host.shadowRoot?.activeElement ?? null) === true;
    this.#isOpen = false;
    this.#host.requestUpdate();
    if (hadFocus && this.#isSheet) this.#canvas?.focus();
  };

  readonly toggle = (): void => {
    if (this.#isOpen) return this.close();
    this.open();
    void this.#host.updateComplete.then(() => this.#tab?.focus({ preventScroll: true }));
  };

  /** For its handle, which closes it by a tap, as any button, and by a pull. */
  readonly grip = {
    press: ({ clientX, clientY, currentTarget, pointerId }: PointerEvent): void => {
      this.#pressed = [clientX, clientY];
      if (currentTarget instanceof Element) currentTarget.setPointerCapture(pointerId);
    },
    release: ({ clientX, clientY }: PointerEvent): void => {
      const [x, y] = this.#pressed;
      if (Math.max(clientX - x, clientY - y) >= farPull) this.close();
    },
  };

  /** Escape closes the sheet, unless a field within it has used the key, or it closes a dialog. */
  readonly key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || !this.#isSheet) return;
    if (event.composedPath().some((part) => part instanceof HTMLDialogElement)) return;
    this.close();
    event.preventDefault();
    event.stopPropagation();
  };

  /** Pixels of the drawing that it covers: at the right, or at the bottom if it is as wide as the drawing. */
  readonly covered = (): ScreenSize => {
    this.#covered ??= this.#measured;
    return this.#covered ?? none;
  };

  /** Undefined until it can be measured. */
  get #measured(): ScreenSize | undefined {
    const [stage, side, grip] = [this.#canvas, this.#side, this.#grip].map((each) =>
      each?.getBoundingClientRect(),
    );
    if (stage === undefined || side === undefined || grip === undefined) return undefined;
    if (side.height === 0 || side.left >= stage.right) return none;
    return side.left <= stage.left
      ? { width: 0, height: Math.max(0, stage.bottom - side.top) }
      : { width: stage.right - grip.left, height: 0 };
  }

  hostUpdate(): void {
    this.#host.toggleAttribute("data-panel", this.#isOpen);
  }

  hostUpdated(): void {
    this.#observe();
    if (this.#isOpen === this.#wasOpen) return;
    this.#wasOpen = this.#isOpen;
    this.#covered = undefined;
    if (!this.#isSheet) return;
    if (this.#isOpen) this.#canvas?.selectionReveal.show();
    else this.#canvas?.selectionReveal.undo();
  }

  #observe(): void {
    const [side, canvas] = [this.#side, this.#canvas];
    if (side === this.#observed || side === null || canvas === null) return;
    this.#observed = side;
    this.#covered = undefined;
    this.#resizing.disconnect();
    this.#resizing.observe(side);
    this.#resizing.observe(canvas);
  }

  get #canvas(): Canvas | null {
    return canvasIn(this.#host);
  }

  get #side(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>(".side");
  }

  get #grip(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>(".grip");
  }

  get #tab(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.side [aria-selected="true"]');
  }

  get #isSheet(): boolean {
    const side = this.#side;
    return side !== null && getComputedStyle(side).position === "absolute";
  }
}

/** Styles of the sheet, where the editor has at most 1000 pixels. */
export const panelSheetStyle = css`
  @container (max-width: 1000px) {
    .side {
      position: absolute;
      inset-inline-end: 0;
      grid-area: stage;
      justify-self: end;
      z-index: 5;
      width: min(400px, 62%);
      height: 100%;
      box-shadow: -8px 0 28px rgb(10 25 45 / 20%);
    }
    :host(:not([data-panel])) .side {
      display: none;
    }
    .side > .close {
      grid-area: close;
      display: inline-flex;
      justify-self: end;
      min-width: 44px;
      height: 44px;
      margin: 4px;
    }
    /* Sticks out, so that it covers nothing of the panel. */
    .grip {
      position: absolute;
      inset-inline-start: -24px;
      top: calc(50% - 32px);
      display: grid;
      place-items: center;
      width: 24px;
      height: 64px;
      padding: 0;
      border: 1px solid var(--fp-line);
      border-inline-end: 0;
      border-radius: 12px 0 0 12px;
      background: var(--fp-surface);
      touch-action: none;
    }
    .grip::before {
      content: "";
      width: 4px;
      height: 32px;
      border-radius: 2px;
      background: var(--fp-muted);
    }
  }
  @container (max-width: 599.98px) {
    .side {
      inset: auto 0 0 0;
      grid-area: auto;
      justify-self: stretch;
      width: auto;
      height: min(62%, 480px);
      border: 1px solid var(--fp-line);
      border-radius: 16px 16px 0 0;
      box-shadow: 0 -8px 28px rgb(10 25 45 / 20%);
    }
    .grip {
      inset: 0 0 auto;
      width: 88px;
      height: 24px;
      margin-inline: auto;
      border: 0;
      background: none;
    }
    .grip::before {
      width: 40px;
      height: 4px;
    }
    .side > .close {
      margin-top: 18px;
    }
    .tabs {
      padding-top: 18px;
    }
  }
`;
