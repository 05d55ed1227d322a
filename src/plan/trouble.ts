/** Hears whether plans can be saved, after they could be loaded. */
export interface LogStatusListener {
  /** They cannot be, for a reason that passes; it is for a person. */
  readonly away: (reason: string) => void;
  /** They can be again. */
  readonly back: () => void;
  /** They cannot be until a restart, and nothing that others save is heard of any more. */
  readonly failed: (reason: string) => void;
}
