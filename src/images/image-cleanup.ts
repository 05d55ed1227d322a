import { isLeft } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import { inTurns, type LoopTurns, type Share } from "../server/runtime/event-loop-turns.ts";
import type { PlanActor } from "../plan/actor.ts";
import { storedPlans } from "../plan/state.ts";
import type { ImageStore, NumberedImage } from "./image-store.ts";
import { ImageReferences } from "./image-references.ts";

/** More than this a timer cannot wait. */
const longestTimerMs = 2 ** 31 - 1;

/** What a keeper of images needs of the service around it. */
interface ImageCleanupSetup {
  readonly store: ImageStore;
  readonly domain: string;
  /** Milliseconds that a superseded image which no plan ever showed is kept. */
  readonly unusedMs: number;
  readonly turns: LoopTurns;
  readonly boundary: Boundary;
  readonly log: Logger;
}

/**
 * Removes superseded images that no stored plan shows any more.
 *
 * An image that was never shown waits for `unusedMs` after its upload: its plan may not be saved yet, while somebody
 * else uploads another image for the same floor. An image that was shown, or that was deleted, waits for nothing.
 */
export class ImageCleanup {
  readonly #store: ImageStore;
  readonly #unusedMs: number;
  readonly #log: Logger;
  readonly #references: ImageReferences;
  readonly #share: Share;
  readonly #usedBefore = new Set<string>();
  #actor: PlanActor | undefined;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** Looks for what can go; resolves when that is done. */
  readonly #look = coalescing(() => this.#lookOnce());
  /** Looks for what can go, soon; several wishes at once are one. */
  readonly tidy: Guarded;

  constructor({ store, domain, unusedMs, turns, boundary, log }: ImageCleanupSetup) {
    this.#store = store;
    this.#share = turns.share();
    this.#unusedMs = unusedMs;
    this.#log = log;
    this.#references = new ImageReferences(domain);
    this.tidy = boundary("superseded images could not be removed", this.#look);
  }

  /** Starts looking after the images that the actor's plans show, now, after every save, and where saves were missed. */
  follow(actor: PlanActor): void {
    this.#actor = actor;
    actor.hub.subscribe(this.tidy);
    actor.hub.onJump(this.tidy);
    this.tidy();
  }

  /** The images of a floor were deleted: no plan will come to show them. */
  deleted(images: readonly NumberedImage[]): void {
    for (const { file } of images) this.#usedBefore.add(file);
    this.tidy();
  }

  /** Looks no more; resolves when nothing goes on any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#look();
  }

  /** Looks again when the next image has waited long enough for its plan. */
  #lookAgainIn(ms: number): void {
    clearTimeout(this.#timer);
    if (ms === Infinity || this.#isStopped) return;
    this.#timer = setTimeout(this.tidy, Math.min(ms, longestTimerMs)).unref();
  }

  async #lookOnce(): Promise<void> {
    if (this.#isStopped || !this.#store.canHaveNumbered) return;
    // The plans come first: the look at the start is in the mailbox before any save, so it sees what the oldest plan shows.
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

  /** Removes an image while no save can come to show it again; one that did so, or may have, since the look keeps it until the next. */
  async #unlessShown({ file }: NumberedImage, remove: () => Promise<boolean>): Promise<boolean> {
    const held = this.#actor?.hold(async (state) =>
      this.#references.of(storedPlans(state))?.has(file) === false ? remove() : false,
    );
    const removed = await held?.();
    return removed !== undefined && !isLeft(removed) && removed.right;
  }

  /** Removes an image if it may go; returns in how many milliseconds it may because it was never shown. */
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
