import { isLeft } from "fp-ts/lib/Either.js";
import type { ServiceConfig } from "../server/limits.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { AwakeHomes } from "./awake-homes.ts";
import type { HomeDirectory } from "./home-directory.ts";

interface RoundParts {
  readonly directory: HomeDirectory;
  readonly homes: Pick<AwakeHomes, "use">;
  readonly config: ServiceConfig;
  readonly ratedLog: RatedLog;
}

/** Shorter pauses between two homes would keep the disk busy. */
const leastPauseMs = 200;

/**
 * Does what sleeping homes need: wakes one after another for a moment, evenly over the round, so that its tokens expire,
 * its images are tidied and its backup is made. Removes deleted homes for
 * good once the time to regret is over.
 */
export class HomeRound {
  readonly #parts: RoundParts;
  #next: string;
  #waking: NodeJS.Timeout | undefined;
  #purging: NodeJS.Timeout | undefined;
  #isStopped = false;
  #working: Promise<unknown> = Promise.resolve();

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
    this.#wait();
  }

  /** Resolves when nothing is being done any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#waking);
    clearInterval(this.#purging);
    await this.#working.catch(() => undefined);
  }

  #wait(): void {
    const { directory, config, ratedLog } = this.#parts;
    if (this.#isStopped) return;
    const every =
      config.backupTo === ""
        ? config.homesRoundMs
        : Math.min(config.homesRoundMs, config.backupEvery);
    const pauseMs = Math.max(leastPauseMs, every / Math.max(1, directory.ids().length));
    const goOn = ratedLog.boundary(
      "a sleeping home could not be looked after",
      () => (this.#working = this.#wakeNext().finally(() => this.#wait())),
    );
    this.#waking = setTimeout(goOn, pauseMs).unref();
  }

  async #wakeNext(): Promise<void> {
    const { directory, homes } = this.#parts;
    const ids = directory.ids();
    const id = ids.find((each) => each >= this.#next) ?? ids[0];
    if (id === undefined) return;
    this.#next = ids.find((each) => each > id) ?? "";
    const used = await homes.use(id);
    if (isLeft(used)) return;
    await used.right.home.tidied().finally(used.right.release);
  }

  async #purge(): Promise<void> {
    const { directory, config, ratedLog } = this.#parts;
    const purged = await directory.purge(new Date(Date.now() - config.homeRegret));
    if (isLeft(purged))
      ratedLog.warn({ problem: purged.left.message }, "deleted homes could not be removed");
  }
}
