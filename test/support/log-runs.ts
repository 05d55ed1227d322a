import assert from "node:assert/strict";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  type FileSystem,
  type Log,
  type LogEvent,
  type LogFailed,
  type LogRefused,
  openLog,
  type LogVisitor,
} from "../../wal/index.ts";

/** The log's folder; none of its parents exists before the first start. */
export const folder = "/home/data/log";

/** Small limits, so that a short run rotates, takes snapshots and compacts. */
export const limits = { segmentBytes: 1024, snapshotBytes: 1200 };

/** Payload number `number`; its content shows whether every byte is right. */
export const payloadOf = (number: number): Buffer =>
  Buffer.from(`{"number":${number},"fill":"${"abcdefghij".repeat(2 + ((number * 7) % 11))}"}`);

/** The state is the number of the newest payload, so a snapshot holds just that payload. */
export class Replay implements LogVisitor {
  last = 0;
  /** Numbers of the replayed payloads that the snapshot covers. */
  covered: number[] = [];
  /** Whether a record did not follow the one before. */
  hasGap = false;

  readonly onSnapshot = (entries: readonly Buffer[]): void => {
    assert.equal(entries.length, 1, "a snapshot has the entries that it was given");
    this.last = this.#numberOf(entries[0]);
  };
  readonly onRecord = (payload: Buffer): void => {
    const number = this.#numberOf(payload);
    this.hasGap ||= number !== this.last + 1;
    this.last = number;
  };
  readonly onCovered = (payload: Buffer): void => {
    this.covered.push(this.#numberOf(payload));
  };

  #numberOf(payload: Buffer | undefined): number {
    assert(payload !== undefined);
    const number = Number(/^\{"number":(\d+)/.exec(payload.toString("latin1"))?.[1]);
    assert(payload.equals(payloadOf(number)), `payload ${number} is there byte for byte`);
    return number;
  }
}

/** The result of opening: a log or a refusal, with everything read and reported. */
export interface Opened {
  readonly log: Log | undefined;
  readonly refused: LogRefused | undefined;
  readonly replay: Replay;
  readonly events: LogEvent[];
}

/** Opens the log, or gets its refusal. */
export const open = async (fs: FileSystem, sizes = limits, keepsSpare = true): Promise<Opened> => {
  const replay = new Replay();
  const events: LogEvent[] = [];
  const report = (event: LogEvent): void => void events.push(event);
  const opened = await openLog({ fs, folder, limits: sizes, keepsSpare, report }, replay)();
  if (isLeft(opened)) return { log: undefined, refused: opened.left, replay, events };
  assert(!replay.hasGap, "records come in order, without gaps");
  return { log: opened.right, refused: undefined, replay, events };
};

/** Opens the log, which must succeed. */
export const reopen = async (
  fs: FileSystem,
  sizes = limits,
): Promise<Opened & { readonly log: Log }> => {
  const opened = await open(fs, sizes);
  assert(opened.log !== undefined, `the log opens: ${opened.refused?.message}`);
  return { ...opened, log: opened.log };
};

/** Appends one batch of payloads `first` to `last`. */
export const tryAppend = (
  log: Log,
  first: number,
  last = first,
): Promise<Either<LogFailed, void>> => {
  const numbers = Array.from({ length: last - first + 1 }, (_, position) => first + position);
  return log.append(numbers.map((number) => [payloadOf(number)]))();
};

/** Appends one batch of payloads `first` to `last`; resolves with whether it is durable. */
export const append = async (log: Log, first: number, last = first): Promise<boolean> =>
  isRight(await tryAppend(log, first, last));

/** The outcome of a run. */
export interface Run extends Opened {
  /** The numbers of the last acknowledged payload, and of the last one appended. */
  readonly acknowledged: number;
  readonly attempted: number;
  /** Whether each append, after a snapshot's start if one was due, gave a right. */
  readonly answers: readonly boolean[];
  /** The index of the first answer that was a permanent failure; -1 without one. */
  readonly failedAt: number;
}

/** Batches of 1 to 4 payloads, and two that are longer than a segment. */
export const batches = [
  1, 3, 2, 1, 4, 12, 1, 1, 2, 3, 4, 1, 2, 2, 4, 1, 3, 14, 1, 2, 4, 3, 2, 1, 4, 2,
];

/**
 * Opens the log, appends the batches, takes a snapshot when one is due, and closes. Continues after failures, as a
 * service does; `afterwards` does more with the open log.
 */
export const run = async (
  fs: FileSystem,
  sizes: readonly number[] = batches,
  afterwards: (log: Log, acknowledged: number) => Promise<number> = async (_log, last) => last,
  keepsSpare = true,
): Promise<Run> => {
  const opened = await open(fs, limits, keepsSpare);
  const answers: boolean[] = [];
  let failedAt = -1;
  let acknowledged = opened.replay.last;
  let attempted = acknowledged;
  const note = (answer: Either<LogFailed, void>): boolean => {
    answers.push(isRight(answer));
    if (isLeft(answer) && !answer.left.passing && failedAt === -1) failedAt = answers.length - 1;
    return isRight(answer);
  };
  const { log } = opened;
  for (const size of log === undefined ? [] : sizes) {
    assert(log !== undefined);
    const last = acknowledged + size;
    // A batch with a passing failure leaves nothing, and nothing is written after a permanent one.
    if (failedAt === -1) attempted = last;
    if (note(await tryAppend(log, acknowledged + 1, last))) acknowledged = last;
    else if (failedAt === -1) attempted = acknowledged;
    if (!log.isSnapshotDue()) continue;
    const started = await log.startSnapshot([[payloadOf(acknowledged)]])();
    // A snapshot whose start fails for now becomes an event, and fails no save.
    if (isRight(started) || !started.left.passing) note(started);
  }
  if (log !== undefined) acknowledged = await afterwards(log, acknowledged);
  attempted = Math.max(attempted, acknowledged);
  await log?.close().catch(() => undefined);
  return { ...opened, acknowledged, attempted, answers, failedAt };
};
