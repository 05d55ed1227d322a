import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../../../model/codec.ts";
import { decodeJson } from "../../../plan/raw-json/parse-json.ts";
import { type Author, readAuthor, type Summary } from "../../../plan/plan-codecs.ts";
import { type StoredPlan, summarize } from "../../../plan/stored-plan.ts";
import { deleteParts, type Digest, keepParts, type Parts, partsCodec } from "../parts.ts";
import { clusterFormat, type Keys } from "../keys.ts";
import { evolve, type Kept, stateOf, storedPlans } from "../../../plan/state.ts";
import { oneKey, type Operation, type Transaction } from "../client/etcd.ts";

/** What etcd says of a revision: in front of its plan, and in the head while it is kept. */
export interface RevisionHeader extends Summary, Digest {
  /** Of the save that made it: tells one's own from another's of the same revision. */
  readonly id: string;
  readonly by?: Author;
  /** Where the plan's last bytes lie that do not stand behind the line. */
  readonly parts?: Parts;
}

/** A revision that is no longer kept, and is still to be deleted. */
interface PendingDeletion {
  readonly rev: number;
  readonly parts?: Parts;
}

/** What every save is guarded by, and writes anew. */
interface Head {
  /** Those that are kept, oldest first; the last one is the current plan. */
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

/** A plan's line. */
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

/** The value of a revision: its line, and behind it the plan's bytes, or the first of them where the others lie in parts. */
export const encodeRevision = (header: RevisionHeader, behind: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...behind]);

/** Reads such a value; `behind` shares its memory. The left says what is wrong with it. */
export const decodeRevision = (
  value: Buffer,
): Either<string, { readonly header: RevisionHeader; readonly behind: Buffer }> => {
  const end = value.indexOf(newline);
  if (end === -1) return left("its first line has no end");
  const decoded = decodeJson(headerCodec, value.subarray(0, end));
  if (isLeft(decoded)) return left(`its first line: ${decoded.left}`);
  return right({ header: decodedHeader(decoded.right), behind: value.subarray(end + 1) });
};

/** The value of the head. */
export const encodeHead = ({ plans, gone }: Head): Buffer => {
  const current = plans.at(-1);
  return Buffer.from(
    JSON.stringify({ format: clusterFormat, rev: current?.rev, id: current?.id, plans, gone }),
  );
};

/** Reads such a value. The left says what is wrong with it, or that a newer version wrote it. */
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
 * What saves make of a head. The node that saves and all that follow it come to the same, so none needs to read the
 * head again. What leaves the kept set is deleted at once, but for two things, which wait in `gone` for a later save: a
 * revision that is put by the same transaction, as etcd takes one change of a key; and what has no room among the
 * operations.
 */
const step = (head: KnownHead, saved: readonly RevisionHeader[]): Step => {
  const kept = saved.reduce(evolve<RevisionHeader>, head.kept);
  const lasting = new Set(storedPlans(kept));
  const leaving = storedPlans(head.kept).filter((header) => !lasting.has(header));
  const due = [...head.gone, ...leaving.map(goneOf)];
  const parts = saved.reduce((sum, header) => sum + (header.parts?.count ?? 0), 0);
  // Beside the head, the revisions and what is kept; of each that is deleted the revision and its parts.
  const room = Math.max(0, Math.floor((mostOperations - 1 - saved.length - parts) / 2));
  const passing = saved.filter((header) => !lasting.has(header));
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
  readonly header: RevisionHeader;
  readonly behind: readonly Buffer[];
}

/** The transaction that saves plans which were decided on a head: all or none, and none where the head was changed since. */
export const saveTransaction = (
  keys: Keys,
  head: KnownHead,
  plans: readonly Prepared[],
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
