/**
 * A bare program that does the least for the service's work: its servers take, store or send the same bytes, and neither
 * check nor keep anything else.
 */

import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import * as t from "io-ts";
import type { RawData, WebSocket } from "ws";
import { answerParent, listenForWebSockets, microseconds } from "../processes/child.ts";
import { EtcdStore } from "../peers/stores.ts";

const question = t.union([
  /** A durable save: answers with the port of the server. */
  t.type({ do: t.literal("save"), folder: t.string }),
  /** Prepares a message of so many bytes for a broadcast: answers with the port of the server. */
  t.type({ do: t.literal("listen"), bytes: t.number }),
  /** Broadcasts the message: answers when it began. */
  t.type({ do: t.literal("broadcast") }),
  /** A save that a member of etcd stores: answers with the port of the server. */
  t.type({ do: t.literal("put"), member: t.string }),
  /** Events of a member of etcd about such saves: answers with the port of the server. */
  t.type({ do: t.literal("watch"), member: t.string }),
  /** Reads and checksums the files of a folder: answers with the milliseconds that it took. */
  t.type({ do: t.literal("checksum"), folder: t.string }),
  /** Takes an image into a folder and serves it: answers with the ports of both servers. */
  t.type({ do: t.literal("image"), folder: t.string }),
]);

const fileBytes = 16 * 1024 * 1024;

const bufferOf = (data: RawData): Buffer => {
  if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
  return data;
};

/** Ends the process, since a measurement must not fail silently. */
const fail = (reason: Error): never => {
  throw reason;
};

/**
 * Parses a message, appends its bytes to a file of zeros, syncs, sends them to all other connections, if any, and
 * acknowledges.
 */
const serveSaves = async (folder: string): Promise<number> => {
  const file = await open(`${folder}/appended`, "w+");
  const zeros = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < fileBytes; at += zeros.length) await file.write(zeros, 0, zeros.length, at);
  await file.datasync();
  let offset = 0;
  const save = async (data: Buffer): Promise<string> => {
    const message: unknown = JSON.parse(data.toString());
    if (typeof message !== "object" || message === null || !("id" in message))
      throw new Error("a message has an id");
    if (offset + data.length > fileBytes) offset = 0;
    await file.write(data, 0, data.length, offset);
    await file.datasync();
    offset += data.length;
    return `{"id":${Number(message.id)},"type":"result","success":true,"result":null}`;
  };
  return listenForWebSockets((ws, all) => {
    const receive = async (data: Buffer): Promise<void> => {
      const reply = await save(data);
      for (const peer of all) if (peer !== ws) peer.send(data, { binary: false });
      ws.send(reply);
    };
    ws.on("message", (data) => void receive(bufferOf(data)));
  });
};

const viewers = new Set<WebSocket>();

const addViewer = (ws: WebSocket): void => {
  viewers.add(ws);
  ws.on("close", () => viewers.delete(ws));
};

const broadcast = (message: Buffer): void => {
  for (const viewer of viewers) viewer.send(message, { binary: false });
};

/** Puts each message in one transaction, guarded by the key's last change, and acknowledges. */
const serveEtcdPuts = (member: string): Promise<number> => {
  const store = new EtcdStore(member, "baseline");
  let rev = 0;
  const put = async (data: Buffer): Promise<void> => {
    const swapped = await store.swap(data, rev);
    rev = swapped.rev;
    if (!swapped.isSwapped) throw new Error("somebody else put something");
  };
  return listenForWebSockets((ws) =>
    ws.on("message", (data) => void put(bufferOf(data)).then(() => ws.send("{}"), fail)),
  );
};

const checksum = async (folder: string): Promise<number> => {
  const started = microseconds();
  const names = await readdir(folder);
  let sum = 0;
  for (const name of names.toSorted()) sum = crc32(await readFile(join(folder, name)), sum);
  return (microseconds() - started) / 1000;
};

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return address.port;
};

/** A socket that writes its bytes to a file and syncs it at the end, as `cat` would, and an HTTP server that sends the file. */
const serveImage = async (folder: string): Promise<{ sink: number; files: number }> => {
  const path = join(folder, "image");
  const sink = createServer({ allowHalfOpen: true }, (socket) => {
    const receive = async (): Promise<void> => {
      const file = await open(path, "w");
      for await (const chunk of socket.iterator({ destroyOnReturn: false }))
        if (Buffer.isBuffer(chunk)) await file.write(chunk);
      await file.datasync();
      await file.close();
      socket.end("done");
    };
    void receive();
  });
  const files = createHttpServer((_request, response) => {
    createReadStream(path).pipe(response);
  });
  return { sink: await portOf(sink), files: await portOf(files) };
};

let message = Buffer.alloc(0);

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "save":
      return { port: await serveSaves(asked.folder) };
    case "listen":
      message = Buffer.alloc(asked.bytes, "a");
      return { port: await listenForWebSockets(addViewer) };
    case "broadcast": {
      const started = microseconds();
      broadcast(message);
      return started;
    }
    case "put":
      return { port: await serveEtcdPuts(asked.member) };
    case "watch":
      await new EtcdStore(asked.member, "baseline").follow(broadcast, fail);
      return { port: await listenForWebSockets(addViewer) };
    case "checksum":
      return checksum(asked.folder);
    case "image":
      return serveImage(asked.folder);
  }
});
