import type { Connection } from "home-assistant-js-websocket";
import { onWake } from "./wake.ts";

/** How long nothing may be heard before the line is asked for a sign of life, and how often that is looked at. */
const quietMs = 15_000;
const lookMs = 5000;
/** How long the sign may take. It grows where lines die of impatience: what is long in coming fills a slow one. */
const leastPatienceMs = 5000;
const mostPatienceMs = 60_000;

/**
 * Notices that a connection has died where nothing says so, as in a browser that has lost its network or has
 * slept, and lets it connect anew. Whatever comes in is a sign of life.
 */
export const watchPulse = (connection: Connection, signal: AbortSignal): void => {
  let heardMs = Date.now();
  let patienceMs = leastPatienceMs;
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
    if (isAlive) patienceMs = Math.max(patienceMs / 2, leastPatienceMs);
    else if (connection.socket === socket && !signal.aborted) {
      patienceMs = Math.min(patienceMs * 2, mostPatienceMs);
      connection.reconnect(true);
    }
  };
  const timer = setInterval(() => {
    if (Date.now() - heardMs >= quietMs) void ask();
  }, lookMs);
  connection.addEventListener("ready", listen);
  signal.addEventListener(
    "abort",
    () => {
      clearInterval(timer);
      connection.removeEventListener("ready", listen);
    },
    { once: true },
  );
  window.addEventListener("offline", () => connection.reconnect(true), { signal });
  onWake(() => void ask(), signal);
  listen();
};
