import type { Either } from "fp-ts/lib/Either.js";
import type { Lock } from "../../wal/index.ts";
import type { BansDocument } from "../auth/bans.ts";
import type { LastUsesDocument } from "../auth/last-uses.ts";
import type { UsersDocument } from "../auth/user-directory.ts";
import type { Author } from "../plan/plan-codecs.ts";
import type { PlanState } from "../plan/state.ts";

/** An image among those that are kept. */
export interface KeptImage {
  /** Its name in a backup: `www/<domain>/<file>`. */
  readonly name: string;
  /** The same for two names of one image, another for two images. */
  readonly identity: string;
  /** How long it is. */
  readonly bytes: number;
  /** Its content; undefined where it is gone by now. */
  readonly read: () => Promise<Either<string, Buffer | undefined>>;
}

/** What is kept of a home, as a backup takes it. */
export interface Snapshot {
  /** The users as JSON; undefined where there is no file of them. */
  readonly users: Buffer | undefined;
  readonly state: PlanState;
  /** The domains whose images may be among those below. */
  readonly domains: readonly string[];
  /** The images, as they are when they are asked for. */
  readonly images: Iterable<KeptImage> | AsyncIterable<KeptImage>;
}

/** A revision that is kept, and where it lies: in a file, or under a key of the cluster. */
export interface KeptRevision {
  readonly place: { readonly segment: string; readonly offset: number } | { readonly key: string };
  readonly rev: number;
  readonly saved_at: string;
  /** How long it is there. */
  readonly bytes: number;
  readonly by: Author | undefined;
}

/** What was found where every byte of what is kept was read. */
export interface Inspection {
  /** The revisions, oldest first; of those in front of what is wrong, where something is. */
  readonly revisions: readonly KeptRevision[];
  /** What else is to be told, in sentences, though nothing that is needed is concerned. */
  readonly notes: readonly string[];
  /** What was read, in a sentence; the left is what is wrong, and where. */
  readonly result: Either<string, string>;
}

/** Where all that a home consists of is kept: a data folder, or a cluster. For what works beside the service, also while that runs. */
export interface Home {
  readonly users: UsersDocument;
  readonly bans: BansDocument;
  readonly lastUses: LastUsesDocument;
  /** The plans. The left says why they cannot be read, or that there are none. */
  readonly readState: () => Promise<Either<string, PlanState>>;
  /** All of it for a backup; rejects with the system's error. The left says why nobody may use it. */
  readonly snapshot: () => Promise<Either<string, Snapshot>>;
  /** Reads every byte, and changes nothing. */
  readonly inspect: () => Promise<Inspection>;
  /** Keeps everybody else from making a backup by itself; undefined where somebody does. The left says why that cannot be; rejects with the system's error. */
  readonly lockBackups: () => Promise<Either<string, Lock | undefined>>;
  /** What tells this home from every other one: 32 hexadecimal digits. Asked for under that lock; refused as that is. */
  readonly id: () => Promise<Either<string, string>>;
  readonly close: () => void;
}
