import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type ClusterSettings, connectCluster } from "./connect.ts";
import type { EtcdClient } from "./etcd/client.ts";
import type { Member } from "./etcd/etcd.ts";
import { type Keys, keysOf } from "./keys.ts";

/** A cluster that answers, and where a home's keys are in it. */
export interface OpenCluster {
  readonly etcd: EtcdClient;
  readonly keys: Keys;
  readonly domain: string;
}

/** The oldest versions of etcd that lose no acknowledged save: https://etcd.io/docs/v3.5/op-guide/data_corruption/ and the changelogs of 3.5. */
const oldest = { major: 3, minor: 5, patch: 26 };

const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = version
    .split(".")
    .map((part) => Number.parseInt(part, 10));
  if (major !== oldest.major) return major < oldest.major;
  return minor === oldest.minor ? patch < oldest.patch : minor < oldest.minor;
};

const whyNot = (members: readonly Member[]): string | undefined => {
  const isAway = ({ state }: Member): boolean => state === "gone" || state === "silent";
  if (members.every(isAway)) {
    const reasons = members.map(({ url, problem = "no answer" }) => `${url}: ${problem}`);
    return `no member of the cluster answers: ${reasons.join("; ")}`;
  }
  const old = members.find(({ version }) => version !== undefined && isTooOld(version));
  if (old === undefined) return undefined;
  const { major, minor, patch } = oldest;
  return `the etcd at ${old.url} is too old: it is ${old.version ?? ""}, and ${major}.${minor}.${patch} is needed, or a newer one`;
};

/** Connects with the cluster that the settings name, and asks how it is. The left says why it cannot be used. */
export const openCluster = async (
  settings: ClusterSettings & { readonly domain: string },
): Promise<Either<string, OpenCluster>> => {
  const etcd = await connectCluster(settings);
  if (isLeft(etcd)) return etcd;
  const problem = whyNot(await etcd.right.members());
  if (problem === undefined)
    return right({ etcd: etcd.right, keys: keysOf(settings.domain), domain: settings.domain });
  etcd.right.close();
  return left(problem);
};
