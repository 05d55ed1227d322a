import type { Either } from "fp-ts/lib/Either.js";
import type { Auth, Connection } from "home-assistant-js-websocket";
import type { PlanProblem } from "../connection/plan-client.ts";

/** Hears of an attempt to connect that has failed: why the service has refused it, or nothing where it did not answer. */
export type OnFailure = (refusal: PlanProblem | undefined) => void;

/** A way to the service, over which card and editor talk to it. */
export interface Link {
  /** The address of the service, without a slash at its end. */
  readonly base: string;
  /** An access token that is valid now; rejects where there is none to be had. */
  readonly token: () => Promise<string>;
  /** The connection, or why there is none for now. */
  readonly reach: () => Promise<Either<PlanProblem, Connection>>;
  /** The connection, however long it takes to come. */
  readonly connected: Promise<Connection>;
  /** Tells of every attempt that fails, until the signal aborts; at once of a token that is refused now. */
  readonly onFailure: (listener: OnFailure, signal: AbortSignal) => void;
  readonly close: () => void;
}

/** The token of a login, renewed where it has expired. */
export const tokenOf = async (auth: Auth): Promise<string> => {
  if (auth.expired) await auth.refreshAccessToken();
  return auth.accessToken;
};
