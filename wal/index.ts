/**
 * The write-ahead log: texts in, the same bytes back after a crash. Payloads and snapshot entries are texts without
 * zero bytes; others are refused before anything is written.
 */
export {
  type FileHandle,
  type FileSystem,
  type FolderHandle,
  nodeFileSystem,
} from "./file-system.ts";
export { type Lock, type LockHeld, lockFile, type Locking, readHolder, takeLock } from "./lock.ts";
export { type Log, type LogFailed, openLog } from "./log.ts";
export { logIdsOf, type LogSize, logSize } from "./log-files.ts";
export type { LogEvent, LogLimits, LogRefused, OpenLog, RefusalKind } from "./log-options.ts";
export {
  giveToOwner,
  hasCode,
  hasNoLinks,
  ifThere,
  isFull,
  isOutOfDescriptors,
  messageOf,
} from "./system-calls.ts";
export { type DamagedLog, readDamagedLog } from "./read-damaged.ts";
export { type LogVisitor, type OnLogRecord, readSoundLog, type SoundLog } from "./read-sound.ts";
export { type FoundRecord, type Payload, payloadLength } from "./record.ts";
export { checkSnapshot, readSnapshot } from "./snapshot.ts";
export { readFile, removeIfThere, replaceFile, writeWhole } from "./file-system.ts";
