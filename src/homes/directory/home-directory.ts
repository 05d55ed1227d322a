import type { Either } from "fp-ts/lib/Either.js";
import type { HomeRecord } from "./home-record.ts";

/** Why the directory did not do something: a kind for programs, a sentence for people. */
export interface DirectoryProblem {
  readonly kind: "exists" | "not_found" | "failed";
  readonly message: string;
}

/** A deleted home, until it is purged. */
export interface DeletedHome {
  readonly id: string;
  /** ISO 8601. */
  readonly deletedAt: string;
}

/** The homes of a process, or of the nodes of a cluster, asleep or awake. Ids have been checked before. */
export interface HomeDirectory {
  /** Whether there is such a home, as far as this process knows; never waits. */
  readonly has: (id: string) => boolean;
  /** Sorted. */
  readonly ids: () => readonly string[];
  /**
   * What distinguishes where a home is stored from where every other home is, also those that had or get its id;
   * undefined if that is nowhere.
   */
  readonly identity: (id: string) => string | undefined;
  /** Left: why it cannot be read, which concerns this home alone. */
  readonly record: (id: string) => Promise<Either<DirectoryProblem, HomeRecord>>;
  /** Creates an empty home, which has no token yet. */
  readonly create: (id: string, record: HomeRecord) => Promise<Either<DirectoryProblem, void>>;
  /** Replaces the record by what `change` makes of it; the right is the new one. */
  readonly change: (
    id: string,
    change: (record: HomeRecord) => HomeRecord,
  ) => Promise<Either<DirectoryProblem, HomeRecord>>;
  /** Puts a home aside, which must be asleep, until it is restored or purged. */
  readonly remove: (id: string, now: Date) => Promise<Either<DirectoryProblem, void>>;
  /** Newest first. */
  readonly deleted: () => Promise<readonly DeletedHome[]>;
  /** Puts the newest deleted home of that id back. */
  readonly restore: (id: string) => Promise<Either<DirectoryProblem, void>>;
  /** Removes for good what was deleted before a moment; the right is the ids. */
  readonly purge: (before: Date) => Promise<Either<DirectoryProblem, readonly string[]>>;
  /** Calls back when a home was created, changed or removed, by this process or another. */
  readonly watch: (onChange: (id: string) => void) => () => void;
}
