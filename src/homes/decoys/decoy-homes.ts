import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { BoundedMap } from "../../server/runtime/bounded-map.ts";
import { type HomeSetup, type OpenHome, openHome } from "../awake-home.ts";
import { Decoys } from "./decoy-storage.ts";
import type { wakerLimits } from "../home-limits.ts";
import { unnamedRecord } from "../directory/home-record.ts";
import { noUsage } from "../homes.ts";
import type { HomesStorage } from "../storage/homes-storage.ts";
import { type Lease, Waker, type WakerParts, type WakeRefusal } from "../waker.ts";

/** Ids that are remembered to be as good as awake after their decoy made room. */
const rememberedIds = 10_000;

/** Durations of wakings that are remembered. */
const rememberedWakes = 64;

/**
 * How long the first answer at an id that does not exist takes: as long as at the homes that do. Some of these are awake
 * and answer at once, so as large a share of the ids does. An id draws the same lot each time: otherwise trying again
 * would tell it from a home that is always awake, or always asleep.
 */
export class WakeTimes {
  /** Nobody else knows the lots. */
  readonly #key = randomBytes(32);
  readonly #recent: number[] = [];
  #next = 0;

  /** Notes how many milliseconds the waking of a home took. */
  add(ms: number): void {
    this.#recent[this.#next] = ms;
    this.#next = (this.#next + 1) % rememberedWakes;
  }

  /** Whether an id answers at once, while so many of all homes are awake. */
  isAwake(id: string, awake: number, all: number): boolean {
    return this.#lot(id, 0) * all < awake;
  }

  /** How many milliseconds the waking of any other id takes, once it is its turn. */
  of(id: string): number {
    return this.#recent[Math.floor(this.#lot(id, 4) * this.#recent.length)] ?? 0;
  }

  /** From 0 to 1. */
  #lot(id: string, at: number): number {
    return createHmac("sha256", this.#key).update(id).digest().readUInt32BE(at) / 2 ** 32;
  }
}

interface DecoyParts extends Pick<WakerParts<OpenHome>, "line" | "boundary" | "limits"> {
  readonly limits: WakerParts<OpenHome>["limits"] & Pick<typeof wakerLimits, "homesDecoys">;
  /** How many homes are awake now. */
  readonly awakeHomes: () => number;
}

/**
 * What stands in for homes that do not exist, so that nobody can find out which do. They wake by the same rules, in the
 * same line and as slowly, and take no awake home's place. As they are only few, one that makes room early goes on
 * answering at once, as long as a home would be awake.
 */
export class DecoyHomes {
  readonly #setup: HomeSetup;
  readonly #storage: HomesStorage;
  readonly #parts: DecoyParts;
  readonly #waker: Waker<OpenHome>;
  readonly #documents: Decoys;
  readonly #times = new WakeTimes();
  /** Until when a home that was last used like this id would be awake. */
  readonly #awakeUntil = new BoundedMap<string, number>(rememberedIds);

  constructor(setup: HomeSetup, storage: HomesStorage, parts: DecoyParts) {
    this.#setup = setup;
    this.#storage = storage;
    this.#parts = parts;
    this.#documents = new Decoys(join(setup.config.data, "nobody"));
    const { line, boundary, limits } = parts;
    this.#waker = new Waker({
      line,
      boundary,
      limits,
      most: limits.homesDecoys,
      skipsLine: (id) => this.#isAwake(id),
      open: (id) => this.#open(id),
    });
  }

  /** As `Waker.use`. */
  async use(id: string, hasLeft?: () => boolean): Promise<Either<WakeRefusal, Lease<OpenHome>>> {
    const used = await this.#waker.use(id, hasLeft);
    if (isLeft(used)) return used;
    const { home, release, releaseToSleep } = used.right;
    const noting = (end: () => void) => (): void => {
      this.#noteUse(id);
      end();
    };
    return right({
      home,
      release: noting(release),
      releaseToSleep: noting(releaseToSleep),
    });
  }

  /** Notes how many milliseconds the waking of a home took, once it was its turn. */
  noteWaking(ms: number): void {
    this.#times.add(ms);
  }

  /** As `Waker.close`. */
  close(): Promise<void> {
    return this.#waker.close();
  }

  #isAwake(id: string): boolean {
    const until = this.#awakeUntil.get(id) ?? 0;
    const all = this.#storage.directory.ids().length;
    return performance.now() < until || this.#times.isAwake(id, this.#parts.awakeHomes(), all);
  }

  #noteUse(id: string): void {
    this.#awakeUntil.set(id, performance.now() + this.#parts.limits.homeIdle);
  }

  async #open(id: string): Promise<Either<string, OpenHome>> {
    const began = performance.now();
    const takesMs = this.#isAwake(id) ? 0 : this.#times.of(id);
    const { host, config } = this.#setup;
    const quiet = { ...host, log: host.log.child({}, { level: "error" }) };
    const opened = await openHome(
      { ...this.#setup, config: { ...config, auditFiles: 0, backupTo: "" }, host: quiet },
      {
        id,
        folder: join(config.data, "nobody"),
        identity: undefined,
        record: unnamedRecord,
        before: noUsage,
      },
      async () => right(this.#documents.storageOf(id, this.#storage.openNobody())),
      { asleep: async () => undefined, failed: () => undefined },
    );
    const leftMs = takesMs - (performance.now() - began);
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
    this.#noteUse(id);
    return opened;
  }
}
