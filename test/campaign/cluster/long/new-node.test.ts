import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "../../../support/free-ports.ts";
import { startProgram } from "../../../support/program.ts";
import { mayUse } from "../../../support/programs.ts";
import { seededRandom } from "../../../support/random.ts";
import { range } from "../../../service/revisions.ts";
import { temporaryFolder } from "../../../support/service.ts";
import { isNotLoaded } from "../../recorder.ts";
import { randomCases } from "../../scale.ts";
import { type Access, WireClient } from "../../wire-client.ts";
import { type NewestRevision, saveSteadilyAt } from "../steady-saver.ts";
import { startCampaignCluster } from "../campaign-cluster.ts";

/** How often the node is started, and how many come to it at a time. */
const starts = randomCases(12, 12);
const comers = 6;
/** How long they come, from the start on. */
const comingMs = 4000;

test(
  "NODE-10: whoever comes to a node that starts, or has just started, is shown nothing older than others were shown before",
  { timeout: 300_000 },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { campaign, etcd, nodes } = await startCampaignCluster(t, seededRandom(t));
    const newest: NewestRevision = { rev: 0 };
    const paces = await Promise.all(
      nodes.map((node) => saveSteadilyAt(campaign, node.place, newest)),
    );
    const [{ place }] = nodes;
    assert(place.access !== undefined);
    const { token } = place.access;
    let logins = 0;
    let early = 0;
    const older: string[] = [];
    const come = async (access: Access, began: number): Promise<void> => {
      while (performance.now() - began < comingMs) {
        const before = newest.rev;
        const client = await WireClient.login(t, access);
        const reply = await client?.request("plan/get");
        client?.ws.terminate();
        if (reply === undefined || isNotLoaded(reply)) {
          await sleep(2);
          continue;
        }
        const { rev } = campaign.recorder.shown(reply);
        logins += 1;
        if (performance.now() - began < comingMs / 2) early += 1;
        if (rev < before) older.push(`${rev} after ${before}`);
      }
    };
    for (const start of range(1, starts)) {
      const [port = 0] = await freePorts(1);
      const data = join(await temporaryFolder(t), String(start));
      const at = ["--cluster", etcd.urls.join(), "--data", data, "--port", String(port)];
      const running = startProgram(t, ["serve", ...at, "--log-level", "warn"]);
      const access = { host: "127.0.0.1", port, token, patienceMs: 3000 };
      const began = performance.now();
      await Promise.all(range(1, comers).map(() => come(access, began)));
      running.child.kill("SIGKILL");
      await running.ended;
    }
    await Promise.all(paces.map((pace) => pace.end()));
    campaign.check();
    t.diagnostic(
      `${logins} logins at ${starts} starts, ${early} of them in the first two seconds; ${newest.rev} revisions; older plans: ${older.length}`,
    );
    assert.deepEqual(older, []);
  },
);
