import { randomUUID } from "node:crypto";
import { type Either, isLeft, isRight, right } from "fp-ts/lib/Either.js";
import type { StoredPlan } from "../../../plan/stored-plan.ts";
import { bytesOf } from "../../../plan/raw-json/raw-json.ts";
import { digestOf } from "../../../cluster/digest.ts";
import type { Etcd, EtcdProblem } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { endUpload, putParts, renewUpload, type Upload } from "../parts.ts";
import type { Prepared } from "../../../cluster/log/known-head.ts";
import { headerFor } from "./head.ts";

/** Bytes of plans in the values of one transaction: leaves a third of a request of etcd to the head and the lines. A part more is a round trip more. */
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
 * A long plan takes a while to upload, in which others save small ones again and again. So
 * that it is not overtaken for ever, what was uploaded is used again when a save is decided again: but for
 * its revision the plan is the same, in the very same memory.
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
        prepared.push({ line: headerFor(plan, randomUUID(), digest), behind: plan.json });
        continue;
      }
      const [behind, rest] = inTwo(plan);
      const upload = await this.#upload(rest);
      if (isLeft(upload)) {
        this.end();
        return upload;
      }
      prepared.push({ line: headerFor(plan, randomUUID(), digest, upload.right), behind });
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
