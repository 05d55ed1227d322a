import { oneKey, type Operation, type Transaction } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { deleteParts, keepParts } from "../parts.ts";
import { evolve, type RetainedRevisions, stateOf, storedPlans } from "../../../plan/state.ts";
import { encodeHead } from "./head.ts";
import {
  baseOf,
  encodeRevision,
  keysIn,
  type PreparedPlan,
  type RevisionHeader,
  type RevisionKeys,
} from "./revision-value.ts";

/** etcd's default for --max-txn-ops. */
const maxOperations = 128;

/** The head as a node knows it: as read, updated by the saves it followed since. */
export interface KnownHead {
  /** etcd's revision of its last change, and of the newest revision; 0 if there is none yet. */
  readonly changed: number;
  readonly kept: RetainedRevisions<RevisionHeader>;
  readonly gone: readonly RevisionKeys[];
}

export const noHead: KnownHead = { changed: 0, kept: stateOf<RevisionHeader>([]), gone: [] };

/** Its current revision; 0 before the first save. */
export const headRevision = ({ kept }: KnownHead): number => kept.current?.rev ?? 0;

/** The revisions in etcd that the kept plans are made of, by number. */
export const neededRevisions = (
  kept: RetainedRevisions<RevisionHeader>,
): ReadonlyMap<number, RevisionKeys> => {
  const needed = new Map<number, RevisionKeys>();
  for (const header of storedPlans(kept).toReversed()) {
    const base = baseOf(header);
    // What is there already is part of a later plan's chain, and so is all that it is made of.
    for (let rev = header.rev; rev > base.rev && !needed.has(rev); rev -= 1)
      needed.set(rev, { rev });
    needed.set(base.rev, base);
  }
  return needed;
};

interface Step {
  readonly kept: RetainedRevisions<RevisionHeader>;
  readonly gone: readonly RevisionKeys[];
  readonly deleted: readonly RevisionKeys[];
}

/**
 * The effect of saves on a head. The saving node and all followers compute the same, so none has to read the head
 * again. What is no longer needed is deleted at once, except for two things, which wait in `gone` for a later save:
 * revisions put by the same transaction, as etcd allows one change per key; and what exceeds the number of operations.
 */
const step = (head: KnownHead, saved: readonly RevisionHeader[]): Step => {
  const kept = saved.reduce(evolve<RevisionHeader>, head.kept);
  const needed = neededRevisions(kept);
  const leaving = [...neededRevisions(head.kept).values()]
    .filter(({ rev }) => !needed.has(rev))
    .toSorted((one, other) => one.rev - other.rev);
  const due = [...head.gone, ...leaving];
  const parts = saved.reduce((sum, header) => sum + (header.parts?.count ?? 0), 0);
  // Besides the head, the revisions and kept parts; each deletion takes two: the revision and its parts.
  const room = Math.max(0, Math.floor((maxOperations - 1 - saved.length - parts) / 2));
  const passing = saved.filter(({ rev }) => !needed.has(rev));
  return {
    kept,
    gone: [...due.slice(room), ...passing.map(keysIn)],
    deleted: due.slice(0, room),
  };
};

/** The head after one transaction's saves, at its revision of etcd. */
export const headAfter = (
  head: KnownHead,
  saved: readonly RevisionHeader[],
  changed: number,
): KnownHead => {
  const { kept, gone } = step(head, saved);
  return { changed, kept, gone };
};

/** The transaction that saves plans decided on a head: all or none, and none if the head has changed. */
export const saveTransaction = (
  keys: Keys,
  head: KnownHead,
  plans: readonly PreparedPlan[],
): Transaction => {
  const headers = plans.map(({ header }) => header);
  const { kept, gone, deleted } = step(head, headers);
  const value = encodeHead(storedPlans(kept), gone);
  return {
    guards: [{ range: oneKey(keys.head), changed: head.changed }],
    then: [
      { kind: "put", key: keys.head, value },
      ...plans.map(({ header, behind }): Operation => {
        const revision = encodeRevision(header, behind);
        return { kind: "put", key: keys.revision(header.rev), value: revision };
      }),
      ...headers.flatMap(({ parts }) => (parts === undefined ? [] : keepParts(keys, parts))),
      ...deleted.map(({ rev }): Operation => {
        return { kind: "delete", range: oneKey(keys.revision(rev)) };
      }),
      ...deleted.flatMap(({ parts }) => (parts === undefined ? [] : deleteParts(keys, parts))),
    ],
    otherwise: [{ kind: "get", range: oneKey(keys.head) }],
    isGuardedByItself: true,
  };
};
