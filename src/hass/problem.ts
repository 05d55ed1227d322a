/** Why Home Assistant cannot be used, or not by somebody: which case it is, and a sentence for people. */
export interface HassProblem {
  readonly kind:
    | "unreachable"
    /** Its TLS certificate is not one that this machine trusts. */
    | "certificate"
    /** A token is not, or no longer, one of its active users. */
    | "invalid-auth"
    /** What answers is no Home Assistant. */
    | "nonsense"
    | "too-old"
    | "slow";
  /** Never has a token in it. */
  readonly message: string;
}

export const problem = (kind: HassProblem["kind"], message: string): HassProblem => ({
  kind,
  message,
});
