import type { Connection } from "home-assistant-js-websocket";
import type { Nodes } from "./nodes.ts";

/** What is used of a connection. */
type Line = Pick<Connection, "connected" | "reconnect" | "ping"> & {
  readonly commands: ReadonlyMap<number, object>;
  readonly socket?: Pick<WebSocket, "addEventListener"> | undefined;
  readonly addEventListener: (event: "ready", listener: () => void) => void;
  readonly removeEventListener: (event: "ready", listener: () => void) => void;
};

/** How soon a line that has died is noticed. */
interface Rhythm {
  /** How long nothing may be heard before the line is asked for a sign of life. */
  readonly quietMs: number;
  /** How long the sign may take at first. */
  readonly patienceMs: number;
  /** How long while a command has no answer yet: the service does one after another, and a save can wait for others. */
  readonly busyPatienceMs: number;
}

/** To the one address there is, it makes no great difference: noticed after 20 seconds. */
const calm: Rhythm = { quietMs: 15_000, patienceMs: 5000, busyPatienceMs: 5000 };
/**
 * Where another node could be had meanwhile: with the way there within 5 seconds, for a ping every 2 on a line that is
 * quiet. Beside a save there is time for etcd to choose another leader, which takes it 1.5 seconds, and 2.5 at times.
 */
const brisk: Rhythm = { quietMs: 2000, patienceMs: 1500, busyPatienceMs: 2500 };
/** The patience grows where lines die of impatience, so many times at most: what is long in coming fills a slow one. */
const mostTimes = 16;
const mostPatienceMs = 60_000;
/** How long it takes at least until it is looked at again. */
const lookMs = 250;

const isAnswered = (command: object): boolean => "subscribe" in command;

/**
 * Notices that a connection has died where nothing says so, as in a browser that has lost its network or has
 * slept, or with a machine that loses its power, and lets it connect anew: where there are several nodes, to the
 * next one first. Whatever comes in is a sign of life. The result asks for one at once.
 */
export const monitorHeartbeat = (
  connection: Line,
  nodes: Pick<Nodes, "areSeveral" | "turn">,
  signal: AbortSignal,
): (() => void) => {
  const rhythm = (): Rhythm => (nodes.areSeveral ? brisk : calm);
  let heardMs = Date.now();
  /** So many times as long as usual is a sign waited for. */
  let times = 1;
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
      const { patienceMs, busyPatienceMs } = rhythm();
      const isBusy = ![...connection.commands.values()].every(isAnswered);
      const waitMs = times * (isBusy ? busyPatienceMs : patienceMs);
      const timer = setTimeout(() => resolve(false), Math.min(waitMs, mostPatienceMs));
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
    if (isAlive) times = Math.max(times / 2, 1);
    else if (connection.socket === socket && !signal.aborted) {
      times = Math.min(times * 2, mostTimes);
      nodes.turn();
      connection.reconnect(true);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const { quietMs } = rhythm();
    // The clock may be set back.
    const restMs = Math.min(quietMs, quietMs - (Date.now() - heardMs));
    if (restMs <= 0) void ask();
    timer = setTimeout(look, Math.max(lookMs, restMs));
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
  listen();
  return () => void ask();
};
