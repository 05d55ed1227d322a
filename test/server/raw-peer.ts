import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestContext } from "node:test";

/** One websocket frame as it was sent. */
export interface RawFrame {
  readonly fin: boolean;
  readonly opcode: number;
  /** Whether it is the first of a compressed message. */
  readonly isCompressed: boolean;
  readonly payload: Buffer;
}

export const opcodes = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

/** How a frame differs from a plain one. */
export interface FrameOptions {
  readonly fin?: boolean;
  /** The length that the header declares, where it is not the payload's. */
  readonly declared?: number;
  readonly reservedBits?: number;
  readonly masked?: boolean;
}

const lengthField = (length: number): Buffer => {
  if (length < 126) return Buffer.from([length]);
  const field = Buffer.alloc(length < 65_536 ? 3 : 9);
  field[0] = length < 65_536 ? 126 : 127;
  if (length < 65_536) field.writeUInt16BE(length, 1);
  else field.writeBigUInt64BE(BigInt(length), 1);
  return field;
};

/** A frame of a client. Its mask is zeros, so that the payload stands in it as it is. */
export const rawFrame = (
  opcode: number,
  payload: Uint8Array | string,
  { fin = true, declared, reservedBits = 0, masked = true }: FrameOptions = {},
): Buffer => {
  const bytes = Buffer.from(payload);
  const length = lengthField(declared ?? bytes.length);
  if (masked) length[0] = (length[0] ?? 0) | 0x80;
  const first = (fin ? 0x80 : 0) | (reservedBits << 4) | opcode;
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(masked ? 4 : 0), bytes]);
};

/** A request to upgrade; `headers` are added to the ones that a websocket needs. */
export const upgradeRequest = (path: string, headers: readonly string[] = []): string =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ...headers,
    "",
    "",
  ].join("\r\n");

/** How a raw peer differs from an ordinary one. */
export interface RawPeerOptions {
  /** Whether it keeps its half of the connection when the service has ended the other. */
  readonly allowHalfOpen?: boolean;
  /** Headers of its request to upgrade. */
  readonly headers?: readonly string[];
}

/** A TCP connection on which a test writes and reads every byte itself. */
export class RawPeer {
  readonly socket: Socket;
  /** Resolves when the connection is gone. */
  readonly gone: Promise<void>;
  #bytes = Buffer.alloc(0);
  #isOver = false;
  #wake: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake?.();
    });
    const over = (): void => {
      this.#isOver = true;
      this.#wake?.();
    };
    socket.on("error", () => undefined).on("end", over);
    this.gone = new Promise((resolve) => {
      socket.on("close", () => {
        over();
        resolve();
      });
    });
  }

  static async connect(
    t: TestContext,
    port: number,
    { allowHalfOpen = false }: RawPeerOptions = {},
  ): Promise<RawPeer> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen });
    const peer = new RawPeer(socket);
    t.after(() => socket.destroy());
    await once(socket, "connect");
    return peer;
  }

  /** Connects, upgrades and takes the first frame, `auth_required`. */
  static async upgraded(
    t: TestContext,
    port: number,
    options: RawPeerOptions = {},
  ): Promise<RawPeer> {
    const peer = await RawPeer.connect(t, port, options);
    peer.write(upgradeRequest("/api/websocket", options.headers));
    await peer.responseHead();
    await peer.nextFrame();
    return peer;
  }

  /** Connects and authenticates. */
  static async login(
    t: TestContext,
    port: number,
    token: string,
    options: RawPeerOptions = {},
  ): Promise<RawPeer> {
    const peer = await RawPeer.upgraded(t, port, options);
    peer.write(rawFrame(opcodes.text, JSON.stringify({ type: "auth", access_token: token })));
    await peer.nextFrame();
    return peer;
  }

  write(bytes: Uint8Array | string): void {
    this.socket.write(bytes);
  }

  /** Ends the connection without a word, so that the service need not wait for it when it stops. */
  leave(): void {
    this.socket.destroy();
  }

  /** The head of the HTTP response, or what came of it before the connection ended. */
  async responseHead(): Promise<string> {
    for (;;) {
      const end = this.#bytes.indexOf("\r\n\r\n");
      if (end >= 0) return this.#take(end + 4).toString();
      if (!(await this.#more())) return this.#take(this.#bytes.length).toString();
    }
  }

  /** Everything until the service ends the connection. */
  async rest(): Promise<string> {
    while (await this.#more());
    return this.#take(this.#bytes.length).toString();
  }

  /** The next frame of the service, or undefined when the connection ends before one. */
  async nextFrame(): Promise<RawFrame | undefined> {
    for (;;) {
      const frame = this.#takeFrame();
      if (frame !== undefined) return frame;
      if (!(await this.#more())) return undefined;
    }
  }

  /** The code of the service's close frame, or undefined when the connection ends without one. */
  async closeCode(): Promise<number | undefined> {
    for (let frame = await this.nextFrame(); frame !== undefined; frame = await this.nextFrame())
      if (frame.opcode === opcodes.close) return frame.payload.readUInt16BE(0);
    return undefined;
  }

  #take(length: number): Buffer {
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }

  /** Waits for more bytes; false when there will be none. */
  async #more(): Promise<boolean> {
    if (this.#isOver) return false;
    const before = this.#bytes.length;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return this.#bytes.length > before || !this.#isOver;
  }

  #takeFrame(): RawFrame | undefined {
    const [first, second] = this.#bytes;
    if (first === undefined || second === undefined) return undefined;
    const short = second & 0x7f;
    const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (this.#bytes.length < headLength) return undefined;
    const length =
      short < 126
        ? short
        : short === 126
          ? this.#bytes.readUInt16BE(2)
          : Number(this.#bytes.readBigUInt64BE(2));
    if (this.#bytes.length < headLength + length) return undefined;
    this.#take(headLength);
    return {
      fin: first >= 0x80,
      opcode: first & 0x0f,
      isCompressed: (first & 0x40) !== 0,
      payload: this.#take(length),
    };
  }
}
