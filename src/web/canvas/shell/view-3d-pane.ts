import type { LitElement, ReactiveController } from "lit";
import type { EditorContext } from "../component.ts";
import { selectPressed } from "../tools/select.ts";
import { beginElementEdit } from "../tools/tool.ts";
import type { View3dBeside } from "../view-3d/view-3d-beside.ts";
import { canvasIn } from "./drawing-focus.ts";

/** The house in 3D beside the plan, whose code is loaded with the first press of its button. */
export class View3dPane implements ReactiveController {
  readonly #host: LitElement;
  readonly #context: () => EditorContext | undefined;
  #beside: View3dBeside | undefined;
  #isOpening = false;

  constructor(host: LitElement, context: () => EditorContext | undefined) {
    this.#host = host;
    this.#context = context;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#beside !== undefined;
  }

  /** Opens or closes it. */
  readonly toggle = (): void => {
    if (this.#beside === undefined) void this.#open();
    else this.#beside.end();
  };

  hostUpdated(): void {
    const context = this.#context();
    if (context === undefined) this.#beside?.end();
    else this.#beside?.update(context);
  }

  hostDisconnected(): void {
    this.#beside?.end();
  }

  async #open(): Promise<void> {
    const [host, context] = [this.#host, this.#context()];
    if (context === undefined || this.#isOpening) return;
    this.#isOpening = true;
    const closed = (): void => {
      this.#beside = undefined;
      host.requestUpdate();
      canvasIn(host)?.focus();
    };
    try {
      const { showBeside } = await import("../view-3d/view-3d-beside.ts");
      const editor = { host, context, beginElementEdit, press: selectPressed, closed };
      const beside = await showBeside(editor);
      // The editor may have gone while the code was loaded, and the browser may have refused the graphics already.
      if (beside?.isOpen === true) this.#beside = beside;
      else beside?.end();
    } catch {
      context.say(context.texts.live.notLoaded);
    }
    this.#isOpening = false;
    host.requestUpdate();
  }
}
