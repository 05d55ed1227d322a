import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../support/source-files.ts";
import { temporaryFolder } from "../../support/service.ts";
import { eventually } from "../../support/polling.ts";
import { mayUse } from "../../support/programs.ts";
import { objectOf } from "../../service/revisions.ts";

/** The commands of docs/cluster.md behind a mark, in the pieces in which they stand there. */
const commandsBehind = (page: string, mark: string): readonly string[] => {
  const start = page.indexOf(mark);
  assert(start !== -1, "the mark is there");
  const section = page.slice(start, page.indexOf("\n## ", start));
  return [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, commands = ""]) => commands);
};

const isReady = async (port: number) => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    const { status } = objectOf(await answer.json());
    return status === "ready" ? { seen: undefined } : { not: `${port} is ${String(status)}` };
  } catch (error) {
    return { not: `${port}: ${String(error)}` };
  }
};

test(
  "CLUS-8: three members and two nodes come to life by the commands of docs/cluster.md as they stand",
  { timeout: 240_000 },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const page = await readFile(join(root, "docs/cluster.md"), "utf8");
    const pieces = commandsBehind(page, "cluster-page.test.ts runs these commands");
    const [start = "", use = "", ...more] = pieces;
    assert(start.includes("etcd ") && use.includes("save ") && more.length === 0);
    const folder = await temporaryFolder(t);
    await symlink(join(root, "dist"), join(folder, "dist"));
    // A group of its own, so that all that it starts ends with it.
    const shell = spawn("bash", ["-e"], { cwd: folder, detached: true });
    const { pid } = shell;
    assert(pid !== undefined);
    t.after(() => {
      process.kill(-pid, "SIGKILL");
    });
    let said = "";
    for (const output of [shell.stdout, shell.stderr])
      output.on("data", (chunk: Buffer) => (said += chunk.toString()));
    shell.stdin.write(start);
    try {
      await eventually(() => isReady(8131), 60_000);
      await eventually(() => isReady(8132), 60_000);
      shell.stdin.write(`${use}\necho all is done\n`);
      await eventually(
        async () => (said.includes("all is done") ? { seen: undefined } : { not: "done" }),
        90_000,
      );
    } catch (error) {
      assert.fail(`${String(error)}\n${said}`);
    }
    assert.match(said, /An administrator token is in this file/);
    assert.match(said, /^saved as revision 1$/m);
    assert.match(said, /^ready, revision 1$/m);
    const [saved, seen] = await Promise.all(
      ["plan.json", "seen.json"].map(async (name) =>
        objectOf(JSON.parse(await readFile(join(folder, "cluster", name), "utf8"))),
      ),
    );
    assert.deepEqual(seen, { rev: 1, ...saved });
    const ended = once(shell, "close");
    process.kill(-pid, "SIGTERM");
    await ended;
  },
);
