import { setImmediate as turn } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type PlanState, stateOf } from "../../../plan/state.ts";
import { applyStoredPatch } from "../../../plan/changes/change-record.ts";
import { StoredPlan } from "../../../plan/stored-plan.ts";
import type { Draft } from "../../../plan/draft.ts";
import { inTurns } from "../../../server/runtime/event-loop-turns.ts";
import { digestOf, readParts } from "../parts.ts";
import { describeProblem, type Etcd, type EtcdProblem, oneKey, type Pair } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { decodeHead } from "./head.ts";
import { baseOf, decodeRevision, isChainBehind, type RevisionHeader } from "./revision-value.ts";
import { type KnownHead, noHead } from "./save-transaction.ts";

/** A revision from etcd that matches its header. */
export interface SavedRevision {
  readonly header: RevisionHeader;
  readonly plan: StoredPlan;
  /** The plan taken apart, if another node saved it whole and this one follows. */
  readonly draft?: Draft;
}

/** Why a revision cannot be read: etcd is away, or its data is wrong. */
export type ReadProblem =
  | EtcdProblem
  /** What etcd has is not what was saved, for good. */
  | { readonly kind: "wrong"; readonly reason: string };

const wrong = (reason: string): Either<ReadProblem, never> => left({ kind: "wrong", reason });

/** What a revision is read with. */
interface ReadContext {
  /** The revision before it, which its changes are of. */
  readonly before: Pick<SavedRevision, "header" | "plan"> | undefined;
  /** The plan object if this node saved it, by the id of the save; nothing is read then. */
  readonly own?: (id: string) => StoredPlan | undefined;
}

/** Reads a revision from its value, and its parts as of the revision of etcd that changed it or later. */
export const readRevision = async (
  etcd: Etcd,
  keys: Keys,
  { key, value }: Pick<Pair, "key" | "value">,
  at: number,
  { before, own }: ReadContext,
): Promise<Either<ReadProblem, SavedRevision>> => {
  const decoded = decodeRevision(value);
  if (isLeft(decoded)) return wrong(`${key}: ${decoded.left}`);
  const { header, behind } = decoded.right;
  if (keys.revision(header.rev) !== key) return wrong(`${key} holds revision ${header.rev}`);
  const known = own?.(header.id);
  if (known !== undefined) return right({ header, plan: known });
  if ("chain" in header) {
    const { by, crc, chain } = header;
    if (before?.header.rev !== header.rev - 1)
      return wrong(`${key}: the revision that it changes is missing`);
    if (!isChainBehind(chain, before.header, behind.length))
      return wrong(`${key}: it is made of other changes than the revision before it`);
    // A long plan that was read whole is taken apart beside what else there is to do.
    await inTurns(before.plan.textInSteps(), () => turn());
    const made = applyStoredPatch(before.plan, behind, { summary: header, by, crc });
    return isLeft(made) ? wrong(`${key}: ${made.left}`) : right({ header, plan: made.right });
  }
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

/** How many revisions are read at a time, after short ones. */
const atATime = 16;
/** Bytes of revisions that are short together: changes mostly, so that those which follow fit into an answer, too. */
const shortBytes = 256 * 1024;

/** The values of revisions as of one revision of etcd: several at a time while they are short, else one by one. */
class ValuesAhead {
  readonly #etcd: Etcd;
  readonly #keys: Keys;
  readonly #at: number;
  readonly #newest: number;
  #pairs = new Map<string, Pair>();
  #next = 1;

  /** `newest` is the last revision that is wanted. */
  constructor(etcd: Etcd, keys: Keys, at: number, newest: number) {
    this.#etcd = etcd;
    this.#keys = keys;
    this.#at = at;
    this.#newest = newest;
  }

  /** The revision of that number, to be asked for in their order. */
  async read(
    rev: number,
    before: SavedRevision | undefined,
  ): Promise<Either<ReadProblem, SavedRevision>> {
    const key = this.#keys.revision(rev);
    if (!this.#pairs.has(key)) {
      const end = this.#keys.revision(Math.min(rev + this.#next, this.#newest + 1));
      const found = await this.#etcd.read({ from: key, end }, this.#at);
      if (isLeft(found)) return found;
      const { pairs } = found.right;
      const bytes = pairs.reduce((sum, { value }) => sum + value.length, 0);
      this.#pairs = new Map(pairs.map((pair) => [pair.key, pair]));
      this.#next = bytes <= shortBytes ? atATime : 1;
    }
    const pair = this.#pairs.get(key);
    if (pair === undefined) return wrong(`${key} is missing`);
    this.#pairs.delete(key);
    return readRevision(this.#etcd, this.#keys, pair, this.#at, { before });
  }
}

/**
 * Reads and verifies what is kept of a plan at one revision of etcd; hands over each kept revision, oldest first. What
 * is in `known`, by number, is not read again, as it never changes; what is read is added. Left: what is wrong, or why
 * it cannot be read.
 */
export const readEachPlan = async (
  etcd: Etcd,
  keys: Keys,
  take: (saved: SavedRevision) => void,
  known?: Map<number, SavedRevision>,
): Promise<Either<ReadProblem, Omit<StoredPlans, "saved">>> => {
  const read = await etcd.read(oneKey(keys.head));
  if (isLeft(read)) return read;
  const { revision, pairs } = read.right;
  const [pair] = pairs;
  if (pair === undefined) return right({ revision, head: noHead });
  const head = decodeHead(pair.value);
  if (isLeft(head)) return wrong(head.left);
  const { plans, gone } = head.right;
  const values = new ValuesAhead(etcd, keys, revision, plans.at(-1)?.rev ?? 0);
  const headers: RevisionHeader[] = [];
  let last: SavedRevision | undefined;
  for (const { rev, id, base } of plans) {
    for (let next = Math.max(base, (last?.header.rev ?? 0) + 1); next <= rev; next += 1) {
      const already = known?.get(next);
      const each: Either<ReadProblem, SavedRevision> =
        already === undefined ? await values.read(next, last) : right(already);
      if (isLeft(each)) return each;
      last = each.right;
      known?.set(next, last);
    }
    if (last?.header.id !== id || baseOf(last.header).rev !== base)
      return wrong(`${keys.revision(rev)} is not the save that the head names`);
    headers.push(last.header);
    take(last);
  }
  return right({ revision, head: { changed: pair.changed, kept: stateOf(headers), gone } });
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
  const known = new Map<number, SavedRevision>();
  for (let idle = 0; ;) {
    const before = known.size;
    const saved: SavedRevision[] = [];
    const read = await readEachPlan(etcd, keys, (each) => saved.push(each), known);
    if (!isLeft(read)) return right({ ...read.right, saved });
    idle = known.size > before ? 0 : idle + 1;
    if (read.left.kind !== "compacted" || idle === tries) return read;
  }
};
