import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:net";
import type { TestScope } from "./service.ts";

/** Makes a server listen on a free port of 127.0.0.1 until the test ends; returns its address, such as `http://127.0.0.1:40123`. */
export const listening = async (t: TestScope, server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  return `http://127.0.0.1:${address.port}`;
};
