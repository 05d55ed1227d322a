import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { type Etcd, oneKey } from "../../../src/storage/etcd/client/etcd.ts";
import { ImportSession } from "../../../src/storage/etcd/import-home.ts";
import { ensureHome, readHomeMark } from "../../../src/storage/etcd/home.ts";
import type { Keys } from "../../../src/storage/etcd/keys.ts";
import { readKeptPlans } from "../../../src/storage/etcd/log/read-revisions.ts";
import { makeBackup } from "../../../src/backup/make-backup.ts";
import { folderHome } from "../../../src/backup/folder-home.ts";
import { sampled } from "../../campaign/scale.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { type Running, runProgram, startProgram } from "../../support/program.ts";
import { seededRandom } from "../../support/random.ts";
import { stopProcess } from "../../support/stop-process.ts";
import { temporaryFolder } from "../../support/service.ts";
import { runInProcess } from "../../support/run-command.ts";
import { leftOf, newHome, rightOf } from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";
import { filledFolder } from "../../backup/filled-folder.ts";
import { heldTransactions } from "../../cluster/held-transactions.ts";

const shared = sharedEtcd(after);

/** Long enough for a filling that has to wait until it is sure that another one was interrupted. */
const patient = { timeout: 120_000 };

const revisions = 12;
/** Two parts each. */
const bytes = (): number => 600_000;

/** A home that is to be filled, the program on it, and what etcd says of it. */
const toFill = async (t: TestContext) => {
  const cluster = await shared();
  const { domain, keys } = newHome();
  const etcd = clientOf(t, cluster);
  const environment = { FLOORPLAN_CLUSTER: cluster.urls.join(","), FLOORPLAN_DOMAIN: domain };
  const [member = ""] = cluster.urls;
  return {
    domain,
    keys,
    etcd,
    /** Starts it, and resolves when it has put so many revisions: the next one does not arrive before it is let go. */
    startUntil: async (count: number, ...args: readonly string[]) => {
      const { url, reached, letGo } = await heldTransactions(t, member, keys.revision(count + 1));
      const running = startProgram(t, args, { ...environment, FLOORPLAN_CLUSTER: url });
      await reached;
      return { running, letGo };
    },
    run: (...args: readonly string[]) => runProgram(t, args, environment),
    /** The same in this process. */
    say: (...args: readonly string[]) => runInProcess(args, environment),
  };
};

/** Whom the mark of a home names as filling it. */
const fillerOf = async (etcd: Etcd, keys: Keys): Promise<string | undefined> => {
  const { pairs } = rightOf(await etcd.read(oneKey(keys.home)));
  return rightOf(readHomeMark(pairs[0], "")).filling;
};

const keysOf = async (etcd: Etcd, keys: Keys): Promise<readonly string[]> =>
  rightOf(await etcd.read(keys.all)).pairs.map(({ key }) => key);

const kill = async ({ child, ended }: Running): Promise<void> => {
  child.kill("SIGKILL");
  assert.equal((await ended).signal, "SIGKILL");
};

/** A whole home is there: its plans fit their sums, and nothing lies beside them but what they name. */
const isWhole = async (etcd: Etcd, keys: Keys): Promise<void> => {
  assert.equal(await fillerOf(etcd, keys), undefined);
  const { saved } = rightOf(await readKeptPlans(etcd, keys));
  assert.deepEqual(
    saved.map(({ plan }) => plan.rev),
    Array.from({ length: revisions }, (_none, at) => at + 1),
  );
  const found = await keysOf(etcd, keys);
  assert.equal(found.filter((key) => key.includes("/rev/")).length, revisions);
  const parts = saved.reduce((sum, { header }) => sum + (header.parts?.count ?? 0), 0);
  const ofImages = 1 + 2 + 1;
  assert.equal(found.filter((key) => key.includes("/part/")).length, parts + ofImages);
  assert(!found.includes(keys.importLock));
};

test(
  "CTOOL-7, CTOOL-8: an import and a restore that are killed in their midst leave a home that nobody sees, and the same command again makes it whole",
  patient,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const random = seededRandom(t);
    const killed = async (how: "import" | "restore", count: number): Promise<void> => {
      const { domain, keys, etcd, startUntil, run, say } = await toFill(t);
      const { data } = await filledFolder(t, domain, revisions, bytes);
      const file = join(await temporaryFolder(t), "home.tar.gz");
      if (how === "restore") rightOf(await makeBackup(folderHome(data), file));
      const command = how === "import" ? ["import", "--data", data] : ["restore", file];
      const first = await startUntil(count, ...command);
      await kill(first.running);
      const filler = await fillerOf(etcd, keys);
      assert(filler !== undefined, `${how} was killed before its end`);
      const told = [
        await say("token", "list"),
        await say("log", "verify"),
        await say("backup", join(data, "no.tar.gz")),
      ];
      for (const { code, out, err } of told) {
        assert.deepEqual([code, out], [1, ""]);
        assert.match(
          err,
          /^floorplan: the home ".*" is incomplete: .* run the same command again\n$/,
        );
      }
      const reason = leftOf(await ensureHome(etcd, keys, domain));
      assert.match(reason, /an import or a restore into/, "no service starts");
      const again = await run(...command);
      assert.deepEqual([again.code, again.err], [0, ""]);
      await isWhole(etcd, keys);
    };
    await Promise.all([
      ...sampled(random, [1, 8], 2).map((count) => killed("import", count)),
      killed("restore", 4),
    ]);
  },
);

test(
  "CTOOL-8: of two that fill one home, the one that was stopped for too long ends without changing anything",
  patient,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain, keys, etcd, startUntil, run } = await toFill(t);
    const { data } = await filledFolder(t, domain, revisions, bytes);
    const file = join(await temporaryFolder(t), "home.tar.gz");
    rightOf(await makeBackup(folderHome(data), file));
    const { running: slow, letGo } = await startUntil(3, "restore", file);
    await stopProcess(slow.child.pid ?? 0);
    assert((await fillerOf(etcd, keys)) !== undefined, "it was stopped before its end");
    const { code, err } = await run("import", "--data", data);
    assert.deepEqual([code, err], [0, ""]);
    const before = await etcd.read(keys.all);
    letGo();
    slow.child.kill("SIGCONT");
    assert.equal((await slow.ended).code, 1);
    assert.match(slow.err(), /^floorplan: .*(has taken over|may not be stored now|took too long)/);
    const now = await etcd.read(keys.all);
    assert.deepEqual(rightOf(now).pairs, rightOf(before).pairs);
    await isWhole(etcd, keys);
  },
);

test("CTOOL-8: nobody fills a home that somebody else fills, or has filled", patient, async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { domain, keys, etcd, run } = await toFill(t);
  const { data } = await filledFolder(t, domain, 1);
  const filling = rightOf(await ImportSession.begin(etcd, keys, domain));
  const refused = await run("import", "--data", data);
  assert.deepEqual([refused.code, refused.out], [1, ""]);
  assert.match(refused.err, /^floorplan: another import or restore into ".*" is running\n$/);
  rightOf(
    await filling.put([{ kind: "put", key: keys.document("users"), value: Buffer.from("x") }]),
  );
  await filling.abandon();
  assert.deepEqual(await keysOf(etcd, keys), [], "what is given up leaves nothing");
  assert.match(leftOf(await filling.put([])), /has taken over/);
  rightOf(await ensureHome(etcd, keys, domain));
  const late = await run("import", "--data", data);
  assert.match(late.err, /^floorplan: there is a home named ".*" in this cluster already/);
  assert.deepEqual(await keysOf(etcd, keys), [keys.home]);
});
