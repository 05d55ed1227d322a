import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { guardCodec, integer } from "../../model/codec.ts";
import { decodeJson } from "../../plan/raw-json/parse-json.ts";
import { mostClusterBytes } from "../../config.ts";
import { partsCodec } from "../../storage/etcd/parts.ts";

/** Why a cluster does not take an image of so many bytes; undefined where it does. */
export const tooLarge = (bytes: number): string | undefined =>
  bytes > mostClusterBytes
    ? `the image has ${bytes} bytes, and in a cluster it has at most ${mostClusterBytes}`
    : undefined;

/** A digest names a file of a folder: so nothing else may stand for one. */
const digest = guardCodec(
  "64 hexadecimal digits",
  (value): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value),
);

const recordCodec = t.readonly(t.type({ sha256: digest, bytes: integer, parts: partsCodec }));

/** What stands at an image's key: which bytes it has, and in which parts they lie. */
export type ImageRecord = t.TypeOf<typeof recordCodec>;

/** The value that stands at an image's key. */
export const encodeRecord = (record: ImageRecord): Buffer =>
  Buffer.from(JSON.stringify(recordCodec.encode(record)));

/** What a value says of an image; undefined where it says nothing that can be read. */
export const decodeRecord = (value: Buffer): ImageRecord | undefined => {
  const decoded = decodeJson(recordCodec, value);
  return isLeft(decoded) ? undefined : decoded.right;
};
