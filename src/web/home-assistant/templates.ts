import type { Connection } from "home-assistant-js-websocket";
import { isObject, type Json } from "../../model/json.ts";
import { TemplateError } from "../../model/bindings/entity-state.ts";
import { keepSubscribed } from "../connection/resubscribe.ts";
import type { PlanProblem } from "../connection/plan-client.ts";
import { textField } from "../../client/errors.ts";

interface TemplateSubscription {
  readonly ending: AbortController;
  readonly again: () => void;
}

/** The rendered result in an event, or the error in its place. */
const madeOf = (event: Json): unknown => {
  if (!isObject(event)) return undefined;
  const { error, result } = event;
  return error === undefined ? result : new TemplateError(textField(event, "error") ?? "");
};

/** Whether an event has a warning, which comes besides a result. */
const isWarning = (event: Json): boolean => isObject(event) && event["level"] === "WARNING";

const isAway = ({ code }: PlanProblem): boolean =>
  code === "home_assistant_unavailable" || code === "offline" || code === "connection_lost";

/** Has Home Assistant render templates, with one subscription each while wanted. */
export class Templates {
  readonly #connection: Connection;
  readonly #changed: () => void;
  readonly #kept = new Map<string, TemplateSubscription>();
  readonly #results = new Map<string, unknown>();

  /** `changed` is called whenever a result changes. */
  constructor(connection: Connection, changed: () => void) {
    this.#connection = connection;
    this.#changed = changed;
  }

  /** The current result of a template; undefined while unknown. */
  result(template: string): unknown {
    return this.#results.get(template);
  }

  /** Whether a template has an error in place of a result. */
  get hasErrors(): boolean {
    return [...this.#results.values()].some((result) => result instanceof TemplateError);
  }

  /** Renders exactly these templates. */
  want(templates: ReadonlySet<string>): void {
    for (const [template, { ending }] of this.#kept)
      if (!templates.has(template)) {
        ending.abort();
        this.#kept.delete(template);
        this.#put(template, undefined);
      }
    for (const template of templates)
      if (!this.#kept.has(template)) this.#kept.set(template, this.#keep(template));
  }

  /** Retries refused templates. */
  retry(): void {
    for (const { again } of this.#kept.values()) again();
  }

  /** Forgets all results, as Home Assistant is away. */
  forget(): void {
    for (const template of this.#results.keys()) this.#put(template, undefined);
  }

  end(): void {
    this.want(new Set());
  }

  #keep(template: string): TemplateSubscription {
    const ending = new AbortController();
    const again = keepSubscribed(this.#connection, {
      message: { type: "render_template", template, report_errors: true },
      onEvent: (event) => {
        if (!isWarning(event)) this.#put(template, madeOf(event));
      },
      onState: (state) => {
        if (typeof state === "object")
          this.#put(
            template,
            isAway(state.refused) ? undefined : new TemplateError(state.refused.message),
          );
      },
      signal: ending.signal,
    });
    return { ending, again };
  }

  #put(template: string, result: unknown): void {
    if (this.#results.get(template) === result) return;
    if (result === undefined) this.#results.delete(template);
    else this.#results.set(template, result);
    this.#changed();
  }
}
