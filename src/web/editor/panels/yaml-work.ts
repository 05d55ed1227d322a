import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { isObject, deepEqual } from "../../../model/json.ts";
import { replacePart } from "../../model/apply-text.ts";
import { problemOfPlan } from "../../../model/editing/plan-text.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import type { InvalidInput } from "../../store/session-state.ts";
import type { ComponentContext } from "../../canvas/component.ts";
import type { Problem } from "./problem-text.ts";

/** Where a session holds the text that is not applied. */
const place = "yaml";

/** The text that was written and not applied, which outlives the panel that it is written in. */
export class YamlDraft {
  readonly #session: EditorSession;
  /** Called when something else is to be shown. */
  changed: () => void = () => undefined;
  /** Why the text could not be applied when that was last tried. */
  problem: Problem | undefined;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  get held(): InvalidInput | undefined {
    return this.#session.state.invalidInputs.get(place);
  }

  /** Keeps the text as unsaved work; undefined lets go of it. */
  hold(held: InvalidInput | undefined): void {
    this.problem = undefined;
    this.#session.keepInvalidInput(place, held);
  }

  /** The line that the problem is about, from 1. */
  get line(): number | undefined {
    const { problem } = this;
    const message = problem !== undefined && "code" in problem ? problem.message : "";
    const line = /\(line (\d+)/.exec(message)?.[1];
    return line === undefined ? undefined : Number(line);
  }

  /** Makes the text part of the plan, as one undo step: `applied`, or `same` where it says what the plan is; undefined where it cannot be. */
  async apply({ client, session }: ComponentContext): Promise<"applied" | "same" | undefined> {
    const { held } = this;
    if (held === undefined) return "same";
    const { text, of } = held;
    const answer = await client.parseYaml(text);
    const data = isLeft(answer) ? undefined : answer.right;
    const wrong = data === undefined ? undefined : problemOfPlan(data);
    this.problem = isLeft(answer) ? answer.left : wrong && { ...wrong, name: "YAML" };
    this.changed();
    if (this.problem !== undefined || !isObject(data)) return undefined;
    const change = (plan: PlanData): PlanData =>
      of.refs.length === 0 ? data : replacePart(plan, of.refs, data);
    const now = session.state.plan;
    const isSame = deepEqual(now, change(now));
    session.edit({ action: "yaml" }, change, deepEqual(of.plan, now) ? undefined : of.plan);
    // What was written since it was sent is work still.
    if (this.held === held) this.hold(undefined);
    return isSame ? "same" : "applied";
  }
}

const works = new WeakMap<EditorSession, YamlDraft>();

/** The one of a session. */
export const yamlDraftOf = (session: EditorSession): YamlDraft => {
  const work = works.get(session) ?? new YamlDraft(session);
  works.set(session, work);
  return work;
};
