import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** Begins an upload; the returned function ends it. Left: why it may not begin. */
export type EnterUpload = () => Either<string, () => void>;

/** Bounds all homes together. */
export interface SharedUploadLimits {
  /** Concurrent uploads. */
  readonly homesUploads: number;
}

/** The default: as many as four single homes may have. */
export const sharedUploadLimits: SharedUploadLimits = { homesUploads: 128 };

/** The concurrent uploads of one home, `uploads` at most, each of which `enterShared` allows. */
export const uploadSlots = (uploads: number, enterShared?: EnterUpload): EnterUpload => {
  let running = 0;
  return () => {
    if (running >= uploads)
      return left(`as many uploads go on as uploads allows, ${uploads}: try again`);
    const shared = enterShared?.() ?? right(() => undefined);
    if (isLeft(shared)) return shared;
    running += 1;
    return right(() => {
      running -= 1;
      shared.right();
    });
  };
};

/**
 * The concurrent uploads of all homes together. A home may have as many as are free beside it: alone half of all, with
 * another busy one a third, so that a home that begins finds room.
 */
export class SharedUploads {
  readonly #most: number;
  #running = 0;

  constructor({ homesUploads }: SharedUploadLimits) {
    this.#most = homesUploads;
  }

  /** The uploads of one home. */
  ofHome(): EnterUpload {
    let own = 0;
    return () => {
      if (own >= this.#most - this.#running)
        return left(
          `as many uploads of all homes go on as homes-uploads, ${this.#most}, leaves to each: try again`,
        );
      own += 1;
      this.#running += 1;
      return right(() => {
        own -= 1;
        this.#running -= 1;
      });
    };
  }
}
