import {
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import { buffer } from "node:stream/consumers";
import type { TestScope } from "../support/service.ts";

/** What happens to what goes to and fro. */
export interface Between {
  /** Told of each answer before any of it comes. */
  readonly answers?: (answer: ClientHttp2Stream, path: string) => void;
  /** What a transaction waits for before it goes on, by its bytes. */
  readonly waitsFor?: (transaction: Buffer) => Promise<void> | undefined;
}

/** Puts itself between a member of etcd, which speaks without TLS, and its clients; gone at the end of the test. Resolves with its url. */
export const betweenEtcd = async (
  t: TestScope,
  member: string,
  { answers, waitsFor }: Between,
): Promise<string> => {
  const etcd = connect(member);
  etcd.on("error", () => undefined);
  const sessions = new Set<ServerHttp2Session>();
  const pass = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
    const path = headers[":path"] ?? "";
    const asked = etcd.request(headers);
    let trailers: IncomingHttpHeaders = {};
    for (const each of [stream, asked]) each.on("error", () => undefined);
    stream.once("close", () => asked.close(constants.NGHTTP2_CANCEL));
    asked.once("response", (answer, flags) => {
      const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      stream.respond(answer, isWhole ? { endStream: true } : { waitForTrailers: true });
    });
    asked.once("trailers", (found) => (trailers = found));
    stream.once("wantTrailers", () => stream.sendTrailers(trailers));
    asked.on("data", (bytes: Buffer) => void stream.write(bytes));
    asked.once("end", () => void stream.end());
    answers?.(asked, path);
    if (waitsFor === undefined || path !== "/etcdserverpb.KV/Txn") {
      stream.pipe(asked);
      return;
    }
    const goOn = async (): Promise<void> => {
      const bytes = await buffer(stream);
      await waitsFor(bytes);
      if (!asked.destroyed) asked.end(bytes);
    };
    // Whoever has sent it may be gone meanwhile.
    goOn().catch(() => undefined);
  };
  const server = createServer();
  server.on("session", (session) => sessions.add(session));
  server.on("stream", pass);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const session of sessions) session.destroy();
    server.close();
    etcd.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  return `http://127.0.0.1:${address.port}`;
};
