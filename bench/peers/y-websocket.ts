/**
 * The server of y-websocket with its store in LevelDB. Its protocol acknowledges no update, so the editor asks for the
 * document's changes after each, and takes the answer, which the server gives in order, as the acknowledgement.
 */

import { once } from "node:events";
import { type RawData, WebSocket } from "ws";
import { applyUpdate, encodeStateAsUpdate, encodeStateVector } from "yjs";
import { listenForWebSockets } from "../processes/child.ts";
import {
  answerAsPeer,
  type Destination,
  documentName,
  type Hello,
  type PeerServer,
  type PlanEditor,
} from "./peer.ts";
import { varBytes, YjsPlan } from "./yjs-plan.ts";

const serve = async (folder: string, onStored: () => void): Promise<PeerServer> => {
  // It tells of its folder on the standard output, which is the report's.
  console.info = (): void => undefined;
  // It reads the variable when it is loaded.
  process.env["YPERSISTENCE"] = folder;
  const { getPersistence, setupWSConnection } = await import("y-websocket/bin/utils");
  const provider = getPersistence()?.provider;
  if (provider === undefined) throw new Error("y-websocket has no store");
  const store = provider.storeUpdate.bind(provider);
  provider.storeUpdate = async (document, update) => {
    const stored = await store(document, update);
    onStored();
    return stored;
  };
  const port = await listenForWebSockets((ws) =>
    setupWSConnection(ws, undefined, { docName: documentName }),
  );
  return {
    port,
    // Its store does one thing after another.
    settle: async () => void (await provider.getMeta(documentName, "settled")),
  };
};

const sync = 0;
const [stepOne, stepTwo, update] = [0, 1, 2];

const message = (kind: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([sync, kind]), varBytes(bytes)]);

const bytesOf = (data: RawData): Buffer => {
  if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
  return data;
};

/** The bytes behind the two kinds of a message, and behind their length. */
const contentOf = (data: Buffer): Buffer => {
  let at = 2;
  while (((data[at] ?? 0) & 0x80) !== 0) at += 1;
  return data.subarray(at + 1);
};

const connect = async ({ port, plan }: Destination): Promise<PlanEditor> => {
  const document = new YjsPlan();
  const ws = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
  let onAnswer: (() => void) | undefined;
  ws.on("message", (data) => {
    const bytes = bytesOf(data);
    if (bytes[0] !== sync) return;
    if (bytes[1] === stepOne)
      ws.send(message(stepTwo, encodeStateAsUpdate(document.doc, contentOf(bytes))));
    else applyUpdate(document.doc, contentOf(bytes), ws);
    if (bytes[1] === stepTwo) onAnswer?.();
  });
  const filled = new Promise<void>((resolve) => {
    document.doc.on("update", (bytes, origin) => {
      if (origin !== ws) ws.send(message(update, bytes));
      if (document.isFilled) resolve();
    });
  });
  await once(ws, "open");
  const roundTrip = (): Promise<void> => {
    const answered = new Promise<void>((resolve) => {
      onAnswer = resolve;
    });
    ws.send(message(stepOne, encodeStateVector(document.doc)));
    return answered;
  };
  if (plan !== undefined) document.fill(plan);
  // A server that has just started is still reading its store.
  await filled;
  await roundTrip();
  return {
    document: documentName,
    move: (x) => {
      document.x = x;
      return roundTrip();
    },
    x: () => Promise.resolve(document.x),
    leave: async () => {
      if (ws.readyState === WebSocket.CLOSED) return;
      const closed = once(ws, "close");
      ws.terminate();
      await closed;
    },
  };
};

const emptyStateVector = Buffer.from([0]);

/** It asks for the whole document. */
const hello = (): Promise<Hello> =>
  Promise.resolve({
    frames: [message(stepOne, emptyStateVector)],
    // It is asked for its document, and gets that of the server.
    greetings: 2,
  });

answerAsPeer({ serve, connect, hello });
