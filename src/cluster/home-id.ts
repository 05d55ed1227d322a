import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Etcd, oneKey } from "../storage/etcd/client/etcd.ts";
import { describeProblem } from "./in-words.ts";
import type { Keys } from "../storage/etcd/keys.ts";
import { encodeHomeId, homeIdOf, newHomeId } from "../home-id.ts";

/** The id of a home in a cluster, the same for all nodes; it gets one where it has none. The left says why it has none that can be known. */
export const clusterHomeId = async (etcd: Etcd, keys: Keys): Promise<Either<string, string>> => {
  const id = newHomeId();
  const asked = await etcd.transact({
    guards: [{ range: oneKey(keys.id), changed: 0 }],
    then: [{ kind: "put", key: keys.id, value: encodeHomeId(id) }],
    otherwise: [{ kind: "get", range: oneKey(keys.id) }],
  });
  if (isLeft(asked)) return left(describeProblem(asked.left));
  if (asked.right.held) return right(id);
  const known = homeIdOf(String(asked.right.found[0]?.[0]?.value));
  return known === undefined ? left(`${keys.id} holds no id of a home`) : right(known);
};
