import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Guarded } from "../boundary.ts";
import type { Etcd, Member } from "../storage/etcd/client/etcd.ts";

const usualPauseMs = 1000;
const usualTellMs = 5000;

const knowsLeader = ({ state }: Member): boolean => state === "leading" || state === "following";

/** Whether a majority of the members knows a leader: what is not done now has another reason than that they are away. */
const hasMajority = (members: readonly Member[]): boolean =>
  members.filter(knowsLeader).length > members.length / 2;

/** What patience is had with. */
export interface StartRetry {
  readonly etcd: Pick<Etcd, "members">;
  /** Milliseconds in which something is tried again. */
  readonly ms: number;
  /** It is tried again after this, or takes long. */
  readonly onWait: Guarded<[reason: string]>;
  /** Milliseconds between two tries; a second where undefined. */
  readonly pauseMs?: number;
  /** Milliseconds after which one that goes on is told of, again and again; five seconds where undefined. */
  readonly tellMs?: number;
}

/** Does something, and tells of it as long as it takes long. */
const reportingProgress = async <A>(
  { onWait, tellMs = usualTellMs }: StartRetry,
  what: string,
  work: () => Promise<A>,
): Promise<A> => {
  const began = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    onWait(`${what} has taken ${seconds} s so far`);
  }, tellMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};

/**
 * Tries something again for as long as the cluster has no majority, as after a power cut, when all machines start at
 * once. What fails while it has one is tried once more, since it may just have got it. `what` says what is tried, such
 * as `reading the plan`.
 */
export const retryWithoutMajority = async <A>(
  patience: StartRetry,
  what: string,
  attempt: () => Promise<Either<string, A>>,
): Promise<Either<string, A>> => {
  const { etcd, ms, onWait, pauseMs = usualPauseMs } = patience;
  const end = performance.now() + ms;
  for (let had = false; ;) {
    const done = await reportingProgress(patience, what, attempt);
    if (!isLeft(done) || performance.now() >= end) return done;
    const has = hasMajority(await etcd.members());
    if (has && had) return done;
    had = has;
    onWait(done.left);
    await sleep(pauseMs);
  }
};
