import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
} from "node:http2";
import { connect } from "node:net";

const headerBytes = 5;
/** What the server may send unasked: large, so that no plan has to wait for the reader's permission. */
const windowBytes = 16 * 1024 * 1024;

const framed = (message: Buffer): Buffer => {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(message.length, 1);
  return Buffer.concat([header, message]);
};

/** Cuts a stream of bytes into the messages in it. */
export const messagesOf = (onMessage: (message: Buffer) => void): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = headerBytes;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const bytes = Buffer.concat(chunks);
      const end = headerBytes + bytes.readUInt32BE(1);
      wanted = end;
      chunks = [bytes];
      if (held < end) return;
      onMessage(bytes.subarray(headerBytes, end));
      chunks = [bytes.subarray(end)];
      held -= end;
      wanted = headerBytes;
    }
  };
};

/** What a call failed with; undefined of one that succeeded. */
const failureOf = (headers: IncomingHttpHeaders): Error | undefined => {
  const status = headers["grpc-status"];
  return status === undefined || status === "0"
    ? undefined
    : new Error(`gRPC status ${String(status)}: ${String(headers["grpc-message"])}`);
};

/** A client of a gRPC server: calls and streams of encoded messages, without compression. */
export class GrpcClient {
  readonly #session: ClientHttp2Session;

  private constructor(session: ClientHttp2Session) {
    this.#session = session;
  }

  /** `server` is an address such as `http://127.0.0.1:2379`, or the path of a Unix socket. */
  static async connect(server: string): Promise<GrpcClient> {
    const isSocket = server.startsWith("/");
    const session = connectHttp2(isSocket ? "http://localhost" : server, {
      ...(isSocket && { createConnection: () => connect(server) }),
      settings: { enablePush: false, initialWindowSize: windowBytes },
    });
    await once(session, "connect");
    session.setLocalWindowSize(windowBytes);
    return new GrpcClient(session);
  }

  /** Calls a method, and resolves with the reply. */
  call(method: string, message: Buffer): Promise<Buffer> {
    const stream = this.#request(method);
    const reply = new Promise<Buffer>((resolve, reject) => {
      let received: Buffer | undefined;
      let failure: Error | undefined;
      const note = (headers: IncomingHttpHeaders): void => {
        failure ??= failureOf(headers);
      };
      stream.on("response", note).on("trailers", note).on("error", reject);
      stream.on(
        "data",
        messagesOf((whole) => (received = whole)),
      );
      stream.on("close", () => {
        if (failure === undefined && received !== undefined) resolve(received);
        else reject(failure ?? new Error(`${method} ended without a reply`));
      });
    });
    stream.end(framed(message));
    return reply;
  }

  /** Opens a stream with one message, and hands over each that comes. It stays open; `onEnd` is told of its end. */
  stream(
    method: string,
    message: Buffer,
    onMessage: (message: Buffer) => void,
    onEnd: (reason: Error) => void,
  ): void {
    const stream = this.#request(method);
    stream.on("data", messagesOf(onMessage)).on("error", onEnd);
    stream.on("close", () => onEnd(new Error(`${method} ended`)));
    stream.write(framed(message));
  }

  #request(method: string): ClientHttp2Stream {
    return this.#session.request({
      ":method": "POST",
      ":path": method,
      "content-type": "application/grpc",
      te: "trailers",
    });
  }
}
