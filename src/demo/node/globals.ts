import { Buffer } from "buffer";

// What the service's code expects of Node.js beyond the standards, for a worker of a browser. The build puts these in
// place of the globals of the same names.

/** A timer whose owner may say that it keeps no process alive. */
interface Timer {
  readonly ref: () => Timer;
  readonly unref: () => Timer;
  readonly [Symbol.toPrimitive]: () => number;
}

const timer = (id: number): Timer => {
  const made: Timer = { ref: () => made, unref: () => made, [Symbol.toPrimitive]: () => id };
  return made;
};

type Start = (work: () => void, ms?: number) => unknown;

const timerBy =
  (start: Start) =>
  (work: () => void, ms?: number): Timer =>
    timer(Number(start(work, ms)));

const endBy =
  (end: (id: number) => void) =>
  (started: Timer | number | undefined): void =>
    end(Number(started ?? 0));

const startTimeout = timerBy(globalThis.setTimeout);
const startInterval = timerBy(globalThis.setInterval);
const endTimeout = endBy(globalThis.clearTimeout);
const endInterval = endBy(globalThis.clearInterval);

const channel = new MessageChannel();
const due: (() => void)[] = [];
channel.port1.addEventListener("message", () => due.shift()?.());
channel.port1.start();

/** Calls back in a later turn of the event loop. Timers would wait for some milliseconds. */
const startImmediate = (work: () => void): void => {
  due.push(work);
  channel.port2.postMessage(null);
};

export {
  Buffer,
  startTimeout as setTimeout,
  startInterval as setInterval,
  endTimeout as clearTimeout,
  endInterval as clearInterval,
  startImmediate as setImmediate,
};
