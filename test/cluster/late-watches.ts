import {
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Ending } from "../support/service.ts";

/** A member of etcd as seen through something that can keep back what its watches tell. */
export interface LateWatches {
  readonly url: string;
  /** From now on nothing of a watch arrives, and everything else does. */
  readonly hold: () => void;
  /** What was kept back arrives, and what follows. */
  readonly letGo: () => void;
}

const isWatch = (path: string | undefined): boolean => path === "/etcdserverpb.Watch/Watch";

/** Puts itself between a member of etcd, which speaks without TLS, and its clients; gone at the end of the test. */
export const lateWatches = async (t: Ending, member: string): Promise<LateWatches> => {
  const etcd = connect(member);
  etcd.on("error", () => undefined);
  const sessions = new Set<ServerHttp2Session>();
  const answers = new Set<NodeJS.ReadableStream>();
  let isHeld = false;
  const pass = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
    const asked = etcd.request(headers);
    let trailers: IncomingHttpHeaders = {};
    for (const each of [stream, asked]) each.on("error", () => undefined);
    stream.once("close", () => asked.close(constants.NGHTTP2_CANCEL));
    asked.once("close", () => answers.delete(asked));
    asked.once("response", (answer, flags) => {
      const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      stream.respond(answer, isWhole ? { endStream: true } : { waitForTrailers: true });
    });
    asked.once("trailers", (found) => (trailers = found));
    stream.once("wantTrailers", () => stream.sendTrailers(trailers));
    asked.on("data", (bytes: Buffer) => void stream.write(bytes));
    asked.once("end", () => void stream.end());
    stream.pipe(asked);
    if (!isWatch(headers[":path"])) return;
    answers.add(asked);
    if (isHeld) asked.pause();
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
  return {
    url: `http://127.0.0.1:${address.port}`,
    hold: () => {
      isHeld = true;
      for (const each of answers) each.pause();
    },
    letGo: () => {
      isHeld = false;
      for (const each of answers) each.resume();
    },
  };
};
