import { createHash } from "node:crypto";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { guardCodec, integer } from "../../../model/codec.ts";
import { decodeJson } from "../../../plan/raw-json/parse-json.ts";
import { maxClusterBytes } from "../../../server/settings.ts";
import {
  type Digest,
  digestOf,
  endUpload,
  keepParts,
  partsCodec,
  putParts,
  readParts,
  type Upload,
} from "../parts.ts";
import { imageFile, type ImageName, parseImageFile } from "../../../images/image-name.ts";
import {
  type Etcd,
  type EtcdProblem,
  type Guard,
  oneKey,
  type Pair,
  type Transaction,
  transactUntilKnown,
} from "../client/etcd.ts";
import type { Keys } from "../keys.ts";

/** Why an image is too large for a cluster; undefined if it is not. */
const tooLarge = (bytes: number): string | undefined =>
  bytes > maxClusterBytes
    ? `the image has ${bytes} bytes, and in a cluster it has at most ${maxClusterBytes}`
    : undefined;

/** Digests become file names, so nothing else may pass for one. */
const digest = guardCodec(
  "64 hexadecimal digits",
  (value): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value),
);

const recordCodec = t.readonly(t.type({ sha256: digest, bytes: integer, parts: partsCodec }));

/** An image's record in etcd: its digest and its parts. */
export type ImageRecord = t.TypeOf<typeof recordCodec>;

const encodeRecord = (record: ImageRecord): Buffer =>
  Buffer.from(JSON.stringify(recordCodec.encode(record)));

/** Undefined if the value is unreadable. */
export const decodeRecord = (value: Buffer): ImageRecord | undefined => {
  const decoded = decodeJson(recordCodec, value);
  return isLeft(decoded) ? undefined : decoded.right;
};

const untilKnown = { ms: 15_000, pauseMs: 100, whileAway: false };

/** How an image is named. */
export interface ImageNaming extends Pick<ImageName, "floor" | "extension"> {
  /** Its version, given the newest there ever was. */
  readonly version: (newest: number) => number;
  /** Called after all bytes were read. */
  readonly digest: () => Digest;
  /** Whether it takes its floor's plain path. */
  readonly isNewest: boolean;
  /** Further guards. */
  readonly guards?: readonly Guard[];
}

export interface Stored {
  readonly version: number;
  readonly record: ImageRecord;
  /** etcd's revision of its record. */
  readonly revision: number;
}

const versionOf = (pair: Pair | undefined): number => {
  const version = Number(pair?.value.toString() ?? 0);
  return Number.isSafeInteger(version) ? version : 0;
};

/**
 * Names the parts of an upload in one transaction. Versions follow the order of the transactions on all nodes, since
 * each is guarded by the newest one: a node that knows one image knows, or knew, all with a lesser version.
 */
const nameImage = async (
  etcd: Etcd,
  keys: Keys,
  upload: Upload,
  record: ImageRecord,
  { floor, extension, version: choose, isNewest, guards = [] }: ImageNaming,
): Promise<Either<EtcdProblem, Stored>> => {
  const value = encodeRecord(record);
  const read = await etcd.read(oneKey(keys.newestImage));
  if (isLeft(read)) return read;
  let [newest] = read.right.pairs;
  for (;;) {
    const version = choose(versionOf(newest));
    const file = imageFile({ floor, extension, version });
    const greatest = Math.max(version, versionOf(newest));
    const transaction: Transaction = {
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
    };
    const done = await transactUntilKnown(etcd, transaction, untilKnown);
    if (isLeft(done)) return done;
    const { held, revision, found } = done.right;
    if (held) return right({ version, record, revision });
    const [[newer] = [], [there] = []] = found;
    // Done by a request whose answer was lost.
    if (there !== undefined && decodeRecord(there.value)?.parts.upload === upload.upload)
      return right({ version, record, revision: there.changed });
    if (
      newer?.changed === newest?.changed ||
      (there !== undefined && choose(versionOf(newer)) === version)
    )
      return left({ kind: "refused", reason: `${file} exists already, or must not be stored now` });
    newest = newer;
  }
};

/**
 * Stores an image in parts that expire unless the transaction that names them keeps them: all of it or nothing. Throws
 * what `bytes` throws, and leaves nothing then.
 */
export const storeImage = async (
  etcd: Etcd,
  keys: Keys,
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  naming: ImageNaming,
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

/** A numbered image. */
export interface ListedImage {
  /** Its numbered name. */
  readonly file: string;
  readonly record: ImageRecord;
}

/** All images of a home at one moment. */
interface ListedImages {
  readonly images: readonly ListedImage[];
  /** Plain names, each with the numbered name of the same image. */
  readonly plain: readonly { readonly file: string; readonly of: string }[];
}

/** Lists the images of a home at a revision of etcd. Refuses unreadable records by their key. */
export const listImages = async (
  etcd: Etcd,
  keys: Keys,
  at: number,
): Promise<Either<EtcdProblem, ListedImages>> => {
  const kept = await etcd.read(keys.images, at);
  if (isLeft(kept)) return kept;
  const backgrounds = await etcd.read(keys.backgrounds, at);
  if (isLeft(backgrounds)) return backgrounds;
  const images: ListedImage[] = [];
  for (const { key, value } of kept.right.pairs) {
    const file = key.slice(keys.images.from.length);
    const record = decodeRecord(value);
    if (record === undefined || parseImageFile(file)?.version === undefined)
      return left({ kind: "refused", reason: `the value at ${key} is not an image` });
    images.push({ file, record });
  }
  const there = new Set(images.map(({ file }) => file));
  const plain: { readonly file: string; readonly of: string }[] = [];
  for (const { key, value } of backgrounds.right.pairs) {
    const of = value.toString();
    const name = parseImageFile(of);
    if (name === undefined || !there.has(of))
      return left({ kind: "refused", reason: `the value at ${key} does not name an image` });
    plain.push({ file: imageFile({ ...name, version: undefined }), of });
  }
  return right({ images, plain });
};

/** The bytes of a listed image at a revision of etcd, checked by their digest; undefined if a part is missing. */
export const imageContent = async (
  etcd: Etcd,
  keys: Keys,
  { file, record }: ListedImage,
  at: number,
): Promise<Either<EtcdProblem, Buffer | undefined>> => {
  const parts = await readParts(etcd, keys, record.parts, at);
  if (isLeft(parts)) return parts;
  if (parts.right === undefined) return right(undefined);
  const { bytes, sha256 } = await digestOf(parts.right);
  return bytes === record.bytes && sha256 === record.sha256
    ? right(Buffer.concat(parts.right))
    : left({ kind: "refused", reason: `${file} is damaged: its checksum does not match` });
};

interface ImageToImport {
  /** Its numbered name, which it keeps; no other image has it. */
  readonly file: string;
  readonly content: Buffer;
  /** Whether it is at its floor's plain path, too. */
  readonly isNewest: boolean;
}

/** Stores an image under its existing name, if all guards hold. */
export const importImage = async (
  etcd: Etcd,
  keys: Keys,
  { file, content, isNewest }: ImageToImport,
  guards: readonly Guard[],
): Promise<Either<EtcdProblem, void>> => {
  const name = parseImageFile(file);
  const version = name?.version;
  const reason = tooLarge(content.length);
  if (name === undefined || version === undefined)
    return left({ kind: "refused", reason: `${file} is not a numbered image` });
  if (reason !== undefined) return left({ kind: "refused", reason: `${file}: ${reason}` });
  const sha256 = createHash("sha256").update(content).digest("hex");
  const stored = await storeImage(etcd, keys, [content], {
    ...name,
    digest: () => ({ bytes: content.length, sha256 }),
    version: () => version,
    isNewest,
    guards,
  });
  return isLeft(stored) ? stored : right(undefined);
};
