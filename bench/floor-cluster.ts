/**
 * The least that a save could cost that a cluster of etcd keeps: a bare websocket server that puts what it is sent
 * in one transaction, guarded by the key's last change, and acknowledges; and one that sends everybody what a watch
 * on another member tells. Neither looks at what it is sent.
 */
import { once } from "node:events";
import * as t from "io-ts";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { answerParent } from "./child.ts";
import { EtcdStore } from "./etcd-client.ts";

/** Which of the two, and the member that it asks. */
const question = t.type({
  do: t.union([t.literal("put"), t.literal("watch")]),
  member: t.string,
});

const fail = (reason: Error): never => {
  throw reason;
};

const putWhatComes = (store: EtcdStore): ((ws: WebSocket) => void) => {
  let rev = 0;
  const put = async (data: RawData): Promise<void> => {
    if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
    const swapped = await store.swap(data, rev);
    rev = swapped.rev;
    if (!swapped.isSwapped) throw new Error("somebody else put something");
  };
  return (ws) => ws.on("message", (data) => void put(data).then(() => ws.send("{}"), fail));
};

const sendWhatIsTold = async (store: EtcdStore): Promise<(ws: WebSocket) => void> => {
  const viewers = new Set<WebSocket>();
  await store.follow((value) => {
    for (const viewer of viewers) viewer.send(value, { binary: false });
  }, fail);
  return (ws) => {
    viewers.add(ws);
    ws.on("close", () => viewers.delete(ws));
  };
};

answerParent(question, async (asked) => {
  const store = new EtcdStore(asked.member, "floor");
  const welcome = asked.do === "put" ? putWhatComes(store) : await sendWhatIsTold(store);
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.on("connection", welcome);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the floor has no port");
  return { port: address.port };
});
