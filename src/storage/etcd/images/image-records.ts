import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { imageFile, type ImageName } from "../../../images/image-name.ts";
import type { Digest } from "../../../cluster/digest.ts";
import {
  type Etcd,
  type EtcdProblem,
  type Guard,
  oneKey,
  type Pair,
  type Transaction,
  type TransactionResult,
} from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { endUpload, keepParts, putParts, type Upload } from "../parts.ts";
import {
  decodeRecord,
  encodeRecord,
  type ImageRecord,
  tooLarge,
} from "../../../cluster/images/image-record.ts";

/** How long it is tried to learn what became of a transaction. */
const patienceMs = 15_000;
/** How long it takes between two tries. */
const pauseMs = 100;

/** What an image is to be called. */
export interface Naming extends Pick<ImageName, "floor" | "extension"> {
  /** Its version, where that is the newest one that there ever was. */
  readonly version: (newest: number) => number;
  /** Asked when all of its bytes were read. */
  readonly digest: () => Digest;
  /** Whether it takes its floor's plain path. */
  readonly isNewest: boolean;
  /** What has to hold beside. */
  readonly guards?: readonly Guard[];
}

/** An image that was stored. */
export interface Stored {
  readonly version: number;
  readonly record: ImageRecord;
  /** etcd's revision of it. */
  readonly revision: number;
}

/** Does a transaction, whose `otherwise` only looks, until its outcome is known or the patience is over. */
const settle = async (
  etcd: Etcd,
  transaction: Transaction,
): Promise<Either<EtcdProblem, TransactionResult>> => {
  const until = performance.now() + patienceMs;
  let unknown: EtcdProblem | undefined;
  for (;;) {
    const done = await etcd.transact(transaction, Math.max(1, until - performance.now()));
    if (!isLeft(done)) return done;
    if (done.left.kind === "unknown") unknown = done.left;
    // What was refused now may have been done by the request before it.
    if (unknown === undefined) return done;
    if (performance.now() >= until) return left(unknown);
    await sleep(pauseMs);
  }
};

const versionOf = (pair: Pair | undefined): number => {
  const version = Number(pair?.value.toString() ?? 0);
  return Number.isSafeInteger(version) ? version : 0;
};

/**
 * Names the parts of an upload, in one transaction. The versions of all nodes are in the order of their
 * transactions, since each is guarded by the newest before: whoever knows one image knows, or knew, all of
 * a lesser version.
 */
const nameImage = async (
  etcd: Etcd,
  keys: Keys,
  upload: Upload,
  record: ImageRecord,
  { floor, extension, version: choose, isNewest, guards = [] }: Naming,
): Promise<Either<EtcdProblem, Stored>> => {
  const value = encodeRecord(record);
  const read = await etcd.read(oneKey(keys.newestImage));
  if (isLeft(read)) return read;
  let [newest] = read.right.pairs;
  for (;;) {
    const version = choose(versionOf(newest));
    const file = imageFile({ floor, extension, version });
    const greatest = Math.max(version, versionOf(newest));
    const done = await settle(etcd, {
      guards: [
        ...guards,
        { range: oneKey(keys.newestImage), changed: newest?.changed ?? 0 },
        { range: oneKey(keys.image(file)), changed: 0 },
      ],
      then: [
        ...keepParts(keys, upload),
        { kind: "put", key: keys.image(file), value },
        ...(isNewest
          ? [{ kind: "put", key: keys.background(floor), value: Buffer.from(file) } as const]
          : []),
        { kind: "put", key: keys.newestImage, value: Buffer.from(`${greatest}`) },
      ],
      otherwise: [
        { kind: "get", range: oneKey(keys.newestImage) },
        { kind: "get", range: oneKey(keys.image(file)) },
      ],
    });
    if (isLeft(done)) return done;
    const { held, revision, found } = done.right;
    if (held) return right({ version, record, revision });
    const [[newer] = [], [there] = []] = found;
    // It was done by a request whose answer was lost.
    if (there !== undefined && decodeRecord(there.value)?.parts.upload === upload.upload)
      return right({ version, record, revision: there.changed });
    if (
      newer?.changed === newest?.changed ||
      (there !== undefined && choose(versionOf(newer)) === version)
    )
      return left({ kind: "refused", reason: `${file} is there, or may not be stored now` });
    newest = newer;
  }
};

/**
 * Stores an image in parts that end with their lease unless the transaction keeps them which names it:
 * so there is all of it, or nothing. Throws what `bytes` throws, and nothing is left of it then.
 */
export const storeImage = async (
  etcd: Etcd,
  keys: Keys,
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  naming: Naming,
): Promise<Either<EtcdProblem, Stored>> => {
  const put = await putParts(etcd, keys, bytes);
  if (isLeft(put)) return put;
  const { upload, count } = put.right;
  const record = { ...naming.digest(), parts: { upload, count } };
  const reason = tooLarge(record.bytes);
  const stored =
    reason === undefined
      ? await nameImage(etcd, keys, put.right, record, naming)
      : left<EtcdProblem>({ kind: "refused", reason });
  if (isLeft(stored)) await endUpload(etcd, put.right);
  return stored;
};
