import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { RequestDispatcher } from "../../storage/etcd/client/request-dispatcher.ts";
import type { EtcdProblem, KeyRange } from "../../storage/etcd/client/etcd.ts";
import type { Failure } from "../../storage/etcd/client/failure.ts";
import { Watch } from "../../storage/etcd/client/watch.ts";

/** How long etcd is asked for its oldest revision. */
const oldestMs = 5000;

/** etcd says what it compacted to those who watch, and to nobody else. */
const oldestRevision = (
  dispatcher: RequestDispatcher,
  range: KeyRange,
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const done = (oldest: number | undefined): void => {
      clearTimeout(late);
      watch.close();
      resolve(oldest);
    };
    const late = setTimeout(() => done(undefined), oldestMs);
    const watch = new Watch(dispatcher, range, 1, {
      changed: () => done(undefined),
      reached: () => done(undefined),
      ended: (problem) => done(problem.kind === "compacted" ? problem.oldest : undefined),
    });
  });

/** What a failure means to who asked for something of that range. */
const problemOf = async (
  dispatcher: RequestDispatcher,
  { kind, reason }: Failure,
  range: KeyRange | undefined,
): Promise<EtcdProblem> => {
  switch (kind) {
    case "away":
    case "unknown":
    case "no-space":
    case "refused":
      return { kind, reason };
    case "token":
    case "exists":
    case "ended":
      return { kind: "refused", reason };
    case "compacted": {
      const oldest = range === undefined ? undefined : await oldestRevision(dispatcher, range);
      return oldest === undefined ? { kind: "away", reason } : { kind, reason, oldest };
    }
  }
};

/** An answer, or a failure as `Etcd` tells it. */
export const etcdAnswer = async <Answer>(
  dispatcher: RequestDispatcher,
  answer: Either<Failure, Answer>,
  range?: KeyRange,
): Promise<Either<EtcdProblem, Answer>> =>
  isLeft(answer) ? left(await problemOf(dispatcher, answer.left, range)) : right(answer.right);
