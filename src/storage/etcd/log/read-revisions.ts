import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type PlanState, stateOf } from "../../../plan/state.ts";
import { StoredPlan } from "../../../plan/stored-plan.ts";
import type { Draft } from "../../../plan/draft.ts";
import { digestOf, readParts } from "../parts.ts";
import { describeProblem, type Etcd, type EtcdProblem, oneKey, type Pair } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import {
  decodeHead,
  decodeRevision,
  type KnownHead,
  knownHead,
  noHead,
  type RevisionHeader,
} from "./head.ts";

/** A revision from etcd that matches its header. */
export interface SavedRevision {
  readonly header: RevisionHeader;
  readonly plan: StoredPlan;
  /** The plan taken apart, if another node saved it and this one follows. */
  readonly draft?: Draft;
}

/** Why a revision cannot be read: etcd is away, or its data is wrong. */
export type ReadProblem =
  | EtcdProblem
  /** What etcd has is not what was saved, for good. */
  | { readonly kind: "wrong"; readonly reason: string };

const wrong = (reason: string): Either<ReadProblem, never> => left({ kind: "wrong", reason });

/**
 * Reads a revision from its value, and its parts as of the revision of etcd that changed it or later. `own` returns the
 * plan object if this node saved it; nothing is read then.
 */
export const readRevision = async (
  etcd: Etcd,
  keys: Keys,
  { key, value }: Pick<Pair, "key" | "value">,
  at: number,
  own?: (id: string) => StoredPlan | undefined,
): Promise<Either<ReadProblem, SavedRevision>> => {
  const decoded = decodeRevision(value);
  if (isLeft(decoded)) return wrong(`${key}: ${decoded.left}`);
  const { header, behind } = decoded.right;
  if (keys.revision(header.rev) !== key) return wrong(`${key} holds revision ${header.rev}`);
  const known = own?.(header.id);
  if (known !== undefined) return right({ header, plan: known });
  const parts =
    header.parts === undefined ? right([]) : await readParts(etcd, keys, header.parts, at);
  if (isLeft(parts)) return parts;
  if (parts.right === undefined) return wrong(`${key}: a part of its plan is missing`);
  const json = [behind, ...parts.right].filter((piece) => piece.length > 0);
  const { bytes, sha256 } = await digestOf(json);
  if (bytes !== header.bytes)
    return wrong(
      `${key}: its plan has ${bytes} bytes, and not the ${header.bytes} that were saved`,
    );
  if (sha256 !== header.sha256) return wrong(`${key}: its plan does not fit its SHA-256`);
  return right({
    header,
    plan: StoredPlan.read(header, header.by, json),
  });
};

/** Describes the problem for the log. */
export const describeReadProblem = (unread: ReadProblem): string =>
  unread.kind === "wrong" ? unread.reason : describeProblem(unread);

/** What etcd keeps of a plan, at one revision of etcd. */
export interface StoredPlans {
  readonly revision: number;
  readonly head: KnownHead;
  /** Oldest first; empty before the first save. */
  readonly saved: readonly SavedRevision[];
}

/** The plan and its history. */
export const planStateOf = ({ saved }: Pick<StoredPlans, "saved">): PlanState =>
  stateOf(saved.map(({ plan }) => plan));

/**
 * Reads and verifies what is kept of a plan at one revision of etcd; hands over each sound revision, oldest first.
 * Revisions in `known`, by the ids of their saves, are not read again: they never change. Left: what is wrong, or why
 * it cannot be read.
 */
export const readEachPlan = async (
  etcd: Etcd,
  keys: Keys,
  take: (saved: SavedRevision) => void,
  known: ReadonlyMap<string, SavedRevision> = new Map(),
): Promise<Either<ReadProblem, Omit<StoredPlans, "saved">>> => {
  const read = await etcd.read(oneKey(keys.head));
  if (isLeft(read)) return read;
  const { revision, pairs } = read.right;
  const [pair] = pairs;
  if (pair === undefined) return right({ revision, head: noHead });
  const head = decodeHead(pair.value);
  if (isLeft(head)) return wrong(head.left);
  // One by one: together they may exceed the limit of an answer.
  for (const header of head.right.plans) {
    const before = known.get(header.id);
    if (before !== undefined) {
      take(before);
      continue;
    }
    const key = keys.revision(header.rev);
    const found = await etcd.read(oneKey(key), revision);
    if (isLeft(found)) return found;
    const [value] = found.right.pairs;
    if (value === undefined) return wrong(`${key} is missing`);
    const plan = await readRevision(etcd, keys, value, revision);
    if (isLeft(plan)) return plan;
    if (plan.right.header.id !== header.id)
      return wrong(`${key} is not the save that the head names`);
    take(plan.right);
  }
  return right({ revision, head: knownHead(head.right, pair.changed) });
};

/** How often a compaction may prevent any progress; it usually comes once in minutes. */
const tries = 5;

/**
 * Reads and verifies everything kept, across compactions as long as something is read between two. Left: why it cannot
 * be read, or what is wrong with it.
 */
export const readKeptPlans = async (
  etcd: Etcd,
  keys: Keys,
): Promise<Either<ReadProblem, StoredPlans>> => {
  const known = new Map<string, SavedRevision>();
  for (let idle = 0; ;) {
    const before = known.size;
    const saved: SavedRevision[] = [];
    const take = (each: SavedRevision): void => {
      saved.push(each);
      known.set(each.header.id, each);
    };
    const read = await readEachPlan(etcd, keys, take, known);
    if (!isLeft(read)) return right({ ...read.right, saved });
    idle = known.size > before ? 0 : idle + 1;
    if (read.left.kind !== "compacted" || idle === tries) return read;
  }
};
