import { sequenceS } from "fp-ts/lib/Apply.js";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { pino } from "pino";
import { describeProblem, type EtcdProblem, oneKey } from "../storage/etcd/client/etcd.ts";
import {
  imageContent,
  type ListedImage,
  listImages,
} from "../storage/etcd/images/image-records.ts";
import {
  type OpenCluster,
  openCluster,
  type PlaceInCluster,
} from "../storage/etcd/open-cluster.ts";
import type { Home, Inspection, StoredImage, LocatedRevision, Snapshot } from "./home.ts";
import {
  describeReadProblem,
  planStateOf,
  readEachPlan,
  readKeptPlans,
} from "../storage/etcd/log/read-revisions.ts";
import { counted } from "./folder-home.ts";
import type { ClusterSettings } from "../storage/etcd/connect.ts";
import { clusterHomeId, lockBackups } from "../storage/etcd/backup-lock.ts";
import { EtcdDocument } from "../storage/etcd/etcd-document.ts";
import { homesKeysOf } from "../storage/etcd/keys.ts";
import { findHomeProblem } from "../storage/etcd/home.ts";
import { bytesOf } from "../plan/raw-json/raw-json.ts";
import { RatedLog } from "../server/runtime/rated-log.ts";
import { bansKind } from "../auth/bans.ts";
import { lastUsesKind } from "../auth/last-uses.ts";
import { decodeDocument, type DocumentKind } from "../storage/stored-document.ts";
import { type Users, usersKind } from "../auth/user-directory.ts";

/** A refusal comes from reading an image, and its reason is already a complete sentence. */
const whyNot = (problem: EtcdProblem): string =>
  problem.kind === "refused" ? problem.reason : describeProblem(problem);

const readImage = async (
  { etcd, keys }: PlaceInCluster,
  image: ListedImage,
  at: number,
): Promise<Either<string, Buffer>> => {
  const content = await imageContent(etcd, keys, image, at);
  if (isLeft(content)) return left(whyNot(content.left));
  return content.right === undefined
    ? left(`${keys.image(image.file)}: a part of the image is missing`)
    : right(content.right);
};

/**
 * The images of a home at one revision of etcd, each by its number, then the plain paths once more under their own
 * names. Left: why they cannot be read, or which is damaged.
 */
const imagesAt = async (
  cluster: PlaceInCluster,
  at: number,
): Promise<Either<string, readonly StoredImage[]>> => {
  const { etcd, keys, domain } = cluster;
  const listed = await listImages(etcd, keys, at);
  if (isLeft(listed)) return left(whyNot(listed.left));
  const { images, plain } = listed.right;
  const called = (file: string, image: ListedImage): StoredImage => ({
    name: `www/${domain}/${file}`,
    identity: image.file,
    bytes: image.record.bytes,
    read: () => readImage(cluster, image, at),
  });
  return right([
    ...images.map((image) => called(image.file, image)),
    ...plain.flatMap(({ file, of }) =>
      images.filter((image) => image.file === of).map((image) => called(file, image)),
    ),
  ]);
};

/** Reads every revision that is kept and reports each sound one; returns etcd's revision of that moment. */
const inspectPlans = async (
  { etcd, keys }: OpenCluster,
  found: (revision: LocatedRevision) => void,
): Promise<Either<string, number>> => {
  const read = await readEachPlan(etcd, keys, ({ header: { rev, saved_at, by }, plan: { json } }) =>
    found({ place: { key: keys.revision(rev) }, rev, saved_at, bytes: bytesOf(json), by }),
  );
  return isLeft(read) ? left(describeReadProblem(read.left)) : right(read.right.revision);
};

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

/** Reads every plan and image that a cluster keeps of a home, as of one moment, and checks their checksums. */
const inspectCluster = async (cluster: OpenCluster): Promise<Inspection> => {
  const revisions: LocatedRevision[] = [];
  const notes: readonly string[] = [];
  const at = await inspectPlans(cluster, (revision) => revisions.push(revision));
  if (isLeft(at)) return { revisions, notes, result: at };
  const images = await inspectImages(cluster, at.right);
  if (isLeft(images)) return { revisions, notes, result: images };
  const read = `${counted(revisions.length, "revision")} and ${counted(images.right, "image")}`;
  return { revisions, notes, result: right(`${read}, all sound`) };
};

/** A document's bytes as in a data folder. */
const asFile = <A>({ codec }: DocumentKind<A>, content: A): Buffer =>
  Buffer.from(`${JSON.stringify(codec.encode(content), null, 2)}\n`);

/** The users at one revision of etcd, as in a data folder; undefined if there are none. */
const usersAt = async (
  { etcd, keys }: PlaceInCluster,
  at: number,
): Promise<Either<string, Buffer | undefined>> => {
  const key = keys.document(usersKind.name);
  const found = await etcd.read(oneKey(key), at);
  if (isLeft(found)) return left(describeProblem(found.left));
  const [pair] = found.right.pairs;
  if (pair === undefined) return right(undefined);
  const users = decodeDocument(usersKind, `${key} in etcd`, pair.value.toString());
  return map((content: Users) => asFile(usersKind, content))(users);
};

const plansOf = async ({ etcd, keys }: PlaceInCluster) => {
  const kept = await readKeptPlans(etcd, keys);
  if (isLeft(kept)) return left(describeReadProblem(kept.left));
  return right({ revision: kept.right.revision, state: planStateOf(kept.right) });
};

/**
 * A home's content as of one revision of etcd: an image that its plans show was there then. Left: what cannot be read,
 * or is damaged.
 */
export const clusterSnapshot = async (
  cluster: PlaceInCluster,
): Promise<Either<string, Snapshot>> => {
  const plans = await plansOf(cluster);
  if (isLeft(plans)) return plans;
  const { revision, state } = plans.right;
  const users = await usersAt(cluster, revision);
  if (isLeft(users)) return users;
  const images = await imagesAt(cluster, revision);
  if (isLeft(images)) return images;
  return right({
    users: users.right,
    state,
    domains: [cluster.domain],
    images: images.right,
  });
};

/**
 * Opens the home in a cluster: the domain's only one, or the one of many that is stored under a name. Left: why it cannot
 * be used, or that there is none.
 */
export const openClusterHome = async (
  settings: ClusterSettings & { readonly domain: string; readonly store?: string | undefined },
): Promise<Either<string, Home>> => {
  const opened = await openCluster(settings);
  if (isLeft(opened)) return opened;
  const { domain, store } = settings;
  const ofMany = store === undefined ? {} : { keys: homesKeysOf(domain).of(store) };
  const cluster = { ...opened.right, ...ofMany };
  const { etcd, keys } = cluster;
  const refuse = (problem: string): Either<string, never> => {
    etcd.close();
    return left(problem);
  };
  const problem = await findHomeProblem(cluster);
  if (problem !== undefined) return refuse(problem);
  const log = new RatedLog(pino({ level: "silent" }));
  const open =
    <A>(kind: DocumentKind<A>): TE.TaskEither<string, EtcdDocument<A>> =>
    () =>
      EtcdDocument.open(etcd, keys, kind, log);
  const documents = await sequenceS(TE.ApplySeq)({
    users: open(usersKind),
    bans: open(bansKind),
    lastUses: open(lastUsesKind),
  })();
  if (isLeft(documents)) return refuse(documents.left);
  return right({
    ...documents.right,
    readState: async () =>
      map(({ state }: { state: Snapshot["state"] }) => state)(await plansOf(cluster)),
    snapshot: () => clusterSnapshot(cluster),
    inspect: () => inspectCluster(cluster),
    lockBackups: () => lockBackups(etcd, keys),
    id: () => clusterHomeId(etcd, keys),
    close: () => {
      for (const document of Object.values(documents.right)) document.close();
      log.close();
      etcd.close();
    },
  });
};
