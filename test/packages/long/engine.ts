import { execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import type { Machine } from "../../support/private-net.ts";
import { mayUse, skipWithout } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";

const run = promisify(execFile);

/** A container engine of a test's own: what it stores and starts is gone with the test. */
export interface Engine {
  /** Runs podman with these words to its end, and returns what it printed. */
  readonly podman: (...words: readonly string[]) => Promise<string>;
  /** The same engine, whose containers are on a simulated machine. */
  readonly on: (machine: Machine) => Engine;
  /** Runs another program that calls podman, in a folder. */
  readonly run: (folder: string, ...words: readonly string[]) => Promise<string>;
}

/** An engine whose containers are on a simulated machine, at which the test reaches them. */
export interface There {
  readonly engine: Engine;
  readonly machine: Machine;
}

/**
 * podman takes the system's control groups, which in some virtual machines are of both versions, and sets limits, which
 * root may not everywhere; nothing here depends on either.
 */
const settings = (folder: string) => ({
  "containers.conf": `
[containers]
cgroups = "disabled"
default_ulimits = ["nofile=8192:8192", "nproc=8192:8192"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${join(folder, "networks")}"
`,
  "storage.conf": `
[storage]
driver = "overlay"
graphroot = "${join(folder, "images")}"
runroot = "/run/containers"
`,
});

const prepare =
  "mount -t cgroup2 none /sys/fs/cgroup && mount -t tmpfs none /run && mount -t tmpfs none /dev/shm && echo made && read _";

/** Namespaces for mounts and processes, which end with the test; undefined if that is not allowed. */
const holdNamespaces = async (t: TestContext): Promise<number | undefined> => {
  const words = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", prepare];
  // Its input ends with this process, so that a killed run leaves nothing.
  const holder = spawn("unshare", words, { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => {
    holder.once("close", () => resolve());
    holder.once("error", () => resolve());
  });
  t.after(async () => {
    holder.kill("SIGKILL");
    await ended;
  });
  const made = new Promise<boolean>((resolve) => holder.stdout.once("data", () => resolve(true)));
  return (await Promise.race([made, ended])) === true ? holder.pid : undefined;
};

/** Starts an engine; undefined, with the test skipped, where podman or root is missing. */
export const startEngine = async (t: TestContext): Promise<Engine | undefined> => {
  if (!mayUse(t, "podman")) return undefined;
  const folder = await temporaryFolder(t);
  const pid = await holdNamespaces(t);
  if (pid === undefined) {
    skipWithout(t, "root, for namespaces of mounts and processes");
    return undefined;
  }
  for (const [name, text] of Object.entries(settings(folder)))
    await writeFile(join(folder, name), text);
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    CONTAINERS_CONF: join(folder, "containers.conf"),
    CONTAINERS_STORAGE_CONF: join(folder, "storage.conf"),
  };
  const there = [
    "nsenter",
    `--mount=/proc/${pid}/ns/mnt`,
    `--pid=/proc/${pid}/ns/pid_for_children`,
  ];
  const engine = (through: readonly string[]): Engine => {
    const runIn = async (cwd: string, ...words: readonly string[]): Promise<string> => {
      const [program = "", ...rest] = [...through, ...there, `--wd=${cwd}`, ...words];
      const { stdout } = await run(program, rest, { env, maxBuffer: 1 << 26 });
      return stdout.trimEnd();
    };
    return {
      podman: (...words) => runIn(folder, "podman", ...words),
      on: (machine) => engine(machine.through),
      run: runIn,
    };
  };
  return engine([]);
};
