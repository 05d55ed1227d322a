import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEtcd } from "../../support/etcd.ts";
import { eventually } from "../../support/polling.ts";
import { Peer } from "../../support/peer.ts";
import { serveProgram } from "../../support/program.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { stopProcess } from "../../support/stop-process.ts";

test(
  "NODE-8: a node that was itself stopped for longer than cluster-cut-off-ms closes its connections when it goes on, and lets in again when it has heard of the others",
  { timeout: 120_000 },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { urls } = await startEtcd(t);
    const { child, port, token } = await serveProgram(t, await temporaryFolder(t), [
      `--cluster=${urls.join(",")}`,
      "--cluster-cut-off-ms=3000",
    ]);
    assert(token !== undefined && child.pid !== undefined);
    const peer = await Peer.login(t, port, token);
    assert.equal((await peer.command("ping"))["type"], "pong");
    await stopProcess(child.pid);
    // So long it does not run.
    await sleep(3500);
    process.kill(child.pid, "SIGCONT");
    assert.equal((await peer.closed).code, 1013);
    await eventually(async () => {
      const again = await Peer.open(t, port);
      again.send({ type: "auth", access_token: token });
      await again.next();
      const answer = await Promise.race([again.next(), again.closed]);
      return "type" in answer && answer["type"] === "auth_ok"
        ? { seen: true }
        : { not: JSON.stringify(answer) };
    }, 30_000);
  },
);
