import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { eventually } from "../../support/polling.ts";
import type { Machine } from "../../support/private-net.ts";
import { startCommand } from "../../support/program.ts";
import { path } from "./debian.ts";

const run = promisify(execFile);

/** A system whose first process is systemd. */
export interface Booted {
  /** Runs a line of shell there as root, and returns what it printed; fails if the line fails. */
  readonly shell: (line: string) => Promise<string>;
}

/** systemd of a newer Debian wants control groups of version 2, whatever this machine has. The container ends with its namespaces. */
const prepare = 'mount -t proc none /proc && mount -t cgroup2 none /sys/fs/cgroup && exec "$@"';

/** The only child of a process; undefined if there is none yet. */
const childOf = async (pid: string): Promise<string | undefined> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children.split(" ").find((each) => each !== "");
};

/** The container's first process: `unshare` starts systemd-nspawn, which starts that. */
const leaderBelow = async (pid: string): Promise<string | undefined> => {
  const container = await childOf(pid);
  return container === undefined ? undefined : childOf(container);
};

/** Boots the system in a folder, on a simulated machine, until the end of the test. */
export const boot = async (t: TestContext, root: string, machine: Machine): Promise<Booted> => {
  const container = ["systemd-nspawn", "--boot", "--quiet", "--register=no", "--keep-unit"];
  const words = [...container, "--console=pipe", `--directory=${root}`];
  const spaces = ["--mount", "--pid", "--fork", "--kill-child"];
  const through = [...machine.through, "unshare", ...spaces, "sh", "-c", prepare, "sh"];
  const booting = startCommand(t, [...through, ...words], { env: { PATH: process.env["PATH"] } });
  const said = (): string => booting.out() + booting.err();
  let isOver = false;
  void booting.ended.then(() => (isOver = true));
  const pid = String(booting.child.pid);
  const shell = async (line: string): Promise<string> => {
    const leader = (await leaderBelow(pid)) ?? assert.fail(said());
    const entered = ["--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--root", "--wd"];
    const there = [`--target=${leader}`, ...entered, "sh", "-e", "-c", line];
    const env = { PATH: path, HOME: "/root", LANG: "C.UTF-8" };
    const { stdout } = await run("nsenter", there, { env, maxBuffer: 1 << 26 });
    return stdout.trimEnd();
  };
  await eventually(async () => {
    assert(!isOver, said());
    try {
      return {
        seen: await shell(
          "systemctl is-system-running --wait || systemctl is-active multi-user.target",
        ),
      };
    } catch (error) {
      return { not: `${String(error)}: ${said()}` };
    }
  }, 90_000);
  return { shell };
};
