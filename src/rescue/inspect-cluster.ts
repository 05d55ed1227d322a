import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { oneKey } from "../cluster/etcd/etcd.ts";
import { inWords } from "../cluster/in-words.ts";
import { decodeHead } from "../cluster/log/lines.ts";
import { readRevision } from "../cluster/log/read-kept.ts";
import type { OpenCluster } from "../cluster/open-cluster.ts";
import { imagesAt } from "./cluster-images.ts";
import type { Inspection, KeptRevision } from "./home.ts";
import { counted } from "./inspect-log.ts";

/** Reads every revision that the head names, and tells each that is sound; returns etcd's revision of all that. */
const inspectPlans = async (
  { etcd, keys }: OpenCluster,
  found: (revision: KeptRevision) => void,
): Promise<Either<string, number>> => {
  const read = await etcd.read(oneKey(keys.head));
  if (isLeft(read)) return left(inWords(read.left));
  const at = read.right.revision;
  const [pair] = read.right.pairs;
  if (pair === undefined) return right(at);
  const head = decodeHead(pair.value);
  if (isLeft(head)) return left(`${pair.key}: ${head.left}`);
  for (const { rev, id } of head.right.plans) {
    const key = keys.revision(rev);
    const value = await etcd.read(oneKey(key), at);
    if (isLeft(value)) return left(inWords(value.left));
    const [kept] = value.right.pairs;
    if (kept === undefined) return left(`${key} is missing`);
    const revision = await readRevision(etcd, keys, kept, at);
    if (isLeft(revision)) {
      const { left: problem } = revision;
      return left(problem.kind === "wrong" ? problem.reason : inWords(problem));
    }
    const { line } = revision.right;
    if (line.id !== id) return left(`${key} is not the save that the head names`);
    const { saved_at, bytes, by } = line;
    found({ place: { key }, rev, saved_at, bytes, by });
  }
  return right(at);
};

/** Reads every image; returns how many there are. */
const inspectImages = async (cluster: OpenCluster, at: number): Promise<Either<string, number>> => {
  const images = await imagesAt(cluster, at);
  if (isLeft(images)) return images;
  const seen = new Set<string>();
  for (const { identity, read } of images.right) {
    if (seen.has(identity)) continue;
    seen.add(identity);
    const content = await read();
    if (isLeft(content)) return content;
  }
  return right(seen.size);
};

/** Reads every plan and every image that a cluster keeps of a home, all as they were at one moment, and holds them against their checksums. */
export const inspectCluster = async (cluster: OpenCluster): Promise<Inspection> => {
  const revisions: KeptRevision[] = [];
  const notes: readonly string[] = [];
  const at = await inspectPlans(cluster, (revision) => revisions.push(revision));
  if (isLeft(at)) return { revisions, notes, result: at };
  const images = await inspectImages(cluster, at.right);
  if (isLeft(images)) return { revisions, notes, result: images };
  const read = `${counted(revisions.length, "revision")} and ${counted(images.right, "image")}`;
  return { revisions, notes, result: right(`${read}, all sound`) };
};
