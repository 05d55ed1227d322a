import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { skipWithout } from "./programs.ts";
import type { TestScope } from "./service.ts";

/** What the machines' nets are for: that by which this process reaches them, and two more. */
export type NetName = "front" | "clients" | "peers";

/** A machine that is none: a process started there sees no other net than its own. */
export interface Machine {
  /** A command that becomes the one that is written behind its own arguments, there. */
  readonly through: readonly string[];
  /** Its addresses. */
  readonly at: Readonly<Record<NetName, string>>;
  /** Cuts its link to a net, as who pulls a cable out of the switch: nobody is told, and nothing passes. */
  readonly cut: (net: NetName) => Promise<void>;
  readonly mend: (net: NetName) => Promise<void>;
}

const lacking = "network namespaces: root, and unshare, nsenter and ip (apt-get install iproute2)";

const nets: readonly NetName[] = ["front", "clients", "peers"];

const holders = new Set<ChildProcess>();
process.once("exit", () => {
  for (const holder of holders) holder.kill("SIGKILL");
});

const execute = promisify(execFile);

/** The pid of a process that does nothing in a network namespace of its own, which ends with it; undefined where that may not be. */
const namespace = async (t: TestScope): Promise<number | undefined> => {
  // Its input ends with this process, so that nothing is left of a run that was killed.
  const holder = spawn(
    "unshare",
    ["--net", "sh", "-c", "ip link set lo up && echo made && read _"],
    {
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  holders.add(holder);
  t.after(() => {
    holder.kill("SIGKILL");
    holders.delete(holder);
  });
  const isMade = await new Promise<boolean>((resolve) => {
    holder.stdout.once("data", () => resolve(true));
    holder.once("error", () => resolve(false)).once("close", () => resolve(false));
  });
  return isMade ? holder.pid : undefined;
};

const into = (pid: number): readonly string[] => ["nsenter", `--net=/proc/${pid}/ns/net`];

const ip = async (pid: number | undefined, line: string): Promise<void> => {
  const [command, ...args] = [...(pid === undefined ? [] : into(pid)), "ip", ...line.split(" ")];
  assert(command !== undefined);
  await execute(command, args);
};

/** Three nets of 10.0.0.0/8 that other runs do not have. */
const subnetOf = (net: NetName): string =>
  `10.${64 + (process.pid % 128)}.${4 * (process.pid % 61) + nets.indexOf(net)}`;

const addMachine = async (
  t: TestScope,
  hub: number,
  number: number,
): Promise<Machine | undefined> => {
  const pid = await namespace(t);
  if (pid === undefined) return undefined;
  const port = (net: NetName): string => `${net}${number}`;
  const at = (net: NetName): string => `${subnetOf(net)}.${number}`;
  for (const net of nets) {
    await ip(hub, `link add ${port(net)} type veth peer name ${net} netns ${pid}`);
    await ip(hub, `link set ${port(net)} master ${net} up`);
    await ip(pid, `addr add ${at(net)}/24 dev ${net}`);
    await ip(pid, `link set ${net} up`);
  }
  return {
    through: into(pid),
    at: { front: at("front"), clients: at("clients"), peers: at("peers") },
    cut: (net) => ip(hub, `link set ${port(net)} down`),
    mend: (net) => ip(hub, `link set ${port(net)} up`),
  };
};

/**
 * So many machines, each with a link to each of three nets, all gone at the end of the test. This
 * process has a link to the net `front` alone. Undefined where nobody may do that, and the test is
 * skipped, or fails with `CI=true`.
 */
export const privateNet = async (
  t: TestScope & Parameters<typeof skipWithout>[0],
  count: number,
): Promise<readonly Machine[] | undefined> => {
  const hub = await namespace(t);
  if (hub === undefined) {
    skipWithout(t, lacking);
    return undefined;
  }
  for (const net of nets) {
    await ip(hub, `link add ${net} type bridge`);
    await ip(hub, `link set ${net} up`);
  }
  const own = `floor${process.pid}`;
  await ip(undefined, `link add ${own} type veth peer name outside netns ${hub}`);
  await ip(hub, "link set outside master front up");
  await ip(undefined, `addr add ${subnetOf("front")}.254/24 dev ${own}`);
  await ip(undefined, `link set ${own} up`);
  const machines: Machine[] = [];
  for (let number = 1; number <= count; number += 1) {
    const machine = await addMachine(t, hub, number);
    assert(machine !== undefined);
    machines.push(machine);
  }
  return machines;
};
