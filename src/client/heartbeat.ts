import type { Connection } from "home-assistant-js-websocket";
import type { Nodes } from "./nodes.ts";

type Line = Pick<Connection, "connected" | "reconnect" | "ping"> & {
  readonly commands: ReadonlyMap<number, object>;
  readonly socket?: Pick<WebSocket, "addEventListener"> | undefined;
  readonly addEventListener: (event: "ready", listener: () => void) => void;
  readonly removeEventListener: (event: "ready", listener: () => void) => void;
};

/** How soon a dead connection is noticed, in milliseconds. */
interface HeartbeatTimings {
  /** Silence before a ping. */
  readonly quietMs: number;
  /** How long the answer to a ping may take, before the patience grows. */
  readonly patienceMs: number;
  /** The same while a command is pending: the service runs one after another, and a save can wait for others. */
  readonly busyPatienceMs: number;
}

/** With a single address there is no hurry: 20 seconds. */
const calm: HeartbeatTimings = { quietMs: 15_000, patienceMs: 5000, busyPatienceMs: 5000 };
/**
 * With other nodes to try: within 5 seconds, with a ping every 2 on a quiet connection. During a save, this leaves etcd
 * time to elect a leader, which takes 1.5 seconds, sometimes 2.5.
 */
const brisk: HeartbeatTimings = { quietMs: 2000, patienceMs: 1500, busyPatienceMs: 2500 };
/** The patience grows up to this many times after each timeout: a slow connection may be filled by one long message. */
const maxTimes = 16;
const maxPatienceMs = 60_000;
/** Least milliseconds between two checks. */
const lookMs = 250;

const isAnswered = (command: object): boolean => "subscribe" in command;

/**
 * Detects a dead connection that nothing else reports, such as after a lost network, sleep, or a power cut, and
 * reconnects, to the next node first if there are several. Any received message counts as a sign of life. Returns a
 * function that pings at once.
 */
export const monitorHeartbeat = (
  connection: Line,
  nodes: Pick<Nodes, "areSeveral" | "turn">,
  signal: AbortSignal,
): (() => void) => {
  const rhythm = (): HeartbeatTimings => (nodes.areSeveral ? brisk : calm);
  let heardMs = Date.now();
  /** The current factor on the patience. */
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
      const timer = setTimeout(() => resolve(false), Math.min(waitMs, maxPatienceMs));
      tell = () => {
        clearTimeout(timer);
        resolve(true);
      };
      // Any reply counts, and `heard` sees it.
      connection.ping().catch(() => undefined);
    });
  const ask = async (): Promise<void> => {
    const { socket, connected } = connection;
    if (tell !== undefined || !connected || signal.aborted) return;
    const isAlive = await answer();
    tell = undefined;
    if (isAlive) times = Math.max(times / 2, 1);
    else if (connection.socket === socket && !signal.aborted) {
      times = Math.min(times * 2, maxTimes);
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
