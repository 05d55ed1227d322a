import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../../../model/codec.ts";
import { decodeJson } from "../../../plan/raw-json/parse-json.ts";
import { type Author, readAuthor, type Summary } from "../../../plan/plan-codecs.ts";
import { type StoredPlan, summarize } from "../../../plan/stored-plan.ts";
import { deleteParts, type Digest, keepParts, type Parts, partsCodec } from "../parts.ts";
import { clusterFormat, type Keys } from "../keys.ts";
import { evolve, type RetainedRevisions, stateOf, storedPlans } from "../../../plan/state.ts";
import { oneKey, type Operation, type Transaction } from "../client/etcd.ts";

/** What etcd stores of a revision: in front of its plan, and in the head while it is kept. */
export interface RevisionHeader extends Summary, Digest {
  /** The id of its save: tells own saves from others' of the same revision. */
  readonly id: string;
  readonly by?: Author;
  /** The plan's last bytes, if they are not in the same value. */
  readonly parts?: Parts;
}

/** A revision to delete that is no longer kept. */
interface PendingDeletion {
  readonly rev: number;
  readonly parts?: Parts;
}

/** Guards every save, and is rewritten by each. */
interface Head {
  /** The kept plans, oldest first, the current one last. */
  readonly plans: readonly RevisionHeader[];
  readonly gone: readonly PendingDeletion[];
}

const headerCodec = t.intersection([
  t.type({
    rev: integer,
    saved_at: t.string,
    rooms: integer,
    items: integer,
    id: t.string,
    bytes: integer,
    sha256: t.string,
  }),
  t.partial({ by: t.unknown, parts: partsCodec }),
]);

const pendingDeletionCodec = t.intersection([
  t.type({ rev: integer }),
  t.partial({ parts: partsCodec }),
]);

const headCodec = t.type({ plans: t.array(headerCodec), gone: t.array(pendingDeletionCodec) });

const formatCodec = t.type({ format: integer });

const decodedHeader = (decoded: t.TypeOf<typeof headerCodec>): RevisionHeader => {
  const { id, bytes, sha256, parts } = decoded;
  const by = readAuthor(decoded.by);
  return {
    ...summarize(decoded),
    ...(by && { by }),
    id,
    bytes,
    sha256,
    ...(parts && { parts }),
  };
};

export const headerFor = (
  plan: StoredPlan,
  id: string,
  digest: Digest,
  parts?: Parts,
): RevisionHeader => ({
  ...summarize(plan),
  ...(plan.by && { by: plan.by }),
  id,
  ...digest,
  ...(parts && { parts: { upload: parts.upload, count: parts.count } }),
});

const newline = 0x0a;

/**
 * A revision's value: a line with its header, then the plan's bytes, or the first of them if the others are in parts.
 */
export const encodeRevision = (header: RevisionHeader, behind: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...behind]);

/** `behind` shares the value's memory. Left: what is wrong with it. */
export const decodeRevision = (
  value: Buffer,
): Either<string, { readonly header: RevisionHeader; readonly behind: Buffer }> => {
  const end = value.indexOf(newline);
  if (end === -1) return left("its first line has no end");
  const decoded = decodeJson(headerCodec, value.subarray(0, end));
  if (isLeft(decoded)) return left(`its first line: ${decoded.left}`);
  return right({ header: decodedHeader(decoded.right), behind: value.subarray(end + 1) });
};

export const encodeHead = ({ plans, gone }: Head): Buffer => {
  const current = plans.at(-1);
  return Buffer.from(
    JSON.stringify({ format: clusterFormat, rev: current?.rev, id: current?.id, plans, gone }),
  );
};

/** Left: what is wrong, or that a newer version wrote it. */
export const decodeHead = (value: Buffer): Either<string, Head> => {
  const format = decodeJson(formatCodec, value);
  if (isLeft(format)) return left(`head: ${format.left}`);
  if (format.right.format > clusterFormat)
    return left(
      `head: a newer version wrote it: its format is ${format.right.format}, and this one reads up to ${clusterFormat}`,
    );
  const decoded = decodeJson(headCodec, value);
  if (isLeft(decoded)) return left(`head: ${decoded.left}`);
  const { plans, gone } = decoded.right;
  if (plans.length === 0) return left("head: it names no plan");
  const isOdd = plans.some(({ rev }, at) => rev <= (plans[at - 1]?.rev ?? 0));
  if (isOdd) return left("head: its plans are not in order");
  return right({ plans: plans.map(decodedHeader), gone });
};

/** etcd's default for --max-txn-ops. */
const maxOperations = 128;

/** The head as a node knows it: as read, updated by the saves it followed since. */
export interface KnownHead {
  /** etcd's revision of its last change, and of the newest revision; 0 if there is none yet. */
  readonly changed: number;
  readonly kept: RetainedRevisions<RevisionHeader>;
  readonly gone: readonly PendingDeletion[];
}

export const noHead: KnownHead = { changed: 0, kept: stateOf<RevisionHeader>([]), gone: [] };

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

interface Step {
  readonly kept: RetainedRevisions<RevisionHeader>;
  readonly gone: readonly PendingDeletion[];
  readonly deleted: readonly PendingDeletion[];
}

/**
 * The effect of saves on a head. The saving node and all followers compute the same, so none has to read the head
 * again. What is no longer kept is deleted at once, except for two things, which wait in `gone` for a later save:
 * revisions put by the same transaction, as etcd allows one change per key; and what exceeds the number of operations.
 */
const step = (head: KnownHead, saved: readonly RevisionHeader[]): Step => {
  const kept = saved.reduce(evolve<RevisionHeader>, head.kept);
  const lasting = new Set(storedPlans(kept));
  const leaving = storedPlans(head.kept).filter((header) => !lasting.has(header));
  const due = [...head.gone, ...leaving.map(goneOf)];
  const parts = saved.reduce((sum, header) => sum + (header.parts?.count ?? 0), 0);
  // Besides the head, the revisions and kept parts; each deletion takes two: the revision and its parts.
  const room = Math.max(0, Math.floor((maxOperations - 1 - saved.length - parts) / 2));
  const passing = saved.filter((header) => !lasting.has(header));
  return {
    kept,
    gone: [...due.slice(room), ...passing.map(goneOf)],
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

/** A plan's header, and the bytes behind it. */
export interface PreparedPlan {
  readonly header: RevisionHeader;
  readonly behind: readonly Buffer[];
}

/** The transaction that saves plans decided on a head: all or none, and none if the head has changed. */
export const saveTransaction = (
  keys: Keys,
  head: KnownHead,
  plans: readonly PreparedPlan[],
): Transaction => {
  const headers = plans.map(({ header }) => header);
  const { kept, gone, deleted } = step(head, headers);
  const value = encodeHead({ plans: storedPlans(kept), gone });
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
