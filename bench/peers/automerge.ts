/**
 * automerge-repo with its store in files and its websockets, as a server, an editor and many viewers. An edit is
 * acknowledged when the server's heads, which its messages name, are those of the editor's document.
 */

import { once } from "node:events";
import { type DocHandle, Repo } from "@automerge/automerge-repo";
import {
  WebSocketClientAdapter,
  WebSocketServerAdapter,
} from "@automerge/automerge-repo-network-websocket";
import { NodeFSStorageAdapter } from "@automerge/automerge-repo-storage-nodefs";
import { WebSocketServer } from "ws";
import { type FurnishedPlan, furnishedPlan, lampPosition } from "../load/lamp.ts";
import { AutomergeViewers } from "./automerge-viewers.ts";
import { answerAsPeer, type Destination, type PeerServer, type PlanEditor } from "./peer.ts";

/** Tells when a part of a document was written. */
class ToldStorage extends NodeFSStorageAdapter {
  readonly #onStored: () => void;

  constructor(folder: string, onStored: () => void) {
    super(folder);
    this.#onStored = onStored;
  }

  override async save(key: readonly string[], bytes: Uint8Array): Promise<void> {
    await super.save(key, bytes);
    if (key[1] === "incremental" || key[1] === "snapshot") this.#onStored();
  }
}

const serve = async (folder: string, onStored: () => void): Promise<PeerServer> => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  const repo = new Repo({
    network: [new WebSocketServerAdapter(server)],
    storage: new ToldStorage(folder, onStored),
    // It announces nothing: whoever wants the document asks for it.
    sharePolicy: () => Promise.resolve(false),
  });
  return { port: address.port, settle: () => repo.flush() };
};

const sameHeads = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((head) => others.includes(head));

const connect = async ({ port, document, plan }: Destination): Promise<PlanEditor> => {
  const repo = new Repo({ network: [new WebSocketClientAdapter(`ws://127.0.0.1:${port}`)] });
  // It takes a document for unavailable if it has not met the server within a second.
  await new Promise((resolve) => repo.networkSubsystem.once("peer", resolve));
  let handle: DocHandle<FurnishedPlan>;
  if (plan !== undefined) handle = repo.create(furnishedPlan(plan));
  else if (document !== undefined) handle = await repo.find<FurnishedPlan>(document);
  else throw new Error("a document has a URL");
  let onHeads: (() => void) | undefined;
  let serverHeads: readonly string[] = [];
  handle.on("remote-heads", ({ heads }) => {
    serverHeads = heads;
    onHeads?.();
  });
  const acknowledged = (): Promise<void> =>
    new Promise((resolve) => {
      onHeads = () => {
        if (sameHeads(serverHeads, handle.heads())) resolve();
      };
      onHeads();
    });
  if (plan !== undefined) await acknowledged();
  const lamp = lampPosition(handle.doc());
  return {
    document: handle.url,
    move: (x) => {
      handle.change(({ furniture }) => {
        const piece = furniture[lamp];
        if (piece !== undefined) piece.x = x;
      });
      return acknowledged();
    },
    x: () => Promise.resolve(handle.doc().furniture[lamp]?.x ?? Number.NaN),
    // Without a store there is nothing to flush.
    leave: () => repo.shutdown().catch(() => undefined),
  };
};

const viewers = new AutomergeViewers();

answerAsPeer({
  serve,
  connect,
  watch: (port, document, many) => viewers.join(port, document, many),
  next: () => viewers.next(),
});
