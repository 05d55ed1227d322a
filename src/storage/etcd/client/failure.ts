import { status } from "@grpc/grpc-js";

/** Why one member did not do something. */
export interface Failure {
  /**
   * `away`: nothing was done; it may succeed later. `unknown`: it may have been done. `token`: nothing was done, as
   * etcd wants a new token. `exists`: the lease exists already. `ended`: there is no such lease. `compacted`,
   * `refused`: nothing was done, as in `EtcdProblem`. `no-space`: the quota is reached, and it may have been done all
   * the same.
   */
  readonly kind:
    | "away"
    | "unknown"
    | "token"
    | "exists"
    | "ended"
    | "no-space"
    | "compacted"
    | "refused";
  readonly reason: string;
}

/**
 * What etcd answers before it proposes anything to its log, or when applying has no effect (only of its quota may it
 * say so after an effect). api/v3rpc/rpctypes/error.go has the texts. Sources, the same in 3.5 and 3.6:
 * - api/v3rpc/interceptor.go, before anything else: `no leader`, `not capable`, `not supported for learner`;
 * - processInternalRaftRequestOnce of v3_server.go, before it proposes: `too many requests`, and what is wrong with a
 *   token; authApplierV3 checks the token's age and its user's rights again before it continues;
 * - applierV3Corrupt does nothing; `Grant` and `Revoke` of lease/lessor.go, and the checks of a transaction in
 *   apply.go (3.6: checkTxn of txn/txn.go), look at leases and keys before they change any;
 * - the raft of the asked member drops a proposal before it is sent to a leader (raft.go, with no text of etcd's
 *   own); if a leader drops another member's proposal, that member waits until its timeout.
 * etcd's timeouts, `server stopped` and `leader changed` are missing: they come while a proposal is under way.
 */
const undone: Readonly<Record<string, Failure["kind"]>> = {
  "etcdserver: no leader": "away",
  "etcdserver: not capable": "away",
  "etcdserver: too many requests": "away",
  "etcdserver: rpc not supported for learner": "away",
  "etcdserver: corrupt cluster": "away",
  "raft proposal dropped": "away",
  "etcdserver: invalid auth token": "token",
  "etcdserver: revision of auth store is old": "token",
  "etcdserver: user name is empty": "token",
  "etcdserver: lease already exists": "exists",
  "etcdserver: requested lease not found": "ended",
  "etcdserver: mvcc: database space exceeded": "no-space",
  "etcdserver: mvcc: required revision has been compacted": "compacted",
};

/** etcd never returns these codes after having done something. */
const refusing: ReadonlySet<number> = new Set([
  status.INVALID_ARGUMENT,
  status.NOT_FOUND,
  status.ALREADY_EXISTS,
  status.PERMISSION_DENIED,
  status.FAILED_PRECONDITION,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
  status.UNAUTHENTICATED,
]);

/**
 * The start of all etcd's texts, and of its server's about unknown methods. The gRPC client has its own texts under
 * the same codes, some of them after everything was done: UNIMPLEMENTED is an answer without a message
 * (makeUnaryRequest of grpc-js).
 */
const itsOwnWord = /^(?:etcdserver: |unknown (?:service|method) )/;

/** etcd's server refuses requests larger than `--max-request-bytes` plus 512 KiB before it looks at them. */
const tooLarge = /^grpc: received message larger than max/;

/** Classifies an error; `sent` tells whether the request may have left this process. */
export const failureOf = (code: number, details: string, sent: boolean): Failure => {
  if (!sent) return { kind: "away", reason: details };
  const kind = undone[details];
  if (kind !== undefined) return { kind, reason: details };
  const isRefused = (refusing.has(code) && itsOwnWord.test(details)) || tooLarge.test(details);
  if (isRefused) return { kind: "refused", reason: details };
  return { kind: "unknown", reason: details };
};

/** Classifies the reason of a cancelled watch: the same texts, some with a prefix of gRPC's. */
export const failureOfCancel = (reason: string): Failure => {
  const text = reason.replace(/^rpc error: code = \w+ desc = /, "");
  const kind = undone[text] ?? (text === "etcdserver: permission denied" ? "refused" : "unknown");
  return { kind, reason: text };
};
