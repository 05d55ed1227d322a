/** A bare websocket server that speaks as Home Assistant does, and answers at once: what passing on is held against. */
import { once } from "node:events";
import * as t from "io-ts";
import { WebSocketServer } from "ws";
import { answerParent } from "./child.ts";

const question = t.type({ do: t.literal("listen") });

const commandCodec = t.intersection([
  t.type({ type: t.string }),
  t.partial({ id: t.number, bytes: t.number }),
]);

const version = '"ha_version":"2026.11.0"}';
const user = '{"id":"bench","name":"bench","is_owner":true,"is_admin":true}';

const answerTo = ({ type, id, bytes = 0 }: t.TypeOf<typeof commandCodec>): string => {
  if (type === "auth") return `{"type":"auth_ok",${version}`;
  const result = type === "auth/current_user" ? user : JSON.stringify("a".repeat(bytes));
  return `{"id":${id},"type":"result","success":true,"result":${result}}`;
};

answerParent(question, async () => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.on("connection", (ws) => {
    ws.send(`{"type":"auth_required",${version}`);
    ws.on("message", (data) => {
      if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
      const message: unknown = JSON.parse(data.toString());
      if (!commandCodec.is(message)) throw new Error("only commands are sent here");
      ws.send(answerTo(message));
    });
  });
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the floor has no port");
  return { port: address.port };
});
