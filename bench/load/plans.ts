import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { demoPlan, type DemoSize, demoSizes } from "../../test/samples/index.ts";
import { createUser, usersFile } from "../../src/auth/user-directory.ts";
import { logFolder } from "../../src/storage/folder/data-folder.ts";
import { encodeRevision, StoredPlan } from "../../src/plan/stored-plan.ts";
import { nodeFileSystem, openLog } from "../../wal/index.ts";

/** The sizes of the measured plans. */
export const planSizes = demoSizes;

/** A sample plan as JSON text. */
export const planText = (size: DemoSize): string => JSON.stringify(demoPlan(size));

/** The name of a plan's size in the report. */
export const sizeName: Readonly<Record<DemoSize, string>> = {
  flat: "6 kB",
  house: "92 kB",
  office: "920 kB",
};

const takeAround = (values: readonly unknown[], many: number): readonly unknown[] =>
  Array.from({ length: many }, (_, position) => values[position % values.length]);

/** The large sample plan with about `share` of its bytes, its items repeated where that is more than 1, as JSON text. */
export const shareOfOffice = (share: number): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(demoPlan("office")).map(([field, value]: [string, unknown]) => [
        field,
        Array.isArray(value) ? takeAround(value, Math.ceil(value.length * share)) : value,
      ]),
    ),
  );

const officeBytes = Buffer.byteLength(shareOfOffice(1));

/** A realistic plan as JSON text of a little less than `bytes`. */
export const manyItems = (bytes: number): string => {
  for (let share = bytes / officeBytes; ; share *= 0.9995) {
    const text = shareOfOffice(share);
    if (Buffer.byteLength(text) <= bytes) return text;
  }
};

/** A plan of as many empty rooms as `bytes` of JSON text hold: no plan has more objects. */
export const emptyRooms = (bytes: number): string => {
  const [head, tail] = ['{"rooms":[', "]}"];
  const rooms = Math.floor((bytes - head.length - tail.length + 1) / 3);
  return `${head}${"{},".repeat(rooms - 1)}{}${tail}`;
};

const MiB = 1024 * 1024;
const nothing = (): void => undefined;

const done = async <E extends { readonly reason: string }>(
  task: TE.TaskEither<E, void>,
): Promise<void> => {
  const result = await task();
  if (isLeft(result)) throw new Error(result.left.reason);
};

/** Writes the log of a home that has often saved 92 kB: a snapshot of 21 plans, then `bytes` of records. Resolves with the number of revisions. */
export const growLog = async (data: string, bytes: number): Promise<number> => {
  // A service refuses a log without users.
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
    encodeRevision(
      StoredPlan.read(
        { rev, saved_at: new Date().toISOString().replace("Z", "+00:00"), rooms: 20, items: 540 },
        undefined,
        [Buffer.from(`{"rev":${rev},${plan.slice(1)}`)],
      ),
    );
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
