import { bytesIn, decode, encode, numberIn } from "./protobuf.ts";
import { GrpcClient } from "./grpc.ts";
import type { Store, Swapped } from "./gateway.ts";

/** Numbers of fields and values that are used of etcd's interface, by message (etcd's rpc.proto and kv.proto). */
const compare = { target: 2, key: 3, modRevision: 6, modIsTarget: 2 } as const;
const transaction = { compare: 1, success: 2, failure: 3 } as const;
const operation = { range: 1, put: 2 } as const;
const put = { key: 1, value: 2 } as const;
const range = { key: 1, keysOnly: 8 } as const;
const outcome = { header: 1, succeeded: 2, responses: 3 } as const;
const header = { revision: 3 } as const;
const found = { range: 1, pairs: 2 } as const;
const pair = { modRevision: 3, value: 5 } as const;
const watch = { create: 1, key: 1, created: 3, cancelled: 4, events: 11, pair: 2 } as const;
const compaction = { revision: 1, physical: 2 } as const;

/** One key of an etcd server. */
export class EtcdStore implements Store {
  readonly #client: GrpcClient;
  readonly #key: Buffer;

  private constructor(client: GrpcClient, key: string) {
    this.#client = client;
    this.#key = Buffer.from(key);
  }

  /** `server` is a member's address, or the path of its socket. */
  static async connect(server: string, key: string): Promise<EtcdStore> {
    return new EtcdStore(await GrpcClient.connect(server), key);
  }

  /** Puts the value in one transaction, if `rev` is still the revision of the key's last change (0: none). */
  async swap(value: Buffer, rev: number): Promise<Swapped> {
    const key = this.#key;
    const isUnchanged = encode([
      { number: compare.target, value: compare.modIsTarget },
      { number: compare.key, value: key },
      { number: compare.modRevision, value: rev },
    ]);
    const change = encode([
      { number: put.key, value: key },
      { number: put.value, value },
    ]);
    const look = encode([
      { number: range.key, value: key },
      { number: range.keysOnly, value: 1 },
    ]);
    const request = encode([
      { number: transaction.compare, value: isUnchanged },
      { number: transaction.success, value: encode([{ number: operation.put, value: change }]) },
      { number: transaction.failure, value: encode([{ number: operation.range, value: look }]) },
    ]);
    const reply = decode(await this.#client.call("/etcdserverpb.KV/Txn", request));
    if (numberIn(reply, outcome.succeeded) === 1) {
      const [head = Buffer.alloc(0)] = bytesIn(reply, outcome.header);
      return { isSwapped: true, rev: numberIn(decode(head), header.revision) };
    }
    const [current] = bytesIn(reply, outcome.responses)
      .flatMap((each) => bytesIn(decode(each), found.range))
      .flatMap((each) => bytesIn(decode(each), found.pairs));
    const changed = current === undefined ? 0 : numberIn(decode(current), pair.modRevision);
    return { isSwapped: false, rev: changed };
  }

  /** Hands over each value that is put from now on; resolves when the server has agreed. */
  follow(onValue: (value: Buffer) => void, onEnd: (reason: Error) => void): Promise<void> {
    const create = encode([{ number: watch.key, value: this.#key }]);
    const request = encode([{ number: watch.create, value: create }]);
    return new Promise((resolve, reject) => {
      const receive = (message: Buffer): void => {
        const fields = decode(message);
        if (numberIn(fields, watch.cancelled) === 1) onEnd(new Error("etcd ended the watch"));
        if (numberIn(fields, watch.created) === 1) resolve();
        for (const event of bytesIn(fields, watch.events))
          for (const each of bytesIn(decode(event), watch.pair))
            for (const value of bytesIn(decode(each), pair.value)) onValue(value);
      };
      this.#client.stream("/etcdserverpb.Watch/Watch", request, receive, (reason) => {
        reject(reason);
        onEnd(reason);
      });
    });
  }

  /** Drops what is older than a revision, and waits until its room is free again. */
  async forget(rev: number): Promise<void> {
    const request = encode([
      { number: compaction.revision, value: rev },
      { number: compaction.physical, value: 1 },
    ]);
    await this.#client.call("/etcdserverpb.KV/Compact", request);
  }
}
