import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanClient } from "../../client/plan-client.ts";
import type { SessionState } from "../../session/state.ts";
import { revisionDetails } from "./details.ts";

/** The names of those who saved something, each once; undefined stands for all of whom nobody knows. */
export type Names = readonly (string | undefined)[];

/** More revisions than a history has are told of by nobody. */
const mostRevisions = 21;

/** Knows who saved what came in from others and was not dismissed yet. */
export class Savers {
  readonly #client: PlanClient;
  #rev = 0;
  #incoming: SessionState["incoming"] = [];
  /** The revisions with which that came. */
  #revs: readonly number[] = [];
  /** Those who saved it, once the service has told. */
  names: Promise<Names> = Promise.resolve([]);

  constructor(client: PlanClient) {
    this.#client = client;
  }

  /** The session's state has changed. */
  follow({ rev, incoming }: Pick<SessionState, "rev" | "incoming">): void {
    const before = { rev: this.#rev, incoming: this.#incoming };
    this.#rev = rev;
    this.#incoming = incoming;
    if (incoming === before.incoming || incoming.length === 0) return;
    const goesOn = before.incoming.length > 0 && incoming[0] === before.incoming[0];
    const first = Math.min(rev, Math.max(before.rev + 1, rev - mostRevisions));
    const came = Array.from({ length: rev - first + 1 }, (_, at) => first + at);
    this.#revs = [...(goesOn ? this.#revs : []), ...came].slice(-mostRevisions);
    this.names = this.#ask(this.#revs);
  }

  async #ask(revs: readonly number[]): Promise<Names> {
    const answer = await revisionDetails(this.#client);
    if (isLeft(answer)) return [undefined];
    const named = new Map(answer.right.map(({ rev, by }) => [rev, by]));
    return [...new Set(revs.map((rev) => named.get(rev)))];
  }
}
