import { isLeft, tryCatch } from "fp-ts/lib/Either.js";
import { type Packet, parser } from "mqtt-packet";
import { messageOf } from "../../wal/index.ts";
import type { BrokerLimits } from "./broker-address.ts";

/** Bytes that are parsed before it is looked whether that is enough for now: the shortest packet has two. */
const sliceBytes = 4096;

const nothing: Buffer = Buffer.alloc(0);

interface ReaderSetup {
  readonly limits: Pick<BrokerLimits, "mqttPacketBytes" | "mqttSecondBytes" | "mqttSecondPackets">;
  /** A packet has come. */
  readonly packet: (packet: Packet) => void;
  /** The bytes are no packets, or one that is too long: why, as the end of a sentence about the broker. */
  readonly broken: (why: string) => void;
  /** Called when there is enough for this second, and when more may come. */
  readonly source: { readonly pause: () => void; readonly resume: () => void };
}

/**
 * Reads packets out of a broker's bytes, no more in a second than the limits allow: what a broker floods must not keep the
 * service from other work, and a million of the shortest packets are as much work as many megabytes of long ones.
 */
export class PacketReader {
  readonly #setup: ReaderSetup;
  readonly #parser = parser({ protocolVersion: 4 });
  /** Bytes and packets that were read in this second. */
  #bytes = 0;
  #packets = 0;
  /** What has come, and waits for the next second. */
  #waiting: Buffer = nothing;
  #isPaused = false;
  #isOver = false;

  constructor(setup: ReaderSetup) {
    this.#setup = setup;
    this.#parser.on("packet", (packet: Packet) => {
      this.#packets += 1;
      if (!this.#isOver) setup.packet(packet);
    });
    this.#parser.on("error", (error: Error) => this.#broken(error.message));
  }

  /** Reads what has come until it is enough for this second. */
  take(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.#isOver && !this.#isEnough) {
      const slice = bytes.subarray(at, at + sliceBytes);
      this.#parse(slice);
      at += slice.length;
    }
    if (this.#isOver || !this.#isEnough) return;
    this.#waiting = bytes.subarray(at);
    this.#isPaused = true;
    this.#setup.source.pause();
  }

  /** Another second has begun. */
  readOn(): void {
    this.#bytes = 0;
    this.#packets = 0;
    if (!this.#isPaused) return;
    this.#isPaused = false;
    const waiting = this.#waiting;
    this.#waiting = nothing;
    this.#setup.source.resume();
    this.take(waiting);
  }

  /** Reads nothing any more. */
  close(): void {
    this.#isOver = true;
    this.#waiting = nothing;
  }

  get #isEnough(): boolean {
    const { mqttSecondBytes, mqttSecondPackets } = this.#setup.limits;
    return this.#bytes >= mqttSecondBytes || this.#packets >= mqttSecondPackets;
  }

  #parse(bytes: Buffer): void {
    const { mqttPacketBytes } = this.#setup.limits;
    this.#bytes += bytes.length;
    const parsed = tryCatch(() => this.#parser.parse(bytes), messageOf);
    if (isLeft(parsed)) this.#broken(parsed.left);
    // What is left is the beginning of a packet.
    else if (parsed.right > mqttPacketBytes && !this.#isOver)
      this.#setup.broken(`it sends a packet of more than mqtt-packet-bytes, ${mqttPacketBytes}`);
  }

  #broken(why: string): void {
    if (!this.#isOver) this.#setup.broken(`it breaks the protocol: ${why}`);
  }
}
