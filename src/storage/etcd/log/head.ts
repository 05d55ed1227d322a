import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../../../model/codec.ts";
import { decodeJson } from "../../../plan/raw-json/parse-json.ts";
import { type Author, readAuthor, type Summary } from "../../../plan/plan-codecs.ts";
import { type StoredPlan, summarize } from "../../../plan/stored-plan.ts";
import type { Digest } from "../../../cluster/digest.ts";
import { clusterFormat } from "../keys.ts";
import { type Parts, partsCodec } from "../parts.ts";

/** What etcd says of a revision: in front of its plan, and in the head while it is kept. */
export interface RevisionHeader extends Summary, Digest {
  /** Of the save that made it: tells one's own from another's of the same revision. */
  readonly id: string;
  readonly by?: Author;
  /** Where the plan's last bytes lie that do not stand behind the line. */
  readonly parts?: Parts;
}

/** A revision that is no longer kept, and is still to be deleted. */
export interface PendingDeletion {
  readonly rev: number;
  readonly parts?: Parts;
}

/** What every save is guarded by, and writes anew. */
export interface Head {
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
export const encodeRevision = (line: RevisionHeader, behind: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), ...behind]);

/** Reads such a value; `behind` shares its memory. The left says what is wrong with it. */
export const decodeRevision = (
  value: Buffer,
): Either<string, { readonly line: RevisionHeader; readonly behind: Buffer }> => {
  const end = value.indexOf(newline);
  if (end === -1) return left("its first line has no end");
  const decoded = decodeJson(headerCodec, value.subarray(0, end));
  if (isLeft(decoded)) return left(`its first line: ${decoded.left}`);
  return right({ line: decodedHeader(decoded.right), behind: value.subarray(end + 1) });
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
