import assert from "node:assert/strict";
import { chmod, chown, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { numberedPlan } from "../support/plans.ts";
import { Peer } from "../support/peer.ts";
import { serveProgram } from "../support/program.ts";
import { skipWithout } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";

const bounded = { timeout: 60_000 };

/** Somebody who is not root; nobody needs to be called that. */
const [uid, gid] = [1234, 1234];

/** A folder of somebody else's. */
const foreignFolder = async (t: TestContext): Promise<string> => {
  const folder = join(await temporaryFolder(t), "folder");
  await mkdir(folder);
  await chown(folder, uid, gid);
  return folder;
};

/** Keeps root from reading whatever it likes. */
const withoutOverride = [
  "setpriv",
  "--bounding-set=-dac_override,-dac_read_search",
  "--inh-caps=-dac_override,-dac_read_search",
];

/** Runs a service that saves a plan, until its log has that of the backup. */
const backedUp = async (
  t: TestContext,
  { data, copies }: { readonly data: string; readonly copies: string },
  says: string,
  through: readonly string[] = [],
): Promise<string> => {
  const options = ["--backup-to", copies, "--backup-every", "1s"];
  const served = await serveProgram(t, data, options, {}, through);
  const peer = await Peer.login(t, served.port, served.token ?? "");
  await peer.save(numberedPlan(1));
  await served.printed(says, "err");
  served.child.kill("SIGTERM");
  assert.equal((await served.ended).code, 0);
  return served.err();
};

test(
  "AUDIT-7, BACKUP-12: ids of homes belong to the owners of their folders, and everybody may read the mark",
  bounded,
  async (t) => {
    if (process.getuid?.() !== 0) return skipWithout(t, "root");
    const [data, copies] = [await foreignFolder(t), await foreignFolder(t)];
    await backedUp(t, { data, copies }, "a backup was made");
    for (const path of [join(data, ".home-id"), join(copies, ".floorplan.home-id")]) {
      const found = await stat(path);
      assert.deepEqual([found.uid, found.gid, found.mode & 0o777], [uid, gid, 0o644], path);
    }
  },
);

test(
  "BACKUP-12: a mark that this user may not read is another home's, in a sentence that says what to do",
  bounded,
  async (t) => {
    if (process.getuid?.() !== 0) return skipWithout(t, "root");
    const copies = await foreignFolder(t);
    await backedUp(t, { data: await foreignFolder(t), copies }, "a backup was made");
    await chmod(join(copies, ".floorplan.home-id"), 0o600);
    const other = { data: await temporaryFolder(t), copies };
    const log = await backedUp(t, other, "no backup could be made", withoutOverride);
    assert.match(
      log,
      /home-id cannot be read by the user that this service runs as, .* name another/,
    );
  },
);
