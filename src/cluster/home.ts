import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Etcd, oneKey, type Pair } from "./etcd/etcd.ts";
import { encodeMark, readMark } from "./home-mark.ts";
import { inWords } from "./in-words.ts";
import type { Keys } from "./keys.ts";
import { tooOld } from "./versions.ts";

/** Why a home cannot be opened; `away` may pass by itself. */
export interface HomeProblem {
  readonly kind: "away" | "refused";
  readonly reason: string;
}

const problem = (kind: HomeProblem["kind"], reason: string): HomeProblem => ({ kind, reason });

/** Whether what stands at the mark's key is a home that is all there. */
const isWhole = (pair: Pair | undefined, domain: string): Either<string, void> => {
  const mark = readMark(pair, domain);
  if (isLeft(mark)) return mark;
  return mark.right.filling === undefined
    ? right(undefined)
    : left(
        `a data folder or a backup is being moved into "${domain}", or that was interrupted: wait for its end, or do it again`,
      );
};

/** How often a first mark is put of which nobody knows whether it was. */
const mostTries = 5;
const pauseMs = 100;

/**
 * Opens the home of a domain, or begins one where nothing at all is below its prefix. Nothing is touched where that is
 * refused: members are too old, something else is there, a newer program wrote it, or it is still being filled.
 */
export const openHome = async (
  etcd: Etcd,
  keys: Keys,
  domain: string,
): Promise<Either<HomeProblem, void>> => {
  const old = (await etcd.members()).map(tooOld).find((each) => each !== undefined);
  if (old !== undefined) return left(problem("refused", old));
  for (let tries = 1; ; tries += 1) {
    const asked = await etcd.transact({
      guards: [{ range: keys.all, changed: 0 }],
      then: [{ kind: "put", key: keys.home, value: encodeMark(undefined) }],
      otherwise: [{ kind: "get", range: oneKey(keys.home) }],
    });
    if (isLeft(asked)) {
      const { kind } = asked.left;
      if (kind === "unknown" && tries < mostTries) {
        await sleep(pauseMs);
        continue;
      }
      const isPassing = kind === "away" || kind === "unknown";
      return left(problem(isPassing ? "away" : "refused", inWords(asked.left)));
    }
    if (asked.right.held) return right(undefined);
    const [[pair] = []] = asked.right.found;
    const whole = isWhole(pair, domain);
    return isLeft(whole) ? left(problem("refused", whole.left)) : whole;
  }
};
