import { randomUUID } from "node:crypto";
import { type Either, isLeft, isRight, right } from "fp-ts/lib/Either.js";
import type { StoredPlan } from "../../../plan/stored-plan.ts";
import { pause } from "../../../server/runtime/time.ts";
import { bytesOf } from "../../../plan/raw-json/raw-json.ts";
import { digestOf, endUpload, putParts, renewUpload, type Upload } from "../parts.ts";
import {
  describeProblem,
  type Etcd,
  type EtcdProblem,
  type Pair,
  type Transaction,
} from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import {
  type PreparedPlan,
  preparedChanges,
  type RevisionHeader,
  wholeHeader,
} from "./revision-value.ts";
import type { Appended } from "../../../plan/plan-log.ts";

/**
 * Bytes of plans in a transaction's values: leaves a third of etcd's request to head and headers. Parts cost a round
 * trip more.
 */
const inlineBytes = 1024 * 1024;

/** The bytes that differ per revision, and those that stay the same when the save is decided again. */
const inTwo = ({ json }: StoredPlan): readonly [readonly Buffer[], readonly Buffer[]] => [
  json.slice(0, 1),
  json.slice(1),
];

/**
 * Prepares plans for a transaction, as changes where that may be; long ones are uploaded first.
 *
 * Other nodes may save small plans during a long upload. To prevent endless retries, the upload is reused when the
 * save is decided again: except for the revision the plan is the same.
 */
export class Uploads {
  readonly #etcd: Etcd;
  readonly #keys: Keys;
  /** The current batch's uploads, by what was submitted. */
  #used = new Map<object, Upload>();
  /** Uploads of a batch that was overtaken. */
  #waiting = new Map<object, Upload>();

  constructor(etcd: Etcd, keys: Keys) {
    this.#etcd = etcd;
    this.#keys = keys;
  }

  /**
   * `before`: the revision that the first plan may be stored as changes of; undefined if all are to be stored whole. The
   * left, never `unknown`, says why a plan could not be uploaded; then nothing is.
   */
  async prepare(
    plans: readonly StoredPlan[],
    before: RevisionHeader | undefined,
  ): Promise<Either<EtcdProblem, readonly PreparedPlan[]>> {
    const prepared: PreparedPlan[] = [];
    let room = inlineBytes;
    for (const plan of plans) {
      const id = randomUUID();
      const last = before && (prepared.at(-1)?.header ?? before);
      const changes = preparedChanges(plan, last, id);
      if (changes !== undefined && bytesOf(changes.behind) <= room) {
        room -= bytesOf(changes.behind);
        prepared.push(changes);
        continue;
      }
      const bytes = bytesOf(plan.json);
      const digest = await digestOf(plan.json);
      if (bytes <= room) {
        room -= bytes;
        prepared.push({ header: wholeHeader(plan, id, digest), behind: plan.json });
        continue;
      }
      const [behind, rest] = inTwo(plan);
      const upload = await this.#upload(plan.submitted ?? plan, rest);
      if (isLeft(upload)) {
        this.end();
        return upload;
      }
      prepared.push({ header: wholeHeader(plan, id, digest, upload.right), behind });
    }
    this.#endAll(this.#waiting);
    return right(prepared);
  }

  /** Another save was first: the same plans may come again. */
  keep(): void {
    this.#waiting = this.#used;
    this.#used = new Map();
  }

  /** The outcome is unknown: the uploads expire with their leases, unless they were saved. */
  forget(): void {
    this.#used = new Map();
  }

  /** The plans are saved, or never will be. */
  end(): void {
    this.#endAll(this.#used);
    this.#endAll(this.#waiting);
  }

  async #upload(
    submitted: object,
    pieces: readonly Buffer[],
  ): Promise<Either<EtcdProblem, Upload>> {
    const waiting = this.#waiting.get(submitted);
    if (waiting !== undefined) {
      this.#waiting.delete(submitted);
      const renewed = await renewUpload(this.#etcd, waiting);
      if (isRight(renewed) && renewed.right) {
        this.#used.set(submitted, waiting);
        return right(waiting);
      }
    }
    const upload = await putParts(this.#etcd, this.#keys, pieces);
    if (isRight(upload)) this.#used.set(submitted, upload.right);
    return upload;
  }

  #endAll(uploads: Map<object, Upload>): void {
    for (const upload of uploads.values()) void endUpload(this.#etcd, upload);
    uploads.clear();
  }
}

/**
 * A save's fate by the watch, which alone always knows it. Once the head has moved past the guarded revision the
 * transaction can never succeed, however late it arrives.
 */
export type SaveFate =
  /** Another save's revisions came instead. */
  | "stored"
  /** Another's came instead. */
  | "moved"
  /** What came instead was compacted. */
  | "missed"
  /** Nothing can be followed any more. */
  | "failed";

export interface Saving {
  readonly etcd: Etcd;
  readonly transaction: Transaction;
  readonly fate: Promise<SaveFate>;
  /** Milliseconds until the outcome counts as unknown. */
  readonly unknownMs: number;
  /** Milliseconds between two attempts. */
  readonly pauseMs: number;
  /** The guard failed: this is the head. */
  readonly guarded: (head: Pair | undefined) => void;
  /** etcd did not answer, or did not do it. */
  readonly trouble: (reason: string) => void;
}

/** The outcome of the attempts; `doubt` says why an earlier one may have succeeded, or may yet. */
type AttemptOutcome =
  | { readonly kind: "held" }
  | { readonly kind: "guarded"; readonly doubt: string | undefined }
  /** None succeeded, and none will. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "late"; readonly doubt: string };

/**
 * Repeats the transaction while its outcome is unknown: its guard lets it succeed once at most. A refusal concerns only
 * its own attempt, so it ends nothing once there is a doubt.
 */
const attempt = async (saving: Saving, signal: AbortSignal): Promise<AttemptOutcome> => {
  const { etcd, transaction, pauseMs } = saving;
  let doubt: string | undefined;
  for (;;) {
    const done = await etcd.transact(transaction);
    if (!isLeft(done)) {
      if (done.right.held) return { kind: "held" };
      saving.guarded(done.right.found[0]?.[0]);
      return { kind: "guarded", doubt: doubt ?? done.right.doubt };
    }
    const reason = describeProblem(done.left);
    // If the watch has reported meanwhile, a lost answer does not matter.
    if (!signal.aborted) saving.trouble(reason);
    if (done.left.kind !== "unknown" && doubt === undefined) return { kind: "refused", reason };
    doubt = reason;
    await pause(pauseMs, signal);
    if (signal.aborted) return { kind: "late", doubt };
  }
};

/** The outcome if the watch is late. */
const outcomeWithoutWatch = (tried: AttemptOutcome): Appended => {
  switch (tried.kind) {
    case "held":
      return { kind: "unknown", reason: "etcd has stored it, but does not report it" };
    case "guarded":
      return tried.doubt === undefined
        ? { kind: "away", reason: "somebody else saved, but etcd does not report what" }
        : { kind: "unknown", reason: tried.doubt };
    case "refused":
      return { kind: "away", reason: tried.reason };
    case "late":
      return { kind: "unknown", reason: tried.doubt };
  }
};

const outcomeOfFate = (fate: SaveFate, tried: AttemptOutcome | undefined): Appended => {
  switch (fate) {
    case "stored":
      return { kind: "durable" };
    case "moved":
      return { kind: "moved" };
    case "missed":
      return { kind: "unknown", reason: "etcd has compacted what would tell" };
    case "failed":
      return tried?.kind === "guarded" && tried.doubt === undefined
        ? { kind: "failed", reason: "the plan in etcd is not what this node left there" }
        : { kind: "unknown", reason: "the plan in etcd cannot be followed any more" };
  }
};

/** Makes a save, and finds out its outcome. */
export const saveAndFollow = async (saving: Saving): Promise<Appended> => {
  const { fate, unknownMs } = saving;
  const asking = new AbortController();
  // Not `pause`: creating the error of an aborted timer takes 70 µs.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<AttemptOutcome>((resolve) => {
    const doubt = `etcd gave no answer within ${unknownMs} ms`;
    timer = setTimeout(() => resolve({ kind: "late", doubt }), unknownMs);
  });
  try {
    const first = await Promise.race([fate, attempt(saving, asking.signal), late]);
    if (typeof first === "string") return outcomeOfFate(first, undefined);
    if (first.kind === "refused" || first.kind === "late") return outcomeWithoutWatch(first);
    const second = await Promise.race([fate, late]);
    return typeof second === "string" ? outcomeOfFate(second, first) : outcomeWithoutWatch(first);
  } finally {
    clearTimeout(timer);
    asking.abort("the save has ended");
  }
};
