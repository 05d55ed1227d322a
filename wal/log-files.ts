import { crc32 } from "node:zlib";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type LogRefused, refusal } from "./log-options.ts";
import { type FileSystem, readFile } from "./file-system.ts";
import { ifThere } from "./system-calls.ts";

/** The format that this code writes, and the newest that it reads; see wal/FORMAT.md. Version 2 has records of changes. */
export const formatVersion = 2;

export const fileHeaderBytes = 64;
const magics = { segment: "FPSEGMNT", snapshot: "FPSNAPSH" } as const;

/** The first 64 bytes of a segment or a snapshot. */
export interface FileHeader {
  readonly kind: keyof typeof magics;
  /** 16 random bytes, made with the log: they tell its files from another log's. */
  readonly logId: Buffer;
  /** Segment: index of its first record. Snapshot: index of the last record that it covers. */
  readonly index: number;
  /** Checksum of the record before `index` (segment), or of the record at `index` (snapshot). */
  readonly chain: number;
  /** Snapshot: how many entries follow. Segment: 0. */
  readonly entries: number;
  /** Milliseconds since 1970; informative. */
  readonly created: number;
}

/** Seeds every record's checksum, so that a record of another log never checks out. */
export const checksumSeed = (logId: Buffer): number => crc32(logId);

/** The checksum in an encoded header; a snapshot's first record carries it. */
export const fileHeaderChecksum = (bytes: Buffer): number =>
  bytes.readUInt32LE(fileHeaderBytes - 4);

/** The name of the file with that header. Names sort as indexes do. */
export const fileName = (header: Pick<FileHeader, "kind" | "index">): string =>
  `${String(header.index).padStart(20, "0")}.${header.kind === "segment" ? "seg" : "snap"}`;

export const encodeFileHeader = (header: FileHeader): Buffer => {
  const bytes = Buffer.alloc(fileHeaderBytes);
  bytes.write(magics[header.kind], 0, "latin1");
  bytes.writeUInt32LE(formatVersion, 8);
  header.logId.copy(bytes, 16);
  bytes.writeBigUInt64LE(BigInt(header.index), 32);
  bytes.writeUInt32LE(header.chain, 40);
  bytes.writeUInt32LE(header.entries, 44);
  bytes.writeBigUInt64LE(BigInt(header.created), 48);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
  return bytes;
};

/**
 * Decodes a header and checks it against the file's name. Refuses a header that does not check out as `damaged`, a
 * newer version as `future-format`, and a sound header under another name as `misplaced`.
 */
export const decodeFileHeader = (
  kind: FileHeader["kind"],
  file: string,
  bytes: Buffer,
): Either<LogRefused, FileHeader> => {
  if (bytes.length < fileHeaderBytes || bytes.toString("latin1", 0, 8) !== magics[kind])
    return left(
      refusal("damaged", file, 0, `is not a ${kind}: its first bytes are not "${magics[kind]}"`),
    );
  const version = bytes.readUInt32LE(8);
  const sound = crc32(bytes.subarray(0, 60)) === bytes.readUInt32LE(60);
  if (!sound || version < 1) return left(refusal("damaged", file, 0, "has a damaged header"));
  if (version > formatVersion)
    return left(
      refusal(
        "future-format",
        file,
        8,
        `has format version ${version}, and this program reads up to ${formatVersion}`,
      ),
    );
  const header: FileHeader = {
    kind,
    logId: Buffer.from(bytes.subarray(16, 32)),
    index: Number(bytes.readBigUInt64LE(32)),
    chain: bytes.readUInt32LE(40),
    entries: bytes.readUInt32LE(44),
    created: Number(bytes.readBigUInt64LE(48)),
  };
  if (fileName(header) !== file)
    return left(refusal("misplaced", file, 32, `holds what belongs in ${fileName(header)}`));
  return right(header);
};

/** The files in a log's folder, by name; each kind in order. */
export interface LogFiles {
  readonly segments: readonly string[];
  readonly snapshots: readonly string[];
  /** Leftovers of a crash, and the next segment while it has no name; not part of the log. */
  readonly temporary: readonly string[];
  /** Whether there is a mark of a clean shutdown. */
  readonly isMarked: boolean;
}

/** The name of the mark of a clean shutdown. */
export const cleanShutdownName = "clean-shutdown";

const sorted = (names: readonly string[]): LogFiles => ({
  segments: names.filter((name) => /^\d{20}\.seg$/.test(name)),
  snapshots: names.filter((name) => /^\d{20}\.snap$/.test(name)),
  temporary: names.filter((name) => name.endsWith(".tmp")),
  isMarked: names.includes(cleanShutdownName),
});

/** Lists a log's folder; other files are ignored. */
export const listLog = async (fs: FileSystem, folder: string): Promise<LogFiles> =>
  sorted(await fs.list(folder));

/** Reads the files' headers. Left: why one is unreadable. Rejects with the system's error. */
export const readHeaders = async (
  fs: FileSystem,
  folder: string,
  kind: FileHeader["kind"],
  files: readonly string[],
): Promise<readonly Either<LogRefused, FileHeader>[]> => {
  const headers: Either<LogRefused, FileHeader>[] = [];
  for (const file of files) {
    const bytes = await readFile(fs, `${folder}/${file}`, fileHeaderBytes);
    headers.push(decodeFileHeader(kind, file, bytes));
  }
  return headers;
};

/**
 * The log's id, in hexadecimal, in each segment and snapshot of a folder; undefined for an unreadable header. Empty
 * without a log or folder. Reads headers only. Rejects with the system's error.
 */
export const logIdsOf = async (
  fs: FileSystem,
  folder: string,
): Promise<readonly (string | undefined)[]> => {
  const { segments, snapshots } = sorted((await ifThere(fs.list(folder))) ?? []);
  const headers = [
    ...(await readHeaders(fs, folder, "segment", segments)),
    ...(await readHeaders(fs, folder, "snapshot", snapshots)),
  ];
  return headers.map((header) => (isLeft(header) ? undefined : header.right.logId.toString("hex")));
};

/** The size of a log. */
export interface LogSize {
  readonly segments: number;
  readonly snapshots: number;
  /** The length of all files; a segment has its full length from the start. */
  readonly bytes: number;
}

/** The size of the log in a folder. Files removed meanwhile do not count. Rejects with the system's error. */
export const logSize = async (fs: FileSystem, folder: string): Promise<LogSize> => {
  const { segments, snapshots } = sorted((await ifThere(fs.list(folder))) ?? []);
  let bytes = 0;
  for (const name of [...segments, ...snapshots]) {
    const file = await ifThere(fs.open(`${folder}/${name}`, "read"));
    if (file === undefined) continue;
    try {
      bytes += await file.size();
    } finally {
      await file.close();
    }
  }
  return { segments: segments.length, snapshots: snapshots.length, bytes };
};
