import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test, type TestContext } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { ifThere } from "../../wal/index.ts";
import { defaultConfig } from "../../src/server/config.ts";
import { startBackup } from "../../src/backup/start-backup-process.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { verifyBackup } from "../../src/backup/read-backup.ts";
import { eventually } from "../support/polling.ts";
import { numberedPlan } from "../support/plans.ts";
import { Peer } from "../support/peer.ts";
import { runProgram, type Served, serveProgram, startProgram } from "../support/program.ts";
import { seededRandom } from "../support/random.ts";
import { temporaryFolder } from "../support/service.ts";
import { ofBackups } from "../support/timeouts.ts";
import { smallDisk } from "../support/small-disk.ts";

const soonMs = 120_000;

const healthCodec = t.type({
  status: t.string,
  backup: t.intersection([
    t.type({ status: t.string }),
    t.partial({ reason: t.string, at: t.string, last: t.string }),
  ]),
});

const health = async ({ url }: Served): Promise<t.TypeOf<typeof healthCodec>> => {
  const decoded = healthCodec.decode(await (await fetch(`${url}/healthz`)).json());
  assert(isRight(decoded));
  return decoded.right;
};

/** Waits until `/healthz` tells that of the backups. */
const tells = (served: Served, status: string, last?: string) =>
  eventually(async () => {
    const told = await health(served);
    const isSeen =
      told.backup.status === status && (last === undefined || told.backup.last !== last);
    return isSeen ? { seen: told } : { not: JSON.stringify(told) };
  }, soonMs);

const copiesIn = async (folder: string): Promise<readonly string[]> =>
  ((await ifThere(readdir(folder))) ?? []).filter((name) => !name.startsWith(".")).toSorted();

const folders = async (tc: TestContext) => {
  const folder = await temporaryFolder(tc);
  return { data: join(folder, "data"), copies: join(folder, "copies") };
};

const everySecond = ["--backup-every", "1s"] as const;

test(
  "BACKUP-1, BACKUP-2, BACKUP-3: a service makes backups while it saves, which restore, and a restart goes on from them",
  ofBackups,
  async (tc) => {
    const { data, copies } = await folders(tc);
    const options = ["--backup-to", copies, ...everySecond, "--backup-keep", "2"];
    const served = await serveProgram(tc, data, options);
    const peer = await Peer.login(tc, served.port, served.token ?? "");
    for (let number = 1; number <= 20; number += 1) await peer.save(numberedPlan(number));
    const { last } = (await tells(served, "ok")).backup;
    await tells(served, "ok", last);
    await eventually(async () => {
      const names = await copiesIn(copies);
      const newest = names.at(-1);
      if (newest?.endsWith("Z.tar.gz") !== true) return { not: names.join() };
      const verified = await verifyBackup(join(copies, newest));
      return isRight(verified) && verified.right.rev === 20 && names.length === 2
        ? { seen: true }
        : { not: JSON.stringify(verified) };
    }, soonMs);
    served.child.kill("SIGTERM");
    assert.equal((await served.ended).code, 0);
    const names = await copiesIn(copies);
    // The stop may have come between the newest one's name and the end of the oldest.
    assert(names.length <= 3 && names.every((name) => name.endsWith("Z.tar.gz")), names.join());
    const again = await serveProgram(tc, data, ["--backup-to", copies, "--backup-every", "1h"]);
    const told = await tells(again, "ok");
    assert.equal(told.backup.last?.slice(0, 19).replaceAll(":", "-"), names.at(-1)?.slice(10, 29));
    assert.deepEqual(await copiesIn(copies), names, "the newest is young enough");
    const restored = join(await temporaryFolder(tc), "restored");
    assert(isRight(await restoreBackup(join(copies, names.at(-1) ?? ""), restored, true)));
    assert.equal(
      await readFile(join(restored, "users.json"), "utf8"),
      await readFile(join(data, "users.json"), "utf8"),
    );
  },
);

test(
  "BACKUP-5, BACKUP-6: a full disk stops nothing and leaves nothing, and there are backups again when there is room",
  ofBackups,
  async (tc) => {
    const disk = await smallDisk(tc, 1024 * 1024);
    if (disk === undefined) return;
    const { data } = await folders(tc);
    const copies = join(disk.folder, "copies");
    await mkdir(copies);
    await disk.fill();
    const served = await serveProgram(tc, data, ["--backup-to", copies, ...everySecond]);
    const peer = await Peer.login(tc, served.port, served.token ?? "");
    assert.equal(await peer.save(numberedPlan(1)), 1);
    const { status, backup } = await tells(served, "failed");
    assert.equal(status, "ready");
    assert.equal(backup.reason, "the last backup failed; see the service's log");
    assert(backup.at !== undefined && backup.last === undefined);
    assert.equal(await peer.save(numberedPlan(2)), 2);
    assert.deepEqual(await copiesIn(copies), []);
    await disk.makeRoom();
    await tells(served, "ok");
    const [first = ""] = await copiesIn(copies);
    assert(isRight(await verifyBackup(join(copies, first))));
    await served.printed(/no backup could be made[^]*backups can be made again/, "err");
    assert.match(served.err(), /ENOSPC|no space/);
  },
);

/** Uploads a PNG with so many random bytes, which cannot be packed, as the image of a floor. */
const upload = async ({ url, token }: Served, level: string, bytes: number): Promise<void> => {
  const form = new FormData();
  form.set("level", level);
  form.set(
    "file",
    new Blob([Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(bytes)])]),
    "a.png",
  );
  const { status } = await fetch(`${url}/api/floorplan/background`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  assert.equal(status, 200);
};

test(
  "BACKUP-13: a service has no backup of a home with neither plan nor image, and soon one of an image alone",
  ofBackups,
  async (tc) => {
    const { data, copies } = await folders(tc);
    const served = await serveProgram(tc, data, ["--backup-to", copies, ...everySecond]);
    // By the time that another process has begun and ended, one that makes a backup would have begun, too.
    const { out } = await runProgram(tc, ["status", "--url", served.url]);
    assert.equal(out, "ready, revision 0\n");
    assert.equal(await ifThere(readdir(copies)), undefined, "nobody has looked for the folder");
    await upload(served, "0", 1024);
    await tells(served, "ok");
    const [first = ""] = await copiesIn(copies);
    const verified = await verifyBackup(join(copies, first));
    assert(isRight(verified));
    assert.equal(verified.right.rev, 0);
    assert(verified.right.files.some(({ name }) => name.startsWith("www/floorplan/bg_0.")));
  },
);

/** The process that makes a backup of a service, while there is one. */
const childOf = async ({ child }: Served): Promise<number | undefined> => {
  const tasks = `/proc/${child.pid}/task/${child.pid}/children`;
  const pids = (await readFile(tasks, "utf8")).split(" ").filter(Boolean);
  for (const pid of pids) {
    const command = await ifThere(readFile(`/proc/${pid}/cmdline`, "utf8"));
    if (command?.includes("backup-process") === true) return Number(pid);
  }
  return undefined;
};

/** Waits until a backup has so many bytes, and returns its process; every call sees another one. */
const underWay = (served: Served, copies: string, bytes: number): Promise<number> =>
  eventually(async () => {
    const names = (await ifThere(readdir(copies))) ?? [];
    const partial = names.find((name) => name.endsWith(".partial"));
    const size = partial && (await ifThere(stat(join(copies, partial))))?.size;
    const pid = await childOf(served);
    return size !== undefined && size !== "" && size >= bytes && pid !== undefined
      ? { seen: pid }
      : { not: `${partial ?? "none"}: ${size ?? 0} bytes` };
  }, soonMs);

test(
  "BACKUP-4, BACKUP-5, BACKUP-6: a backup that is killed amid its work costs nothing but itself, and neither does a service",
  ofBackups,
  async (tc) => {
    const { data, copies } = await folders(tc);
    const random = seededRandom(tc);
    const options = ["--backup-to", copies, ...everySecond];
    const first = await serveProgram(tc, data);
    // What cannot be packed, so that there is time to be killed in.
    const floors = 3;
    for (let number = 1; number <= floors; number += 1)
      await upload(first, `floor${number}`, 8 << 20);
    const half = floors << 22;
    first.child.kill("SIGTERM");
    await first.ended;
    const served = await serveProgram(tc, data, options);
    const pid = await underWay(served, copies, random.below(half));
    const priority = getPriority(pid);
    // Larger is lower; 19 is the lowest, which on a busy machine gets next to no time.
    assert(
      priority > getPriority(served.child.pid) && priority < 19,
      `its priority is ${priority}`,
    );
    process.kill(pid, "SIGKILL");
    const { status, backup } = await tells(served, "failed");
    assert.equal(status, "ready");
    assert.equal(backup.reason, "the last backup failed; see the service's log");
    await served.printed("the process ended with SIGKILL", "err");
    const ofService = await underWay(served, copies, random.below(half));
    served.child.kill("SIGKILL");
    await served.ended;
    await eventually(async () => {
      const isThere = await ifThere(stat(`/proc/${ofService}`));
      return isThere === undefined ? { seen: true } : { not: "it goes on without its service" };
    }, soonMs);
    const again = await serveProgram(tc, data, options);
    await tells(again, "ok");
    again.child.kill("SIGTERM");
    assert.equal((await again.ended).code, 0, "also amid the next one");
    const names = await copiesIn(copies);
    assert(names.length > 0 && names.every((name) => name.endsWith("Z.tar.gz")), names.join());
    const hidden = (await readdir(copies)).filter((name) => !names.includes(name));
    assert.deepEqual(hidden, [".floorplan.home-id"], "nothing of those that were killed is left");
    for (const name of names) {
      const verified = await verifyBackup(join(copies, name));
      assert(isRight(verified) && verified.right.files.length > floors, name);
    }
  },
);

test(
  "BACKUP-4: one that takes too long, or that nobody waits for any more, is ended",
  ofBackups,
  async (tc) => {
    const { data, copies } = await folders(tc);
    // A process takes longer than that to begin.
    const settings = defaultConfig({ data, backupTo: copies });
    assert.deepEqual(await startBackup(settings, new AbortController().signal, 1), {
      kind: "failed",
      reason: "it took longer than backup-within, 1ms",
    });
    const ended = await startBackup(defaultConfig({ data, backupTo: copies }), AbortSignal.abort());
    assert.equal(ended.kind, "failed");
    assert.deepEqual(await copiesIn(copies), []);
  },
);

test(
  "BACKUP-6: where no descriptor is left for another process, the reason says so",
  ofBackups,
  async () => {
    const program = fileURLToPath(new URL("without-descriptors.ts", import.meta.url));
    const limited = 'ulimit -n 256; exec "$0" --import tsx "$1"';
    const { stdout } = await promisify(execFile)("bash", [
      "-c",
      limited,
      process.execPath,
      program,
    ]);
    assert.match(stdout, /"failed","reason":"no process could be started: .*EMFILE/);
  },
);

test(
  "BACKUP-7: a folder in the data folder is refused, also by way of a link",
  ofBackups,
  async (tc) => {
    const { data, copies } = await folders(tc);
    await mkdir(data);
    await symlink(data, copies);
    for (const to of [data, join(data, "copies"), join(copies, "new", "one")]) {
      const { code, err } = await runProgram(tc, ["serve", "--data", data, "--backup-to", to]);
      assert.equal(code, 1, err);
      assert.match(err, /--backup-to: .* lies in the data folder/);
    }
    const beside = startProgram(tc, [
      "serve",
      "--port",
      "0",
      "--data",
      data,
      "--backup-to",
      `${data}2`,
    ]);
    await beside.printed("listens at");
  },
);

test("BACKUP-9: backup verify tells whether a backup is whole", ofBackups, async (tc) => {
  const { data, copies } = await folders(tc);
  const first = await serveProgram(tc, data);
  await (await Peer.login(tc, first.port, first.token ?? "")).save(numberedPlan(1));
  first.child.kill("SIGTERM");
  await first.ended;
  const served = await serveProgram(tc, data, ["--backup-to", copies]);
  await tells(served, "ok");
  const file = join(copies, (await copiesIn(copies))[0] ?? "");
  const whole = await runProgram(tc, ["backup", "verify", file]);
  assert.equal(whole.code, 0, whole.err);
  assert.match(whole.out, /is whole: revision 1, 1 plans, 0 images, of 20/);
  const missing = await runProgram(tc, ["backup", "verify", `${file}x`]);
  assert.equal(missing.code, 1);
  assert.match(missing.err, /is not a complete backup: ENOENT/);
  assert(isLeft(await verifyBackup(join(data, "users.json"))));
});
