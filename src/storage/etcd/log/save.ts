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
import { headerFor, type Prepared } from "./head.ts";
import type { Appended } from "../../../plan/plan-log.ts";

/** Bytes of plans in the values of one transaction: leaves a third of a request of etcd to the head and the headers. A part more is a round trip more. */
const inlineBytes = 1024 * 1024;

/** A plan's first piece holds its revision alone, unless it is longer than this. */
const longestFirst = 64;

/** Its first bytes, which are others for each revision, and those that stay as they are however often it is decided. */
const inTwo = ({ json }: StoredPlan): readonly [readonly Buffer[], readonly Buffer[]] => {
  const [first, ...rest] = json;
  return first === undefined || rest.length === 0 || first.length > longestFirst
    ? [[], json]
    : [[first], rest];
};

/**
 * Brings plans into the form in which a transaction takes them: those that are too long for it are uploaded before.
 *
 * A long plan takes a while to upload, in which others save small ones again and again. So that it is not overtaken for
 * ever, what was uploaded is used again when a save is decided again: but for its revision the plan is the same, in the
 * very same memory.
 */
export class Uploads {
  readonly #etcd: Etcd;
  readonly #keys: Keys;
  /** Of the batch that is being saved, by the memory that was uploaded. */
  #used = new Map<Buffer, Upload>();
  /** Those of a batch that somebody else overtook. */
  #waiting = new Map<Buffer, Upload>();

  constructor(etcd: Etcd, keys: Keys) {
    this.#etcd = etcd;
    this.#keys = keys;
  }

  /** The left, which never is `unknown`, says why a plan could not be uploaded; then none is. */
  async prepare(plans: readonly StoredPlan[]): Promise<Either<EtcdProblem, readonly Prepared[]>> {
    const prepared: Prepared[] = [];
    let room = inlineBytes;
    for (const plan of plans) {
      const bytes = bytesOf(plan.json);
      const digest = await digestOf(plan.json);
      if (bytes <= room) {
        room -= bytes;
        prepared.push({ header: headerFor(plan, randomUUID(), digest), behind: plan.json });
        continue;
      }
      const [behind, rest] = inTwo(plan);
      const upload = await this.#upload(rest);
      if (isLeft(upload)) {
        this.end();
        return upload;
      }
      prepared.push({ header: headerFor(plan, randomUUID(), digest, upload.right), behind });
    }
    this.#endAll(this.#waiting);
    return right(prepared);
  }

  /** Somebody else was first: the same plans may come again. */
  keep(): void {
    this.#waiting = this.#used;
    this.#used = new Map();
  }

  /** Nobody knows whether the plans were saved: the uploads end with their leases, unless they were. */
  forget(): void {
    this.#used = new Map();
  }

  /** The plans are saved, or never will be. */
  end(): void {
    this.#endAll(this.#used);
    this.#endAll(this.#waiting);
  }

  async #upload(pieces: readonly Buffer[]): Promise<Either<EtcdProblem, Upload>> {
    const [memory] = pieces;
    const waiting = memory && this.#waiting.get(memory);
    if (memory !== undefined && waiting !== undefined) {
      this.#waiting.delete(memory);
      const renewed = await renewUpload(this.#etcd, waiting);
      if (isRight(renewed) && renewed.right) {
        this.#used.set(memory, waiting);
        return right(waiting);
      }
    }
    const upload = await putParts(this.#etcd, this.#keys, pieces);
    if (isRight(upload) && memory !== undefined) this.#used.set(memory, upload.right);
    return upload;
  }

  #endAll(uploads: Map<Buffer, Upload>): void {
    for (const upload of uploads.values()) void endUpload(this.#etcd, upload);
    uploads.clear();
  }
}

/**
 * What the watch tells of a save: it is the only one that always knows. Once the head has moved past the revision that
 * guards the transaction, that can never be done any more, however late it arrives.
 */
export type SaveFate =
  /** Its revisions came, and were handed over. */
  | "stored"
  /** Another's came in their place. */
  | "moved"
  /** Whatever came in their place was compacted away. */
  | "missed"
  /** Nothing can be followed any more. */
  | "failed";

/** A save that is being made, and what it is made with. */
export interface Saving {
  readonly etcd: Etcd;
  readonly transaction: Transaction;
  readonly fate: Promise<SaveFate>;
  /** Milliseconds after which it is no longer asked what became of it. */
  readonly unknownMs: number;
  /** Milliseconds between two tries. */
  readonly pauseMs: number;
  /** The guard failed: this is the head. */
  readonly guarded: (head: Pair | undefined) => void;
  /** etcd gave no answer, or did not do it. */
  readonly trouble: (reason: string) => void;
}

/** What the tries have come to; `doubt` says why an earlier one may have been done, or may be done later. */
type Tried =
  | { readonly kind: "held" }
  | { readonly kind: "guarded"; readonly doubt: string | undefined }
  /** None was done, and none will be. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "late"; readonly doubt: string };

/**
 * Tries the same transaction again while nobody knows what became of it: its guard lets it be done once at most. A
 * refusal tells only of the try that was refused, so it ends nothing once there is a doubt.
 */
const attempt = async (saving: Saving, signal: AbortSignal): Promise<Tried> => {
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
    // Where the watch has told meanwhile, a lost answer troubles nobody.
    if (!signal.aborted) saving.trouble(reason);
    if (done.left.kind !== "unknown" && doubt === undefined) return { kind: "refused", reason };
    doubt = reason;
    await pause(pauseMs, signal);
    if (signal.aborted) return { kind: "late", doubt };
  }
};

/** What is known when the watch has not told in time. */
const outcomeWithoutWatch = (tried: Tried): Appended => {
  switch (tried.kind) {
    case "held":
      return { kind: "unknown", reason: "etcd has stored it, and does not tell of it" };
    case "guarded":
      return tried.doubt === undefined
        ? { kind: "away", reason: "somebody else saved, and etcd does not tell what" }
        : { kind: "unknown", reason: tried.doubt };
    case "refused":
      return { kind: "away", reason: tried.reason };
    case "late":
      return { kind: "unknown", reason: tried.doubt };
  }
};

const outcomeOfFate = (fate: SaveFate, tried: Tried | undefined): Appended => {
  switch (fate) {
    case "stored":
      return { kind: "durable" };
    case "moved":
      return { kind: "moved" };
    case "missed":
      return { kind: "unknown", reason: "etcd has compacted away what would tell" };
    case "failed":
      return tried?.kind === "guarded" && tried.doubt === undefined
        ? { kind: "failed", reason: "the plan in etcd is not as it was left" }
        : { kind: "unknown", reason: "the plan in etcd cannot be followed any more" };
  }
};

/** Makes a save, and finds out what became of it. */
export const saveAndFollow = async (saving: Saving): Promise<Appended> => {
  const { fate, unknownMs } = saving;
  const patience = new AbortController();
  // Not a sleep that is ended by the signal: making its error, which nobody looks at, takes 70 µs.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Tried>((resolve) => {
    const doubt = `etcd gave no answer within ${unknownMs} ms`;
    timer = setTimeout(() => resolve({ kind: "late", doubt }), unknownMs);
  });
  try {
    const first = await Promise.race([fate, attempt(saving, patience.signal), late]);
    if (typeof first === "string") return outcomeOfFate(first, undefined);
    if (first.kind === "refused" || first.kind === "late") return outcomeWithoutWatch(first);
    const second = await Promise.race([fate, late]);
    return typeof second === "string" ? outcomeOfFate(second, first) : outcomeWithoutWatch(first);
  } finally {
    clearTimeout(timer);
    patience.abort("nobody asks any more");
  }
};
