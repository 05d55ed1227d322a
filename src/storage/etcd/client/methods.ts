import { fromJSON } from "@grpc/proto-loader";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { firstProblem, guardCodec } from "../../../model/codec.ts";
import { protocol } from "./protocol.ts";
import type { KeyRange, Pair } from "./etcd.ts";

/** A method of etcd: where it is, and how requests and answers are written. */
export interface Method<Request, Answer> {
  readonly path: string;
  readonly serialize: (request: Request) => Buffer;
  /** Throws at an answer that is none. */
  readonly deserialize: (bytes: Buffer) => Answer;
}

const bytes = guardCodec("bytes", (value): value is Buffer => Buffer.isBuffer(value));

/** A revision of etcd: it counts writes, so that a double holds it for longer than any cluster lives. */
const revision = new t.Type<number, string>(
  "revision",
  (value): value is number => Number.isSafeInteger(value),
  (input, context) => {
    const number = typeof input === "string" ? Number(input) : Number.NaN;
    return Number.isSafeInteger(number) ? t.success(number) : t.failure(input, context);
  },
  String,
);

const header = t.type({ memberId: t.string, revision });
const keyValue = t.type({ key: bytes, modRevision: revision, value: bytes, lease: t.string });
const rangeAnswer = t.type({ header, kvs: t.array(keyValue), more: t.boolean });
const foundInside = t.type({ kvs: t.array(keyValue) });
const txnAnswer = t.type({
  header,
  succeeded: t.boolean,
  responses: t.array(t.type({ responseRange: t.union([t.null, foundInside]) })),
});
const watchAnswer = t.type({
  header,
  created: t.boolean,
  canceled: t.boolean,
  compactRevision: revision,
  cancelReason: t.string,
  fragment: t.boolean,
  events: t.array(t.type({ type: t.number, kv: keyValue })),
});
const statusAnswer = t.type({
  header,
  version: t.string,
  leader: t.string,
  errors: t.array(t.string),
});

/** A pair as it is on the wire. */
type KeyValue = t.TypeOf<typeof keyValue>;
type RangeAnswer = t.TypeOf<typeof rangeAnswer>;
/** What became of a transaction: `succeeded` where its guards held. */
export type TxnAnswer = t.TypeOf<typeof txnAnswer>;
/** What a watch tells: that it has begun, that it is over, changes, or how far the member is. */
export type WatchAnswer = t.TypeOf<typeof watchAnswer>;
/** How a member is doing. */
export type StatusAnswer = t.TypeOf<typeof statusAnswer>;

/** Asks for a page of a range, at a revision of etcd where one is given. */
export interface RangeRequest {
  readonly key: Buffer;
  readonly rangeEnd: Buffer;
  readonly limit?: number;
  readonly revision?: number;
}

/** One of the three. */
export interface RequestOp {
  readonly requestRange?: RangeRequest;
  readonly requestPut?: {
    readonly key: Buffer;
    readonly value?: Buffer;
    readonly lease?: string;
    readonly ignoreValue?: boolean;
  };
  readonly requestDeleteRange?: { readonly key: Buffer; readonly rangeEnd: Buffer };
}

/** A transaction: `success` where every comparison holds, else `failure`. */
export interface TxnRequest {
  readonly compare: readonly {
    readonly result: number;
    readonly target: number;
    readonly key: Buffer;
    readonly rangeEnd: Buffer;
    readonly modRevision: number;
  }[];
  readonly success: readonly RequestOp[];
  readonly failure: readonly RequestOp[];
}

/** One of the two. */
export interface WatchRequest {
  readonly createRequest?: {
    readonly key: Buffer;
    readonly rangeEnd: Buffer;
    readonly startRevision: number;
    readonly progressNotify: boolean;
    readonly fragment: boolean;
  };
  readonly progressRequest?: Readonly<Record<string, never>>;
}

const services = fromJSON(protocol, { longs: String, defaults: true });

const methodOf = <Request extends object, Answer>(
  service: string,
  name: string,
  codec: t.Type<Answer, unknown>,
): Method<Request, Answer> => {
  const definition = services[`etcdserverpb.${service}`];
  const method = definition === undefined || "format" in definition ? undefined : definition[name];
  if (method === undefined) throw new Error(`no method ${service}.${name} in the protocol`);
  return {
    path: method.path,
    serialize: method.requestSerialize,
    deserialize: (written) => {
      const decoded = codec.decode(method.responseDeserialize(written));
      if (isLeft(decoded)) throw new Error(`not an answer of etcd: ${firstProblem(decoded.left)}`);
      return decoded.right;
    },
  };
};

/** KV.Range: reads. */
export const range = methodOf<RangeRequest, RangeAnswer>("KV", "Range", rangeAnswer);
/** KV.Txn: compares and changes at once. */
export const txn = methodOf<TxnRequest, TxnAnswer>("KV", "Txn", txnAnswer);
/** Watch.Watch, a stream: tells changes. */
export const watch = methodOf<WatchRequest, WatchAnswer>("Watch", "Watch", watchAnswer);
/** Lease.LeaseGrant: a lease of `TTL` seconds with an id of one's own choice. */
export const leaseGrant = methodOf<
  { readonly ID: string; readonly TTL: number },
  { readonly ID: string }
>("Lease", "LeaseGrant", t.type({ ID: t.string }));
/** Lease.LeaseRevoke: ends a lease with its keys. */
export const leaseRevoke = methodOf<{ readonly ID: string }, unknown>(
  "Lease",
  "LeaseRevoke",
  t.unknown,
);
/** Lease.LeaseKeepAlive, a stream: renews a lease; its `TTL` is 0 where it has ended. */
export const leaseKeepAlive = methodOf<{ readonly ID: string }, { readonly TTL: string }>(
  "Lease",
  "LeaseKeepAlive",
  t.type({ TTL: t.string }),
);
/** Maintenance.Status: how the member that is asked is doing. */
export const status = methodOf<Readonly<Record<string, never>>, StatusAnswer>(
  "Maintenance",
  "Status",
  statusAnswer,
);
/** Cluster.MemberList: which members there are. */
export const memberList = methodOf<
  { readonly linearizable: boolean },
  { readonly members: readonly { readonly isLearner: boolean }[] }
>("Cluster", "MemberList", t.type({ members: t.readonlyArray(t.type({ isLearner: t.boolean })) }));
/** Auth.Authenticate: a token for a user. */
export const authenticate = methodOf<
  { readonly name: string; readonly password: string },
  { readonly token: string }
>("Auth", "Authenticate", t.type({ token: t.string }));

/** A range as etcd's requests have it. */
export const wireRange = ({
  from,
  end,
}: KeyRange): { readonly key: Buffer; readonly rangeEnd: Buffer } => ({
  key: Buffer.from(from),
  rangeEnd: Buffer.from(end),
});

/** etcd's number for no lease. */
const noLease = "0";

/** A pair as etcd's answers have it. */
export const pairOf = ({ key, value, modRevision, lease }: KeyValue): Pair => ({
  key: key.toString(),
  value,
  changed: modRevision,
  lease: lease === noLease ? undefined : lease,
});
