/**
 * A bare websocket server in front of another project's store, with as little as the job takes. A save is parsed and
 * put as received, on the revision that it names or else on the latest; its reply follows the store's. The store's
 * events go to all connections that have saved nothing.
 */

import * as t from "io-ts";
import type { RawData, WebSocket } from "ws";
import { answerParent, listenForWebSockets } from "../processes/child.ts";
import { EtcdStore, RedisStore, type Store } from "./stores.ts";

const question = t.union([
  t.type({ do: t.literal("listen"), store: t.keyof({ etcd: null, redis: null }), path: t.string }),
  /** Between two rounds: lets the store drop old revisions. */
  t.type({ do: t.literal("compact") }),
]);

const saveCodec = t.intersection([
  t.type({ id: t.number, type: t.literal("floorplan/plan/save"), plan: t.UnknownRecord }),
  t.partial({ rev: t.number }),
]);

const isBuffer = (data: RawData): data is Buffer => Buffer.isBuffer(data);

/** Ends the process, since a measurement must not fail silently. */
const fail = (reason: Error): never => {
  throw reason;
};

const open = async (store: "etcd" | "redis", path: string): Promise<Store> =>
  store === "etcd" ? new EtcdStore(path, "plan") : RedisStore.connect(path);

const viewers = new Set<WebSocket>();
let store: Store | undefined;
let rev = 0;

const save = async (to: Store, data: Buffer): Promise<string> => {
  const message: unknown = JSON.parse(data.toString());
  if (!saveCodec.is(message)) throw new Error("a gateway is sent nothing but saves");
  for (;;) {
    const swapped = await to.swap(data, message.rev ?? rev);
    rev = Math.max(rev, swapped.rev);
    if (swapped.isSwapped)
      return `{"id":${message.id},"type":"result","success":true,"result":{"rev":${swapped.rev}}}`;
    if (message.rev !== undefined)
      return `{"id":${message.id},"type":"result","success":false,"error":{"code":"conflict"}}`;
  }
};

const serve = async (to: Store): Promise<number> => {
  await to.follow((value) => {
    for (const viewer of viewers) viewer.send(value, { binary: false });
  }, fail);
  return listenForWebSockets((ws) => {
    viewers.add(ws);
    ws.on("close", () => viewers.delete(ws));
    ws.on("message", (data) => {
      if (!isBuffer(data)) throw new Error("a message is one buffer");
      viewers.delete(ws);
      void save(to, data).then((reply) => ws.send(reply), fail);
    });
  });
};

answerParent(question, async (asked) => {
  if (asked.do === "listen") {
    store = await open(asked.store, asked.path);
    return { port: await serve(store) };
  }
  await store?.forget(rev);
  return {};
});
