import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { root } from "../support/source-files.ts";
import { historyRevs } from "../service/revisions.ts";
import { freePorts } from "../support/free-ports.ts";
import { numberedPlan } from "../support/plans.ts";
import { Peer } from "../support/peer.ts";
import { builtProgram, serveProgram } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";

/** What the page tells people to type, in order. */
const commandsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands ?? "");

const uploadCodec = t.type({ url: t.string });

const png = Buffer.from("89504e470d0a1a0a00", "hex");

test(
  "BACKUP-10: docs/restoring.md is followed to the letter, with a newest backup that is damaged",
  { timeout: 180_000 },
  async (tc) => {
    if (!mayUse(tc, "curl")) return;
    const folder = await temporaryFolder(tc);
    const [data, backups, bin] = ["data", "backups", "bin"].map((name) => join(folder, name));
    assert(data !== undefined && backups !== undefined && bin !== undefined);
    for (const each of [backups, bin]) await mkdir(each);
    const served = await serveProgram(tc, data);
    const { url, token = "" } = served;
    const form = new FormData();
    form.set("level", "0");
    form.set("file", new Blob([png]), "a.png");
    const headers = { Authorization: `Bearer ${token}` };
    const uploading = { method: "POST", headers, body: form };
    const uploaded = uploadCodec.decode(
      await (await fetch(`${url}/api/floorplan/background`, uploading)).json(),
    );
    assert(isRight(uploaded));
    const backgrounds = { 0: uploaded.right };
    const peer = await Peer.login(tc, served.port, token);
    const backupAfter = async (day: number, revs: number): Promise<string> => {
      for (let number = 1; number <= revs; number += 1)
        await peer.save({ ...numberedPlan(number), backgrounds, day });
      const file = join(backups, `floorplan-2026-11-${day}T12-00-00Z.tar.gz`);
      assert(isRight(await makeBackup(folderHome(data), file)));
      return file;
    };
    await backupAfter(21, 3);
    await backupAfter(22, 2);
    await truncate(await backupAfter(23, 1), 400);
    await writeFile(join(backups, ".floorplan.home-id"), `${"0".repeat(32)}\n`);
    served.child.kill("SIGTERM");
    await served.ended;

    const program = join(bin, "floorplan");
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${builtProgram}" "$@"\n`);
    await chmod(program, 0o755);
    const blocks = commandsOf(await readFile(join(root, "docs/restoring.md"), "utf8"));
    assert(blocks.length > 10, `${blocks.length} blocks are found`);
    // What ends the shell ends the service that the page leaves running.
    const script = `set -e\ntrap 'kill $service; wait' EXIT\n${blocks.join("\n")}`;
    const [port] = await freePorts(1);
    const shell = spawn("bash", ["-c", script], {
      cwd: folder,
      env: {
        PATH: `${bin}${delimiter}${process.env["PATH"]}`,
        FLOORPLAN_PORT: String(port),
        FLOORPLAN_URL: `http://127.0.0.1:${port}`,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const output of [shell.stdout, shell.stderr])
      output.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const [code]: unknown[] = await once(shell, "close");
    assert.equal(code, 0, said);
    assert.match(said, /23T12-00-00Z.tar.gz is not a complete backup/);
    assert.match(said, /taking backups\/floorplan-2026-11-22T12-00-00Z.tar.gz/);
    assert.match(said, /there: \/local\/floorplan\/bg_0.png/);
    const newToken = /shown only once:\n {2}(\S+)\n/.exec(said)?.[1] ?? "";

    await access(join(folder, "data.before", "users.json"));
    assert(!(await readdir(folder)).includes("restored"));
    assert(!(await readdir(backups)).includes(".floorplan.home-id"));
    const after = await serveProgram(tc, data);
    const again = await Peer.login(tc, after.port, newToken);
    assert.deepEqual(await historyRevs(again), [5, 4, 3, 2, 1]);
    const plan = await again.result("floorplan/plan/get");
    assert.deepEqual(plan, { ...numberedPlan(3), backgrounds, day: 21, rev: 6 });
    const image = await fetch(`${after.url}${uploaded.right.url}`);
    assert.deepEqual(Buffer.from(await image.arrayBuffer()), png);
    const old = await fetch(`${after.url}/api/floorplan/background`, { method: "POST", headers });
    assert.equal(old.status, 401, "an old token is not valid");
  },
);
