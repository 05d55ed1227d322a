import { type ChannelOptions, Client, credentials } from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import { createClient } from "@redis/client";
import { type Method, txn, watch } from "../../src/storage/etcd/client/methods.ts";
import { equal, modRevisionTarget } from "../../src/storage/etcd/client/protocol.ts";

/** Whether a value was put, and the current revision of the store. */
interface Swapped {
  readonly isSwapped: boolean;
  readonly rev: number;
}

/** Where a gateway keeps its plan. */
export interface Store {
  /** Puts a value if the store is still at `rev`. */
  readonly swap: (value: Buffer, rev: number) => Promise<Swapped>;
  /** Calls back with each value that is put from now on. */
  readonly follow: (
    onValue: (value: Buffer) => void,
    onEnd: (reason: Error) => void,
  ) => Promise<void>;
  /** Frees the space of what is older than `rev`. */
  readonly forget: (rev: number) => Promise<void>;
}

/** The only etcd method that the service does not use, since it never compacts. */
const services = fromJSON({
  nested: {
    etcdserverpb: {
      nested: {
        CompactionRequest: {
          fields: { revision: { type: "int64", id: 1 }, physical: { type: "bool", id: 2 } },
        },
        CompactionResponse: { fields: {} },
        KV: {
          methods: {
            Compact: {
              requestType: "CompactionRequest",
              responseType: "CompactionResponse",
              comment: "",
            },
          },
        },
      },
    },
  },
});

const compactMethod = (): Method<object, unknown> => {
  const kv = services["etcdserverpb.KV"];
  const method = kv === undefined || "format" in kv ? undefined : kv["Compact"];
  if (method === undefined) throw new Error("the protocol has no method KV.Compact");
  const { path, requestSerialize, responseDeserialize } = method;
  return { path, serialize: requestSerialize, deserialize: responseDeserialize };
};
const compact = compactMethod();

const settings: ChannelOptions = {
  "grpc.enable_retries": 0,
  "grpc.enable_http_proxy": 0,
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  // Large enough that no plan waits for the reader to grant more.
  "grpc-node.flow_control_window": 16 * 1024 * 1024,
};

/** A key by itself: etcd takes an empty end of a range for one key. */
const noEnd = Buffer.alloc(0);

/** One key of an etcd server, over bare gRPC: no retries, no second member, no tokens. */
export class EtcdStore implements Store {
  readonly #client: Client;
  readonly #range: { readonly key: Buffer; readonly rangeEnd: Buffer };

  /** `server` is a member's address such as `http://127.0.0.1:2379`, or the path of its socket. */
  constructor(server: string, key: string) {
    const target = server.startsWith("/") ? `unix:${server}` : new URL(server).host;
    this.#client = new Client(target, credentials.createInsecure(), settings);
    this.#range = { key: Buffer.from(key), rangeEnd: noEnd };
  }

  /** Puts the value in one transaction if `rev` is still the revision of the key's last change (0: none). */
  async swap(value: Buffer, rev: number): Promise<Swapped> {
    const { key } = this.#range;
    const guard = { ...this.#range, result: equal, target: modRevisionTarget, modRevision: rev };
    const { succeeded, header, responses } = await this.#call(txn, {
      compare: [guard],
      success: [{ requestPut: { key, value } }],
      failure: [{ requestRange: this.#range }],
    });
    if (succeeded) return { isSwapped: true, rev: header.revision };
    const [current] = responses.flatMap(({ responseRange }) => responseRange?.kvs ?? []);
    return { isSwapped: false, rev: current?.modRevision ?? 0 };
  }

  /** Hands over each value that is put from now on; resolves when etcd confirms the watch. */
  follow(onValue: (value: Buffer) => void, onEnd: (reason: Error) => void): Promise<void> {
    const stream = this.#client.makeBidiStreamRequest(
      watch.path,
      watch.serialize,
      watch.deserialize,
    );
    return new Promise((resolve, reject) => {
      stream.on("data", ({ created, canceled, events }: ReturnType<typeof watch.deserialize>) => {
        if (canceled) onEnd(new Error("etcd ended the watch"));
        if (created) resolve();
        for (const { kv } of events) onValue(kv.value);
      });
      stream.on("error", (reason: Error) => {
        reject(reason);
        onEnd(reason);
      });
      stream.on("end", () => onEnd(new Error("etcd ended the watch")));
      const from = { ...this.#range, startRevision: 0, progressNotify: false, fragment: false };
      stream.write({ createRequest: from });
    });
  }

  /** Drops what is older than a revision, and waits until its space is free again. */
  async forget(rev: number): Promise<void> {
    await this.#call(compact, { revision: rev, physical: true });
  }

  #call<Request, Answer>(method: Method<Request, Answer>, request: Request): Promise<Answer> {
    const { path, serialize, deserialize } = method;
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(path, serialize, deserialize, request, (error, answer) => {
        if (error !== null) reject(error);
        else if (answer === undefined) reject(new Error(`${path} was not answered`));
        else resolve(answer);
      });
    });
  }
}

/** Compares, sets and publishes in one step and one round trip. */
const script = `
  local rev = tonumber(redis.call("GET", KEYS[1]) or "0")
  if rev ~= tonumber(ARGV[1]) then return {0, rev} end
  redis.call("MSET", KEYS[1], rev + 1, KEYS[2], ARGV[2])
  redis.call("PUBLISH", "plan", ARGV[2])
  return {1, rev + 1}
`;

/** Does not reconnect, since a measurement must fail when the connection is lost. */
const connect = (path: string) => createClient({ socket: { path, reconnectStrategy: false } });

/** A plan and its revision in a Redis server. */
export class RedisStore implements Store {
  readonly #path: string;
  readonly #commands: ReturnType<typeof connect>;
  #hash = "";

  private constructor(path: string) {
    this.#path = path;
    this.#commands = connect(path);
  }

  /** `path` is that of the server's socket. */
  static async connect(path: string): Promise<RedisStore> {
    const store = new RedisStore(path);
    await store.#commands.connect();
    store.#hash = await store.#commands.scriptLoad(script);
    return store;
  }

  async swap(value: Buffer, rev: number): Promise<Swapped> {
    const reply = await this.#commands.evalSha(this.#hash, {
      keys: ["rev", "plan"],
      arguments: [String(rev), value],
    });
    if (!Array.isArray(reply)) throw new Error("Redis answered something else than the script");
    const [isSwapped, now]: readonly unknown[] = reply;
    return { isSwapped: isSwapped === 1, rev: Number(now) };
  }

  async follow(onValue: (value: Buffer) => void, onEnd: (reason: Error) => void): Promise<void> {
    const subscriber = connect(this.#path).on("error", onEnd);
    await subscriber.connect();
    await subscriber.subscribe("plan", onValue, true);
  }

  // Redis keeps the latest value only, and rewrites its log by itself.
  forget(): Promise<void> {
    return Promise.resolve();
  }
}
