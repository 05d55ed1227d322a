import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Contact, mayHaveQuorum } from "../storage/etcd/contact.ts";
import type { Etcd } from "../storage/etcd/client/etcd.ts";
import { coalescing } from "../coalescing.ts";

/** What somebody's admission to a node depends on. */
export interface AdmissionSetup {
  readonly etcd: Pick<Etcd, "members">;
  readonly contact: Pick<Contact, "state">;
  /** Resolves when this node has what was saved anywhere before; the left says why that cannot be known. */
  readonly caughtUp: () => Promise<Either<string, void>>;
}

/** Milliseconds that somebody waits for etcd until the members are asked how they are doing, and between two such questions. */
const lookMs = 1000;

const cutOff = "this node is cut off from the others: try another one, or again";

/**
 * Lets people in once this node has what was saved anywhere before, so that nobody is shown an older plan than they
 * have seen at another node. The left says why nobody is let in now.
 *
 * Without a quorum that cannot be known, and nobody can save: the node shows what it has, which may lack
 * what was saved in the moment before. Whether there is none, the members are asked then and there: what is
 * heard no more from here may go on, and what did not may do so again.
 */
export const makeAdmission = ({
  etcd,
  contact,
  caughtUp,
}: AdmissionSetup): (() => Promise<Either<string, void>>) => {
  const noneHasQuorum = coalescing(async () => !mayHaveQuorum(await etcd.members()));
  /** Resolves when the members say so, which they are asked again and again while somebody waits. */
  const onceNoneHasQuorum = async (signal: AbortSignal): Promise<Either<string, void>> => {
    for (;;) {
      await sleep(lookMs, undefined, { signal });
      if (await noneHasQuorum()) return right(undefined);
    }
  };
  return async () => {
    if (contact.state === "cut off") return left(cutOff);
    // Spares those who come a wait for answers that are not to be had.
    if (contact.state === "no quorum" && (await noneHasQuorum())) return right(undefined);
    const settled = new AbortController();
    try {
      const nobody = onceNoneHasQuorum(settled.signal);
      // Nobody waits for it any more when it is ended.
      nobody.catch(() => undefined);
      const caught = await Promise.race([caughtUp(), nobody]);
      return isLeft(caught) && (await noneHasQuorum()) ? right(undefined) : caught;
    } finally {
      settled.abort();
    }
  };
};
