import type { User } from "../auth/user.ts";
import type { JsonText } from "../plan/raw-json/raw-json.ts";
import type { Boundary } from "../server/runtime/boundary.ts";
import { CommandRunner } from "../server/websocket/command-runner.ts";
import {
  authOk,
  authRequired,
  type Frame,
  jsonEventFrame,
  type MessageSink,
} from "../server/websocket/messages.ts";
import type { RunnerContext } from "../server/websocket/session-context.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";

/** What a page and the worker tell each other: a message of the websocket protocol, or that this was the last one. */
export type PortMessage = string | { readonly kind: "close" };

/** The end of a channel to a page. */
export interface Port {
  readonly postMessage: (message: PortMessage, transfer: []) => void;
  readonly addEventListener: (
    type: "message",
    heard: (event: { readonly data: unknown }) => void,
    options: { readonly signal: AbortSignal },
  ) => void;
  /** Begins to hand out messages; a worker of one page does so by itself. */
  readonly start?: () => void;
}

/** A port as a connection's messages go through it: it takes all of them at once. */
const sinkOf = (port: Port): MessageSink => {
  const send = (message: Frame): void => port.postMessage(Buffer.concat(message).toString(), []);
  return {
    isBehind: false,
    hasRoom: () => true,
    whenRoom: (callback) => callback(),
    send,
    sendEvent: (id: number, json: JsonText) => send(jsonEventFrame(id, json)),
    keepsUp: async () => undefined,
    countWith: () => undefined,
  };
};

/** Dependencies of a page's session. */
export interface PortContext {
  readonly runner: RunnerContext;
  readonly boundary: Boundary;
  readonly log: RatedLog;
}

/** Serves a page over a port as a session serves it over a websocket. Everybody is the demo's user, whatever the token. */
export const servePort = (port: Port, user: User, { runner, boundary, log }: PortContext): void => {
  const outbox = sinkOf(port);
  let serving: CommandRunner | undefined;
  let work = Promise.resolve(true);
  const ending = new AbortController();
  const end = (): void => {
    ending.abort();
    serving?.end();
    port.postMessage({ kind: "close" }, []);
  };
  const admit = (): void => {
    serving = new CommandRunner(
      {
        user,
        outbox,
        // Nothing gets lost on the way, so a page that is open is heard.
        heartbeat: { heard: () => performance.now(), ask: () => undefined },
        boundary,
        log: { error: (fields, message) => log.error(fields, message) },
        note: () => undefined,
        close: end,
      },
      runner,
      undefined,
    );
    outbox.send(authOk);
  };
  const hear = boundary(
    "a message of a page failed",
    ({ data }: { readonly data: unknown }) => {
      if (typeof data !== "string") return end();
      if (serving === undefined) return admit();
      const runs = serving;
      work = work.then(() => runs.handle(Buffer.from(data)));
      return work;
    },
    end,
  );
  port.addEventListener("message", hear, { signal: ending.signal });
  port.start?.();
  outbox.send(authRequired);
};
