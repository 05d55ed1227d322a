import assert from "node:assert/strict";
import { test } from "node:test";
import { Peer } from "../support/peer.ts";
import { serveProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";

test("OPS-3: a Ctrl-C that a terminal and npm both pass on is one wish: goodbye is said, exit code 0", async (t) => {
  const served = await serveProgram(t, await temporaryFolder(t));
  assert(served.token !== undefined);
  const peer = await Peer.login(t, served.port, served.token);
  served.child.kill("SIGINT");
  served.child.kill("SIGINT");
  served.child.kill("SIGTERM");
  assert.deepEqual(await peer.closed, { code: 1001, reason: "the service is stopping" });
  assert.deepEqual(await served.ended, { code: 0, signal: null });
  assert.match(served.err(), /"stopped"/);
});
