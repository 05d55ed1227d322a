import { evolve, type Kept, stateOf, storedPlans } from "../../plan/state.ts";
import type { Keys } from "../../storage/etcd/keys.ts";
import { deleteParts, keepParts } from "../../storage/etcd/parts.ts";
import { oneKey, type Operation, type Transaction } from "../../storage/etcd/client/etcd.ts";
import {
  encodeHead,
  encodeRevision,
  type PendingDeletion,
  type Head,
  type RevisionHeader,
} from "../../storage/etcd/log/head.ts";

/** etcd takes so many operations in a transaction, unless it is told otherwise (--max-txn-ops). */
const mostOperations = 128;

/** What a node knows of the head: as it was read, and as the saves that it followed since have left it. */
export interface KnownHead {
  /** etcd's revision of its last change, which is that of the newest revision too; 0 where there is none yet. */
  readonly changed: number;
  readonly kept: Kept<RevisionHeader>;
  readonly gone: readonly PendingDeletion[];
}

/** Before the first save. */
export const noHead: KnownHead = { changed: 0, kept: stateOf<RevisionHeader>([]), gone: [] };

/** A head that was read. */
export const knownHead = ({ plans, gone }: Head, changed: number): KnownHead => ({
  changed,
  kept: stateOf(plans),
  gone,
});

/** Its current revision; 0 before the first save. */
export const headRevision = ({ kept }: KnownHead): number => kept.current?.rev ?? 0;

const goneOf = ({ rev, parts }: RevisionHeader): PendingDeletion => ({
  rev,
  ...(parts && { parts }),
});

/** What one transaction makes of a head. */
interface Step {
  readonly kept: Kept<RevisionHeader>;
  readonly gone: readonly PendingDeletion[];
  /** What it deletes. */
  readonly deleted: readonly PendingDeletion[];
}

/**
 * What saves make of a head. The node that saves and all that follow it come to the same, so none
 * needs to read the head again. What leaves the kept set is deleted at once, but for two things, which wait in
 * `gone` for a later save: a revision that is put by the same transaction, as etcd takes one
 * change of a key; and what has no room among the operations.
 */
const step = (head: KnownHead, saved: readonly RevisionHeader[]): Step => {
  const kept = saved.reduce(evolve<RevisionHeader>, head.kept);
  const lasting = new Set(storedPlans(kept));
  const leaving = storedPlans(head.kept).filter((line) => !lasting.has(line));
  const due = [...head.gone, ...leaving.map(goneOf)];
  const parts = saved.reduce((sum, line) => sum + (line.parts?.count ?? 0), 0);
  // Beside the head, the revisions and what is kept; of each that is deleted the revision and its parts.
  const room = Math.max(0, Math.floor((mostOperations - 1 - saved.length - parts) / 2));
  const passing = saved.filter((line) => !lasting.has(line));
  return {
    kept,
    gone: [...due.slice(room), ...passing.map(goneOf)],
    deleted: due.slice(0, room),
  };
};

/** The head after saves that one transaction made, at that revision of etcd. */
export const headAfter = (
  head: KnownHead,
  saved: readonly RevisionHeader[],
  changed: number,
): KnownHead => {
  const { kept, gone } = step(head, saved);
  return { changed, kept, gone };
};

/** A plan's line, and the bytes that stand behind it. */
export interface Prepared {
  readonly line: RevisionHeader;
  readonly behind: readonly Buffer[];
}

/** The transaction that saves plans which were decided on a head: all or none, and none where the head was changed since. */
export const saveTransaction = (
  keys: Keys,
  head: KnownHead,
  plans: readonly Prepared[],
): Transaction => {
  const lines = plans.map(({ line }) => line);
  const { kept, gone, deleted } = step(head, lines);
  const value = encodeHead({ plans: storedPlans(kept), gone });
  return {
    guards: [{ range: oneKey(keys.head), changed: head.changed }],
    then: [
      { kind: "put", key: keys.head, value },
      ...plans.map(({ line, behind }): Operation => {
        const revision = encodeRevision(line, behind);
        return { kind: "put", key: keys.revision(line.rev), value: revision };
      }),
      ...lines.flatMap(({ parts }) => (parts === undefined ? [] : keepParts(keys, parts))),
      ...deleted.map(({ rev }): Operation => {
        return { kind: "delete", range: oneKey(keys.revision(rev)) };
      }),
      ...deleted.flatMap(({ parts }) => (parts === undefined ? [] : deleteParts(keys, parts))),
    ],
    otherwise: [{ kind: "get", range: oneKey(keys.head) }],
    isGuardedByItself: true,
  };
};
