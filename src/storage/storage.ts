import { type Either, isLeft, mapLeft } from "fp-ts/lib/Either.js";
import type { LogSize } from "../../wal/index.ts";
import type { ClusterReport } from "./etcd/cluster-health.ts";
import type { ImageStore } from "../images/image-store.ts";
import type { LogOpener } from "../plan/plan-log.ts";
import type { SessionsDocument } from "../auth/session-store.ts";
import type { BansDocument } from "../auth/bans.ts";
import type { LastUsesDocument } from "../auth/last-uses.ts";
import type { PastLoginsDocument } from "../auth/past-logins.ts";
import type { RegistryIdsDocument } from "./registry-ids.ts";
import type { UsersDocument } from "../auth/user-directory.ts";
import type { Admit, Login } from "../auth/authenticator.ts";

/** Storage shared with other nodes, which change it too. */
export interface SharedStorage {
  /**
   * Called before a user is admitted. Resolves when this node has everything saved anywhere before, so that no user
   * sees an older plan than at another node. Left: why nobody can be admitted now.
   */
  readonly admit: () => Promise<Either<string, void>>;
  /** Calls back when this node is cut off while others may continue, to disconnect everybody. */
  readonly whenCutOff: (listener: () => void) => void;
  /**
   * Tells whether this node is the one of all that does what only one may do, now or later and whenever that changes; it is
   * told to stop some seconds before another begins. The returned function lets another be the one.
   */
  readonly lead: (listener: (leads: boolean) => void) => () => Promise<void>;
  /** The others' state. */
  readonly report: () => Promise<ClusterReport>;
}

/** Where a home is stored. */
export interface Storage {
  /** For the log. */
  readonly place: Readonly<Record<string, string>>;
  readonly users: UsersDocument;
  readonly bans: BansDocument;
  readonly pastLogins: PastLoginsDocument;
  readonly lastUses: LastUsesDocument;
  readonly sessions: SessionsDocument;
  readonly registryIds: RegistryIdsDocument;
  readonly images: ImageStore;
  readonly openLog: LogOpener;
  /** The id of the home, created if there is none. Left: why it cannot be read. Rejects with the system's error. */
  readonly homeId: () => Promise<Either<string, string>>;
  /** The size of a log on this machine's disk; undefined for others. Rejects with the system's error. */
  readonly logSize: (() => Promise<LogSize>) | undefined;
  /** The name under which a cluster stores it, if it is one of many. */
  readonly store?: string;
  /** Undefined if this process does not share it. */
  readonly shared: SharedStorage | undefined;
  readonly close: () => Promise<void>;
}

/** Left: why it cannot be used. */
export type OpenedStorage = Either<string, Storage>;

/** For unauthenticated peers: the reason, which goes to the log, contains keys and addresses of the cluster. */
const message = "this node cannot know now what the others have changed: try another one, or again";

/** Waits until this node knows what other nodes have changed: users, and the plan. Undefined if there are no others. */
export const admissionOf = ({ shared }: Pick<Storage, "shared">): Admit | undefined =>
  shared &&
  (async () =>
    mapLeft((problem: string) => ({ kind: "unavailable", message, problem }) as const)(
      await shared.admit(),
    ));

/** Wraps a login to wait for that first. */
export const admittedLogin = (admit: Admit | undefined, login: Login): Login =>
  admit === undefined
    ? login
    : async (token, address) => {
        const admitted = await admit();
        return isLeft(admitted) ? admitted : login(token, address);
      };
