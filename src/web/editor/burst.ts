import type { PlanData } from "../../model/elements/entities.ts";
import { type Point, plus } from "../../model/geometry/vector.ts";
import type { EditorSession } from "../store/editor-session.ts";

/** Milliseconds after which a key begins a step of its own. */
const pause = 1000;

/** Makes one undo step of keys that do the same again and again, such as a held arrow. */
export class RepeatedStep {
  readonly #session: EditorSession;
  #last:
    | {
        readonly key: string;
        readonly plan: PlanData;
        readonly whole: Point;
        readonly time: number;
      }
    | undefined;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  /**
   * Goes on by `by`: the step that the burst has made is taken back, and `edit` makes it anew with
   * the whole way. What has another key, or follows another edit, is a step of its own.
   */
  add(key: string, by: Point, edit: (whole: Point) => void): void {
    const time = performance.now();
    const last = this.#last;
    const goesOn =
      last?.key === key && last.plan === this.#session.state.plan && time - last.time < pause;
    const whole = goesOn ? plus(last.whole, by) : by;
    if (goesOn) this.#session.undo();
    const before = this.#session.state.plan;
    edit(whole);
    const { plan } = this.#session.state;
    // What changed nothing has made no step that could be taken back.
    this.#last = plan === before ? undefined : { key, plan, whole, time };
  }
}
