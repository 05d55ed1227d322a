import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { listBackups } from "../../src/backup/scheduled-backup.ts";
import { verifyBackup } from "../../src/backup/read-backup.ts";
import { sharedEtcd } from "../support/etcd.ts";
import { eventually } from "../support/polling.ts";
import { numberedPlan } from "../support/plans.ts";
import { Peer } from "../support/peer.ts";
import { firstTokenOf, startProgram } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { newHome } from "../storage/etcd/test-home.ts";

const shared = sharedEtcd(after);

/** The processes that make them give way to everybody, and get little of a machine that tests keep busy. */
const longestMs = 100_000;

const healthCodec = t.type({
  backup: t.intersection([t.type({ status: t.string }), t.partial({ last: t.string })]),
});

/** Waits until a node tells of a good backup, and resolves with when that was begun. */
const lastOf = (url: string): Promise<string> =>
  eventually(async () => {
    const told: unknown = await (await fetch(`${url}/healthz`)).json();
    const isGood = healthCodec.is(told) && told.backup.status === "ok";
    const at = isGood ? told.backup.last : undefined;
    return at !== undefined ? { seen: at } : { not: JSON.stringify(told) };
  }, longestMs);

/** Starts a node of a cluster in a process of its own, and waits until it is ready. */
const startNode = async (tc: TestContext, args: readonly string[]) => {
  const data = await temporaryFolder(tc);
  const running = startProgram(tc, ["serve", "--port", "0", "--data", data, ...args]);
  await running.printed(/ {2}plan {6}[^\n]+\n/);
  const [, url = "", port = ""] = /listens at (http:\/\/\S+:(\d+))/.exec(running.out()) ?? [];
  const stop = async (): Promise<void> => {
    running.child.kill("SIGTERM");
    assert.equal((await running.ended).code, 0);
  };
  return { ...running, url, port: Number(port), stop };
};

test(
  "BACKUP-8: of two nodes with one folder for backups one makes each, and it counts for both",
  { timeout: 2 * longestMs },
  async (tc) => {
    if (!mayUse(tc, "etcd")) return;
    const { urls } = await shared();
    const backupTo = join(await temporaryFolder(tc), "backups");
    const { domain } = newHome();
    const home = ["--cluster", urls.join(","), "--domain", domain];
    // Of a home without a plan none is made.
    const founder = await startNode(tc, home);
    const firstToken = await firstTokenOf(founder);
    const author = await Peer.login(tc, founder.port, firstToken);
    await author.result(`${domain}/plan/save`, { plan: numberedPlan(1) });
    await founder.stop();
    const into = [...home, "--backup-to", backupTo];
    const first = await startNode(tc, [...into, "--backup-every", "1h"]);
    const begun = await lastOf(first.url);
    const second = await startNode(tc, [...into, "--backup-every", "1h"]);
    // The other has it from the name, which tells no more than the second.
    assert.equal((await lastOf(second.url)).slice(0, 19), begun.slice(0, 19));
    assert.equal((await readdir(backupTo)).filter((name) => name.endsWith(".gz")).length, 1);

    // With another time between two, both want to make each.
    await Promise.all([first.stop(), second.stop()]);
    const often = [...into, "--backup-every", "1s", "--backup-keep", "2"];
    const [third, fourth] = [await startNode(tc, often), await startNode(tc, often)];
    const peer = await Peer.login(tc, third.port, firstToken);
    await peer.result(`${domain}/plan/save`, { plan: numberedPlan(2) });
    const saved = new Date();
    await eventually(async () => {
      const { backups } = await listBackups(backupTo, domain, new Date());
      const isDone = backups.length === 2 && backups.every(({ at }) => at > saved);
      return isDone ? { seen: true } : { not: JSON.stringify(backups) };
    }, longestMs);
    for (const node of [third, fourth]) await lastOf(node.url);
    await Promise.all([third.stop(), fourth.stop()]);
    const { backups } = await listBackups(backupTo, domain, new Date());
    // The stop may have come between the newest one's name and the end of the oldest.
    assert(backups.length === 2 || backups.length === 3, `${backups.length} backups`);
    assert.deepEqual(
      (await readdir(backupTo)).filter((name) => name.startsWith(".")),
      [`.${domain}.home-id`],
    );
    for (const { name } of backups) {
      const verified = await verifyBackup(join(backupTo, name));
      assert(isRight(verified) && verified.right.rev === 2, name);
    }
    for (const node of [third, fourth]) assert.doesNotMatch(node.err(), /no backup could be made/);
  },
);
