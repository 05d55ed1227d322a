import { createHash, randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../../model/codec.ts";
import {
  type Etcd,
  type EtcdProblem,
  type KeyRange,
  oneKey,
  type Operation,
} from "./client/etcd.ts";
import type { Keys } from "./keys.ts";

/** Bytes of a part: etcd accepts 1.5 MiB per request, and smaller ones delay other requests less. */
export const partBytes = 512 * 1024;

/**
 * Seconds that unnamed parts last: enough for many uploads on a slow disk, while the leftovers of a crash soon
 * expire.
 */
const leaseSeconds = 60;

/** Attempts to put a part whose outcome is unknown. */
const tries = 4;

/** A reference to parts, in a value. */
export const partsCodec = t.readonly(t.type({ upload: t.string, count: integer }));

/** A reference to bytes that are too long for one value. */
export type Parts = t.TypeOf<typeof partsCodec>;

/** Parts that expire unless the transaction that names them keeps them. */
export interface Upload extends Parts {
  readonly lease: string;
}

/** Cuts bytes into pieces of `partBytes`. */
async function* cut(
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    waiting.push(piece);
    length += piece.length;
    if (length < partBytes) continue;
    let whole = Buffer.concat(waiting, length);
    for (; whole.length >= partBytes; whole = whole.subarray(partBytes))
      yield whole.subarray(0, partBytes);
    waiting = whole.length === 0 ? [] : [whole];
    length = whole.length;
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}

/**
 * Puts a part, again if the outcome is unknown, but only if it is missing: otherwise a late put could bind a part
 * that was kept meanwhile to its lease again, whose end would delete it. If the part was deleted meanwhile its lease
 * has ended, and etcd refuses puts under it.
 */
const putPart = async (
  etcd: Etcd,
  key: string,
  value: Buffer,
  lease: string,
): Promise<Either<EtcdProblem, void>> => {
  for (let count = 1; ; count += 1) {
    const put = await etcd.transact({
      guards: [{ range: oneKey(key), changed: 0 }],
      then: [{ kind: "put", key, value, lease }],
      isGuardedByItself: true,
    });
    if (!isLeft(put)) return right(undefined);
    if (put.left.kind !== "unknown" || count === tries) return put;
  }
};

/** Describes a failed upload: none of it is stored, whatever became of its parts. */
const whyNot = async (etcd: Etcd, lease: string, problem: EtcdProblem): Promise<EtcdProblem> => {
  if (problem.kind === "unknown") return { kind: "away", reason: problem.reason };
  if (problem.kind !== "refused") return problem;
  const renewed = await etcd.renew(lease);
  return isLeft(renewed) || renewed.right
    ? problem
    : { kind: "away", reason: `the upload took too long: ${problem.reason}` };
};

/**
 * Puts bytes as the parts of a new upload. They last for a minute, unless `renewUpload` or a transaction with
 * `keepParts` extends that. The left, never `unknown`, says why; then, and if `bytes` throws, nothing is left.
 */
export const putParts = async (
  etcd: Etcd,
  keys: Keys,
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<Either<EtcdProblem, Upload>> => {
  const granted = await etcd.lease(leaseSeconds);
  if (isLeft(granted)) return granted;
  const lease = granted.right;
  const upload = randomUUID();
  let count = 0;
  let isPut = false;
  // The source may be slow.
  const endKeeping = etcd.keep(lease, leaseSeconds);
  try {
    for await (const part of cut(bytes)) {
      const put = await putPart(etcd, keys.part(upload, count), part, lease);
      if (isLeft(put)) return left(await whyNot(etcd, lease, put.left));
      count += 1;
    }
    isPut = true;
    return right({ upload, count, lease });
  } finally {
    endKeeping();
    if (!isPut) await etcd.revoke(lease);
  }
};

/** Gives an upload another minute. False if it has expired. */
export const renewUpload = (etcd: Etcd, { lease }: Upload): Promise<Either<EtcdProblem, boolean>> =>
  etcd.renew(lease);

/** Ends an upload and deletes parts that nothing keeps. If etcd is away, they expire. */
export const endUpload = async (etcd: Etcd, { lease }: Upload): Promise<void> => {
  await etcd.revoke(lease);
};

/** For the transaction that names the parts: from then on they last. etcd refuses it if the upload has expired. */
export const keepParts = (keys: Keys, { upload, count }: Parts): readonly Operation[] =>
  Array.from({ length: count }, (_, number) => ({ kind: "keep", key: keys.part(upload, number) }));

/** For the transaction that no longer names them. */
export const deleteParts = (keys: Keys, { upload }: Parts): Operation => ({
  kind: "delete",
  range: keys.parts(upload),
});

/** The bytes of parts, at etcd's revision `at` if given; undefined if one is missing. */
export const readParts = async (
  etcd: Etcd,
  keys: Keys,
  { upload, count }: Parts,
  at?: number,
): Promise<Either<EtcdProblem, readonly Buffer[] | undefined>> => {
  const parts: Buffer[] = [];
  // One by one: together they may exceed the limit of an answer.
  for (let number = 0; number < count; number += 1) {
    const range: KeyRange = oneKey(keys.part(upload, number));
    const read = await etcd.read(range, at);
    if (isLeft(read)) return read;
    const [pair] = read.right.pairs;
    if (pair === undefined) return right(undefined);
    parts.push(pair.value);
  }
  return right(parts);
};

/** The length and checksum of bytes. */
export interface Digest {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Bytes hashed between two turns, in about a millisecond. */
const digestStep = 1024 * 1024;

/** The digest of consecutive pieces. */
export const digestOf = async (pieces: readonly Buffer[]): Promise<Digest> => {
  const hash = createHash("sha256");
  let bytes = 0;
  let rest = digestStep;
  for (const piece of pieces)
    for (let start = 0; start < piece.length; start += digestStep) {
      const step = piece.subarray(start, start + digestStep);
      hash.update(step);
      bytes += step.length;
      rest -= step.length;
      if (rest > 0) continue;
      rest = digestStep;
      await turn();
    }
  return { bytes, sha256: hash.digest("hex") };
};
