import { createHash } from "node:crypto";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { imageFile, parseImageFile } from "../../images/image-name.ts";
import { digestOf } from "../digest.ts";
import type { Etcd, EtcdProblem, Guard } from "../../storage/etcd/client/etcd.ts";
import type { Keys } from "../../storage/etcd/keys.ts";
import { readParts } from "../../storage/etcd/parts.ts";
import { decodeRecord, type ImageRecord, tooLarge } from "./image-record.ts";
import { storeImage } from "../../storage/etcd/images/image-records.ts";

/** A numbered image. */
export interface ListedImage {
  /** Its numbered name. */
  readonly file: string;
  readonly record: ImageRecord;
}

/** All images of a home, as they were at once. */
export interface ListedImages {
  readonly images: readonly ListedImage[];
  /** The plain names, each with the numbered one of the same image. */
  readonly plain: readonly { readonly file: string; readonly of: string }[];
}

/** Lists the images of a home as they were at a revision of etcd. What cannot be read is refused, with its key. */
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
      return left({ kind: "refused", reason: `what stands at ${key} is no image` });
    images.push({ file, record });
  }
  const there = new Set(images.map(({ file }) => file));
  const plain: { readonly file: string; readonly of: string }[] = [];
  for (const { key, value } of backgrounds.right.pairs) {
    const of = value.toString();
    const name = parseImageFile(of);
    if (name === undefined || !there.has(of))
      return left({ kind: "refused", reason: `what stands at ${key} is the name of no image` });
    plain.push({ file: imageFile({ ...name, version: undefined }), of });
  }
  return right({ images, plain });
};

/**
 * The bytes of a listed image as they were at a revision of etcd, held against their digest;
 * undefined where a part of them is missing.
 */
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
    : left({ kind: "refused", reason: `${file} is damaged: its bytes have another digest` });
};

/** An image that is moved into a home. */
export interface ImageToImport {
  /** Its numbered name, which it keeps; no other image has it. */
  readonly file: string;
  readonly content: Buffer;
  /** Whether it is at its floor's plain path, too. */
  readonly isNewest: boolean;
}

/** Puts an image into a home under the name that it has; only where all guards hold. */
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
    return left({ kind: "refused", reason: `${file} is no numbered image` });
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
