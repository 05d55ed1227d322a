import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../../model/codec.ts";
import { decodeJson } from "../../plan/raw-json/parse-json.ts";
import { describeProblem, type Etcd, oneKey, type Pair } from "./client/etcd.ts";
import { homeFormat, homesFormat, type Keys } from "./keys.ts";
import type { OpenCluster } from "./open-cluster.ts";

const markCodec = t.readonly(
  t.intersection([t.type({ format: integer }), t.partial({ filling: t.string })]),
);

/** The mark of a prefix with many homes. */
const homesMark = Buffer.from(JSON.stringify({ format: homesFormat }));

/** Marks a prefix as a home: its format, and the id of an import in progress. */
type HomeMark = t.TypeOf<typeof markCodec>;

/** The mark of a home; `filling` is the id of an import in progress. */
export const encodeHomeMark = (filling: string | undefined): Buffer =>
  Buffer.from(JSON.stringify({ format: homeFormat, filling }));

/** Reads a mark. Left: that it is missing or invalid, or that a newer program wrote it. */
export const readHomeMark = (pair: Pair | undefined, domain: string): Either<string, HomeMark> => {
  const mark = decodeJson(markCodec, pair?.value ?? "");
  if (isLeft(mark))
    return left(
      `what this cluster has below "/floorplan/${domain}/" is not a home: choose another --domain`,
    );
  if (mark.right.format === homesFormat)
    return left(
      `the domain "${domain}" in this cluster has many homes: use --homes, or choose another --domain`,
    );
  return mark.right.format > homeFormat
    ? left(
        `the home "${domain}" in this cluster has format ${mark.right.format}, and this program reads format ${homeFormat}: use a newer one`,
      )
    : right(mark.right);
};

/** Whether the mark is that of many homes. */
const areMany = (pair: Pair | undefined, domain: string): Either<string, void> =>
  pair?.value.equals(homesMark) === true
    ? right(undefined)
    : left(
        `the domain "${domain}" in this cluster has no room for many homes: a single home is there, or what a newer program wrote; choose another --domain`,
      );

/** Whether the mark is that of a complete home. */
const isWhole = (pair: Pair | undefined, domain: string): Either<string, void> => {
  const mark = readHomeMark(pair, domain);
  if (isLeft(mark)) return mark;
  return mark.right.filling === undefined
    ? right(undefined)
    : left(
        `an import or a restore into "${domain}" is running, or was interrupted: wait for its end, or run it again`,
      );
};

type MarkKeys = Pick<Keys, "all" | "home">;

/** Holds if the prefix is empty; finds the mark otherwise. */
const lookAtHome = (etcd: Etcd, keys: MarkKeys): ReturnType<Etcd["transact"]> =>
  etcd.transact({
    guards: [{ range: keys.all, changed: 0 }],
    then: [],
    otherwise: [{ kind: "get", range: oneKey(keys.home) }],
  });

/** How often a mark is written again whose outcome is unknown. */
const maxTries = 5;
const pauseMs = 100;

/** Marks an empty prefix, or judges the mark that is there. */
const ensureMark = async (
  etcd: Etcd,
  keys: MarkKeys,
  mark: Buffer,
  judge: (there: Pair | undefined) => Either<string, void>,
): Promise<Either<string, void>> => {
  for (let tries = 1; ; tries += 1) {
    const looked = await lookAtHome(etcd, keys);
    // Nothing is put if there is a home: with its quota reached, etcd refuses any transaction that might put
    // something.
    const asked =
      isLeft(looked) || !looked.right.held
        ? looked
        : await etcd.transact({
            guards: [{ range: keys.all, changed: 0 }],
            then: [{ kind: "put", key: keys.home, value: mark }],
            otherwise: [{ kind: "get", range: oneKey(keys.home) }],
          });
    if (isLeft(asked)) {
      if (asked.left.kind !== "unknown" || tries === maxTries)
        return left(describeProblem(asked.left));
      await sleep(pauseMs);
      continue;
    }
    if (asked.right.held) return right(undefined);
    const [[pair] = []] = asked.right.found;
    return judge(pair);
  }
};

/**
 * Opens the home of a domain, or begins one if its prefix is empty. Left: why nothing was changed: something else is
 * there, a newer program wrote it, or an import is in progress.
 */
export const ensureHome = (
  etcd: Etcd,
  keys: MarkKeys,
  domain: string,
): Promise<Either<string, void>> =>
  ensureMark(etcd, keys, encodeHomeMark(undefined), (pair) => isWhole(pair, domain));

/** The same for a domain with many homes. */
export const ensureHomes = (
  etcd: Etcd,
  keys: MarkKeys,
  domain: string,
): Promise<Either<string, void>> =>
  ensureMark(etcd, keys, homesMark, (pair) => areMany(pair, domain));

/** Whether a home is there, and complete. Left: why not. */
export const checkHome = async (
  etcd: Etcd,
  keys: MarkKeys,
  id: string,
): Promise<Either<string, void>> => {
  const found = await etcd.read(oneKey(keys.home));
  return isLeft(found) ? left(describeProblem(found.left)) : isWhole(found.right.pairs[0], id);
};

/** Whether a domain has many homes. Left: why not. */
export const checkHomes = async (
  etcd: Pick<Etcd, "read">,
  keys: Pick<MarkKeys, "home">,
  domain: string,
): Promise<Either<string, void>> => {
  const found = await etcd.read(oneKey(keys.home));
  return isLeft(found) ? left(describeProblem(found.left)) : areMany(found.right.pairs[0], domain);
};

/**
 * Why there is no complete home of the domain, and what there is instead; undefined if there is one. Never begins one.
 */
export const findHomeProblem = async ({
  etcd,
  keys,
  domain,
}: OpenCluster): Promise<string | undefined> => {
  const asked = await lookAtHome(etcd, keys);
  if (isLeft(asked)) return describeProblem(asked.left);
  if (asked.right.held) return `there is no home named "${domain}" in this cluster`;
  const mark = readHomeMark(asked.right.found[0]?.[0], domain);
  if (isLeft(mark)) return mark.left;
  return mark.right.filling === undefined
    ? undefined
    : `the home "${domain}" is incomplete: an import or a restore into it is running, or was interrupted; to start over, run the same command again`;
};
