import { backgroundOf } from "../../../elements/background.ts";
import { type Point, minus, plus, tidyPoint } from "../../../geometry/vector.ts";
import { setBackground } from "../../model/background.ts";
import { shownLevel } from "../../../elements/levels.ts";
import { Drag, type Overlay, type PlanPointer, type Tool, type ToolContext } from "./tool.ts";

/** Drags the tracing image of the floor that is shown to where it belongs. */
export class ImageTool implements Tool {
  readonly cursor = "move";
  readonly overlay: Overlay = {};
  readonly #context: ToolContext;
  #moving: { readonly drag: Drag; readonly by: (at: Point) => void } | undefined;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get hint(): string {
    return this.#context.texts.tools.hints.image;
  }

  down({ at: start }: PlanPointer): void {
    const { session, view } = this.#context;
    const { plan } = session.state;
    const level = shownLevel(plan, view.state.level);
    const image = level === undefined ? undefined : backgroundOf(plan, level);
    if (level === undefined || image === undefined) return;
    const drag = new Drag(session, { action: "imagePlace" });
    const by = (at: Point): void => {
      const [left, top] = tidyPoint(plus([image.left, image.top], minus(at, start)));
      drag.preview((now) => setBackground(now, level, { left, top }));
    };
    this.#moving = { drag, by };
  }

  move({ at }: PlanPointer): void {
    this.#moving?.by(at);
  }

  up(): void {
    this.#moving?.drag.commit();
    this.#moving = undefined;
  }

  cancel(): boolean {
    const isBusy = this.#moving !== undefined;
    this.#moving?.drag.cancel();
    this.#moving = undefined;
    return isBusy;
  }
}
