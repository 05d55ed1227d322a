import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { ServiceConfig } from "../server/limits.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { OpenHome } from "./awake-home.ts";
import type { HomeDirectory } from "./directory/home-directory.ts";
import type { Lease } from "./waker.ts";

interface RoundParts {
  readonly directory: Pick<HomeDirectory, "ids" | "purge">;
  readonly homes: {
    readonly use: (
      id: string,
      hasLeft: () => boolean,
    ) => Promise<Either<unknown, Lease<Pick<OpenHome, "tidied">>>>;
  };
  /** Whether this process looks after a home: of several, one does. */
  readonly looksAfter: (id: string) => boolean;
  readonly config: Pick<
    ServiceConfig,
    "backupTo" | "backupEvery" | "homeRegret" | "homesRoundMs" | "homesTidyMs" | "homesPurgeMs"
  >;
  readonly ratedLog: Pick<RatedLog, "boundary" | "warn">;
}

/** Homes that are awake for the round at a time: one that takes long does not hold up the others. */
const walks = 2;

/** Shorter pauses after a home would keep the disk busy. */
const leastPauseMs = 200;

/**
 * Does what sleeping homes need: wakes them in turn for as long as it takes, evenly over the round, so that their tokens
 * expire, their images are tidied and their backups are made. Removes deleted homes for good once the time to regret is over.
 */
export class HomeRound {
  readonly #parts: RoundParts;
  readonly #pauses = new Set<NodeJS.Timeout>();
  /** What is being done, by home, and how to end it. */
  readonly #working = new Map<string, { readonly end: () => void; readonly done: Promise<void> }>();
  #next: string;
  #purging: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: RoundParts) {
    this.#parts = parts;
    const ids = parts.directory.ids();
    // Starts that come often would never get to the last homes.
    this.#next = ids[Math.floor(Math.random() * ids.length)] ?? "";
  }

  start(): void {
    const { ratedLog, config } = this.#parts;
    const { boundary } = ratedLog;
    const purge = boundary("deleted homes could not be removed", () => this.#purge());
    this.#purging = setInterval(purge, config.homesPurgeMs).unref();
    purge();
    for (let walk = 1; walk <= walks; walk += 1) this.#wait((walk * this.#pauseMs) / walks);
  }

  /** Ends what is being done, such as a backup; resolves when nothing is being done any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    clearInterval(this.#purging);
    const working = [...this.#working.values()];
    for (const { end } of working) end();
    await Promise.allSettled(working.map(({ done }) => done));
  }

  /** How long a walk takes for a home, at the least. */
  get #pauseMs(): number {
    const { directory, config } = this.#parts;
    const every =
      config.backupTo === ""
        ? config.homesRoundMs
        : Math.min(config.homesRoundMs, config.backupEvery);
    return Math.max(leastPauseMs, (walks * every) / Math.max(1, directory.ids().length));
  }

  #wait(pauseMs: number): void {
    if (this.#isStopped) return;
    const goOn = this.#parts.ratedLog.boundary("a sleeping home could not be looked after", () => {
      this.#pauses.delete(pause);
      const began = performance.now();
      return this.#tidyNext().finally(() => {
        const tookMs = performance.now() - began;
        this.#wait(Math.max(leastPauseMs, this.#pauseMs - tookMs));
      });
    });
    const pause = setTimeout(goOn, pauseMs).unref();
    this.#pauses.add(pause);
  }

  async #tidyNext(): Promise<void> {
    const ids = this.#parts.directory.ids().filter((id) => !this.#working.has(id));
    const id = ids.find((each) => each >= this.#next) ?? ids[0];
    if (id === undefined) return;
    this.#next = ids.find((each) => each > id) ?? "";
    if (!this.#parts.looksAfter(id)) return;
    const ending = new AbortController();
    const done = this.#tidy(id, ending);
    this.#working.set(id, { end: () => ending.abort(), done });
    try {
      await done;
    } finally {
      this.#working.delete(id);
    }
  }

  async #tidy(id: string, ending: AbortController): Promise<void> {
    const { homes, config, ratedLog } = this.#parts;
    const { homesTidyMs } = config;
    const { signal } = ending;
    const used = await homes.use(id, () => signal.aborted);
    if (isLeft(used)) return;
    const { home, release, releaseToSleep } = used.right;
    const endLate = ratedLog.boundary("a backup that takes long could not be ended", () => {
      const message = `a home's backup was ended: it took longer than homes-tidy-ms, ${homesTidyMs}`;
      ratedLog.warn({ home: id }, message);
      ending.abort();
    });
    const late = setTimeout(endLate, homesTidyMs).unref();
    try {
      await home.tidied(signal);
      releaseToSleep();
    } finally {
      clearTimeout(late);
      release();
    }
  }

  async #purge(): Promise<void> {
    const { directory, config, ratedLog } = this.#parts;
    const purged = await directory.purge(new Date(Date.now() - config.homeRegret));
    if (isLeft(purged))
      ratedLog.warn({ problem: purged.left.message }, "deleted homes could not be removed");
  }
}
