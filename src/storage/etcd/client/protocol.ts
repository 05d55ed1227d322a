/*
 * The part of etcd's protocol that is spoken here. Names and numbers of the fields are those of
 * api/etcdserverpb/rpc.proto and api/mvccpb/kv.proto of etcd 3.5; left out is what is never sent nor
 * looked at. Enums are declared as the int32 that they are on the wire: the loader would turn a name
 * that it does not know into 0 without a word, and a guard would compare something else.
 */

interface Field {
  readonly type: string;
  readonly id: number;
  readonly rule?: "repeated";
}

/** Fields by name; each is written as in a proto file: `repeated KeyValue 2`. */
const message = (
  written: Readonly<Record<string, string>>,
): { readonly fields: Readonly<Record<string, Field>> } => ({
  fields: Object.fromEntries(
    Object.entries(written).map(([name, field]): [string, Field] => {
      const [type = "", id, ...rest] = field.replace(/^repeated /, "").split(" ");
      if (rest.length > 0) throw new Error(`no field of a message: ${field}`);
      const described = { type, id: Number(id) };
      return [name, field.startsWith("repeated ") ? { ...described, rule: "repeated" } : described];
    }),
  ),
});

/** Compare.CompareResult and Compare.CompareTarget of rpc.proto. */
export const equal = 0;
export const modRevisionTarget = 2;

/** Event.EventType of kv.proto. */
export const deleteEvent = 1;

const keyValues = {
  KeyValue: message({ key: "bytes 1", modRevision: "int64 3", value: "bytes 5", lease: "int64 6" }),
  Event: message({ type: "int32 1", kv: "KeyValue 2" }),
};

const ranges = {
  RangeRequest: message({
    key: "bytes 1",
    rangeEnd: "bytes 2",
    limit: "int64 3",
    revision: "int64 4",
  }),
  RangeResponse: message({
    header: "ResponseHeader 1",
    kvs: "repeated KeyValue 2",
    more: "bool 3",
  }),
};

const transactions = {
  PutRequest: message({
    key: "bytes 1",
    value: "bytes 2",
    lease: "int64 3",
    ignoreValue: "bool 5",
  }),
  DeleteRangeRequest: message({ key: "bytes 1", rangeEnd: "bytes 2" }),
  RequestOp: message({
    requestRange: "RangeRequest 1",
    requestPut: "PutRequest 2",
    requestDeleteRange: "DeleteRangeRequest 3",
  }),
  ResponseOp: message({ responseRange: "RangeResponse 1" }),
  Compare: message({
    result: "int32 1",
    target: "int32 2",
    key: "bytes 3",
    modRevision: "int64 6",
    rangeEnd: "bytes 64",
  }),
  TxnRequest: message({
    compare: "repeated Compare 1",
    success: "repeated RequestOp 2",
    failure: "repeated RequestOp 3",
  }),
  TxnResponse: message({
    header: "ResponseHeader 1",
    succeeded: "bool 2",
    responses: "repeated ResponseOp 3",
  }),
};

const watches = {
  WatchCreateRequest: message({
    key: "bytes 1",
    rangeEnd: "bytes 2",
    startRevision: "int64 3",
    progressNotify: "bool 4",
    fragment: "bool 8",
  }),
  WatchProgressRequest: message({}),
  WatchRequest: message({
    createRequest: "WatchCreateRequest 1",
    progressRequest: "WatchProgressRequest 3",
  }),
  WatchResponse: message({
    header: "ResponseHeader 1",
    created: "bool 3",
    canceled: "bool 4",
    compactRevision: "int64 5",
    cancelReason: "string 6",
    fragment: "bool 7",
    events: "repeated Event 11",
  }),
};

const leases = {
  LeaseGrantRequest: message({ TTL: "int64 1", ID: "int64 2" }),
  LeaseGrantResponse: message({ ID: "int64 2" }),
  LeaseRevokeRequest: message({ ID: "int64 1" }),
  LeaseRevokeResponse: message({ header: "ResponseHeader 1" }),
  LeaseKeepAliveRequest: message({ ID: "int64 1" }),
  LeaseKeepAliveResponse: message({ TTL: "int64 3" }),
};

const members = {
  StatusRequest: message({}),
  StatusResponse: message({
    header: "ResponseHeader 1",
    version: "string 2",
    leader: "uint64 4",
    errors: "repeated string 8",
  }),
  Member: message({ isLearner: "bool 5" }),
  MemberListRequest: message({ linearizable: "bool 1" }),
  MemberListResponse: message({ members: "repeated Member 2" }),
  AuthenticateRequest: message({ name: "string 1", password: "string 2" }),
  AuthenticateResponse: message({ token: "string 2" }),
};

interface Method {
  readonly requestType: string;
  readonly responseType: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  /** The types of protobuf.js want one. */
  readonly comment: string;
}

const method = (requestType: string, responseType: string, streams = false): Method => ({
  requestType,
  responseType,
  requestStream: streams,
  responseStream: streams,
  comment: "",
});

/** The protocol as protobuf.js describes one in JSON. */
export const protocol = {
  nested: {
    etcdserverpb: {
      nested: {
        ResponseHeader: message({ memberId: "uint64 2", revision: "int64 3" }),
        ...keyValues,
        ...ranges,
        ...transactions,
        ...watches,
        ...leases,
        ...members,
        KV: {
          methods: {
            Range: method("RangeRequest", "RangeResponse"),
            Txn: method("TxnRequest", "TxnResponse"),
          },
        },
        Watch: { methods: { Watch: method("WatchRequest", "WatchResponse", true) } },
        Lease: {
          methods: {
            LeaseGrant: method("LeaseGrantRequest", "LeaseGrantResponse"),
            LeaseRevoke: method("LeaseRevokeRequest", "LeaseRevokeResponse"),
            LeaseKeepAlive: method("LeaseKeepAliveRequest", "LeaseKeepAliveResponse", true),
          },
        },
        Cluster: { methods: { MemberList: method("MemberListRequest", "MemberListResponse") } },
        Maintenance: { methods: { Status: method("StatusRequest", "StatusResponse") } },
        Auth: { methods: { Authenticate: method("AuthenticateRequest", "AuthenticateResponse") } },
      },
    },
  },
};
