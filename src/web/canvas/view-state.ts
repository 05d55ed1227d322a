import type { MeasureMode } from "../../model/editing/measured-lengths.ts";
import type { PointPair } from "../../model/trackers/similarity.ts";
import { browserChoice, type Finish } from "../ui/browser-choice.ts";
import {
  firstInput,
  firstTool,
  type InputMode,
  type ModeEvent,
  nextMode,
  type ToolMode,
} from "./mode.ts";
import type { WallProposal } from "../../model/scan/wall-proposal.ts";
import type { Turn } from "./seen-directions.ts";

/** How thick outer walls are drawn over a tracing image: as they are, or like inner walls. */
export type OuterWalls = "full" | "thin";

/** Whether a plan is turned where it fills the screen better that way. */
export type Turning = "turned" | "upright";

/** Whether this browser turns plans; turned comes first, as in the view. */
export const turningChoice = browserChoice<Turning>("floorplan-turning", ["turned", "upright"]);

/** What is chosen and calibrated of the trackers. */
export interface Tracking {
  /** The key of the chosen tracker. */
  readonly key?: string | undefined;
  /** A new pair that contradicts the others by so many metres, until somebody decides about it. */
  readonly disputed?: { readonly pair: PointPair; readonly metres: number } | undefined;
  /** The first pair of a calibration that begins anew, while the former pairs hold. */
  readonly anew?: PointPair | undefined;
}

/** The user's view and choices, which are not part of the plan. */
interface ViewState extends ToolMode {
  /** Id of the shown level; undefined is the first. */
  readonly level: string | undefined;
  /** Selected `${collection}/${key}`, in the order of selection. */
  readonly selection: readonly string[];
  readonly isSnapping: boolean;
  /** The kind of measures. */
  readonly measures: MeasureMode;
  readonly outerWalls: OuterWalls;
  /** Whether a wide plan may be turned on a portrait screen. */
  readonly turning: Turning;
  /** How the plan is turned now. */
  readonly turn: Turn;
  /** Whether the canvas is upright, and whether the floor is wide, so that it can be turned there. */
  readonly isUpright: boolean;
  readonly canTurn: boolean;
  readonly finish: Finish;
  /** The moment whose daylight is shown, in ms since 1970; undefined for none. */
  readonly sunAt: number | undefined;
  readonly tracking: Tracking;
  /** The walls that were found in a tracing image, while somebody chooses among them. */
  readonly proposal: WallProposal | undefined;
}

/** Whether two lists have the same refs in the same order. */
export const sameRefs = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((ref, position) => ref === other[position]);

/** The former object, if the next is equal. */
const kept = <State extends object>(before: State, next: State): State => {
  const had = new Map<string, unknown>(Object.entries(before));
  return Object.entries(next).every(([name, value]) => had.get(name) === value) ? before : next;
};

/** The single owner of level, selection and mode, followed by shell, canvas and panels. */
export class EditorView {
  #state: ViewState = {
    level: undefined,
    selection: [],
    isSnapping: true,
    measures: "inner",
    outerWalls: "full",
    turning: "turned",
    turn: 0,
    isUpright: false,
    canTurn: false,
    finish: "materials",
    sunAt: undefined,
    tracking: {},
    proposal: undefined,
    ...firstTool,
  };
  #input: InputMode = firstInput;
  readonly #listeners = new Set<() => void>();

  get state(): ViewState {
    return this.#state;
  }

  /** The current input on the canvas. */
  get input(): InputMode {
    return this.#input;
  }

  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Changes some fields; listeners are only called if one differs. */
  update(change: Partial<ViewState>): void {
    const { selection } = this.#state;
    const isSame = change.selection !== undefined && sameRefs(change.selection, selection);
    const next = { ...this.#state, ...change, ...(isSame ? { selection } : {}) };
    this.#take(next, { ...change, type: "choose" });
  }

  /** Sends an event to the state machine. */
  send(event: ModeEvent): void {
    this.#take(this.#state, event);
  }

  /** Selects exactly these. */
  select(refs: readonly string[]): void {
    this.update({ selection: [...new Set(refs)] });
  }

  /** Adds a ref to the selection, or removes it. */
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
