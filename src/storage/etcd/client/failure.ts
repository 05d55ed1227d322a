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

/*
 * What etcd says before it proposes anything to its log, or while it applies it without doing it (of its quota alone
 * it may say so after it has). api/v3rpc/rpctypes/error.go has the texts. Who says what when, in 3.5 as in 3.6:
 * - api/v3rpc/interceptor.go, before anything else: `no leader`, `not capable`, `not supported for learner`;
 * - processInternalRaftRequestOnce of v3_server.go, before it proposes: `too many requests`, and what is wrong with a
 *   token; how old a token is, and what its user may do, is looked at again by authApplierV3, before it goes on;
 * - applierV3Corrupt does nothing; `Grant` and `Revoke` of lease/lessor.go, and the checks of a transaction in
 *   apply.go (3.6: checkTxn of txn/txn.go), look at leases and keys before the first change of any;
 * - a proposal is dropped by the raft of the member that was asked, before it is sent to a leader (raft.go; there it
 *   has no text of etcd's own): if a leader drops what came from another member, that one waits until its time is over.
 * Its timeouts, `server stopped` and `leader changed` are not here: they come while a proposal is on its way.
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
 * How all texts of etcd begin, and its server's about unknown methods. The gRPC client has texts of its own under the
 * same codes, some of them after everything was done: UNIMPLEMENTED is an answer without a message (makeUnaryRequest of
 * grpc-js).
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
