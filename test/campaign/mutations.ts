import { crc32 } from "node:zlib";
import type { Random } from "../support/random.ts";

/** A file that was changed, and how. */
export interface Mutated {
  readonly name: string;
  readonly bytes: Buffer;
}

const headerBytes = 64;
const recordHeaderBytes = 40;

/** Offsets at which a record seems to start. */
const recordsOf = (bytes: Buffer): readonly number[] => {
  const found: number[] = [];
  for (let at = bytes.indexOf("FPRC"); at !== -1; at = bytes.indexOf("FPRC", at + 1))
    if (at + recordHeaderBytes <= bytes.length) found.push(at);
  return found;
};

/** Numbers at which a decoder may go wrong. */
const odd = (random: Random, length: number): number =>
  random.pick([
    0,
    1,
    7,
    length,
    length - 40,
    length + 1,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32 - 8,
    2 ** 32 - 1,
    random.below(2 ** 32),
  ]) >>> 0;

const splice = (bytes: Buffer, at: number, remove: number, insert: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]);

const randomBytes = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.below(256)));

const align = (at: number): number => at - (at % 8);

type Mutation = (bytes: Buffer, other: Buffer, random: Random) => Buffer;

/** One field of a record gets an odd number; half of the time its checksum is made to fit. */
const recordField: Mutation = (bytes, _other, random) => {
  const records = recordsOf(bytes);
  const at = records[random.below(records.length)];
  if (at === undefined) return bytes;
  const field = random.pick([4, 8, 12, 16, 20, 24, 28, 32, 36]);
  bytes.writeUInt32LE(odd(random, bytes.length), at + field);
  if (random.below(2) === 0) return bytes;
  const end = at + recordHeaderBytes + Math.ceil(bytes.readUInt32LE(at + 4) / 8) * 8;
  if (end > bytes.length) return bytes;
  const ofHeader = crc32(bytes.subarray(at, at + 36), crc32(bytes.subarray(16, 32)));
  bytes.writeUInt32LE(crc32(bytes.subarray(at + recordHeaderBytes, end), ofHeader), at + 36);
  return bytes;
};

/** One field of the header gets an odd number; most of the time its checksum is made to fit. */
const headerField: Mutation = (bytes, _other, random) => {
  if (bytes.length < headerBytes) return bytes;
  bytes.writeUInt32LE(
    odd(random, bytes.length),
    random.pick([0, 8, 12, 16, 32, 36, 40, 44, 48, 56]),
  );
  if (random.below(4) > 0) bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
  return bytes;
};

const mutations: Readonly<Record<string, Mutation>> = {
  "bits turned": (bytes, _other, random) => {
    for (let count = 1 + random.below(8); count > 0 && bytes.length > 0; count -= 1) {
      const at = random.below(bytes.length);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at);
    }
    return bytes;
  },
  "record field": recordField,
  "header field": headerField,
  truncation: (bytes, _other, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  "garbage behind": (bytes, _other, random) =>
    Buffer.concat([bytes, randomBytes(random, 1 + random.below(200))]),
  "block from another file": (bytes, other, random) => {
    const from = align(random.below(other.length + 1));
    const block = other.subarray(from, from + random.below(1024));
    return splice(bytes, align(random.below(bytes.length + 1)), random.below(1024), block);
  },
  "block twice": (bytes, _other, random) => {
    const from = align(random.below(bytes.length + 1));
    const length = align(random.below(1024));
    return splice(bytes, from, 0, Buffer.from(bytes.subarray(from, from + length)));
  },
  "block missing": (bytes, _other, random) =>
    splice(bytes, align(random.below(bytes.length + 1)), random.below(1024), Buffer.alloc(0)),
  "zeros within": (bytes, _other, random) => {
    const at = random.below(bytes.length + 1);
    return bytes.fill(0, at, Math.min(bytes.length, at + random.below(1024)));
  },
  "garbage within": (bytes, _other, random) => {
    const at = random.below(bytes.length + 1);
    return splice(bytes, at, 200, randomBytes(random, 200));
  },
  "nothing but garbage": (bytes, _other, random) => {
    const garbage = randomBytes(random, random.below(600));
    return random.below(2) === 0 ? garbage : Buffer.concat([bytes.subarray(0, 64), garbage]);
  },
  "record starts everywhere": (bytes, _other, random) => {
    const length = odd(random, 2000);
    for (let at = headerBytes; at + recordHeaderBytes <= bytes.length; at += recordHeaderBytes) {
      bytes.write("FPRC", at, "latin1");
      bytes.writeUInt32LE(length, at + 4);
      bytes.writeUInt32LE(1, at + 24);
      bytes.writeUInt32LE(0, at + 32);
    }
    return bytes;
  },
  "other file's bytes": (_bytes, other) => other,
};

const names = Object.keys(mutations);

/** Changes a file in one of many ways; `other` is a file of the same log that bytes may come from. Both stay as they are. */
export const mutate = (bytes: Buffer, other: Buffer, random: Random): Mutated => {
  const name = names[random.below(names.length)] ?? "";
  const copies = [Buffer.from(bytes), Buffer.from(other)] as const;
  return { name, bytes: mutations[name]?.(...copies, random) ?? copies[0] };
};
