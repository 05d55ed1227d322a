import type { OpenLog } from "./log-options.ts";
import { makeFile, writeZeros } from "./file-system.ts";

const firstTryMs = 500;
const longestWaitMs = 30_000;
const probeName = "room.tmp";

/** Tries whether a file of so many bytes can be made, and removes it again. */
const hasRoom = async ({ fs, folder }: OpenLog, bytes: number): Promise<boolean> => {
  const path = `${folder}/${probeName}`;
  try {
    const file = await makeFile(fs, path, (probe) => writeZeros(probe, 0, bytes));
    await file.close();
    await fs.remove(path);
    return true;
  } catch {
    // The reason was reported at the beginning.
    return false;
  }
};

/**
 * A period in which appends are refused for lack of space or descriptors. It ends with the next append that succeeds.
 * If nobody saves, a probe ends it: it removes the rest of the refused batch and makes a file of the same length, at
 * growing intervals. Start and end are each reported once.
 */
export class Shortage {
  readonly #options: OpenLog;
  readonly #takeBack: () => Promise<boolean>;
  /** Refused bytes; 0 while there is no shortage. */
  #needed = 0;
  #timer: NodeJS.Timeout | undefined;
  #probe: Promise<void> | undefined;

  /** `takeBack` removes the rest of refused batches, and returns whether nothing is left. */
  constructor(options: OpenLog, takeBack: () => Promise<boolean>) {
    this.#options = options;
    this.#takeBack = takeBack;
  }

  /** Notes that an append of so many bytes was refused. */
  begin(reason: string, bytes: number): void {
    const isNew = this.#needed === 0;
    this.#needed = Math.max(this.#needed, bytes);
    if (!isNew) return;
    this.#options.report({ kind: "out-of-room", reason });
    // A probe that is running serves this shortage too.
    if (this.#probe === undefined) this.#tryAfter(firstTryMs);
  }

  /** Ends the shortage: there is room. */
  end(): void {
    if (this.#needed === 0) return;
    this.stop();
    this.#options.report({ kind: "room-again" });
  }

  /** Stops probing, without a report. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#needed = 0;
  }

  /** Resolves when no probe is running. */
  async idle(): Promise<void> {
    await this.#probe;
  }

  #tryAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#probe = this.#try(ms);
    }, ms);
    this.#timer.unref();
  }

  async #try(waitedMs: number): Promise<void> {
    const found = (await this.#takeBack()) && (await hasRoom(this.#options, this.#needed));
    this.#probe = undefined;
    if (this.#needed === 0) return;
    if (found) this.end();
    else this.#tryAfter(Math.min(2 * waitedMs, longestWaitMs));
  }
}
