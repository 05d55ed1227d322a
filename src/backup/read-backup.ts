import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { extract } from "tar-stream";
import { messageOf } from "../../wal/index.ts";
import { decodeJson } from "../plan/raw-json/parse-json.ts";
import {
  belongsInBackup,
  isImage,
  isPlan,
  type Manifest,
  manifestCodec,
  manifestName,
  usersName,
  whyNotInBackup,
} from "./manifest.ts";
import { decodeDocument } from "../storage/stored-document.ts";
import { type Users, usersKind } from "../auth/user-directory.ts";
import { decodeRevision, type StoredPlan } from "../plan/stored-plan.ts";

/** Receives a file of a backup; must read its content to the end. Left: why it is refused. */
export type ReceiveFile = (
  name: string,
  content: AsyncIterable<Buffer>,
) => Promise<Either<string, void>>;

/**
 * The files of a compressed archive, in order, in bounded memory: a file that is too long, one too many or does not
 * belong in a backup is refused by its header, before its content is read. Throws a readable sentence if the archive is
 * damaged or holds such a file, and the system's error if it cannot be read.
 */
async function* filesOf(
  path: string,
): AsyncGenerator<readonly [name: string, content: AsyncIterable<unknown>], void> {
  const archive = extract();
  // An error here also ends the archive, which reports it.
  const fed = pipeline(createReadStream(path), createGunzip(), archive).catch(() => undefined);
  try {
    let count = 0;
    for await (const entry of archive) {
      const { name, type, size } = entry.header;
      const odd = whyNotInBackup(name, size, count);
      if (odd !== undefined) throw new Error(odd);
      if (type !== "file") throw new Error(`"${name}" does not belong in a backup`);
      count += 1;
      yield [name, entry];
    }
  } finally {
    archive.destroy();
    await fed;
  }
}

/** A name in the manifest that no backup holds: none may lead out of the folder. */
const findOdd = ({ files, links, plans }: Manifest): string | undefined => {
  const names = files.map(({ name }) => name);
  const stored = names.filter(isPlan);
  const known = new Set(names);
  const odd =
    names.find((name) => !belongsInBackup(name)) ??
    links.find(({ name }) => !belongsInBackup(name) || !isImage(name))?.name ??
    links.find(({ of }) => !isImage(of) || !known.has(of))?.of ??
    plans.find((name, position) => name !== stored[position]);
  return odd ?? stored[plans.length];
};

const decodeManifest = (content: Buffer): Either<string, Manifest> =>
  mapLeft((problem: string) => `the manifest: ${problem}`)(decodeJson(manifestCodec, content));

/** Reads a file and ignores it. */
export const skipFile: ReceiveFile = async (_name, content) => {
  for await (const piece of content) void piece;
  return right(undefined);
};

const read = async (file: string, take: ReceiveFile): Promise<Either<string, Manifest>> => {
  const found = new Map<string, string>();
  let manifest: Either<string, Manifest> = left("it has no manifest: it was cut off");
  for await (const [name, unchecked] of filesOf(file)) {
    if (found.has(name)) return left(`"${name}" is in it twice`);
    const hash = createHash("sha256");
    const content = (async function* () {
      for await (const piece of unchecked) {
        if (!Buffer.isBuffer(piece)) continue;
        hash.update(piece);
        yield piece;
      }
    })();
    if (name === manifestName) manifest = decodeManifest(await buffer(content));
    else {
      const taken = await take(name, content);
      if (isLeft(taken)) return taken;
    }
    found.set(name, hash.digest("hex"));
  }
  if (isLeft(manifest)) return manifest;
  const { files } = manifest.right;
  const bad = files.find(({ name, sha256 }) => found.get(name) !== sha256);
  if (bad !== undefined) return left(`${bad.name} is missing or damaged`);
  const odd = findOdd(manifest.right);
  if (odd !== undefined) return left(`"${odd}" does not belong in a backup`);
  return found.size === files.length + 1
    ? manifest
    : left("it holds files that its manifest does not");
};

/**
 * Reads a whole backup and checks every byte, in bounded memory. Each file but the manifest goes to `take` before the
 * backup is known to be whole. Left: what is wrong, or the system's error.
 */
const readBackup = (
  file: string,
  take: ReceiveFile = skipFile,
): Promise<Either<string, Manifest>> =>
  read(file, take).catch((error: unknown) => left(messageOf(error)));

const notWhole = (file: string) =>
  mapLeft((problem: string) => `${file} is not a complete backup: ${problem}`);

/** Checks that a backup is whole, as a restore does before it starts. */
export const checkBackup = async (file: string): Promise<Either<string, Manifest>> =>
  notWhole(file)(await readBackup(file));

/** Reads a backup with its plans, one of them in memory at a time. */
export const readPlans = async (
  file: string,
  takePlan: (plan: StoredPlan) => Promise<Either<string, void>>,
  take: ReceiveFile,
): Promise<Either<string, Manifest>> => {
  let rev = 0;
  const manifest = await readBackup(file, async (name, content) => {
    if (!isPlan(name)) return take(name, content);
    const plan = decodeRevision(await buffer(content));
    if (isLeft(plan)) return left(`${name}: ${plan.left}`);
    rev = plan.right.rev;
    return takePlan(plan.right);
  });
  if (isLeft(manifest)) return manifest;
  return rev === manifest.right.rev ? manifest : left("its plans do not match its manifest");
};

export const readUsers = async (content: AsyncIterable<Buffer>): Promise<Either<string, Users>> =>
  decodeDocument(usersKind, usersName, String(await buffer(content)));

/**
 * Checks a backup as a restore would, and writes nothing: the checksum of each file, every plan, and the users. Left:
 * what is wrong, or the system's error.
 */
export const verifyBackup = (file: string): Promise<Either<string, Manifest>> =>
  readPlans(
    file,
    async () => right(undefined),
    async (name, content) => {
      if (name !== usersName) return skipFile(name, content);
      return map(() => undefined)(await readUsers(content));
    },
  );
