import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { TestScope } from "../../../support/service.ts";

/** gRPC's frame of a `WatchResponse` that has a header, and nothing in it: a member says that it is there. */
const sign = Buffer.from([0, 0, 0, 0, 2, 0x0a, 0]);

/** A member that answers every question of a watch, and never has anything to tell; resolves with its url. */
export const deafMember = async (t: TestScope): Promise<string> => {
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  server.on("session", (session) => sessions.add(session));
  server.on("stream", (stream) => {
    stream.on("error", () => undefined);
    stream.respond({ ":status": 200, "content-type": "application/grpc" });
    stream.on("data", () => void stream.write(sign));
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
