import type { Either } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import type { Json } from "../../model/json.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import type { PlanProblem } from "../../client/errors.ts";

export type { PlanProblem };

/** Who is signed in. */
export interface PlanUser {
  readonly id: string;
  readonly name: string;
  /** Whether the user may save plans and do everything else in the editor. */
  readonly isAdmin: boolean;
  /** The only floor to show; undefined if the user chooses. */
  readonly level: string | undefined;
}

/** When a revision was saved. */
export interface SavedAt {
  readonly rev: number;
  /** ISO 8601 with an offset. */
  readonly savedAt: string;
}

/** An earlier plan, as the history lists it. */
export interface HistoryEntry extends SavedAt {
  readonly rooms: number;
  readonly items: number;
}

/** State of a subscription: it follows the plan, the connection is away, or the service refused it. */
export type SubscriptionState = "live" | "away" | { readonly refused: PlanProblem };

/** The outcome of a request; never rejects. */
export type Answer<Value> = Promise<Either<PlanProblem, Value>>;

/** The service, as a card sees it. */
export interface PlanSource {
  /** First part of the types of the service's own commands. */
  readonly domain: string;
  /**
   * Follows the plan: `onPlan` gets the current one (`{}` before the first save) and every later one, also after a
   * reconnect; `onState` gets each change of the subscription's state. Returns a function that unsubscribes.
   */
  subscribe(
    onPlan: (plan: PlanData) => void,
    onState: (state: SubscriptionState) => void,
  ): () => void;
  /** The connection to the service itself, for further commands. */
  service(): Answer<Connection>;
  /**
   * The connection for Home Assistant's commands: that of its own page, or the one to the service, which passes them
   * on.
   */
  connection(): Answer<Connection>;
  /** What it shows of a plan of the service; missing if that is all of it. */
  readonly shownOf?: (plan: PlanData) => PlanData;
  /** The address at which a browser finds a URL of the plan, such as a tracing image; empty for another host's. */
  imageUrl(url: string): string;
  close(): void;
}

/** The service, as the editor sees it. */
export interface PlanClient extends PlanSource {
  user(): Answer<PlanUser>;
  /** An earlier plan, by its revision. */
  revision(rev: number): Answer<PlanData>;
  /** Replaces the plan; with `rev` only if that is still the stored revision. The right is the new revision. */
  save(plan: PlanData, rev?: number): Answer<number>;
  /** The stored plan; `{}` before the first save. */
  current(): Answer<PlanData>;
  /** Earlier plans, newest first. */
  history(): Answer<readonly HistoryEntry[]>;
  parseYaml(text: string): Answer<Json>;
  dumpYaml(data: Json): Answer<string>;
  /**
   * Uploads the tracing image of a level; `onProgress` gets the part sent so far, from 0 to 1. The right is the image's
   * URL. Aborting `signal` ends it with the code `aborted`.
   */
  upload(
    level: string,
    file: File,
    onProgress: (part: number) => void,
    signal?: AbortSignal,
  ): Answer<string>;
}
