import { isLeft } from "fp-ts/lib/Either.js";
import { Refusal } from "../../host/http/refusal.ts";
import { type Etcd, oneKey } from "../../storage/etcd/client/etcd.ts";
import type { Keys } from "../../storage/etcd/keys.ts";
import { partBytes } from "../../storage/etcd/parts.ts";
import type { ImageRecord } from "./image-record.ts";
import { readProblem } from "./problems.ts";

/**
 * The bytes of an image from `start` to `end`, both of which are among them, as etcd has them: part after
 * part, the next when it is asked for. They are not held against their digest. Throws a `Refusal` where
 * the image is gone or cannot be had.
 */
export async function* readImage(
  etcd: Etcd,
  keys: Keys,
  { parts, bytes }: ImageRecord,
  start = 0,
  end = bytes - 1,
): AsyncGenerator<Buffer, void, undefined> {
  for (let number = Math.floor(start / partBytes); number * partBytes <= end; number += 1) {
    const read = await etcd.read(oneKey(keys.part(parts.upload, number)));
    if (isLeft(read)) throw readProblem(read.left);
    const [part] = read.right.pairs;
    if (part === undefined) throw new Refusal(404, "the image was removed");
    const before = number * partBytes;
    yield part.value.subarray(Math.max(0, start - before), end + 1 - before);
  }
}
