import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { type FileSystem, ifThere, nodeFileSystem } from "../../../wal/index.ts";
import { nodeImageDisk } from "../../../src/images/image-store.ts";
import type { PlanActor } from "../../../src/plan/actor.ts";
import { loadPlan, PlanHolder } from "../../../src/plan/plan-holder.ts";
import { noTimings } from "../../../src/plan/plan-log.ts";
import { type PlanState, storedPlans } from "../../../src/plan/state.ts";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import { openHomeStorage } from "../../../src/storage/folder/folder-storage.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { readPatchText } from "../../plan/changes/read-patch-text.ts";
import { readDraft, textOfPlan } from "../../plan/drafts.ts";
import { testConfig } from "../../support/config.ts";
import { boundary } from "../../support/failing-boundary.ts";

const silent = pino({ level: "silent" });

/** One of many homes, open, with its plan. */
export interface OpenHome {
  readonly storage: Storage;
  readonly actor: PlanActor;
  readonly state: () => Promise<PlanState>;
  /** Saves a whole plan; resolves with its revision. */
  readonly save: (plan: string) => Promise<number>;
  /** Changes the plan by a JSON Patch; resolves with the revision. */
  readonly change: (patch: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Opens one of many homes; the left is why it cannot be opened. */
export const openHome = async (
  data: string,
  fs: FileSystem = nodeFileSystem,
  changes: Partial<ServiceConfig> = {},
): Promise<OpenHome> => {
  const config = testConfig({ data, planBytes: 16 * 1024 * 1024, ...changes });
  const disks = { fs, imageDisk: nodeImageDisk, timings: noTimings };
  const opened = await openHomeStorage(config, silent, disks);
  if (isLeft(opened)) assert.fail(opened.left);
  const storage = opened.right;
  const holder = new PlanHolder();
  const context = { limits: config, boundary, recovered: () => {}, log: silent };
  const loaded = await loadPlan(storage.openLog, holder, context);
  if (isLeft(loaded)) assert.fail(loaded.left);
  const { actor, log } = loaded.right;
  const saved = async (content: Parameters<PlanActor["save"]>[0]["content"]): Promise<number> => {
    const answer = await actor.save({ content, guard: undefined })();
    assert(isRight(answer), JSON.stringify(answer));
    return answer.right;
  };
  return {
    storage,
    actor,
    state: async () => {
      const state = await actor.read((read) => read)();
      assert(isRight(state));
      return state.right;
    },
    save: (plan) => saved(readDraft(plan)),
    change: (patch) => saved(readPatchText(patch)),
    close: async () => {
      await actor.idle();
      await log.close();
      await storage.close();
    },
  };
};

/** The text of each plan that a home keeps, by revision. */
export const textsOf = async (home: OpenHome): Promise<ReadonlyMap<number, string>> =>
  new Map(storedPlans(await home.state()).map((plan) => [plan.rev, textOfPlan(plan)]));

/** A change of one element of a sample plan, different for each number. */
export const moved = (number: number): string =>
  `[{"op":"replace","path":"/devices/${number % 50}/x","value":${number + 0.25}}]`;

/** A plan of some 4.5 kB, which is long enough that its changes are stored as such; no two are alike. */
export const manyDevices = (number: number): string => {
  const devices = Array.from({ length: 50 }, (_, at) => ({ id: `device_${at}`, x: at }));
  return JSON.stringify({ rooms: [{ id: "r" }], devices, number, filler: "x".repeat(3000) });
};

/** The length of all files below a folder, in bytes; those that go meanwhile do not count. */
export const bytesIn = async (folder: string): Promise<number> => {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      bytes += (await ifThere(stat(join(entry.parentPath, entry.name))))?.size ?? 0;
  return bytes;
};
