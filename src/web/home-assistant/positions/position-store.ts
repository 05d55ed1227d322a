import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { isObject, type Json, listIn } from "../../../model/json.ts";
import type { PlanProblem, PlanSource } from "../../connection/plan-client.ts";
import { keepSubscribed } from "../../connection/resubscribe.ts";
import { type Position, readPosition } from "./position.ts";

/** Refusals that the next connection alone may change: the right is missing, or the service is older. */
const isFinal = ({ code }: PlanProblem): boolean =>
  code === "unauthorized" || code === "unknown_command";

/** Takes the positions that have changed, by id; undefined for those that are no longer told. */
export type PositionListener = (changed: ReadonlyMap<string, Position | undefined>) => void;

/** Whether a plan has trackers, whose positions may be asked for. */
export const hasTrackers = (plan: PlanData): boolean => listIn(plan["trackers"]).length > 0;

/**
 * The positions of a plan's targets while the plan has trackers, as the service tells them. There are none where the
 * user lacks the right, the service does not know them, or it is away; nothing is kept.
 */
export class PositionStore {
  readonly #client: Pick<PlanSource, "domain" | "service">;
  readonly #listeners = new Set<PositionListener>();
  readonly #positions = new Map<string, Position>();
  #ending: AbortController | undefined;
  #isRefused = false;

  constructor(client: Pick<PlanSource, "domain" | "service">) {
    this.#client = client;
  }

  get(id: string): Position | undefined {
    return this.#positions.get(id);
  }

  /** What is known of each target, by id. */
  get all(): ReadonlyMap<string, Position> {
    return this.#positions;
  }

  /** Whether the user lacks the right to see positions; false as long as nobody has asked. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Calls the listener whenever positions change, and when the right is refused. Returns a function that ends that. */
  subscribe(listener: PositionListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Asks for positions if the plan has trackers, and for none else. */
  follow(plan: PlanData): void {
    if (!hasTrackers(plan)) this.end();
    else if (this.#ending === undefined) void this.#begin();
  }

  /** Asks for no positions any more, and forgets them. */
  end(): void {
    this.#ending?.abort();
    this.#ending = undefined;
    this.#forget();
  }

  async #begin(): Promise<void> {
    const ending = new AbortController();
    const { signal } = ending;
    this.#ending = ending;
    const service = await this.#client.service();
    if (signal.aborted) return;
    if (isLeft(service)) return this.end();
    keepSubscribed(service.right, {
      message: { type: `${this.#client.domain}/positions/subscribe` },
      onEvent: (event) => this.#heard(event),
      onState: (state) => {
        this.#isRefused = typeof state === "object" && state.refused.code === "unauthorized";
        if (state !== "live") this.#forget();
      },
      isFinal,
      signal,
    });
  }

  #heard(event: Json): void {
    const { a: told, r: gone } = isObject(event) ? event : {};
    const changed = new Map<string, Position | undefined>();
    for (const [id, state] of Object.entries(isObject(told) ? told : {}))
      changed.set(id, readPosition(id, state));
    for (const id of listIn(gone)) if (typeof id === "string") changed.set(id, undefined);
    this.#change(changed);
  }

  #forget(): void {
    this.#change(new Map(Array.from(this.#positions.keys(), (id) => [id, undefined])));
  }

  #change(changed: ReadonlyMap<string, Position | undefined>): void {
    for (const [id, position] of changed)
      if (position === undefined) this.#positions.delete(id);
      else this.#positions.set(id, position);
    if (changed.size > 0 || this.#isRefused)
      for (const listener of this.#listeners) listener(changed);
  }
}
