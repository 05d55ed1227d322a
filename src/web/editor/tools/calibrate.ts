import type { Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";

/** Sets the two points of the tracing image whose true distance is known. */
export class CalibrateTool implements Tool {
  readonly cursor = "crosshair";
  readonly #context: ToolContext;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get hint(): string {
    const { hints } = this.#context.texts.tools;
    return this.#context.view.state.calibration.length === 1
      ? hints.calibrateSecond
      : hints.calibrate;
  }

  get overlay(): Overlay {
    const { calibration } = this.#context.view.state;
    return { ghost: calibration, isOpen: true, dots: calibration };
  }

  down(): void {}

  move(): void {}

  up({ at }: PlanPointer): void {
    const { view } = this.#context;
    const { calibration } = view.state;
    view.update({ calibration: calibration.length < 2 ? [...calibration, at] : [at] });
  }

  cancel(): boolean {
    return false;
  }
}
