import { isDeepStrictEqual } from "node:util";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../../../model/codec.ts";
import { storedPatch } from "../../../plan/changes/change-record.ts";
import { type Author, readAuthor, type Summary } from "../../../plan/plan-codecs.ts";
import { decodeJson } from "../../../plan/raw-json/parse-json.ts";
import { bytesOf } from "../../../plan/raw-json/raw-json.ts";
import { type StoredPlan, summarize } from "../../../plan/stored-plan.ts";
import { type Digest, type Parts, partsCodec } from "../parts.ts";

/** Which keys in etcd hold a revision. */
export interface RevisionKeys {
  readonly rev: number;
  /** The plan's last bytes, if they are not in the revision's own value. */
  readonly parts?: Parts;
}

export const revisionKeysCodec = t.intersection([
  t.type({ rev: integer }),
  t.partial({ parts: partsCodec }),
]);

/** Changes in a row. */
interface Chain {
  /** The whole plan that they start from. */
  readonly base: RevisionKeys;
  /** Bytes of changes since, up to these. */
  readonly bytes: number;
}

interface CommonHeader extends Summary, RevisionKeys {
  /** The id of its save: tells own saves from others' of the same revision. */
  readonly id: string;
  readonly by?: Author;
}

/** The header of a revision that is stored whole. */
interface WholeHeader extends CommonHeader, Digest {}

/** The header of a revision that is stored as changes of the one before it. */
interface ChangesHeader extends CommonHeader {
  /** The changes in a row that it ends. */
  readonly chain: Chain;
  /** The CRC-32 of the plan that they make. */
  readonly crc: number;
}

/** What etcd stores in front of a revision's plan or changes. */
export type RevisionHeader = WholeHeader | ChangesHeader;

/** The whole plan that a revision is, or is made of. */
export const baseOf = (header: RevisionHeader): RevisionKeys =>
  "chain" in header ? header.chain.base : keysIn(header);

/** The changes in a row up to some of so many bytes, behind a revision. */
const chainBehind = (before: RevisionHeader, bytes: number): Chain => ({
  base: baseOf(before),
  bytes: ("chain" in before ? before.chain.bytes : 0) + bytes,
});

/** Whether a revision's header names the changes that are in a row with it, so many bytes of its own among them. */
export const isChainBehind = (chain: Chain, before: RevisionHeader, bytes: number): boolean =>
  isDeepStrictEqual(chain, chainBehind(before, bytes));

/** The keys of a revision alone. */
export const keysIn = ({ rev, parts }: RevisionKeys): RevisionKeys => ({
  rev,
  ...(parts && { parts: { upload: parts.upload, count: parts.count } }),
});

const commonCodec = t.intersection([
  t.type({ rev: integer, saved_at: t.string, rooms: integer, items: integer, id: t.string }),
  t.partial({ by: t.unknown }),
]);
const wholeCodec = t.intersection([
  t.type({ bytes: integer, sha256: t.string }),
  t.partial({ parts: partsCodec }),
]);
const changesCodec = t.type({
  chain: t.type({ base: revisionKeysCodec, bytes: integer }),
  crc: integer,
});
const headerCodec = t.intersection([commonCodec, t.union([changesCodec, wholeCodec])]);

const decodedHeader = (decoded: t.TypeOf<typeof headerCodec>): RevisionHeader => {
  const by = readAuthor(decoded.by);
  const common = { ...summarize(decoded), ...(by && { by }), id: decoded.id };
  if ("chain" in decoded) return { ...common, chain: decoded.chain, crc: decoded.crc };
  const { bytes, sha256 } = decoded;
  return { ...common, bytes, sha256, ...keysIn(decoded) };
};

const commonOf = (plan: StoredPlan, id: string): CommonHeader => ({
  ...summarize(plan),
  ...(plan.by && { by: plan.by }),
  id,
});

/** The header of a plan that is stored whole. */
export const wholeHeader = (
  plan: StoredPlan,
  id: string,
  { bytes, sha256 }: Digest,
  parts?: Parts,
): RevisionHeader => ({
  ...commonOf(plan, id),
  bytes,
  sha256,
  ...keysIn({ rev: plan.rev, ...(parts && { parts }) }),
});

/** A plan's header, and the bytes behind it. */
export interface PreparedPlan {
  readonly header: RevisionHeader;
  readonly behind: readonly Buffer[];
}

/** Changes in a row: a start reads and applies them one by one. */
const maxChain = 100;

/** Bytes of changes that every node applies in one go. */
const maxChangesBytes = 64 * 1024;

/** Bytes of changes in a row: a start applies so many in some seconds, however large the plan is. */
const maxChainBytes = 1024 * 1024;

/**
 * A plan as changes of the revision before it. Undefined where it has to be stored whole: if they are long, or behind
 * many, or such that are longer than the plan together.
 */
export const preparedChanges = (
  plan: StoredPlan,
  before: RevisionHeader | undefined,
  id: string,
): PreparedPlan | undefined => {
  if (before?.rev !== plan.rev - 1) return undefined;
  const patch = storedPatch(plan);
  if (patch === undefined || bytesOf(patch) > maxChangesBytes) return undefined;
  const chain = chainBehind(before, bytesOf(patch));
  const isLong = chain.bytes > Math.min(maxChainBytes, plan.text.bytes);
  if (isLong || plan.rev - chain.base.rev > maxChain) return undefined;
  const crc = plan.text.checksum(plan.rev);
  return { header: { ...commonOf(plan, id), chain, crc }, behind: patch };
};

const newline = 0x0a;

/** A revision's value: a line with its header, then its changes or its plan, or the first bytes of one in parts. */
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
