import { isLeft } from "fp-ts/lib/Either.js";
import { oneKey } from "./etcd/etcd.ts";
import { readMark } from "./home-mark.ts";
import { inWords } from "./in-words.ts";
import type { OpenCluster } from "./open-cluster.ts";

/** Why there is no whole home of the domain, and what there is instead; undefined where there is one. None is begun. */
export const whyNoHome = async ({
  etcd,
  keys,
  domain,
}: OpenCluster): Promise<string | undefined> => {
  const asked = await etcd.transact({
    guards: [{ range: keys.all, changed: 0 }],
    then: [],
    otherwise: [{ kind: "get", range: oneKey(keys.home) }],
  });
  if (isLeft(asked)) return inWords(asked.left);
  if (asked.right.held) return `there is no home named "${domain}" in this cluster`;
  const mark = readMark(asked.right.found[0]?.[0], domain);
  if (isLeft(mark)) return mark.left;
  return mark.right.filling === undefined
    ? undefined
    : `the home "${domain}" is not whole: an import or a restore into it goes on, or was interrupted, and the same command again begins anew`;
};
