import type { Either } from "fp-ts/lib/Either.js";
import type { Lock } from "../../wal/index.ts";
import type { BansDocument } from "../auth/bans.ts";
import type { LastUsesDocument } from "../auth/last-uses.ts";
import type { UsersDocument } from "../auth/user-directory.ts";
import type { Author } from "../plan/plan-codecs.ts";
import type { PlanState } from "../plan/state.ts";

/** A stored image. */
export interface StoredImage {
  /** Its name in a backup: `www/<domain>/<file>`. */
  readonly name: string;
  /** Equal for two names of one image. */
  readonly identity: string;
  readonly bytes: number;
  /** Its content; undefined if it has been removed since. */
  readonly read: () => Promise<Either<string, Buffer | undefined>>;
}

/** A home's content, for a backup. */
export interface Snapshot {
  /** The users as JSON; undefined if there is no such file. */
  readonly users: Buffer | undefined;
  readonly state: PlanState;
  /** The domains that the images below may belong to. */
  readonly domains: readonly string[];
  /** Read lazily, as they are at that moment. */
  readonly images: Iterable<StoredImage> | AsyncIterable<StoredImage>;
}

/** A stored revision, and where it is: in a file, or under a key of the cluster. */
export interface LocatedRevision {
  readonly place: { readonly segment: string; readonly offset: number } | { readonly key: string };
  readonly rev: number;
  readonly saved_at: string;
  readonly bytes: number;
  readonly by: Author | undefined;
}

/** The result of reading every stored byte. */
export interface Inspection {
  /** Oldest first; only those before the fault, if there is one. */
  readonly revisions: readonly LocatedRevision[];
  /** Other findings, as sentences, that do not affect the result. */
  readonly notes: readonly string[];
  /** A sentence on what was read. Left: what is wrong, and where. */
  readonly result: Either<string, string>;
}

/** Where a home is stored: a data folder or a cluster. For commands, which work beside the running service. */
export interface Home {
  readonly users: UsersDocument;
  readonly bans: BansDocument;
  readonly lastUses: LastUsesDocument;
  /** Left: why the plans cannot be read, or that there are none. */
  readonly readState: () => Promise<Either<string, PlanState>>;
  /** Everything for a backup; rejects with the system's error. Left: why the home may not be used. */
  readonly snapshot: () => Promise<Either<string, Snapshot>>;
  /** Reads every byte, and changes nothing. */
  readonly inspect: () => Promise<Inspection>;
  /**
   * Keeps others from making a scheduled backup; undefined if somebody holds that lock already. Left: why it cannot be
   * taken; rejects with the system's error.
   */
  readonly lockBackups: () => Promise<Either<string, Lock | undefined>>;
  /** Identifies this home: 32 hexadecimal digits. Call it under that lock; fails as `lockBackups` does. */
  readonly id: () => Promise<Either<string, string>>;
  readonly close: () => void;
}
