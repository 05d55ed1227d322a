/*
 * The part of etcd's protocol in use. Names and numbers are those of api/etcdserverpb/rpc.proto and api/mvccpb/kv.proto
 * of etcd 3.5; fields that are neither sent nor read are left out. Enums are declared as the int32 that they are on the
 * wire: the loader would turn an unknown name into 0, and a guard would compare something else.
 */

/** Compare.CompareResult and Compare.CompareTarget of rpc.proto. */
export const equal = 0;
export const modRevisionTarget = 2;

/** Event.EventType of kv.proto. */
export const deleteEvent = 1;

const messages = {
  KeyValue: "bytes key = 1, int64 modRevision = 3, bytes value = 5, int64 lease = 6",
  Event: "int32 type = 1, KeyValue kv = 2",
  RangeRequest: "bytes key = 1, bytes rangeEnd = 2, int64 limit = 3, int64 revision = 4",
  RangeResponse: "ResponseHeader header = 1, repeated KeyValue kvs = 2, bool more = 3",
  PutRequest: "bytes key = 1, bytes value = 2, int64 lease = 3, bool ignoreValue = 5",
  DeleteRangeRequest: "bytes key = 1, bytes rangeEnd = 2",
  RequestOp:
    "RangeRequest requestRange = 1, PutRequest requestPut = 2, DeleteRangeRequest requestDeleteRange = 3",
  ResponseOp: "RangeResponse responseRange = 1",
  Compare:
    "int32 result = 1, int32 target = 2, bytes key = 3, int64 modRevision = 6, bytes rangeEnd = 64",
  TxnRequest:
    "repeated Compare compare = 1, repeated RequestOp success = 2, repeated RequestOp failure = 3",
  TxnResponse: "ResponseHeader header = 1, bool succeeded = 2, repeated ResponseOp responses = 3",
  WatchCreateRequest:
    "bytes key = 1, bytes rangeEnd = 2, int64 startRevision = 3, bool progressNotify = 4, bool fragment = 8",
  WatchProgressRequest: "",
  WatchRequest: "WatchCreateRequest createRequest = 1, WatchProgressRequest progressRequest = 3",
  WatchResponse:
    "ResponseHeader header = 1, bool created = 3, bool canceled = 4, int64 compactRevision = 5, string cancelReason = 6, bool fragment = 7, repeated Event events = 11",
  LeaseGrantRequest: "int64 TTL = 1, int64 ID = 2",
  LeaseGrantResponse: "int64 ID = 2",
  LeaseRevokeRequest: "int64 ID = 1",
  LeaseRevokeResponse: "ResponseHeader header = 1",
  LeaseKeepAliveRequest: "int64 ID = 1",
  LeaseKeepAliveResponse: "int64 TTL = 3",
  StatusRequest: "",
  StatusResponse:
    "ResponseHeader header = 1, string version = 2, uint64 leader = 4, repeated string errors = 8",
  Member: "bool isLearner = 5",
  MemberListRequest: "bool linearizable = 1",
  MemberListResponse: "repeated Member members = 2",
  AuthenticateRequest: "string name = 1, string password = 2",
  AuthenticateResponse: "string token = 2",
  ResponseHeader: "uint64 memberId = 2, int64 revision = 3",
} as const;

type Message = keyof typeof messages;

interface Field {
  readonly type: string;
  readonly id: number;
  readonly rule?: "repeated";
}

const fieldOf = (written: string): readonly [string, Field] => {
  const [, rule, type = "", name = "", id] =
    /^(repeated )?(\w+) (\w+) = (\d+)$/.exec(written) ?? [];
  if (id === undefined) throw new Error(`no field of a message: ${written}`);
  return [name, { type, id: Number(id), ...(rule !== undefined && { rule: "repeated" as const }) }];
};

const messageOf = (written: string) => ({
  fields: Object.fromEntries(written === "" ? [] : written.split(", ").map(fieldOf)),
});

const method = (requestType: Message, responseType: Message, streams = false) => ({
  requestType,
  responseType,
  requestStream: streams,
  responseStream: streams,
  // Required by the types of protobuf.js.
  comment: "",
});

const services = {
  KV: {
    Range: method("RangeRequest", "RangeResponse"),
    Txn: method("TxnRequest", "TxnResponse"),
  },
  Watch: { Watch: method("WatchRequest", "WatchResponse", true) },
  Lease: {
    LeaseGrant: method("LeaseGrantRequest", "LeaseGrantResponse"),
    LeaseRevoke: method("LeaseRevokeRequest", "LeaseRevokeResponse"),
    LeaseKeepAlive: method("LeaseKeepAliveRequest", "LeaseKeepAliveResponse", true),
  },
  Cluster: { MemberList: method("MemberListRequest", "MemberListResponse") },
  Maintenance: { Status: method("StatusRequest", "StatusResponse") },
  Auth: { Authenticate: method("AuthenticateRequest", "AuthenticateResponse") },
};

/** The protocol in the JSON format of protobuf.js. */
export const protocol = {
  nested: {
    etcdserverpb: {
      nested: {
        ...Object.fromEntries(
          Object.entries(messages).map(([name, fields]) => [name, messageOf(fields)]),
        ),
        ...Object.fromEntries(
          Object.entries(services).map(([name, methods]) => [name, { methods }]),
        ),
      },
    },
  },
};
