import type { Either } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import type { Json } from "../../model/json.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import type { PlanProblem } from "../../client/errors.ts";

export type { PlanProblem };

/** Who is signed in. */
export interface PlanUser {
  readonly name: string;
  /** Whether plans may be saved, and all else that the editor needs. */
  readonly isAdmin: boolean;
  /** The only floor that they are shown; undefined where they choose. */
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

/** How a subscription stands: it follows the plan, the connection is away, or the service has refused it. */
export type SubscriptionState = "live" | "away" | { readonly refused: PlanProblem };

/** What came of a request: never an exception. */
export type Answer<Value> = Promise<Either<PlanProblem, Value>>;

/** The service, as a card sees it. */
export interface PlanSource {
  /** First part of the types of the service's own commands. */
  readonly domain: string;
  /**
   * Follows the plan: `onPlan` gets the current one (`{}` before the first save) and every later one, also
   * after the connection was away; `onState` tells how the subscription stands whenever that changes.
   * Returns what ends it.
   */
  subscribe(
    onPlan: (plan: PlanData) => void,
    onState: (state: SubscriptionState) => void,
  ): () => void;
  /** The connection over which Home Assistant is asked, once there is one: its own page's, or that to the service, which speaks as Home Assistant does. */
  connection(): Answer<Connection>;
  /** When each stored plan was saved, oldest first, the current one last. */
  times(): Answer<readonly SavedAt[]>;
  revision(rev: number): Answer<PlanData>;
  /** The address at which a browser finds a URL of the plan, such as a tracing image's; empty for another host's, which nobody is led to. */
  imageUrl(url: string): string;
  close(): void;
}

/** The service, as the editor sees it. */
export interface PlanClient extends PlanSource {
  /** The connection to the service itself, for commands that only some of it need. */
  service(): Answer<Connection>;
  user(): Answer<PlanUser>;
  /** Replaces the plan; with `rev` only if that is still the stored revision. The right is the new revision. */
  save(plan: PlanData, rev?: number): Answer<number>;
  /** The plan that is stored now; `{}` before the first save. */
  current(): Answer<PlanData>;
  /** Earlier plans, newest first. */
  history(): Answer<readonly HistoryEntry[]>;
  parseYaml(text: string): Answer<Json>;
  dumpYaml(data: Json): Answer<string>;
  /**
   * Uploads the tracing image of a level; `onProgress` gets the part that was sent, from 0 to 1. The right is
   * the image's URL. Aborting `signal` ends it with the code `aborted`.
   */
  upload(
    level: string,
    file: File,
    onProgress: (part: number) => void,
    signal?: AbortSignal,
  ): Answer<string>;
}
