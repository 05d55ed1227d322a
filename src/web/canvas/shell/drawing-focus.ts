import type { LitElement, ReactiveController } from "lit";
import type { Canvas } from "../canvas.ts";
import { buttonToBlur, focusedElement, hasNoFocus } from "../component.ts";

/** The drawing of an editor, once it is rendered. */
export const canvasIn = ({ renderRoot }: LitElement): Canvas | null =>
  renderRoot.querySelector<Canvas>("floorplan-canvas");

/**
 * Keeps the focus on the drawing, where shortcuts work: it has it when the editor opens, unless something else has it,
 * and again after a click on a button of the bars; some browsers do not focus buttons on click.
 */
export class DrawingFocus implements ReactiveController {
  readonly #host: LitElement;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
    host.addEventListener("click", (event) => void this.#handBack(event));
  }

  hostConnected(): void {
    void this.#takeFocus();
  }

  /** Focuses the drawing, once rendered. */
  async focus(): Promise<void> {
    await this.#host.updateComplete;
    await canvasIn(this.#host)?.updateComplete;
    canvasIn(this.#host)?.focus();
  }

  async #takeFocus(): Promise<void> {
    // The first rendering has not been asked for yet.
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (hasNoFocus()) await this.focus();
  }

  async #handBack(event: MouseEvent): Promise<void> {
    const button = buttonToBlur(event);
    await this.#host.updateComplete;
    if (button !== undefined && (focusedElement() === button || hasNoFocus()))
      canvasIn(this.#host)?.focus();
  }
}
