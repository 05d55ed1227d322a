import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { bytesBelow } from "../backup/folders.ts";
import { withLog } from "../backup/logs.ts";
import { bounded } from "../support/timeouts.ts";
import { dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { runProgram } from "../support/program.ts";
import { startTestService } from "../support/service.ts";

test(
  "AUTH-14: where users.json is gone and plans are there, no start makes a token; it says how to go on, and that works",
  bounded,
  async (t) => {
    const folder = await withLog(t, 3);
    const { data } = folder;
    await unlink(join(data, "users.json"));
    const log = await bytesBelow(join(data, "log"));
    const refused = await runProgram(t, ["serve", "--port", "0", "--data", data]);
    assert.deepEqual([refused.code, refused.out], [1, ""]);
    const path = join(data, "users.json");
    const help = `floorplan token create NAME --admin --control --positions --data ${data}`;
    assert(refused.err.includes(`${path} is missing, and the log holds revision 3: `), refused.err);
    assert(refused.err.includes(help), refused.err);
    assert(!existsSync(path), "no users are made");
    assert.deepEqual(await bytesBelow(join(data, "log")), log, "the log is as it was");
    const made = await runProgram(t, ["token", "create", "me", "--admin", "--data", data]);
    const admin = made.out.trim();
    const service = await startTestService(t, { again: { data, admin, viewer: admin } });
    const peer = await Peer.login(t, service.port, admin);
    assert.equal(await peer.save(numberedPlan(4)), 4);
  },
);

test("AUTH-14: a log that is damaged is told as that, whoever is missing", bounded, async (t) => {
  const folder = await withLog(t, 3);
  await unlink(join(folder.data, "users.json"));
  await writeFile(join(folder.data, "log", "00000000000000000001.seg"), "no segment");
  const { service } = await startTestService(t, { again: folder, untilLoaded: false });
  const loaded = await service.loaded;
  assert(isLeft(loaded));
  assert.match(loaded.left, /00000000000000000001\.seg, offset 0: is not a segment/);
});

test(
  "AUTH-15: a first start that ended after it had made the log, and before its token was stored, is followed by one that makes a token",
  bounded,
  async (t) => {
    const folder = await dataFolder(t);
    const first = await startTestService(t, { again: folder });
    await first.stop();
    await unlink(join(folder.data, "users.json"));
    const second = await startTestService(t, { again: folder });
    const loaded = await second.service.loaded;
    assert(isRight(loaded) && loaded.right.firstToken !== undefined);
    await Peer.login(t, second.port, loaded.right.firstToken);
  },
);

test(
  "AUTH-2, AUTH-14: where the last token was revoked the users are there, and the next start makes a token, whatever is saved",
  bounded,
  async (t) => {
    const folder = await withLog(t, 3);
    for (const name of ["admin", "wall"])
      await runProgram(t, ["token", "revoke", name, "--data", folder.data]);
    assert.match(await readFile(join(folder.data, "users.json"), "utf8"), /"users": \[\]/);
    const { service, port } = await startTestService(t, { again: folder });
    const loaded = await service.loaded;
    assert(isRight(loaded) && loaded.right.firstToken !== undefined);
    await Peer.login(t, port, loaded.right.firstToken);
  },
);
