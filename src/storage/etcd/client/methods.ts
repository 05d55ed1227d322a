import { fromJSON } from "@grpc/proto-loader";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { firstProblem, guardCodec } from "../../../model/codec.ts";
import { protocol } from "./protocol.ts";
import type { KeyRange, Pair } from "./etcd.ts";

/** A method of etcd: its path, and how requests and answers are encoded. */
export interface Method<Request, Answer> {
  readonly path: string;
  readonly serialize: (request: Request) => Buffer;
  /** Throws if the answer is invalid. */
  readonly deserialize: (bytes: Buffer) => Answer;
}

const bytes = guardCodec("bytes", (value): value is Buffer => Buffer.isBuffer(value));

/** A revision of etcd: it counts writes, so a double holds it for longer than any cluster lives. */
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

type KeyValue = t.TypeOf<typeof keyValue>;
type RangeAnswer = t.TypeOf<typeof rangeAnswer>;
/** The result of a transaction; `succeeded` if its guards held. */
export type TxnAnswer = t.TypeOf<typeof txnAnswer>;
/** A watch's answer: created, cancelled, changes, or progress. */
export type WatchAnswer = t.TypeOf<typeof watchAnswer>;
/** A member's state. */
export type StatusAnswer = t.TypeOf<typeof statusAnswer>;

/** A page of a range. */
export interface RangeRequest {
  readonly key: Buffer;
  readonly rangeEnd: Buffer;
  readonly limit?: number;
  readonly revision?: number;
}

/** One operation of a transaction. */
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

/** KV.Range. */
export const range = methodOf<RangeRequest, RangeAnswer>("KV", "Range", rangeAnswer);
/** KV.Txn. */
export const txn = methodOf<TxnRequest, TxnAnswer>("KV", "Txn", txnAnswer);
/** Watch.Watch, a stream. */
export const watch = methodOf<WatchRequest, WatchAnswer>("Watch", "Watch", watchAnswer);
/** Lease.LeaseGrant: a lease of `TTL` seconds with an id chosen by the client. */
export const leaseGrant = methodOf<
  { readonly ID: string; readonly TTL: number },
  { readonly ID: string }
>("Lease", "LeaseGrant", t.type({ ID: t.string }));
/** Lease.LeaseRevoke. */
export const leaseRevoke = methodOf<{ readonly ID: string }, unknown>(
  "Lease",
  "LeaseRevoke",
  t.unknown,
);
/** Lease.LeaseKeepAlive, a stream; `TTL` is 0 if the lease has expired. */
export const leaseKeepAlive = methodOf<{ readonly ID: string }, { readonly TTL: string }>(
  "Lease",
  "LeaseKeepAlive",
  t.type({ TTL: t.string }),
);
/** Maintenance.Status: the state of the asked member. */
export const status = methodOf<Readonly<Record<string, never>>, StatusAnswer>(
  "Maintenance",
  "Status",
  statusAnswer,
);
/** Cluster.MemberList. */
export const memberList = methodOf<
  { readonly linearizable: boolean },
  { readonly members: readonly { readonly isLearner: boolean }[] }
>("Cluster", "MemberList", t.type({ members: t.readonlyArray(t.type({ isLearner: t.boolean })) }));
/** Auth.Authenticate: a token for a user. */
export const authenticate = methodOf<
  { readonly name: string; readonly password: string },
  { readonly token: string }
>("Auth", "Authenticate", t.type({ token: t.string }));

/** A range as in etcd's requests. */
export const wireRange = ({
  from,
  end,
}: KeyRange): { readonly key: Buffer; readonly rangeEnd: Buffer } => ({
  key: Buffer.from(from),
  rangeEnd: Buffer.from(end),
});

/** etcd's id for no lease. */
const noLease = "0";

/** A pair from etcd's answers. */
export const pairOf = ({ key, value, modRevision, lease }: KeyValue): Pair => ({
  key: key.toString(),
  value,
  changed: modRevision,
  lease: lease === noLease ? undefined : lease,
});
