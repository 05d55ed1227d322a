import { isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Log, LogRefused, LogVisitor } from "../../wal/index.ts";
import { EmbeddedLog } from "../storage/folder/embedded-log.ts";
import type { LogOpener } from "./open-plan.ts";
import { StateReader } from "./read-log.ts";

/** Opens a log on a disk and replays it into the visitor. */
export type DiskLogOpener = (visitor: LogVisitor) => TaskEither<Pick<LogRefused, "message">, Log>;

/** Opens a log on a disk as the plan's. `commitDelayMs`: the longest that a batch waits for more saves, in milliseconds. */
export const openEmbeddedLog =
  (openDiskLog: DiskLogOpener, commitDelayMs: number): LogOpener =>
  async () => {
    const recovery = new StateReader();
    const opened = await openDiskLog(recovery)();
    if (isLeft(opened)) return opened;
    if (recovery.problem !== undefined) {
      await opened.right.close();
      return left({ message: recovery.problem });
    }
    return right({ log: new EmbeddedLog(opened.right, commitDelayMs), state: recovery.state });
  };
