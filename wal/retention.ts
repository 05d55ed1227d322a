import { isLeft } from "fp-ts/lib/Either.js";
import { type FileHeader, fileName } from "./log-files.ts";
import type { OpenLog } from "./log-options.ts";
import type { Payload } from "./record.ts";
import type { Position } from "./segment.ts";
import { checkSnapshot, writeSnapshot } from "./snapshot.ts";
import type { RecoveredLog } from "./recovery.ts";
import { messageOf } from "./system-calls.ts";
import { removeIfThere } from "./file-system.ts";

/**
 * Writes snapshots in the background and deletes the files that they replace (compaction).
 *
 * It keeps the newest two snapshots, and every segment with a record after the older one. So there are always two ways
 * to the current state, and an older one is deleted only after the newest was read back.
 */
export class Retention {
  readonly #options: OpenLog;
  readonly #logId: Buffer;
  /** The first index of each sealed segment, oldest first. */
  #sealed: readonly number[];
  /** Indexes of usable snapshots, oldest first. */
  #snapshots: readonly number[];
  /** Names of snapshots that are unusable or not read back yet. */
  #stale: readonly string[];
  #snapshotLength: number;
  #work: Promise<void> | undefined;

  constructor(options: OpenLog, { segment, sound }: RecoveredLog) {
    const first = segment.header.index;
    const stale = (sound?.unreadable ?? []).map(({ file }) => file);
    const readable = sound?.listing.snapshots.filter((file) => !stale.includes(file)) ?? [];
    this.#options = options;
    this.#logId = segment.header.logId;
    this.#sealed = (sound?.segments ?? [])
      .map(({ header }) => header.index)
      .filter((index) => index < first);
    this.#snapshots = readable.map((file) => Number.parseInt(file, 10));
    this.#stale = stale;
    this.#snapshotLength = sound?.base?.length ?? 0;
  }

  /** Bytes of the newest snapshot; 0 if there is none. */
  get snapshotLength(): number {
    return this.#snapshotLength;
  }

  get isBusy(): boolean {
    return this.#work !== undefined;
  }

  /** Notes a sealed segment by its first index. */
  sealed(first: number): void {
    this.#sealed = [...this.#sealed, first];
  }

  /** Starts a snapshot of the state at `at`, the end of a sealed segment. */
  startSnapshot(at: Position, entries: readonly Payload[]): void {
    const { report } = this.#options;
    this.#work = this.#snapshot(at, entries)
      .catch((error: unknown) => report({ kind: "snapshot-failed", reason: messageOf(error) }))
      .finally(() => {
        this.#work = undefined;
      });
  }

  /** Resolves when no work is in progress. */
  async idle(): Promise<void> {
    await this.#work;
  }

  async #snapshot(at: Position, entries: readonly Payload[]): Promise<void> {
    const { fs, folder, report } = this.#options;
    const header: FileHeader = {
      kind: "snapshot",
      logId: this.#logId,
      index: at.index,
      chain: at.chain,
      entries: entries.length,
      created: Date.now(),
    };
    const file = fileName(header);
    // The next compaction removes it unless it was read back by then.
    this.#stale = [...this.#stale.filter((name) => name !== file), file];
    const bytes = await writeSnapshot(fs, folder, header, entries);
    const readBack = await checkSnapshot(fs, folder, file);
    if (isLeft(readBack)) throw new Error(readBack.left.message);
    this.#stale = this.#stale.filter((name) => name !== file);
    report({ kind: "snapshot-written", file, bytes });
    this.#snapshotLength = bytes;
    this.#snapshots = [...this.#snapshots.filter((index) => index !== at.index), at.index];
    await this.#compact();
  }

  /**
   * Deletes snapshots before segments, with a sync of the folder between: a crash may leave superfluous segments, but
   * never a snapshot without the segment after it.
   */
  async #compact(): Promise<void> {
    const { fs, folder, report } = this.#options;
    const kept = this.#snapshots.slice(-2);
    const dropped = this.#snapshots
      .slice(0, -2)
      .map((index) => fileName({ kind: "snapshot", index }));
    for (const file of [...dropped, ...this.#stale]) await removeIfThere(fs, `${folder}/${file}`);
    await fs.syncFolder(folder);
    this.#snapshots = kept;
    this.#stale = [];
    const [older] = kept;
    if (older === undefined || kept.length < 2) return;
    for (;;) {
      const [oldest, next] = this.#sealed;
      if (oldest === undefined || next === undefined || next > older + 1) return;
      const file = fileName({ kind: "segment", index: oldest });
      await removeIfThere(fs, `${folder}/${file}`);
      await fs.syncFolder(folder);
      report({ kind: "segment-deleted", file });
      this.#sealed = this.#sealed.slice(1);
    }
  }
}
