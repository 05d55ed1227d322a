import { buffer } from "node:stream/consumers";
import { type Either, isLeft, left, tryCatch } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import { firstProblem } from "../codec/problem.ts";
import {
  belongsInBackup,
  isImage,
  type Manifest,
  manifestCodec,
  manifestName,
} from "./manifest.ts";
import { hashOf, readArchive } from "./read-archive.ts";

/** What a manifest asks for that no backup holds: it must not be able to name a file outside. */
const findOdd = ({ files, links, plans }: Manifest): string | undefined => {
  const names = files.map(({ name }) => name);
  const stored = names.filter((name) => name.startsWith("plans/"));
  const known = new Set(names);
  const odd =
    names.find((name) => !belongsInBackup(name)) ??
    links.find(({ name }) => !belongsInBackup(name) || !isImage(name))?.name ??
    links.find(({ of }) => !isImage(of) || !known.has(of))?.of ??
    plans.find((name, position) => name !== stored[position]);
  return odd ?? stored[plans.length];
};

const decodeManifest = (content: Buffer): Either<string, Manifest> => {
  const parsed = tryCatch(
    (): unknown => JSON.parse(content.toString()),
    () => "the manifest is no JSON",
  );
  if (isLeft(parsed)) return parsed;
  const decoded = manifestCodec.decode(parsed.right);
  return isLeft(decoded) ? left(`the manifest: ${firstProblem(decoded.left)}`) : decoded;
};

const verify = async (file: string): Promise<Either<string, Manifest>> => {
  const found = new Map<string, string>();
  let manifest: Either<string, Manifest> = left("it has no manifest: it was cut off");
  for await (const { name, content } of readArchive(file)) {
    if (found.has(name)) return left(`"${name}" is in it twice`);
    found.set(name, "");
    if (name === manifestName) manifest = decodeManifest(await buffer(content));
    else found.set(name, await hashOf(content));
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

/** Reads a whole backup and checks every byte of it, in bounded memory; writes nothing. The left says what is wrong with it. */
export const verifyBackup = (file: string): Promise<Either<string, Manifest>> =>
  verify(file).catch((error: unknown) => left(messageOf(error)));
