import type { Either } from "fp-ts/lib/Either.js";
import type { SessionsDocument } from "../hass/sessions-file.ts";
import type { BansDocument } from "../host/users/ban-list.ts";
import type { UsersDocument } from "../host/users/user-directory.ts";
import type { LogOpener } from "../plan/open-plan.ts";

/** Hears whether plans can be saved, after they could be loaded. */
export interface Trouble {
  /** They cannot be, for a reason that passes. */
  readonly away: (reason: string) => void;
  /** They can be again. */
  readonly back: () => void;
}

/** Where everything of a home is kept that outlasts the process. */
export interface Storage {
  /** Its name, for the log. */
  readonly place: Readonly<Record<string, string>>;
  readonly users: UsersDocument;
  readonly bans: BansDocument;
  readonly sessions: SessionsDocument;
  readonly openLog: (trouble: Trouble) => LogOpener;
  /** Lets go of it. */
  readonly close: () => Promise<void>;
}

/** The left says why it cannot be used. */
export type OpenedStorage = Either<string, Storage>;
