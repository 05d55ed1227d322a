/** A bare websocket server in front of a store that other projects make: as little as the job takes. */
import { once } from "node:events";
import * as t from "io-ts";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { answerParent } from "./child.ts";

/** Whether a value was put, and the revision that the store has now. */
export interface Swapped {
  readonly isSwapped: boolean;
  readonly rev: number;
}

/** Where a gateway keeps its plan. */
export interface Store {
  /** Puts a value if the store is still at `rev`. */
  readonly swap: (value: Buffer, rev: number) => Promise<Swapped>;
  /** Hands over each value that anybody puts from now on. */
  readonly follow: (
    onValue: (value: Buffer) => void,
    onEnd: (reason: Error) => void,
  ) => Promise<void>;
  /** Makes the room of what is older than `rev` free again. */
  readonly forget: (rev: number) => Promise<void>;
}

const question = t.union([
  t.type({ do: t.literal("listen"), path: t.string }),
  /** Between two rounds: lets the store forget old revisions. */
  t.type({ do: t.literal("tidy") }),
]);

const saveCodec = t.intersection([
  t.type({ id: t.number, type: t.literal("floorplan/plan/save"), plan: t.UnknownRecord }),
  t.partial({ rev: t.number }),
]);

const isBuffer = (data: RawData): data is Buffer => Buffer.isBuffer(data);

/** Ends the process: what is measured may not fail. */
const fail = (reason: Error): never => {
  throw reason;
};

/**
 * Serves a store to editors and viewers. A save is parsed and put as the bytes that came, on the
 * revision that it names or else on the latest; its reply follows the store's. What the store then
 * hands over goes to all who saved nothing themselves.
 */
export const serveStore = (connect: (path: string) => Promise<Store>): void => {
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

  const listen = async (path: string): Promise<number> => {
    const to = await connect(path);
    store = to;
    await to.follow((value) => {
      for (const viewer of viewers) viewer.send(value, { binary: false });
    }, fail);
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
    server.on("connection", (ws) => {
      viewers.add(ws);
      ws.on("close", () => viewers.delete(ws));
      ws.on("message", (data) => {
        if (!isBuffer(data)) throw new Error("a message is one buffer");
        viewers.delete(ws);
        void save(to, data).then((reply) => ws.send(reply), fail);
      });
    });
    await once(server, "listening");
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("a gateway has no port");
    return address.port;
  };

  answerParent(question, async (asked) => {
    if (asked.do === "listen") return { port: await listen(asked.path) };
    await store?.forget(rev);
    return {};
  });
};
