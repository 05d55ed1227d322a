import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Etcd, Member } from "./client/etcd.ts";
import { hasMajority, isAway } from "./client/member-status.ts";
import { type ClusterSettings, connectCluster } from "./connect.ts";
import type { EtcdClient } from "./client/etcd-client.ts";
import { type Keys, keysOf } from "./keys.ts";
import type { Guarded } from "../../server/runtime/boundary.ts";

/** The oldest supported release of each line. */
const oldest: readonly (readonly [number, number, number])[] = [
  [3, 5, 26],
  [3, 6, 0],
];

const neededVersion = "3.5.26 or later";

/** Whether a version such as `3.5.30` is supported; false if it is not a version. */
export const isNewEnough = (version: string): boolean => {
  const numbers = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (numbers === undefined) return false;
  const [major = 0, minor = 0, patch = 0] = numbers;
  const first = oldest.find(([ofMajor, ofMinor]) => ofMajor === major && ofMinor === minor);
  if (first !== undefined) return patch >= first[2];
  return oldest.every(
    ([ofMajor, ofMinor]) => major > ofMajor || (major === ofMajor && minor > ofMinor),
  );
};

/** A sentence on a member that is too old; undefined if it is new enough, or its version is unknown. */
export const tooOld = ({ url, version }: Member): string | undefined =>
  version === undefined || isNewEnough(version)
    ? undefined
    : `${url} is etcd ${version}, and ${neededVersion} is needed`;

/** Where a home is in a cluster that answers. */
export interface PlaceInCluster {
  readonly etcd: Etcd;
  readonly keys: Keys;
  /** By it images are named. */
  readonly domain: string;
}

/** A cluster that answers, and the keys of the domain's home. */
export interface OpenCluster extends PlaceInCluster {
  readonly etcd: EtcdClient;
}

const usable = (members: readonly Member[]): Either<string, void> => {
  if (members.every(isAway)) {
    const reasons = members.map(({ url, problem }) => problem ?? url);
    return left(`no member of the cluster answers: ${reasons.join("; ")}`);
  }
  const old = members.map(tooOld).find((problem) => problem !== undefined);
  return old === undefined ? right(undefined) : left(old);
};

/** How often silent members are asked: a busy machine, as after a power cut, may answer late. */
const maxLooks = 5;

const patientLook = async (etcd: Pick<Etcd, "members">): Promise<readonly Member[]> => {
  let members = await etcd.members();
  for (
    let looks = 1;
    looks < maxLooks && members.every(isAway) && members.some(({ state }) => state === "silent");
    looks += 1
  )
    members = await etcd.members();
  return members;
};

/** Whether a cluster answers and is new enough. Left: what is wrong. */
export const checkCluster = async (etcd: Pick<Etcd, "members">): Promise<Either<string, void>> =>
  usable(await patientLook(etcd));

/**
 * Whether all members are named: a node that does not know all could see no majority where others have one. If etcd
 * does not tell the number, they count as all.
 */
export const allNamed = async (etcd: EtcdClient, named: number): Promise<Either<string, void>> => {
  const voters = await etcd.voters();
  if (isLeft(voters) || voters.right <= named) return right(undefined);
  return left(`--cluster names ${named} of its ${voters.right} members: name all of them`);
};

/** Connects to the settings' cluster and checks it. Left: why it cannot be used. */
export const openCluster = async (
  settings: ClusterSettings & { readonly domain: string },
): Promise<Either<string, OpenCluster>> => {
  const etcd = await connectCluster(settings);
  if (isLeft(etcd)) return etcd;
  const { domain } = settings;
  const found = await checkCluster(etcd.right);
  if (!isLeft(found)) return right({ etcd: etcd.right, keys: keysOf(domain), domain });
  etcd.right.close();
  return found;
};

const defaultPauseMs = 1000;
const defaultTellMs = 5000;

/** How a start waits for the cluster. */
export interface StartRetry {
  readonly etcd: Pick<Etcd, "members">;
  /** Milliseconds for all attempts. */
  readonly ms: number;
  /** Called before another attempt, and while one takes long. */
  readonly onWait: Guarded<[reason: string]>;
  /** Milliseconds between two attempts; by default a second. */
  readonly pauseMs?: number;
  /** Milliseconds between two reports on a long attempt; by default five seconds. */
  readonly tellMs?: number;
}

/** Reports on the work while it takes long. */
const reportingProgress = async <A>(
  { onWait, tellMs = defaultTellMs }: StartRetry,
  what: string,
  work: () => Promise<A>,
): Promise<A> => {
  const began = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    onWait(`${what} has taken ${seconds} s so far`);
  }, tellMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};

/**
 * Repeats an attempt while the cluster has no majority, as after a power cut, when all machines start at once. A
 * failure with a majority is repeated once, since the majority may be new. `what` names the attempt, such as `reading
 * the plan`.
 */
export const retryWithoutMajority = async <A>(
  retry: StartRetry,
  what: string,
  attempt: () => Promise<Either<string, A>>,
): Promise<Either<string, A>> => {
  const { etcd, ms, onWait, pauseMs = defaultPauseMs } = retry;
  const end = performance.now() + ms;
  for (let had = false; ;) {
    const done = await reportingProgress(retry, what, attempt);
    if (!isLeft(done) || performance.now() >= end) return done;
    const has = hasMajority(await etcd.members());
    if (has && had) return done;
    had = has;
    onWait(done.left);
    await sleep(pauseMs);
  }
};
