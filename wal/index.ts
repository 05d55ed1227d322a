/** The write-ahead log: bytes in, the same bytes back after a crash. */
export {
  type FileHandle,
  type FileSystem,
  type FolderHandle,
  nodeFileSystem,
} from "./file-system.ts";
export { type Lock, type LockHeld, readHolder, takeLock } from "./lock.ts";
export { type Log, type LogFailed, type LogLimits, openLog, type OpenLog } from "./log.ts";
export type { LogEvent } from "./log-event.ts";
export { logIdsOf } from "./log-ids.ts";
export { type FoundRecord, type Payload, payloadLength } from "./record.ts";
export { type LogRefused, messageOf, type RefusalKind } from "./refusal.ts";
export { salvageLog, type Salvaged, type SalvageVisitor } from "./salvage.ts";
export { checkSnapshot, readSnapshot } from "./read-snapshot.ts";
export { type OnLogRecord, type Survey, surveyLog, type Visitor } from "./survey.ts";
export { readFile, removeIfThere, replaceFile, writeWhole } from "./whole-io.ts";
