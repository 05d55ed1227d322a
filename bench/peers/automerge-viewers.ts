import { once } from "node:events";
import { decodeSyncMessage, encodeSyncMessage } from "@automerge/automerge";
import { cbor, parseAutomergeUrl } from "@automerge/automerge-repo";
import * as t from "io-ts";
import { type RawData, WebSocket } from "ws";
import { microseconds } from "../processes/child.ts";

const peerMessage = t.type({ type: t.literal("peer"), senderId: t.string });
const syncMessage = t.type({ type: t.literal("sync"), data: t.unknown });

/** A viewer that has the changes up to `heads`, and needs nothing else. */
const stateAt = (heads: readonly string[]): Uint8Array =>
  encodeSyncMessage({
    heads,
    need: [],
    have: [{ lastSync: heads, bloom: new Uint8Array() }],
    changes: [],
  });

const bytesOf = (data: RawData): Buffer => {
  if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
  return data;
};

/** The heads that the server tells in a message. */
const headsIn = (bytes: Buffer): readonly string[] => {
  const message = cbor.decode(bytes);
  if (!syncMessage.is(message) || !(message.data instanceof Uint8Array))
    throw new Error("a viewer is sent nothing but changes");
  return decodeSyncMessage(message.data).heads;
};

/** The bytes of a server's frame: its header and its content. */
const frameBytes = (content: number): number =>
  content + (content < 126 ? 2 : content < 65_536 ? 4 : 10);

/** A connection to the server, which sends further changes only to a viewer that has told that it has the last ones. */
class Viewer {
  readonly #ws: WebSocket;
  readonly #envelope: Readonly<Record<string, string>>;

  private constructor(ws: WebSocket, envelope: Readonly<Record<string, string>>) {
    this.#ws = ws;
    this.#envelope = envelope;
  }

  /** Asks for the whole document; resolves when the server knows that the viewer has it. */
  static async join(port: number, documentId: string, senderId: string): Promise<Viewer> {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
    await once(ws, "open");
    const next = async (): Promise<Buffer> => {
      const [data]: unknown[] = await once(ws, "message");
      if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
      return data;
    };
    const greeted = next();
    const hello = { type: "join", senderId, peerMetadata: {}, supportedProtocolVersions: ["1"] };
    ws.send(cbor.encode(hello));
    const peer = cbor.decode(await greeted);
    if (!peerMessage.is(peer)) throw new Error("the server does not greet");
    const viewer = new Viewer(ws, { senderId, targetId: peer.senderId, documentId });
    const document = next();
    viewer.#send("request", stateAt([]));
    await viewer.acknowledge(stateAt(headsIn(await document)));
    return viewer;
  }

  /** From now on calls back with each message. */
  onMessage(receive: (bytes: Buffer) => void): void {
    this.#ws.on("message", (data) => receive(bytesOf(data)));
  }

  /** Tells what the viewer has; resolves when the server has read that. */
  async acknowledge(state: Uint8Array): Promise<void> {
    this.#send("sync", state);
    const answered = once(this.#ws, "pong");
    this.#ws.ping();
    await answered;
  }

  #send(type: "request" | "sync", data: Uint8Array): void {
    this.#ws.send(cbor.encode({ type, ...this.#envelope, data }));
  }
}

/** Many viewers, which note when an edit arrives, and acknowledge it once all have it. They keep no documents. */
export class AutomergeViewers {
  #viewers: readonly Viewer[] = [];
  #times: number[] = [];
  #bytes = 0;
  #onArrival: ((bytes: Buffer) => void) | undefined;

  /** Connects viewers, one after another. */
  async join(port: number, document: string, many: number): Promise<void> {
    const { documentId } = parseAutomergeUrl(document);
    const joined: Viewer[] = [];
    while (joined.length < many)
      joined.push(await Viewer.join(port, documentId, `viewer-${joined.length}`));
    for (const viewer of joined)
      viewer.onMessage((bytes) => {
        this.#times.push(microseconds());
        this.#bytes += frameBytes(bytes.length);
        this.#onArrival?.(bytes);
      });
    this.#viewers = joined;
  }

  /** Resolves when each viewer was sent an edit, and the server knows that: the times of the first and the last, and all bytes. */
  async next(): Promise<{ first: number; last: number; bytes: number }> {
    [this.#times, this.#bytes] = [[], 0];
    const newest = await new Promise<Buffer>((resolve) => {
      this.#onArrival = (bytes) => {
        if (this.#times.length === this.#viewers.length) resolve(bytes);
      };
    });
    this.#onArrival = undefined;
    const [first = 0, last = 0] = [this.#times[0], this.#times.at(-1)];
    const arrived = { first, last, bytes: this.#bytes };
    const state = stateAt(headsIn(newest));
    await Promise.all(this.#viewers.map((viewer) => viewer.acknowledge(state)));
    return arrived;
  }
}
