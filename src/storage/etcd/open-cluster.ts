import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type ClusterSettings, connectCluster } from "./connect.ts";
import type { EtcdClient } from "./client/etcd-client.ts";
import type { Etcd, Member } from "./client/etcd.ts";
import { type Keys, keysOf } from "./keys.ts";
import { tooOld } from "../../cluster/versions.ts";

/** A cluster that answers, and where a home's keys are in it. */
export interface OpenCluster {
  readonly etcd: EtcdClient;
  readonly keys: Keys;
  readonly domain: string;
}

const isSilent = ({ state }: Member): boolean => state === "silent";
const isAway = (member: Member): boolean => member.state === "gone" || isSilent(member);

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
    looks < mostLooks && members.every(isAway) && members.some(isSilent);
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
