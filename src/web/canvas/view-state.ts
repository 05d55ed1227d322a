import type { Point } from "../../model/geometry/vector.ts";
import type { MeasureMode } from "../../model/editing/measured-lengths.ts";
import type { KindToolName } from "./tools/kind-tools.ts";

/** What the pointer does on the canvas. */
export type ToolName = "select" | "ruler" | KindToolName | "calibrate" | "image";

/** What the person sees and holds: nothing of it is stored with the plan. */
export interface ViewState {
  /** The id of the level that is shown; undefined is the first. */
  readonly level: string | undefined;
  /** What is selected, as `${collection}/${key}`, in the order in which it was selected. */
  readonly selection: readonly string[];
  readonly tool: ToolName;
  /** The type of furniture or kind of device that the palette tools place. */
  readonly piece: string;
  readonly isSnapping: boolean;
  /** Between what lengths are measured. */
  readonly measures: MeasureMode;
  /** Whether each press of the select tool adds to the selection, or takes away from it, as for fingers. */
  readonly isPicking: boolean;
  /** The points of the tracing image that were set to scale it by, at most two. */
  readonly calibration: readonly Point[];
}

const first: ViewState = {
  level: undefined,
  selection: [],
  tool: "select",
  piece: "",
  isSnapping: true,
  measures: "inner",
  isPicking: false,
  calibration: [],
};

const fields = [
  "level",
  "selection",
  "tool",
  "piece",
  "isSnapping",
  "measures",
  "isPicking",
  "calibration",
] as const;

const sameRefs = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((ref, position) => ref === other[position]);

/** The one place that knows level, selection and tool; the shell, the canvas and the panels follow it. */
export class EditorView {
  #state: ViewState = first;
  readonly #listeners = new Set<(state: ViewState) => void>();

  get state(): ViewState {
    return this.#state;
  }

  /** Calls the listener after each change; the answer ends that. */
  subscribe(listener: (state: ViewState) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Changes some fields; the listeners are called only if one is different. */
  update(change: Partial<ViewState>): void {
    const before = this.#state;
    const isSame = change.selection !== undefined && sameRefs(change.selection, before.selection);
    const merged = { ...before, ...change, ...(isSame ? { selection: before.selection } : {}) };
    const next = { ...merged, isPicking: merged.isPicking && merged.tool === "select" };
    if (fields.every((field) => next[field] === before[field])) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next);
  }

  /** Selects exactly these. */
  select(refs: readonly string[]): void {
    this.update({ selection: [...new Set(refs)] });
  }

  /** Adds one to the selection, or takes it away. */
  toggle(ref: string): void {
    const { selection } = this.#state;
    this.select(
      selection.includes(ref) ? selection.filter((each) => each !== ref) : [...selection, ref],
    );
  }
}
