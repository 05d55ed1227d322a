import assert from "node:assert/strict";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type FileSystem, nodeFileSystem, readSoundLog } from "../../../wal/index.ts";
import type { PlanLog } from "../../../src/plan/plan-log.ts";
import {
  decide,
  evolve,
  type PlanState,
  revisionOf,
  storedPlans,
} from "../../../src/plan/state.ts";
import { decodeSummary } from "../../../src/plan/stored-plan.ts";
import { chainLimits, openEmbeddedLog } from "../../../src/storage/folder/embedded-log.ts";
import { readPatchText } from "../../plan/changes/read-patch-text.ts";
import { readDraft, textOfPlan } from "../../plan/drafts.ts";
import type { Random } from "../../support/random.ts";

/** Sizes with which nothing is rotated and no snapshot made. */
export const oneSegment = { segmentBytes: 1024 * 1024, snapshotBytes: 2 ** 30 };

/** Where and how a log is opened. */
export interface Opening {
  readonly folder: string;
  readonly fs?: FileSystem;
  readonly limits?: typeof oneSegment;
  readonly chainRecords?: number;
}

const openingOf = ({ folder, fs = nodeFileSystem, limits = oneSegment, chainRecords }: Opening) =>
  openEmbeddedLog(
    { fs, folder, limits, report: () => undefined },
    { commitDelayMs: 0, chainRecords: chainRecords ?? chainLimits.chainRecords },
  );

/** What a log holds, as texts; left to the caller: why it is refused. */
export const textsIn = async (
  opening: Opening,
): Promise<ReadonlyMap<number, string> | { readonly refused: string }> => {
  const opened = await openingOf(opening);
  if (isLeft(opened)) return { refused: opened.left };
  const { log, state } = opened.right;
  await log.close();
  return new Map(storedPlans(state).map((plan) => [plan.rev, textOfPlan(plan)]));
};

/** A log that is saved and changed by texts, and knows what it must hold. */
export class ChangedLog {
  /** The text of each revision that is stored. */
  readonly texts = new Map<number, string>();
  /** The texts of revisions that were appended, whether or not that failed, with the revision in them. */
  readonly attempted = new Set<string>();
  readonly #log: PlanLog;
  #state: PlanState;

  private constructor(log: PlanLog, state: PlanState) {
    this.#log = log;
    this.#state = state;
    for (const plan of storedPlans(state)) this.texts.set(plan.rev, textOfPlan(plan));
  }

  static async open(opening: Opening): Promise<ChangedLog> {
    const opened = await openingOf(opening);
    if (isLeft(opened)) assert.fail(opened.left);
    return new ChangedLog(opened.right.log, opened.right.state);
  }

  get rev(): number {
    return revisionOf(this.#state);
  }

  save(plan: string): Promise<boolean> {
    return this.#append([readDraft(plan)]);
  }

  /** Makes changes, each a revision of its own, in one batch. False if nothing of it is stored. */
  change(...patches: readonly string[]): Promise<boolean> {
    return this.#append(patches.map(readPatchText));
  }

  async #append(contents: readonly Parameters<typeof decide>[1]["content"][]): Promise<boolean> {
    let state = this.#state;
    const plans = contents.map((content) => {
      const decided = decide(state, { content, guard: undefined }, new Date());
      assert(isRight(decided), JSON.stringify(decided));
      state = evolve(state, decided.right);
      return decided.right;
    });
    for (const plan of plans) this.attempted.add(textOfPlan(plan));
    const appended = await this.#log.append(plans, () => 0);
    if (appended.kind !== "durable") return false;
    this.#state = state;
    for (const plan of plans) this.texts.set(plan.rev, textOfPlan(plan));
    await this.#log.compact(state);
    return true;
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

const edits = [
  (at: number, rev: number) => `{"op":"add","path":"/devices/${at}","value":{"x":${rev}.50}}`,
  (_at: number, rev: number) => `{"op":"replace","path":"/rooms/0/id","value":"r${rev}"}`,
  (at: number) => `{"op":"move","from":"/devices/${at}","path":"/devices/0"}`,
  (at: number) => `{"op":"remove","path":"/devices/${at}"}`,
  (at: number) => `{"op":"copy","from":"/devices/${at}","path":"/devices/-"}`,
] as const;

/** A change of a few elements. */
export const randomChange = (random: Random, rev: number): string =>
  `[${random.pick(edits)(random.below(60), rev)}]`;

/** A plan of some 6 kB, which is long enough that its changes are stored as such. */
export const longPlan = (more = ""): string => {
  const devices = Array.from(
    { length: 100 },
    (_, at) => `{"id":"d${at}","x":1.0,"name":"the device with the number ${at}"}`,
  );
  return `{"rooms":[{"id":"r"}],"devices":[${devices.join()}]${more}}`;
};

/** Where the record of a revision lies, and whether it holds changes. */
export interface RecordPlace {
  readonly rev: number;
  readonly file: string;
  readonly offset: number;
  readonly payload: Buffer;
  readonly isChange: boolean;
}

/** The records of a log, oldest first. */
export const recordsIn = async (
  folder: string,
  fs: FileSystem = nodeFileSystem,
): Promise<readonly RecordPlace[]> => {
  const places: RecordPlace[] = [];
  const note = (payload: Buffer, file: string, offset: number): void => {
    const head = decodeSummary(payload);
    assert(isRight(head), "not a record of a revision");
    const { summary, base } = head.right;
    const isChange = base !== undefined;
    places.push({ rev: summary.rev, file, offset, payload: Buffer.from(payload), isChange });
  };
  const visitor = { onSnapshot: () => undefined, onRecord: note, onCovered: note };
  assert(isRight(await readSoundLog(fs, folder, visitor)));
  return places;
};
