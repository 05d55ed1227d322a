import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type Auth,
  type Connection,
  createConnection,
  ERR_INVALID_AUTH,
} from "home-assistant-js-websocket";
import type { PlanProblem } from "./plan-client.ts";
import { problemOf, textField } from "./problem.ts";

/** A way to the service, over which card and editor talk to it. */
export interface Link {
  readonly auth: Auth;
  /** The connection, once there is one; `onFailure` is told of each attempt that fails meanwhile. The left is why there will be none. */
  readonly reach: (onFailure?: () => void) => Promise<Either<PlanProblem, Connection>>;
  readonly close: () => void;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const longestWaitMs = 5000;

/** Why a token was refused: it is not valid, or not valid and the service takes no more such from here, which browsers keep from a page that asks for a websocket. */
const refusalOf = async (url: string): Promise<PlanProblem> => {
  try {
    const response = await fetch(`${url}/api/websocket`, { cache: "no-store" });
    if (response.status === 403)
      return { code: "banned", message: textField(await response.json(), "message") ?? "" };
  } catch {
    // What was said of the token stands without it.
  }
  return problemOf(ERR_INVALID_AUTH);
};

/** How long nothing may be heard before the connection is asked for a sign of life, and how long that may take. */
const pingMs = 20_000;
const answerMs = 60_000;

/** Notices that a connection has died where nothing says so, as in a browser that has lost its network. */
const watch = (connection: Connection, signal: AbortSignal): void => {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking || !connection.connected) return;
    isAsking = true;
    const answered = connection.ping().then(
      () => true,
      () => true,
    );
    const isAlive = await Promise.race([answered, sleep(answerMs).then(() => false)]);
    isAsking = false;
    if (!isAlive && !signal.aborted) connection.reconnect(true);
  };
  const timer = setInterval(() => void ask(), pingMs);
  signal.addEventListener("abort", () => clearInterval(timer));
  window.addEventListener("offline", () => connection.reconnect(true), { signal });
};

/** A link of its own, made with a long-lived token, that tries until it succeeds and comes back by itself. */
export const makeLink = (auth: Auth): Link => {
  const closing = new AbortController();
  const failures = new Set<() => void>();
  const connect = async (): Promise<Either<PlanProblem, Connection>> => {
    for (let attempt = 1; !closing.signal.aborted; attempt += 1) {
      try {
        const connection = await createConnection({ auth, setupRetry: 0 });
        if (closing.signal.aborted) connection.close();
        closing.signal.addEventListener("abort", () => connection.close());
        watch(connection, closing.signal);
        return right(connection);
      } catch (error) {
        if (error === ERR_INVALID_AUTH) return left(await refusalOf(auth.data.hassUrl));
        for (const tell of failures) tell();
        await sleep(Math.min(attempt * 1000, longestWaitMs));
      }
    }
    return left({ code: "aborted", message: "the connection is no longer wanted" });
  };
  let connecting: Promise<Either<PlanProblem, Connection>> | undefined;
  return {
    auth,
    reach: async (onFailure) => {
      if (onFailure !== undefined) failures.add(onFailure);
      try {
        return await (connecting ??= connect());
      } finally {
        if (onFailure !== undefined) failures.delete(onFailure);
      }
    },
    close: () => closing.abort(),
  };
};
