import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { basic, integer } from "../../codec/basic.ts";
import { partsCodec } from "../parts.ts";

const MiB = 1024 * 1024;

/** An image of a cluster has no more: the transaction that stores it names each part, and etcd takes 128 operations in one. */
export const mostImageBytes = 48 * MiB;

/** Why a cluster cannot take images of `image-bytes`; undefined where it can. */
export const imageBytesProblem = (imageBytes: number): string | undefined =>
  imageBytes > mostImageBytes
    ? `image-bytes is ${imageBytes}, and in a cluster an image has at most ${mostImageBytes} bytes`
    : undefined;

/** Why a cluster does not take an image of so many bytes; undefined where it does. */
export const tooLarge = (bytes: number): string | undefined =>
  bytes > mostImageBytes
    ? `the image has ${bytes} bytes, and in a cluster it has at most ${mostImageBytes}`
    : undefined;

/** A digest names a file of a folder: so nothing else may stand for one. */
const digest = basic(
  "64 hexadecimal digits",
  (value): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value),
);

const recordCodec = t.readonly(t.type({ sha256: digest, bytes: integer, parts: partsCodec }));

/** What stands at an image's key: which bytes it has, and in which parts they lie. */
export type ImageRecord = t.TypeOf<typeof recordCodec>;

export const encodeRecord = (record: ImageRecord): Buffer =>
  Buffer.from(JSON.stringify(recordCodec.encode(record)));

/** What a value says of an image; undefined where it says nothing that can be read. */
export const decodeRecord = (value: Buffer): ImageRecord | undefined => {
  try {
    const decoded = recordCodec.decode(JSON.parse(value.toString()));
    return isLeft(decoded) ? undefined : decoded.right;
  } catch {
    return undefined;
  }
};
