import { isLeft } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import {
  inTurns,
  type EventLoopTurns,
  type YieldTurn,
} from "../server/runtime/event-loop-turns.ts";
import type { PlanActor } from "../plan/actor.ts";
import { storedPlans } from "../plan/state.ts";
import type { ImageStore, NumberedImage } from "./image-store.ts";
import { ImageReferences } from "./image-references.ts";

/** The longest delay of a timer. */
const longestTimerMs = 2 ** 31 - 1;

interface ImageCleanupSetup {
  readonly store: ImageStore;
  readonly domain: string;
  /** Milliseconds that a superseded image which no plan ever showed is kept. */
  readonly unusedMs: number;
  readonly turns: EventLoopTurns;
  readonly boundary: Boundary;
  readonly log: Logger;
}

/**
 * Removes superseded images that no stored plan shows any more.
 *
 * An image that was never shown is kept for `unusedMs` after its upload: its plan may not be saved yet when another
 * user uploads an image for the same floor. An image that was shown or deleted goes at once.
 */
export class ImageCleanup {
  readonly #store: ImageStore;
  readonly #unusedMs: number;
  readonly #log: Logger;
  readonly #references: ImageReferences;
  readonly #share: YieldTurn;
  readonly #usedBefore = new Set<string>();
  #actor: PlanActor | undefined;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** Removes what can be removed; resolves when done. */
  readonly #look = coalescing(() => this.#lookOnce());
  /** Removes what can be removed, soon; several calls at once are one. */
  readonly cleanUp: Guarded;

  constructor({ store, domain, unusedMs, turns, boundary, log }: ImageCleanupSetup) {
    this.#store = store;
    this.#share = turns.share();
    this.#unusedMs = unusedMs;
    this.#log = log;
    this.#references = new ImageReferences(domain);
    this.cleanUp = boundary("superseded images could not be removed", this.#look);
  }

  /** Starts with the actor's plans; runs now, after every save, and after missed saves. */
  follow(actor: PlanActor): void {
    this.#actor = actor;
    actor.revisions.subscribe(this.cleanUp);
    actor.jumps.subscribe(this.cleanUp);
    this.cleanUp();
  }

  /** The images of a floor were deleted: no plan will show them. */
  deleted(images: readonly NumberedImage[]): void {
    for (const { file } of images) this.#usedBefore.add(file);
    this.cleanUp();
  }

  /** Stops; resolves when no work is in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#look();
  }

  /** Runs again when the next image has waited long enough for its plan. */
  #lookAgainIn(ms: number): void {
    clearTimeout(this.#timer);
    if (ms === Infinity || this.#isStopped) return;
    this.#timer = setTimeout(this.cleanUp, Math.min(ms, longestTimerMs)).unref();
  }

  async #lookOnce(): Promise<void> {
    if (this.#isStopped || !this.#store.canHaveNumbered) return;
    // Plans first: at the start this read enters the mailbox before any save, so it includes what the oldest kept plan
    // shows.
    const shown = await this.#shown();
    if (shown === undefined) return;
    const images = await this.#store.numbered();
    let soonest = Infinity;
    for (const image of images) soonest = Math.min(soonest, await this.#judge(image, shown));
    this.#lookAgainIn(soonest);
  }

  async #shown(): Promise<ReadonlySet<string> | undefined> {
    for (;;) {
      const plans = await this.#actor?.read(storedPlans)();
      if (plans === undefined || isLeft(plans)) return undefined;
      await inTurns(this.#references.learn(plans.right), this.#share);
      const shown = this.#references.of(plans.right);
      if (shown !== undefined) return shown;
    }
  }

  /**
   * Removes an image while no save can show it again; a save since the last check that shows it, or may, keeps it
   * until the next check.
   */
  async #unlessShown({ file }: NumberedImage, remove: () => Promise<boolean>): Promise<boolean> {
    const held = this.#actor?.hold(async (state) =>
      this.#references.of(storedPlans(state))?.has(file) === false ? remove() : false,
    );
    const removed = await held?.();
    return removed !== undefined && !isLeft(removed) && removed.right;
  }

  /** Removes an image if possible; returns the milliseconds until it may be removed because it was never shown. */
  async #judge(image: NumberedImage, shown: ReadonlySet<string>): Promise<number> {
    if (shown.has(image.file)) {
      this.#usedBefore.add(image.file);
      return Infinity;
    }
    const waits = image.since + this.#unusedMs - Date.now();
    if (waits > 0 && !this.#usedBefore.has(image.file)) return waits;
    if (!(await this.#store.discard(image, (remove) => this.#unlessShown(image, remove))))
      return Infinity;
    this.#usedBefore.delete(image.file);
    this.#log.info({ file: image.file }, "removed an image that no stored plan shows any more");
    return Infinity;
  }
}
