import { type Point, plus } from "../../geometry/vector.ts";
import { snapPoint } from "../model/snap.ts";
import { type EditorContext, metresIn } from "./context.ts";
import type { PlanPointer, Tool } from "./tools/tool.ts";

/** What the cross stands on. */
export interface CrossGround {
  readonly context: EditorContext;
  readonly tool: Tool;
  /** Where it begins: the middle of what is shown, in metres. */
  readonly middle: Point;
}

const nothingNear = { corners: [], walls: [], items: [] };

/** Stands for the pointer of a drawing tool while the keyboard draws. */
export class Cross {
  #at: Point | undefined;

  /** In metres; undefined while nobody uses it. */
  get at(): Point | undefined {
    return this.#at;
  }

  clear(): void {
    this.#at = undefined;
  }

  /** Moves it by metres, and says where it is. */
  move(by: Point, { context, tool, middle }: CrossGround): void {
    const from = this.#at ?? snapPoint(middle, nothingNear, { isOn: true, tolerance: 0 }).point;
    const at = plus(from, by);
    this.#at = at;
    tool.move?.(this.#pointer(at, context));
    const [x, z] = at.map(metresIn(context.language));
    context.say(context.texts.tools.moved(x ?? "", z ?? ""));
  }

  /** Presses the tool where it is; the first press brings it out. */
  press(isAdding: boolean, ground: CrossGround): void {
    if (this.#at === undefined) this.move([0, 0], ground);
    if (this.#at === undefined) return;
    const pointer = { ...this.#pointer(this.#at, ground.context), isAdding };
    ground.tool.down?.(pointer);
    ground.tool.up(pointer);
  }

  #pointer(at: Point, { view }: EditorContext): PlanPointer {
    const snapping = { isOn: view.state.isSnapping, tolerance: 0.001 };
    return { at, isAdding: false, snapping, pixel: 0.001 };
  }
}
