/**
 * The least that a durable save could cost: a bare websocket server that parses
 * a message, appends its bytes to a file of zeros, syncs, sends them to everybody
 * else who is connected, if there is anybody, and acknowledges.
 */
import { open } from "node:fs/promises";
import { once } from "node:events";
import * as t from "io-ts";
import { type RawData, WebSocketServer } from "ws";
import { answerParent } from "./child.ts";

const fileBytes = 16 * 1024 * 1024;

answerParent(t.type({ folder: t.string }), async ({ folder }) => {
  const file = await open(`${folder}/appended`, "w+");
  const zeros = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < fileBytes; at += zeros.length) await file.write(zeros, 0, zeros.length, at);
  await file.datasync();
  let offset = 0;
  const save = async (data: RawData): Promise<string> => {
    if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
    const message: unknown = JSON.parse(data.toString());
    if (typeof message !== "object" || message === null || !("id" in message))
      throw new Error("a message has an id");
    if (offset + data.length > fileBytes) offset = 0;
    await file.write(data, 0, data.length, offset);
    await file.datasync();
    offset += data.length;
    return `{"id":${Number(message.id)},"type":"result","success":true,"result":null}`;
  };
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.on("connection", (ws) => {
    const receive = async (data: RawData): Promise<void> => {
      const reply = await save(data);
      for (const peer of server.clients) if (peer !== ws) peer.send(data, { binary: false });
      ws.send(reply);
    };
    ws.on("message", (data) => void receive(data));
  });
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the floor has no port");
  return { port: address.port };
});
