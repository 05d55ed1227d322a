import { type Either, left, right } from "fp-ts/lib/Either.js";
import { SharedUploads, type SharedUploadLimits } from "../images/upload-slots.ts";
import type { Host } from "../server/service-parts.ts";
import type { Quotas } from "./directory/home-record.ts";
import { requestedBackups, type RequestedBackupLimits } from "./requested-backups.ts";

/** Seconds of saves that a home may make at once after it has made none. */
const saveBurstSeconds = 10;
/** The same for uploads, whose quota is one of a minute. */
const uploadBurstSeconds = 60;

/** Allows so much a second on average, and what was not used of the last seconds at once. */
class TokenBucket {
  readonly #perSecond: number;
  readonly #burstSeconds: number;
  readonly #now: () => number;
  #used = 0;
  #at: number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(perSecond: number, burstSeconds: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#burstSeconds = burstSeconds;
    this.#now = now;
    this.#at = now();
  }

  /** Whether one more is allowed, which then counts. */
  take(): boolean {
    const now = this.#now();
    const perSecond = this.#perSecond;
    this.#used = Math.max(0, this.#used - ((now - this.#at) / 1000) * perSecond);
    this.#at = now;
    if (this.#used + 1 > perSecond * this.#burstSeconds) return false;
    this.#used += 1;
    return true;
  }
}

/** The bytes of images that are being stored, beside those that are. */
class ImageRoom {
  readonly #most: number;
  #reserved = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async reserve(bytes: number, stored: () => Promise<number>): Promise<Either<string, () => void>> {
    this.#reserved += bytes;
    let isReserved = true;
    const release = (): void => {
      if (isReserved) this.#reserved -= bytes;
      isReserved = false;
    };
    try {
      if ((await stored()) + this.#reserved <= this.#most) return right(release);
    } catch (error) {
      release();
      throw error;
    }
    release();
    return left(
      `the home's images would hold more than home-image-bytes, ${this.#most}, allows: remove some first`,
    );
  }
}

/** What the parts of one home ask before they use more of what it shares with other homes. */
export interface HomeQuotas {
  /** Why a save or a change is refused; undefined if it is not, and then it counts. */
  readonly admitSave: () => string | undefined;
  /** The same for the upload of an image. */
  readonly admitUpload: () => string | undefined;
  /**
   * Reserves room for an image of so many bytes, until the returned function is called: once `stored`, the bytes of all
   * images that are stored, tells it, or it is given up. Left: why there is none. Rejects as `stored` does.
   */
  readonly reserveImage: (
    bytes: number,
    stored: () => Promise<number>,
  ) => Promise<Either<string, () => void>>;
  /** The most connections with a token. */
  readonly maxConnections: number;
}

/** The quotas of a home: `given` by the provider, else by the settings. */
const inForce = (given: Partial<Quotas>, defaults: Quotas): Quotas => ({
  planBytes: given.planBytes ?? defaults.planBytes,
  homeImageBytes: given.homeImageBytes ?? defaults.homeImageBytes,
  homeConnections: given.homeConnections ?? defaults.homeConnections,
  homeSaves: given.homeSaves ?? defaults.homeSaves,
  homeUploads: given.homeUploads ?? defaults.homeUploads,
});

/**
 * Makes the quotas of an awake home. `given` is what the provider says of it, `defaults` the settings; `now` tells
 * milliseconds by a clock that never goes back.
 */
export const makeQuotas = (
  given: Partial<Quotas>,
  defaults: Quotas,
  now: () => number = () => performance.now(),
): HomeQuotas => {
  const values = inForce(given, defaults);
  const saves = new TokenBucket(values.homeSaves, saveBurstSeconds, now);
  const uploads = new TokenBucket(values.homeUploads / 60, uploadBurstSeconds, now);
  const room = new ImageRoom(values.homeImageBytes);
  return {
    admitSave: () =>
      saves.take()
        ? undefined
        : `the home saves more often than home-saves, ${values.homeSaves} a second, allows: try again`,
    admitUpload: () =>
      uploads.take()
        ? undefined
        : `the home uploads more images than home-uploads, ${values.homeUploads} a minute, allows: try again`,
    reserveImage: (bytes, stored) => room.reserve(bytes, stored),
    maxConnections: values.homeConnections,
  };
};

/** Makes what one home has of a process, by its id and its quotas, each time that it wakes; `stored` counts its images. */
export type HomeShares = (home: string, quotas: HomeQuotas, stored: () => void) => Host;

/**
 * Shares what a process has once between its homes, in fair turns: the event loop, the YAML worker, connections and
 * uploads. Everything else of the host is everybody's. `homesUploads` bounds the concurrent uploads of all, and
 * `homesBackups` the backups for which users ask.
 */
export const homeShares = (
  host: Host,
  limits: SharedUploadLimits & RequestedBackupLimits,
): HomeShares => {
  const uploads = new SharedUploads(limits);
  const backupOf = requestedBackups(limits);
  return (home, { admitSave, admitUpload, reserveImage, maxConnections }, stored) => ({
    ...host,
    turns: host.turns.group(),
    yaml: { ...host.yaml, ...host.yaml.forHome(home) },
    share: {
      slots: host.access.slots.ofHome(home, maxConnections),
      admitSave,
      uploads: { enter: uploads.ofHome(), admitUpload, reserveImage, stored },
      backupOf,
    },
  });
};
