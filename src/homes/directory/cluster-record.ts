import { randomBytes } from "node:crypto";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { decodeJson } from "../../plan/raw-json/parse-json.ts";
import type { HomesKeys } from "../../storage/etcd/keys.ts";
import { type HomeRecord, homeRecordCodec } from "./home-record.ts";

const storeCodec = t.type({ store: t.string });

const entryCodec = t.readonly(t.type({ store: t.string, record: homeRecordCodec }));

/** What etcd has of a home beside its content: where it is stored, and what the provider says of it. */
export type DirectoryEntry = t.TypeOf<typeof entryCodec>;

/** An entry as the value of a key. */
export const encodeEntry = (entry: DirectoryEntry): Buffer =>
  Buffer.from(JSON.stringify(entryCodec.encode(entry)));

/** The entry of a new home, stored under a name that no other home ever gets, as the pair that makes it one. */
export const newEntry = (keys: HomesKeys, id: string, record: HomeRecord) => {
  const store = `${id}.${randomBytes(6).toString("hex")}`;
  return { store, pair: { key: keys.record(id), value: encodeEntry({ store, record }) } } as const;
};

/** The entry in such a value. Left: what is wrong with it. */
export const decodeEntry = (value: Buffer): Either<string, DirectoryEntry> =>
  decodeJson(entryCodec, value);

/**
 * Where a home is stored by such a value, also if the rest of it cannot be read. Empty if that cannot be read: then the
 * home is there, and cannot be opened.
 */
export const storeIn = (value: Buffer): string => {
  const decoded = decodeJson(storeCodec, value);
  return isLeft(decoded) ? "" : decoded.right.store;
};
