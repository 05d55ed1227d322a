import type { MeasureMode } from "../../model/editing/measured-lengths.ts";
import {
  firstInput,
  firstTool,
  type InputMode,
  type ModeEvent,
  nextMode,
  type ToolMode,
} from "./mode.ts";

/** What the person sees and has chosen: nothing of it is stored with the plan. */
interface ViewState extends ToolMode {
  /** The id of the level that is shown; undefined is the first. */
  readonly level: string | undefined;
  /** What is selected, as `${collection}/${key}`, in the order in which it was selected. */
  readonly selection: readonly string[];
  readonly isSnapping: boolean;
  /** Between what lengths are measured. */
  readonly measures: MeasureMode;
}

/** Whether two lists name the same elements in the same order. */
export const sameRefs = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((ref, position) => ref === other[position]);

/** The first, if the other says the same. */
const kept = <State extends object>(before: State, next: State): State => {
  const had = new Map<string, unknown>(Object.entries(before));
  return Object.entries(next).every(([name, value]) => had.get(name) === value) ? before : next;
};

/** The one place that knows level, selection and mode; the shell, the canvas and the panels follow it. */
export class EditorView {
  #state: ViewState = {
    level: undefined,
    selection: [],
    isSnapping: true,
    measures: "inner",
    ...firstTool,
  };
  #input: InputMode = firstInput;
  readonly #listeners = new Set<() => void>();

  get state(): ViewState {
    return this.#state;
  }

  /** What is being done on the canvas. */
  get input(): InputMode {
    return this.#input;
  }

  /** Calls the listener after each change; the answer ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Changes some fields; the listeners are called only if one is different. */
  update(change: Partial<ViewState>): void {
    const { selection } = this.#state;
    const isSame = change.selection !== undefined && sameRefs(change.selection, selection);
    const next = { ...this.#state, ...change, ...(isSame ? { selection } : {}) };
    this.#take(next, { ...change, type: "choose" });
  }

  /** Tells the state machine of the mode what happened. */
  send(event: ModeEvent): void {
    this.#take(this.#state, event);
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

  #take(view: ViewState, event: ModeEvent): void {
    const [state, input] = [this.#state, this.#input];
    const { tool, piece, isPicking, calibration, press, isSpaceHeld, cross, field } = nextMode(
      { ...state, ...input },
      event,
    );
    this.#state = kept(state, { ...view, tool, piece, isPicking, calibration });
    this.#input = kept(input, { press, isSpaceHeld, cross, field });
    if (this.#state === state && this.#input === input) return;
    for (const listener of this.#listeners) listener();
  }
}
