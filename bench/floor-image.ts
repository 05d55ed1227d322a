/**
 * The least that an image could cost: a socket whose bytes go to a file that is
 * synced at the end, as `cat` would, and a bare HTTP server that sends that file.
 */
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import * as t from "io-ts";
import { answerParent } from "./child.ts";

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the floor has no port");
  return address.port;
};

answerParent(t.type({ folder: t.string }), async ({ folder }) => {
  const path = join(folder, "image");
  const sink = createServer({ allowHalfOpen: true }, (socket) => {
    const receive = async (): Promise<void> => {
      const file = await open(path, "w");
      for await (const chunk of socket.iterator({ destroyOnReturn: false }))
        if (Buffer.isBuffer(chunk)) await file.write(chunk);
      await file.datasync();
      await file.close();
      socket.end("done");
    };
    void receive();
  });
  const files = createHttpServer((_request, response) => {
    createReadStream(path).pipe(response);
  });
  return { sink: await portOf(sink), files: await portOf(files) };
});
