import type { User } from "../../auth/user.ts";

/** What a connection is doing. */
export interface SessionFigures {
  /** Undefined of a stranger. */
  readonly user: User | undefined;
  /** Whether commands that are not known here are passed on. */
  readonly passesOn: boolean;
  readonly subscriptions: number;
  /** Bytes that the kernel has not taken yet. */
  readonly backlogBytes: number;
}
