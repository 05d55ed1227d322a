import type { Connection } from "home-assistant-js-websocket";
import { onWake } from "./wake.ts";

/** What is used of a connection. */
type Line = Pick<Connection, "connected" | "reconnect" | "ping"> & {
  readonly socket?: Pick<WebSocket, "addEventListener"> | undefined;
  readonly addEventListener: (event: "ready", listener: () => void) => void;
  readonly removeEventListener: (event: "ready", listener: () => void) => void;
};

/** How soon a line that has died is noticed. */
interface Rhythm {
  /** How long nothing may be heard before the line is asked for a sign of life, and how often that is looked at. */
  readonly quietMs: number;
  readonly lookMs: number;
  /** How long the sign may take at first. */
  readonly patienceMs: number;
}

/** To the one address there is, it makes no great difference: noticed after 20 to 25 seconds. */
const calm: Rhythm = { quietMs: 15_000, lookMs: 5000, patienceMs: 5000 };
/** Where another node could be had meanwhile, after 8 to 9 seconds, for a ping every 6 on a line that is quiet. */
const brisk: Rhythm = { quietMs: 5000, lookMs: 1000, patienceMs: 3000 };
/** The patience grows where lines die of impatience: what is long in coming fills a slow one. */
const mostPatienceMs = 60_000;

/**
 * Notices that a connection has died where nothing says so, as in a browser that has lost its network or has
 * slept, or with a machine that loses its power, and lets it connect anew. Whatever comes in is a sign of life.
 * `isBrisk`: whether there is another place to connect to.
 */
export const watchPulse = (connection: Line, isBrisk: () => boolean, signal: AbortSignal): void => {
  const rhythm = (): Rhythm => (isBrisk() ? brisk : calm);
  let heardMs = Date.now();
  let { patienceMs } = rhythm();
  let tell: (() => void) | undefined;
  const heard = (): void => {
    heardMs = Date.now();
    tell?.();
  };
  const listen = (): void => {
    heard();
    connection.socket?.addEventListener("message", heard);
  };
  const answer = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs);
      tell = () => {
        clearTimeout(timer);
        resolve(true);
      };
      // What comes of it, `heard` is told: also the answer to another question is a sign of life.
      connection.ping().catch(() => undefined);
    });
  const ask = async (): Promise<void> => {
    const { socket, connected } = connection;
    if (tell !== undefined || !connected || signal.aborted) return;
    const isAlive = await answer();
    tell = undefined;
    if (isAlive) patienceMs = Math.max(patienceMs / 2, rhythm().patienceMs);
    else if (connection.socket === socket && !signal.aborted) {
      patienceMs = Math.min(patienceMs * 2, mostPatienceMs);
      connection.reconnect(true);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const { quietMs, lookMs } = rhythm();
    if (Date.now() - heardMs >= quietMs) void ask();
    timer = setTimeout(look, lookMs);
  };
  look();
  connection.addEventListener("ready", listen);
  signal.addEventListener(
    "abort",
    () => {
      clearTimeout(timer);
      connection.removeEventListener("ready", listen);
    },
    { once: true },
  );
  window.addEventListener("offline", () => connection.reconnect(true), { signal });
  onWake(() => void ask(), signal);
  listen();
};
