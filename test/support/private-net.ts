import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { skipWithout } from "./programs.ts";
import type { TestScope } from "./service.ts";

/** The machines' networks: the one by which this process reaches them, and two more. */
export type NetName = "front" | "clients" | "peers";

/** A simulated machine: a process started there sees only its own network. */
export interface Machine {
  /** A command that runs the command that follows its own arguments on the machine. */
  readonly through: readonly string[];
  /** Its addresses. */
  readonly at: Readonly<Record<NetName, string>>;
  /** Cuts its link to a network, like an unplugged cable: packets are dropped silently. */
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

/** The pid of an idle process in a new network namespace, which ends with it; undefined if that is not allowed. */
const namespace = async (t: TestScope): Promise<number | undefined> => {
  // Its input ends with this process, so that a killed run leaves nothing.
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

/** Three networks of 10.0.0.0/8 that other runs do not use. */
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
 * So many machines, each with a link to each of three networks, all gone at the end of the test. This process is linked
 * to the network `front` only. Undefined if that is not allowed; the test is then skipped, or fails with `CI=true`.
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
