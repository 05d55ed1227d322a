import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { deepEqual, isObject } from "../../../model/json.ts";
import { problemOfPlan, replacePart } from "../../../model/editing/plan-text.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import type { InvalidInput } from "../../store/session-state.ts";
import type { PlanClient } from "../../connection/plan-client.ts";
import type { Problem } from "./problems.ts";

/** The text's place among the session's invalid inputs. */
const place = "yaml";

/** The YAML text that is not applied yet; it outlives the panel. */
export class YamlDraft {
  readonly #session: EditorSession;
  /** Called when the display has to be updated. */
  changed: () => void = () => undefined;
  /** Why the text could not be applied last time. */
  problem: Problem | undefined;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  get text(): InvalidInput | undefined {
    return this.#session.state.invalidInputs.get(place);
  }

  /** Keeps the text as unsaved work; undefined drops it. */
  keep(text: InvalidInput | undefined): void {
    this.problem = undefined;
    this.#session.keepInvalidInput(place, text);
  }

  /** The line of the problem, from 1. */
  get line(): number | undefined {
    const { problem } = this;
    const message = problem !== undefined && "code" in problem ? problem.message : "";
    const line = /\(line (\d+)/.exec(message)?.[1];
    return line === undefined ? undefined : Number(line);
  }

  /**
   * Applies the text to the plan as one undo step: `applied`, or `same` if nothing changed; undefined if that failed.
   */
  async apply(client: PlanClient): Promise<"applied" | "same" | undefined> {
    const sent = this.text;
    if (sent === undefined) return "same";
    const { of } = sent;
    const answer = await client.parseYaml(sent.text);
    const data = isLeft(answer) ? undefined : answer.right;
    const wrong = data === undefined ? undefined : problemOfPlan(data);
    this.problem = isLeft(answer) ? answer.left : wrong && { ...wrong, name: "YAML" };
    this.changed();
    if (this.problem !== undefined || !isObject(data)) return undefined;
    const change = (plan: PlanData): PlanData =>
      of.refs.length === 0 ? data : replacePart(plan, of.refs, data);
    const session = this.#session;
    const now = session.state.plan;
    const isSame = deepEqual(now, change(now));
    session.edit({ action: "yaml" }, change, deepEqual(of.plan, now) ? undefined : of.plan);
    // Text typed since the request stays unsaved work.
    if (this.text === sent) this.keep(undefined);
    return isSame ? "same" : "applied";
  }
}
