import { status } from "@grpc/grpc-js";

/** Why one member did not do what it was asked. */
export interface Failure {
  /**
   * `away`: nothing was done, and may be later. `unknown`: it may have been done.
   * `token`: nothing was done, as etcd wants a new token of its user. `exists`: there is such a lease already.
   * `ended`: there is no such lease. `compacted`, `refused`: nothing was done, as `EtcdProblem` says.
   * `no-space`: etcd's quota is reached, and it may have been done all the same.
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
 * What etcd says before it proposes anything to its log, or while it applies it without doing it
 * (of its quota alone it may say so after it has):
 * api/v3rpc/rpctypes/error.go has the texts; who says what when is in server/etcdserver/v3_server.go,
 * server/etcdserver/api/v3rpc/{interceptor,quota}.go and server/etcdserver/apply. Its timeouts,
 * `server stopped` and `leader changed` are not here: they come while a proposal is on its way.
 * A proposal that raft itself drops has no text of etcd's own.
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

/** etcd has nothing under these codes that it says after having done something. */
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

/** etcd's server refuses so what is larger than `--max-request-bytes` and 512 KiB, before it looks at it. */
const tooLarge = /^grpc: received message larger than max/;

/** What an error means; `sent` is whether the request may have left this process. */
export const failureOf = (code: number, details: string, sent: boolean): Failure => {
  if (!sent) return { kind: "away", reason: details };
  const kind = undone[details];
  if (kind !== undefined) return { kind, reason: details };
  if (refusing.has(code) || tooLarge.test(details)) return { kind: "refused", reason: details };
  return { kind: "unknown", reason: details };
};

/** What the reason of a watch that was cancelled means: the same texts, with a word of gRPC's around some. */
export const failureOfCancel = (reason: string): Failure => {
  const text = reason.replace(/^rpc error: code = \w+ desc = /, "");
  const kind = undone[text] ?? (text === "etcdserver: permission denied" ? "refused" : "unknown");
  return { kind, reason: text };
};
