import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import type { Etcd } from "../../../../src/storage/etcd/client/etcd.ts";
import {
  type ClusterImages,
  openClusterImages,
} from "../../../../src/storage/etcd/images/cluster-images.ts";
import { openNodeImages } from "../../../../src/storage/etcd/images/node-images.ts";
import { type Keys, keysOf } from "../../../../src/storage/etcd/keys.ts";
import { type ImageDisk, nodeImageDisk } from "../../../../src/images/image-store.ts";
import type { ImageExtension } from "../../../../src/images/image-name.ts";
import { RatedLog } from "../../../../src/server/runtime/rated-log.ts";
import { type TestScope, temporaryFolder } from "../../../support/service.ts";
import { done } from "../client/test-client.ts";

/** A home that no other test has. */
export const newHome = (): Keys => keysOf(`h${randomUUID().replaceAll("-", "")}`);

/** The keys of a home, without the prefix of the home, and whether they end with a lease. */
export const keysIn = async (etcd: Etcd, { all }: Keys): Promise<readonly string[]> => {
  const { pairs } = done(await etcd.read(all));
  return pairs.map(({ key, lease }) => {
    const short = key.slice(all.from.length).replace(/part\/[^/]+/, "part");
    return lease === undefined ? short : `${short}, with a lease`;
  });
};

/** What a test may choose of a store. */
export interface StoreChoices {
  readonly folder?: string;
  readonly now?: () => number;
  readonly head?: () => number;
  readonly imageCacheBytes?: number;
  readonly disk?: ImageDisk;
}

/** The images of a node, until the test ends. */
export const storeOn = async (
  t: TestScope,
  etcd: Etcd,
  keys: Keys,
  { folder, now = Date.now, head = () => 0, imageCacheBytes = 2 ** 28, disk }: StoreChoices = {},
): Promise<ClusterImages> => {
  const log = new RatedLog(pino({ level: "silent" }));
  const on = await openNodeImages({
    disk: disk ?? nodeImageDisk,
    folder: folder ?? (await temporaryFolder(t)),
    limits: { imageCacheBytes },
    log,
  });
  assert(isRight(on), `the folders can be used: ${JSON.stringify(on)}`);
  const images = await openClusterImages({ etcd, keys, on: on.right, head, now, log });
  assert(isRight(images), `the images can be opened: ${JSON.stringify(images)}`);
  t.after(() => images.right.close());
  return images.right;
};

/** Uploads bytes as the route does; gives the version. */
export const put = async (
  store: ClusterImages,
  floor: string,
  bytes: Buffer,
  extension: ImageExtension = "png",
): Promise<number> => {
  const received = `${store.incoming}/${randomUUID()}`;
  await writeFile(received, bytes);
  return store.put(floor, extension, received);
};

/** All bytes of a name, or those from `start` to `end`; undefined where there is no such image. */
export const bytesOf = async (
  store: ClusterImages,
  file: string,
  range: { readonly start?: number; readonly end?: number } = {},
): Promise<Buffer | undefined> => {
  const opened = await store.open(file);
  if (opened === undefined) return undefined;
  const bytes = await buffer(opened.handle.createReadStream(range));
  await opened.handle.close();
  return bytes;
};
