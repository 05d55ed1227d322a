import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { TestScope } from "../../../support/service.ts";

/** Takes every request to its end, and answers it as it is told to, by its path; resolves with its url. */
export const strangeMember = async (
  t: TestScope,
  answer: (stream: ServerHttp2Stream, path: string, body: Buffer) => void,
): Promise<string> => {
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  server.on("session", (session) => sessions.add(session));
  server.on("stream", (stream, headers) => {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => void pieces.push(piece));
    stream.once("end", () => answer(stream, headers[":path"] ?? "", Buffer.concat(pieces)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  return `http://127.0.0.1:${address.port}`;
};
