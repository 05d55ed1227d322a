import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type Auth,
  type Connection,
  createSocket,
  ERR_CANNOT_CONNECT,
  ERR_INVALID_AUTH,
} from "home-assistant-js-websocket";
import { monitorHeartbeat } from "../../client/heartbeat.ts";
import { onBrowserWake, originRefused, pause, pauseAfter, refusalOf, suspended } from "./retry.ts";
import { firstToAnswer } from "../../client/first-to-answer.ts";
import type { Nodes } from "../../client/nodes.ts";
import { type Link, type OnFailure, tokenOf } from "./channel-client.ts";
import { NodeConnection } from "../../client/node-connection.ts";
import type { PlanProblem } from "./plan-client.ts";

/** Monitors the heartbeat, and pings at once when the browser reports a lost network or wakes up. */
const watchHeartbeat = (...given: Parameters<typeof monitorHeartbeat>): void => {
  const [connection, , signal] = given;
  const ask = monitorHeartbeat(...given);
  window.addEventListener("offline", () => connection.reconnect(true), { signal });
  onBrowserWake(ask, signal);
};

/** Why the service at an address lets nobody of this page connect now; undefined if it does, or cannot be asked. */
const whyClosed = async (
  url: string,
  auth: Auth,
  wasLetIn: boolean,
): Promise<PlanProblem | undefined> => {
  try {
    const { originRefusal, suspension } = await import("./origin-refusal.ts");
    // Who was let in once is not refused for the page's origin.
    const origin = wasLetIn ? undefined : await originRefusal(url);
    return origin ?? (await suspension(url, await tokenOf(auth)));
  } catch {
    return undefined;
  }
};

type Socket = Awaited<ReturnType<typeof createSocket>>;

const longestWaitMs = 5000;

/** How long a login may take: a service that is starting lets logins wait for half a minute. */
const loginMs = 45_000;

/** Closes a socket that opens too late. */
const closeLate = async (opening: Promise<Socket>): Promise<void> => {
  try {
    (await opening).close();
  } catch {
    // It never opened.
  }
};

/** Opens a socket and logs in; rejects with the library's reason, also on timeout. */
const login = async (auth: Auth): Promise<Socket> => {
  const opening = createSocket({ auth, setupRetry: 0, createSocket });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(ERR_CANNOT_CONNECT), loginMs);
  });
  try {
    return await Promise.race([opening, tooLate]);
  } catch (error) {
    void closeLate(opening);
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/**
 * A link that retries until it connects, even while its token is refused, and reconnects to whichever node answers.
 * `authAt`: how to log in at an address.
 */
export const reconnectingLink = (nodes: Nodes, authAt: (address: string) => Auth): Link => {
  const closing = new AbortController();
  const { signal } = closing;
  const listeners = new Set<OnFailure>();
  let refusal: PlanProblem | undefined;
  let refusals = 0;
  let wasLetIn = false;
  const fail = (problem: PlanProblem | undefined): void => {
    refusal = problem;
    for (const listener of listeners) listener(problem);
  };
  /** Retries after a refused token, for which the library would give up for good. */
  const patient = async (): Promise<Socket> => {
    while (!signal.aborted) {
      let refusedAt = nodes.now;
      try {
        const { address, socket } = await firstToAnswer(nodes.order, {
          open: async (at) => {
            try {
              return await login(authAt(at));
            } catch (error) {
              if (error === ERR_INVALID_AUTH) refusedAt = at;
              throw error;
            }
          },
          close: (late) => late.close(),
          isFinal: (error) => error === ERR_INVALID_AUTH,
          signal,
        });
        nodes.reached(address);
        wasLetIn = true;
        refusal = undefined;
        refusals = 0;
        return socket;
      } catch (error) {
        if (error !== ERR_INVALID_AUTH) {
          const isKnown = refusal?.code === originRefused || refusal?.code === suspended;
          if (!isKnown) fail(undefined);
          fail(await whyClosed(nodes.now, authAt(nodes.now), wasLetIn));
          throw error;
        }
        const problem = await refusalOf(refusedAt);
        refusals += 1;
        fail(problem);
        await pause(pauseAfter(problem, refusals, Date.now()), signal);
      }
    }
    throw ERR_CANNOT_CONNECT;
  };
  const openConnection = async (): Promise<Connection> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const options = { setupRetry: 0, createSocket: patient };
        const connection = new NodeConnection(nodes, await patient(), options);
        if (signal.aborted) connection.close();
        signal.addEventListener("abort", () => connection.close());
        watchHeartbeat(connection, nodes, signal);
        return connection;
      } catch {
        await pause(Math.min(attempt * 1000, longestWaitMs), signal);
        // The link was closed meanwhile.
        if (signal.aborted) return new Promise(() => undefined);
      }
    }
  };
  const connected = openConnection();
  const aborted = left({ code: "aborted", message: "the connection is no longer wanted" });
  const reach: Link["reach"] = () =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(aborted);
      const over = new AbortController();
      const end = (answer: Either<PlanProblem, Connection>): void => {
        over.abort();
        resolve(answer);
      };
      onFailure((problem) => {
        if (problem !== undefined) end(left(problem));
      }, over.signal);
      signal.addEventListener("abort", () => end(aborted), { signal: over.signal });
      void connected.then((connection) => end(right(connection)));
    });
  const onFailure: Link["onFailure"] = (listener, until) => {
    if (refusal !== undefined) listener(refusal);
    listeners.add(listener);
    until.addEventListener("abort", () => listeners.delete(listener), { once: true });
  };
  return {
    get base() {
      return nodes.now;
    },
    token: () => tokenOf(authAt(nodes.now)),
    reach,
    connected,
    onFailure,
    close: () => closing.abort(),
  };
};
