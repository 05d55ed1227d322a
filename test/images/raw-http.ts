import { connect, type Socket } from "node:net";
import type { TestContext } from "node:test";
import type { TestService } from "../support/service.ts";

/** An answer as it came over the socket. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A client that sends exactly the bytes that a test says. */
export class RawHttp {
  readonly socket: Socket;
  /** Resolves when the service has closed the connection, or the client did. */
  readonly closed: Promise<void>;
  #received = "";
  #isClosed = false;
  #wake: (() => void) | undefined;

  constructor(t: TestContext, port: number) {
    this.socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    t.after(() => this.socket.destroy());
    this.socket.on("error", () => undefined);
    this.socket.setNoDelay(true).on("data", (chunk: Buffer) => {
      this.#received += chunk.toString("latin1");
      this.#wake?.();
    });
    const ended = (): void => {
      this.#isClosed = true;
      this.#wake?.();
    };
    this.socket.on("end", ended);
    this.closed = new Promise((resolve) => {
      this.socket.on("end", resolve).on("close", resolve).on("close", ended);
    });
  }

  /** Everything that came. */
  get received(): string {
    return this.#received;
  }

  /** Sends bytes; resolves when the system has taken them, or the connection is over. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.destroyed) return resolve();
      this.socket.once("close", resolve);
      this.socket.write(bytes, () => {
        this.socket.off("close", resolve);
        resolve();
      });
    });
  }

  /** The first final answer; undefined when the connection ends without one. */
  async answer(): Promise<RawAnswer | undefined> {
    for (;;) {
      const found =
        /^(?:HTTP\/1\.1 1\d\d.*\r\n\r\n)*(HTTP\/1\.1 ([2-5]\d\d)[^]*?)\r\n\r\n([^]*)$/.exec(
          this.#received,
        );
      const [, head = "", status = "", body = ""] = found ?? [];
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (found !== null && (body.length >= length || this.#isClosed))
        return { status: Number(status), head, body: body.slice(0, length) };
      if (this.#isClosed) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** One part of a hand-written form. */
export interface Part {
  /** Header lines of the part. */
  readonly head: readonly string[];
  readonly content: string | Uint8Array;
}

export const levelPart = (level: string): Part => ({
  head: ['Content-Disposition: form-data; name="level"'],
  content: level,
});

export const filePart = (content: string | Uint8Array, name = "plan.png"): Part => ({
  head: [
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    "Content-Type: application/octet-stream",
  ],
  content,
});

export const boundary = "----a-boundary-of-a-test";

const encodePart = ({ head, content }: Part): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head.map((line) => `${line}\r\n`).join("")}\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);

/** The bytes of a form. */
export const formBytes = (parts: readonly Part[]): Buffer =>
  Buffer.concat([...parts.map(encodePart), Buffer.from(`--${boundary}--\r\n`)]);

/** The head of an upload; `lines` are further headers, `type` what its body claims to be. */
export const uploadHead = (
  token: string | undefined,
  lines: readonly string[],
  type = `multipart/form-data; boundary=${boundary}`,
): string =>
  [
    "POST /api/floorplan/background HTTP/1.1",
    "Host: localhost",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    `Content-Type: ${type}`,
    ...lines,
    "\r\n",
  ].join("\r\n");

/** Sends a whole request with a body, and returns the answer. */
export const rawUpload = async (
  t: TestContext,
  { port, admin }: Pick<TestService, "port" | "admin">,
  body: Uint8Array,
  type?: string,
): Promise<RawAnswer | undefined> => {
  const client = new RawHttp(t, port);
  void client.send(uploadHead(admin, [`Content-Length: ${body.length}`], type));
  void client.send(body);
  const answer = await client.answer();
  client.socket.destroy();
  return answer;
};
