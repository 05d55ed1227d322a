import type { Member } from "../storage/etcd/client/etcd.ts";

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
