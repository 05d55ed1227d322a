import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { readEachPlan, describeReadProblem } from "../storage/etcd/log/read-revisions.ts";
import type { OpenCluster } from "../storage/etcd/open-cluster.ts";
import { imagesAt } from "./cluster-images.ts";
import type { Inspection, KeptRevision } from "../backup/home.ts";
import { counted } from "./inspect-log.ts";

/** Reads every revision that is kept, and tells each that is sound; returns etcd's revision of all that. */
const inspectPlans = async (
  { etcd, keys }: OpenCluster,
  found: (revision: KeptRevision) => void,
): Promise<Either<string, number>> => {
  const read = await readEachPlan(etcd, keys, ({ line: { rev, saved_at, bytes, by } }) =>
    found({ place: { key: keys.revision(rev) }, rev, saved_at, bytes, by }),
  );
  return isLeft(read) ? left(describeReadProblem(read.left)) : right(read.right.revision);
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
