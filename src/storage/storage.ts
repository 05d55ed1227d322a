import { type Either, isLeft, mapLeft } from "fp-ts/lib/Either.js";
import type { LogSize } from "../../wal/index.ts";
import type { ClusterReport } from "./etcd/cluster-health.ts";
import type { ImageStore } from "../images/image-store.ts";
import type { LogOpener, PlanStatusListener } from "../plan/plan-holder.ts";
import type { SessionsDocument } from "../auth/session-store.ts";
import type { BansDocument } from "../auth/bans.ts";
import type { LastUsesDocument } from "../auth/last-uses.ts";
import type { PastLoginsDocument } from "../auth/past-logins.ts";
import type { UsersDocument } from "../auth/user-directory.ts";
import type { Admit, Login } from "../auth/authenticator.ts";

/** What is shared with other nodes, which change it as well. */
export interface SharedStorage {
  /**
   * Asked before somebody is let in. Resolves when this node has what was saved anywhere before, so that nobody is shown
   * an older plan than they have seen at another node. The left says why nobody can be let in now.
   */
  readonly admit: () => Promise<Either<string, void>>;
  /** Calls back when others may go on, and this node does not hear of it: whoever is connected is to be sent away. */
  readonly whenCutOff: (listener: () => void) => void;
  /** How the others are doing. */
  readonly report: () => Promise<ClusterReport>;
}

/** Where everything of a home is kept that outlasts the process. */
export interface Storage {
  /** Its name, for the log. */
  readonly place: Readonly<Record<string, string>>;
  readonly users: UsersDocument;
  readonly bans: BansDocument;
  readonly pastLogins: PastLoginsDocument;
  readonly lastUses: LastUsesDocument;
  readonly sessions: SessionsDocument;
  readonly images: ImageStore;
  readonly openLog: (trouble: PlanStatusListener) => LogOpener;
  /** How large the log is; undefined where it is not on this machine's disk. Rejects with the system's error. */
  readonly logSize: (() => Promise<LogSize>) | undefined;
  /** Undefined where this process has all to itself. */
  readonly shared: SharedStorage | undefined;
  /** Lets go of it. */
  readonly close: () => Promise<void>;
}

/** The left says why it cannot be used. */
export type OpenedStorage = Either<string, Storage>;

/** Strangers hear it: keys and addresses of the cluster, which stand in the reason, are for the log. */
const message = "this node cannot know now what the others have changed: try another one, or again";

/** Has this process learn what others have changed: users, and the plan that will be shown. Undefined where there are no others. */
export const admissionOf = ({ shared }: Pick<Storage, "shared">): Admit | undefined =>
  shared &&
  (async () =>
    mapLeft((problem: string) => ({ kind: "unavailable", message, problem }) as const)(
      await shared.admit(),
    ));

/** The same login, before which that is learnt. */
export const admittedLogin = (admit: Admit | undefined, login: Login): Login =>
  admit === undefined
    ? login
    : async (token, address) => {
        const admitted = await admit();
        return isLeft(admitted) ? admitted : login(token, address);
      };
