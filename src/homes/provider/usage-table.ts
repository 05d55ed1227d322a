import { setImmediate as nextTurn } from "node:timers/promises";
import { coalescing } from "../../server/runtime/coalescing.ts";
import type { HomeDirectory } from "../directory/home-directory.ts";
import type { HomeUsage, Homes } from "../homes.ts";

/** A home and what it uses. */
export interface UsageRow {
  readonly id: string;
  readonly usage: HomeUsage;
}

/** All homes together. */
export interface UsageTotals {
  readonly homes: number;
  readonly awake: number;
  /** Homes that cannot be opened, or whose plan cannot be saved. */
  readonly problems: number;
  readonly planBytes: number;
  readonly imageBytes: number;
  readonly connections: number;
  readonly saves: number;
  readonly uploads: number;
}

interface Kept {
  readonly usage: HomeUsage;
  /** Milliseconds of a monotonic clock. */
  readonly readAt: number;
  readonly wasAsleep: boolean;
}

/** How long what a sleeping home used is taken from memory, in milliseconds: its file changes only when it was awake. */
export const usageKeptMs = 60_000;

/** Homes that are read before others have a turn: each may be a small file, or be known. */
const readAtOnce = 20;
const knownAtOnce = 1000;

const bytesOf = ({ planBytes, imageBytes }: HomeUsage): number => planBytes + imageBytes;

/**
 * What all homes use, which is asked for again and again: an awake home tells at once, and a sleeping one is read once a
 * minute at most, unless it was awake meanwhile.
 */
export class UsageTable {
  readonly #homes: Homes;
  readonly #directory: Pick<HomeDirectory, "ids" | "has">;
  readonly #kept = new Map<string, Kept>();
  readonly #readAll: () => Promise<readonly UsageRow[]>;

  constructor(homes: Homes, directory: Pick<HomeDirectory, "ids" | "has">) {
    this.#homes = homes;
    this.#directory = directory;
    this.#readAll = coalescing(() => this.#read());
  }

  /** All homes, sorted by id. */
  rows(): Promise<readonly UsageRow[]> {
    return this.#readAll();
  }

  /** Takes nothing from memory of a home that may be another one by now. */
  forget(id: string): void {
    this.#kept.delete(id);
  }

  totalsOf(rows: readonly UsageRow[]): UsageTotals {
    const sum = (what: Exclude<keyof HomeUsage, "usedAt">): number =>
      rows.reduce((all, { usage }) => all + usage[what], 0);
    return {
      homes: rows.length,
      awake: rows.filter(({ id }) => this.#homes.state(id) === "awake").length,
      problems: [...this.#homes.problems().keys()].filter((id) => this.#directory.has(id)).length,
      planBytes: sum("planBytes"),
      imageBytes: sum("imageBytes"),
      connections: sum("connections"),
      saves: sum("saves"),
      uploads: sum("uploads"),
    };
  }

  /** The `count` homes with the most bytes of plan and images, the largest first. */
  top(rows: readonly UsageRow[], count: number): readonly UsageRow[] {
    return rows.toSorted((a, b) => bytesOf(b.usage) - bytesOf(a.usage)).slice(0, count);
  }

  async #read(): Promise<readonly UsageRow[]> {
    const rows: UsageRow[] = [];
    let read = 0;
    for (const id of this.#directory.ids()) {
      const kept = this.#fresh(id);
      const usage = kept ?? (await this.#readOne(id));
      rows.push({ id, usage });
      if (kept === undefined) read += 1;
      const isMuch = kept === undefined ? read % readAtOnce === 0 : rows.length % knownAtOnce === 0;
      if (isMuch) await nextTurn();
    }
    for (const id of this.#kept.keys()) if (!this.#directory.has(id)) this.#kept.delete(id);
    return rows;
  }

  #fresh(id: string): HomeUsage | undefined {
    const kept = this.#kept.get(id);
    const isFresh =
      kept?.wasAsleep === true &&
      this.#homes.state(id) === "asleep" &&
      performance.now() - kept.readAt < usageKeptMs;
    return isFresh ? kept.usage : undefined;
  }

  async #readOne(id: string): Promise<HomeUsage> {
    const wasAsleep = this.#homes.state(id) === "asleep";
    const usage = await this.#homes.usage(id);
    this.#kept.set(id, { usage, readAt: performance.now(), wasAsleep });
    return usage;
  }
}
