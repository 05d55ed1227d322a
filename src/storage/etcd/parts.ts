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

/** Bytes of a part: etcd takes 1.5 MiB in a request, and what is smaller leaves others their turn. */
export const partBytes = 512 * 1024;

/** Seconds that parts last which nothing names: a crowd of uploads on a slow disk stays far below, and what a crash leaves behind is soon gone. */
const leaseSeconds = 60;

/** How often a part is put whose put nobody knows the outcome of. */
const tries = 4;

/** What says in a value where its parts lie. */
export const partsCodec = t.readonly(t.type({ upload: t.string, count: integer }));

/** Where bytes lie that are too long for one value. */
export type Parts = t.TypeOf<typeof partsCodec>;

/** Parts that end with a lease unless the transaction that names them keeps them. */
export interface Upload extends Parts {
  readonly lease: string;
}

/** The same bytes in pieces of `partBytes`, but for the last one. */
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
 * Puts one part. Where nobody knows whether it was put, it is put again; and only where it is not there: else a put
 * that arrives late could bind a part to its lease again that was kept meanwhile, and the lease's end would delete it.
 * Where the part was deleted meanwhile its lease has ended, and etcd refuses a put under a lease that has.
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

/** What becomes of an upload that did not succeed: nothing of it is stored, whatever became of a part. */
const whyNot = async (etcd: Etcd, lease: string, problem: EtcdProblem): Promise<EtcdProblem> => {
  if (problem.kind === "unknown") return { kind: "away", reason: problem.reason };
  if (problem.kind !== "refused") return problem;
  const renewed = await etcd.renew(lease);
  return isLeft(renewed) || renewed.right
    ? problem
    : { kind: "away", reason: `the upload took too long: ${problem.reason}` };
};

/**
 * Puts bytes as parts of a new upload. They last for a minute, unless `renewUpload` makes that longer, or a transaction
 * has `keepParts`. The left, which never is `unknown`, says why they were not put; then, and where `bytes` throws,
 * nothing of them is left.
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
  // What is uploaded may come slowly.
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

/** Gives an upload another minute. The right is false where it has ended. */
export const renewUpload = (etcd: Etcd, { lease }: Upload): Promise<Either<EtcdProblem, boolean>> =>
  etcd.renew(lease);

/** Ends an upload: parts that nothing keeps are gone. Where etcd is away, they end with their lease. */
export const endUpload = async (etcd: Etcd, { lease }: Upload): Promise<void> => {
  await etcd.revoke(lease);
};

/**
 * For the transaction that names the parts of an upload: from then on they last. etcd refuses the transaction where the
 * upload has ended.
 */
export const keepParts = (keys: Keys, { upload, count }: Parts): readonly Operation[] =>
  Array.from({ length: count }, (_, number) => ({ kind: "keep", key: keys.part(upload, number) }));

/** For the transaction that no longer names them. */
export const deleteParts = (keys: Keys, { upload }: Parts): Operation => ({
  kind: "delete",
  range: keys.parts(upload),
});

/** The bytes of parts, as they were at a revision of etcd where `at` is given; undefined where one is missing. */
export const readParts = async (
  etcd: Etcd,
  keys: Keys,
  { upload, count }: Parts,
  at?: number,
): Promise<Either<EtcdProblem, readonly Buffer[] | undefined>> => {
  const parts: Buffer[] = [];
  // One after another: a single answer with all of them may be longer than etcd's clients take.
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

/** How many bytes something has, and which. */
export interface Digest {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Others have their turn after so many bytes, which take about a millisecond. */
const digestStep = 1024 * 1024;

/** The digest of the pieces, one after another. */
export const digestOf = async (pieces: readonly Buffer[]): Promise<Digest> => {
  const hash = createHash("sha256");
  let bytes = 0;
  for (const piece of pieces)
    for (let start = 0; start < piece.length; start += digestStep) {
      const step = piece.subarray(start, start + digestStep);
      hash.update(step);
      bytes += step.length;
      if (step.length === digestStep) await turn();
    }
  return { bytes, sha256: hash.digest("hex") };
};
