import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Pair } from "../cluster/etcd/etcd.ts";
import { decodeRecord, type ImageRecord } from "../cluster/images/image-record.ts";
import { inWords } from "../cluster/in-words.ts";
import type { OpenCluster } from "../cluster/open-cluster.ts";
import { digestOf, readParts } from "../cluster/parts.ts";
import { imageFile, parseImageFile } from "../floorplan/images/image-name.ts";
import type { KeptImage } from "./home.ts";

/** The last piece of a key. */
const nameOf = ({ key }: Pair): string => key.slice(key.lastIndexOf("/") + 1);

/** The bytes of an image at a revision of etcd. The left says what is wrong with it. */
const readImage = async (
  { etcd, keys }: OpenCluster,
  key: string,
  { parts, bytes, sha256 }: ImageRecord,
  at: number,
): Promise<Either<string, Buffer>> => {
  const read = await readParts(etcd, keys, parts, at);
  if (isLeft(read)) return left(inWords(read.left));
  if (read.right === undefined) return left(`${key}: a part of the image is missing`);
  const digest = await digestOf(read.right);
  return digest.bytes === bytes && digest.sha256 === sha256
    ? right(Buffer.concat(read.right))
    : left(`${key}: the image does not fit its SHA-256`);
};

/**
 * The images of a home as they were at a revision of etcd, each by its number, and those at their floors'
 * plain paths once more by that name. Throws a sentence for a person where they cannot be read, or one of
 * them is damaged.
 */
export async function* imagesAt(cluster: OpenCluster, at: number): AsyncGenerator<KeptImage, void> {
  const { etcd, keys, domain } = cluster;
  const images = await etcd.read(keys.images, at);
  if (isLeft(images)) throw new Error(inWords(images.left));
  const plain = await etcd.read(keys.backgrounds, at);
  if (isLeft(plain)) throw new Error(inWords(plain.left));
  const known = new Map<string, KeptImage>();
  for (const pair of images.right.pairs) {
    const file = nameOf(pair);
    const record = decodeRecord(pair.value);
    if (parseImageFile(file) === undefined || record === undefined)
      throw new Error(`${pair.key} is damaged: it holds no image`);
    const image: KeptImage = {
      name: `www/${domain}/${file}`,
      identity: file,
      bytes: record.bytes,
      read: () => readImage(cluster, pair.key, record, at),
    };
    known.set(file, image);
    yield image;
  }
  for (const pair of plain.right.pairs) {
    const image = known.get(pair.value.toString());
    const name = image && parseImageFile(image.identity);
    if (image === undefined || name === undefined)
      throw new Error(`${pair.key} is damaged: it names an image that is not there`);
    yield { ...image, name: `www/${domain}/${imageFile({ ...name, version: undefined })}` };
  }
}
