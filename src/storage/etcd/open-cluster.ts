import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Etcd, Member } from "./client/etcd.ts";
import { hasMajority, isAway } from "./client/member-status.ts";
import { type ClusterSettings, connectCluster } from "./connect.ts";
import type { EtcdClient } from "./client/etcd-client.ts";
import { type Keys, keysOf } from "./keys.ts";
import type { Guarded } from "../../server/runtime/boundary.ts";

/** The oldest release of each line that will do. */
const oldest: readonly (readonly [number, number, number])[] = [
  [3, 5, 26],
  [3, 6, 0],
];

const neededVersion = "3.5.26 or later";

/** Whether a version such as `3.5.30` will do; what is no version will not. */
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

/** Says of a member that it is too old; undefined where it is not, or nobody knows. */
export const tooOld = ({ url, version }: Member): string | undefined =>
  version === undefined || isNewEnough(version)
    ? undefined
    : `${url} is etcd ${version}, and ${neededVersion} is needed`;

/** A cluster that answers, and where a home's keys are in it. */
export interface OpenCluster {
  readonly etcd: EtcdClient;
  readonly keys: Keys;
  readonly domain: string;
}

/** Whether a cluster with such members can be used. */
const usable = (members: readonly Member[]): Either<string, void> => {
  if (members.every(isAway)) {
    const reasons = members.map(({ url, problem }) => problem ?? url);
    return left(`no member of the cluster answers: ${reasons.join("; ")}`);
  }
  const old = members.map(tooOld).find((problem) => problem !== undefined);
  return old === undefined ? right(undefined) : left(old);
};

/** How often members are asked that all say nothing: a machine that has much to do, as after a power cut, may be late. */
const mostLooks = 5;

const patientLook = async (etcd: Pick<Etcd, "members">): Promise<readonly Member[]> => {
  let members = await etcd.members();
  for (
    let looks = 1;
    looks < mostLooks && members.every(isAway) && members.some(({ state }) => state === "silent");
    looks += 1
  )
    members = await etcd.members();
  return members;
};

/** Whether a cluster answers, and is new enough. The left says what is wrong with it. */
export const lookAtCluster = async (etcd: Pick<Etcd, "members">): Promise<Either<string, void>> =>
  usable(await patientLook(etcd));

/**
 * Whether as many addresses are named as there are members: a node that does not know of all could take them to have no
 * majority while others have one. Where etcd does not tell how many there are, they are taken for all.
 */
export const allNamed = async (etcd: EtcdClient, named: number): Promise<Either<string, void>> => {
  const voters = await etcd.voters();
  if (isLeft(voters) || voters.right <= named) return right(undefined);
  return left(`--cluster names ${named} of its ${voters.right} members: name all of them`);
};

/** Connects with the cluster that the settings name, and asks how it is. The left says why it cannot be used. */
export const openCluster = async (
  settings: ClusterSettings & { readonly domain: string },
): Promise<Either<string, OpenCluster>> => {
  const etcd = await connectCluster(settings);
  if (isLeft(etcd)) return etcd;
  const { domain } = settings;
  const found = await lookAtCluster(etcd.right);
  if (!isLeft(found)) return right({ etcd: etcd.right, keys: keysOf(domain), domain });
  etcd.right.close();
  return found;
};

const usualPauseMs = 1000;
const usualTellMs = 5000;

/** How a start that the cluster keeps waiting is tried again. */
export interface StartRetry {
  readonly etcd: Pick<Etcd, "members">;
  /** Milliseconds in which something is tried again. */
  readonly ms: number;
  /** It is tried again after this, or takes long. */
  readonly onWait: Guarded<[reason: string]>;
  /** Milliseconds between two tries; a second where undefined. */
  readonly pauseMs?: number;
  /** Milliseconds after which one that goes on is told of, again and again; five seconds where undefined. */
  readonly tellMs?: number;
}

/** Does something, and tells of it as long as it takes long. */
const reportingProgress = async <A>(
  { onWait, tellMs = usualTellMs }: StartRetry,
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
 * Tries something again for as long as the cluster has no majority, as after a power cut, when all machines start at
 * once. What fails while it has one is tried once more, since it may just have got it. `what` says what is tried, such
 * as `reading the plan`.
 */
export const retryWithoutMajority = async <A>(
  retry: StartRetry,
  what: string,
  attempt: () => Promise<Either<string, A>>,
): Promise<Either<string, A>> => {
  const { etcd, ms, onWait, pauseMs = usualPauseMs } = retry;
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
