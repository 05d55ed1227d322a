/**
 * Hocuspocus with its SQLite extension, and its own client as the editor. It acknowledges an update by a status
 * message, after which the client has no unsynced changes; it stores the whole document some time later.
 */

import { join } from "node:path";
import { SQLite } from "@hocuspocus/extension-sqlite";
import { HocuspocusProvider } from "@hocuspocus/provider";
import { Server } from "@hocuspocus/server";
import { WebSocket } from "ws";
import {
  answerAsPeer,
  type Destination,
  documentName,
  type Hello,
  type PeerServer,
  type PlanEditor,
} from "./peer.ts";
import { varText, varUint, YjsPlan } from "./yjs-plan.ts";

/** Both ends drop a connection that is silent for longer, and then connect again; nobody is to do so while others are measured. */
const silentMs = 3_600_000;

const serve = async (folder: string, onStored: () => void): Promise<PeerServer> => {
  let storedNext: (() => void) | undefined;
  const server = new Server({
    address: "127.0.0.1",
    port: 0,
    quiet: true,
    stopOnSignals: false,
    timeout: silentMs,
    extensions: [new SQLite({ database: join(folder, "plan.db") })],
    afterStoreDocument: () => {
      onStored();
      storedNext?.();
      return Promise.resolve();
    },
  });
  await server.listen();
  const { debouncer } = server.hocuspocus;
  return {
    port: server.address.port,
    settle: async () => {
      if (!debouncer.isDebounced(`onStoreDocument-${documentName}`)) return;
      const stored = new Promise<void>((resolve) => (storedNext = resolve));
      server.hocuspocus.flushPendingStores();
      await stored;
    },
  };
};

const connect = async ({ port, plan }: Destination): Promise<PlanEditor> => {
  const document = new YjsPlan();
  const provider = new HocuspocusProvider({
    url: `ws://127.0.0.1:${port}`,
    name: documentName,
    document: document.doc,
    // Without presence, a viewer is sent nothing but edits.
    awareness: null,
    WebSocketPolyfill: WebSocket,
    messageReconnectTimeout: silentMs,
  });
  let onAcknowledged: (() => void) | undefined;
  provider.on("unsyncedChanges", ({ number }) => {
    if (number === 0) onAcknowledged?.();
  });
  const acknowledged = (): Promise<void> =>
    new Promise((resolve) => {
      onAcknowledged = resolve;
    });
  if (!provider.isSynced || provider.hasUnsyncedChanges) await acknowledged();
  if (plan !== undefined) {
    const stored = acknowledged();
    document.fill(plan);
    await stored;
  }
  return {
    document: documentName,
    move: (x) => {
      const moved = acknowledged();
      document.x = x;
      return moved;
    },
    x: () => Promise.resolve(document.x),
    leave: () => {
      provider.destroy();
      document.doc.destroy();
      return Promise.resolve();
    },
  };
};

const [sync, auth] = [0, 2];
const [stepOne, token] = [0, 0];
const emptyStateVector = Buffer.from([1, 0]);

const message = (...parts: readonly (readonly number[] | Buffer)[]): Buffer =>
  Buffer.concat([varText(documentName), ...parts.map((part) => Buffer.from(part))]);

/** It signs in without a token, and asks for the whole document. */
const hello = (): Promise<Hello> =>
  Promise.resolve({
    frames: [
      message(varUint(auth), varUint(token), varText("")),
      message(varUint(sync), varUint(stepOne), emptyStateVector),
    ],
    // It is told that it is signed in, is asked for its document, and gets that of the server.
    greetings: 3,
  });

answerAsPeer({ serve, connect, hello });
