import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { nodeFileSystem, openLog, readSoundLog } from "../../wal/index.ts";
import type { Author } from "../../src/plan/plan-codecs.ts";
import { emptyState, evolve, storedPlans } from "../../src/plan/state.ts";
import { decodeSummary, encodeRevision, StoredPlan } from "../../src/plan/stored-plan.ts";
import { historyRevs, revOf } from "../service/revisions.ts";
import { type DataFolder, dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";

const nothing = (): undefined => undefined;

const planOf = (rev: number, by?: Author): StoredPlan =>
  StoredPlan.read({ rev, saved_at: "2024-05-06T07:08:09.123+00:00", rooms: 1, items: 0 }, by, [
    Buffer.from(JSON.stringify({ rev, ...numberedPlan(rev) })),
  ]);

/** Sizes with which nothing is rotated and no snapshot made. */
export const oneSegment = { segmentBytes: 65_536, snapshotBytes: 2 ** 30 };

/** Sizes with which a few revisions fill a segment. */
export const smallSegments = { segmentBytes: 1024, snapshotBytes: 2 ** 30 };

/** Writes a log of so many revisions, each a batch of its own, by whom `by` names. */
export const makeLog = async (
  data: string,
  count: number,
  limits = oneSegment,
  by: (rev: number) => Author | undefined = nothing,
): Promise<void> => {
  const folder = join(data, "log");
  const options = { fs: nodeFileSystem, folder, limits, report: nothing };
  const visitor = { onSnapshot: nothing, onRecord: nothing, onCovered: nothing };
  const opened = await openLog(options, visitor)();
  assert(isRight(opened));
  let state = emptyState;
  for (let rev = 1; rev <= count; rev += 1) {
    const plan = planOf(rev, by(rev));
    state = evolve(state, plan);
    assert(isRight(await opened.right.append([encodeRevision(plan)])()));
    if (opened.right.isSnapshotDue())
      assert(isRight(await opened.right.startSnapshot(storedPlans(state).map(encodeRevision))()));
  }
  await opened.right.close();
};

/** A data folder with such a log in it. */
export const withLog = async (
  t: TestContext,
  count: number,
  limits = oneSegment,
): Promise<DataFolder> => {
  const folder = await dataFolder(t);
  await makeLog(folder.data, count, limits);
  return folder;
};

/** Where the record of a revision lies. */
export interface Place {
  readonly rev: number;
  readonly path: string;
  readonly offset: number;
}

/** Where each revision lies, oldest first, also those that a snapshot stands for. */
export const placesOf = async (data: string): Promise<readonly Place[]> => {
  const places: Place[] = [];
  const note = (payload: Buffer, file: string, offset: number): void => {
    const decoded = decodeSummary(payload);
    assert(isRight(decoded));
    places.push({ rev: decoded.right.summary.rev, path: join(data, "log", file), offset });
  };
  const visitor = { onSnapshot: nothing, onRecord: note, onCovered: note };
  assert(isRight(await readSoundLog(nodeFileSystem, join(data, "log"), visitor)));
  return places;
};

/** Turns one bit of a file. */
export const flipBit = async (path: string, at: number): Promise<void> => {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
};

/** Damages the record of one revision in its payload. */
export const damageRevision = async (data: string, rev: number): Promise<void> => {
  const place = (await placesOf(data)).find((one) => one.rev === rev);
  assert(place !== undefined);
  await flipBit(place.path, place.offset + 60);
};

/** Leaves of one revision's record what a write leaves that broke off in its payload. */
export const tearRevision = async (data: string, rev: number): Promise<void> => {
  const place = (await placesOf(data)).find((one) => one.rev === rev);
  assert(place !== undefined);
  const bytes = await readFile(place.path);
  await writeFile(place.path, bytes.fill(0, place.offset + 60));
};

/** All revisions that a service on the folder has, newest first; each has its own plan. */
export const servedRevs = async (t: TestContext, folder: DataFolder): Promise<number[]> => {
  const service = await startTestService(t, { again: folder });
  const peer = await Peer.login(t, service.port, service.admin);
  const plan = await peer.result("floorplan/plan/get");
  const current = revOf(plan);
  if (current > 0) assert.deepEqual(plan, { rev: current, ...numberedPlan(current) });
  const earlier = await historyRevs(peer);
  for (const rev of earlier)
    assert.deepEqual(await peer.result("floorplan/history/get", { rev }), {
      rev,
      ...numberedPlan(rev),
    });
  await service.stop();
  return [current, ...earlier];
};
