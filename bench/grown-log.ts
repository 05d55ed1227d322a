import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { createUser, usersFile } from "../src/auth/user-directory.ts";
import { logFolder } from "../src/storage/folder/data-folder.ts";
import { encodeRevision } from "../src/plan/stored-plan.ts";
import { nodeFileSystem, openLog } from "../wal/index.ts";
import { planText } from "./plans.ts";

const MiB = 1024 * 1024;
const nothing = (): void => undefined;

const done = async <E extends { readonly reason: string }>(
  task: TE.TaskEither<E, void>,
): Promise<void> => {
  const result = await task();
  if (isLeft(result)) throw new Error(result.left.reason);
};

/**
 * Makes the log of a home that saved 92 kB over and over: a snapshot of 21
 * plans, then `bytes` of records. Resolves with the revisions in it.
 */
export const growLog = async (data: string, bytes: number): Promise<number> => {
  // A service refuses a log without the users who saved it.
  const user = await createUser(usersFile(data), "bench", { admin: true, control: false });
  if (isLeft(user)) throw new Error(user.left);
  const folder = logFolder(data);
  const limits = { segmentBytes: 16 * MiB, snapshotBytes: 1024 * MiB };
  const visitor = { onSnapshot: nothing, onRecord: nothing, onCovered: nothing };
  const options = { fs: nodeFileSystem, folder, limits, report: nothing };
  const opened = await openLog(options, visitor)();
  if (isLeft(opened)) throw new Error(opened.left.message);
  const log = opened.right;
  const plan = planText("house");
  const entry = (rev: number) =>
    encodeRevision({
      rev,
      saved_at: new Date().toISOString().replace("Z", "+00:00"),
      rooms: 20,
      items: 540,
      json: [Buffer.from(`{"rev":${rev},${plan.slice(1)}`)],
    });
  const batch = (first: number) => Array.from({ length: 21 }, (_, at) => entry(first + at));
  let rev = 21;
  const history = batch(1);
  await done(log.append(history));
  await done(log.startSnapshot(history));
  while (rev * plan.length < bytes + 21 * plan.length) {
    await done(log.append(batch(rev + 1)));
    rev += 21;
  }
  await log.close();
  return rev;
};
