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

/** Where the log is; none of these folders is there before the first start. */
export const folder = "/home/data/log";

/** Small, so that a short run rotates, snapshots and deletes. */
export const limits = { segmentBytes: 1024, snapshotBytes: 1200 };

/** Payload number `number`: whoever finds it can tell whether every byte is right. */
export const payloadOf = (number: number): Buffer =>
  Buffer.from(`{"number":${number},"fill":"${"abcdefghij".repeat(2 + ((number * 7) % 11))}"}`);

/** The state is the newest payload's number: a snapshot holds that payload alone. */
export class Replay implements LogVisitor {
  last = 0;
  /** Numbers of the payloads that came although the snapshot stands for them. */
  covered: number[] = [];
  /** Whether a record came that does not follow the one before. */
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

/** What opening gave: a log or a refusal, and all that was read and reported. */
export interface Opened {
  readonly log: Log | undefined;
  readonly refused: LogRefused | undefined;
  readonly replay: Replay;
  readonly events: LogEvent[];
}

/** Opens the log, whatever comes of it. */
export const open = async (fs: FileSystem, sizes = limits): Promise<Opened> => {
  const replay = new Replay();
  const events: LogEvent[] = [];
  const report = (event: LogEvent): void => void events.push(event);
  const opened = await openLog({ fs, folder, limits: sizes, report }, replay)();
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

/** Appends one batch of payloads `first` to `last`; the answer is whether it is durable. */
export const append = async (log: Log, first: number, last = first): Promise<boolean> =>
  isRight(await tryAppend(log, first, last));

/** How a run went. */
export interface Run extends Opened {
  /** Number of the last payload that was acknowledged, and of the last that was handed over. */
  readonly acknowledged: number;
  readonly attempted: number;
  /** Whether each append, after a snapshot's start where one was due, was answered with a right. */
  readonly answers: readonly boolean[];
  /** Position of the first answer that was a failure for good; -1 where there is none. */
  readonly failedAt: number;
}

/** Batches of 1 to 4 payloads, and two that are longer than a segment. */
export const batches = [
  1, 3, 2, 1, 4, 12, 1, 1, 2, 3, 4, 1, 2, 2, 4, 1, 3, 14, 1, 2, 4, 3, 2, 1, 4, 2,
];

/**
 * Opens, appends the batches, takes a snapshot when one is due, and closes. Goes on after a
 * failure, as a service does; `afterwards` is what else the open log is put to.
 */
export const run = async (
  fs: FileSystem,
  sizes: readonly number[] = batches,
  afterwards: (log: Log, acknowledged: number) => Promise<number> = async (_log, last) => last,
): Promise<Run> => {
  const opened = await open(fs);
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
    // Nothing of a batch is there whose failure passes, and nothing is written after one for good.
    if (failedAt === -1) attempted = last;
    if (note(await tryAppend(log, acknowledged + 1, last))) acknowledged = last;
    else if (failedAt === -1) attempted = acknowledged;
    if (!log.isSnapshotDue()) continue;
    const started = await log.startSnapshot([[payloadOf(acknowledged)]])();
    // A start that fails for now is told as an event, and fails no save.
    if (isRight(started) || !started.left.passing) note(started);
  }
  if (log !== undefined) acknowledged = await afterwards(log, acknowledged);
  attempted = Math.max(attempted, acknowledged);
  await log?.close().catch(() => undefined);
  return { ...opened, acknowledged, attempted, answers, failedAt };
};
