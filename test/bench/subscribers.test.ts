import assert from "node:assert/strict";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { WebSocketServer } from "ws";
import { Child, doneCodec, hadCodec } from "../../bench/processes/child.ts";
import { bounded } from "../support/timeouts.ts";

const serve = async (t: TestContext, deflate: boolean): Promise<WebSocketServer> => {
  const perMessageDeflate = deflate && { threshold: 0 };
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate });
  t.after(() => {
    for (const peer of server.clients) peer.terminate();
    server.close();
  });
  await once(server, "listening");
  return server;
};

const connect = async (t: TestContext, server: WebSocketServer): Promise<Child> => {
  const crowd = new Child("load/subscribers.ts", process.execPath);
  t.after(() => crowd.stop());
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  const question = { do: "connect", port: address.port, token: undefined, many: 3, deflate: true };
  await crowd.ask(question, doneCodec);
  return crowd;
};

test(
  "BENCH-1: subscribers who take compressed messages count those, and the bytes that came",
  bounded,
  async (t) => {
    const server = await serve(t, true);
    const crowd = await connect(t, server);
    const text = "a".repeat(100_000);
    for (let round = 0; round < 2; round += 1) {
      const had = crowd.ask({ do: "next" }, hadCodec);
      for (const peer of server.clients) peer.send(text);
      const { first, last, bytes } = await had;
      assert(first > 0 && last >= first);
      assert(bytes > 0 && bytes < text.length, `${bytes} bytes`);
    }
  },
);

test(
  "BENCH-1: no figure of compressed messages is told of a server that compresses none",
  bounded,
  async (t) => {
    const server = await serve(t, false);
    await assert.rejects(connect(t, server), /does not agree to permessage-deflate/);
  },
);
