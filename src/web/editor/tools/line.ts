import { newId } from "../../../elements/entities.ts";
import { insideOf } from "../../../elements/rooms.ts";
import { distance, type Point } from "../../../geometry/vector.ts";
import { addLine } from "../../model/create.ts";
import { type SnapTargets, targetsOn } from "../../model/snap.ts";
import { type KindToolName, kindTools, pieceWords, toolWords } from "../kinds.ts";
import type { Overlay, PlanPointer, ToolContext } from "./tool.ts";
import { TwoPointTool } from "./two-points.ts";

/** The shortest line that can be taken hold of, in metres. */
const leastLength = 0.05;

/** Draws a line from one point to another. */
export class LineTool extends TwoPointTool {
  readonly #name: KindToolName;

  constructor(context: ToolContext, name: KindToolName) {
    super(context);
    this.#name = name;
  }

  get hint(): string {
    const { texts } = this.context;
    return this.isBegun ? texts.tools.hints.lineSecond : toolWords(this.#name, texts).hint;
  }

  protected targets(): SnapTargets {
    const { session, view } = this.context;
    return targetsOn(session.state.plan, view.state.level, new Set(), insideOf);
  }

  protected preview(from: Point, to: Point): Overlay {
    return { ghost: [from, to], isOpen: true, measures: [{ from, to }] };
  }

  protected make(from: Point, to: Point, { isAdding }: PlanPointer): void {
    const { session, view, texts, say } = this.context;
    if (distance(from, to) < leastLength) return say(texts.tools.tooShort);
    const { list } = kindTools[this.#name];
    const name = pieceWords({ list, name: "" }, texts);
    const id = newId(session.state.plan, list);
    const { level } = view.state;
    session.edit({ action: "draw", name }, (now) => addLine(now, level, list, id, [from, to]));
    view.select([`${list}/${id}`]);
    // With Shift the tool stays, for the next line.
    if (!isAdding) view.update({ tool: "select" });
    say(texts.tools.added(name));
  }
}
