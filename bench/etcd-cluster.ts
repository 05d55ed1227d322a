import { execFileSync } from "node:child_process";
import { whereIs } from "../test/support/programs.ts";
import { freePorts } from "./free-ports.ts";
import type { BenchRun } from "./bench-run.ts";

const MiB = 1024 * 1024;

/** Which members of the 3.5 line lack repairs that a cluster needs; 3.6 has them all. */
const oldest = [3, 5, 26] as const;

const isOlder = (version: readonly number[]): boolean => {
  const differs = oldest.findIndex((number, position) => version[position] !== number);
  return differs !== -1 && (version[differs] ?? 0) < (oldest[differs] ?? 0);
};

/** Why no cluster can be started here; undefined where one can. */
export const whyNoCluster = (): string | undefined => {
  if (whereIs("etcd") === undefined) return "etcd is not here, apt-get install etcd-server has it";
  const text = execFileSync("etcd", ["--version"], { encoding: "utf8" });
  const [, version = "0"] = /etcd Version: (\S+)/.exec(text) ?? [];
  return isOlder(version.split(".").map(Number))
    ? `etcd ${version} is older than ${oldest.join(".")}`
    : undefined;
};

/** Starts three members of etcd with its own settings, but for a larger quota; the addresses of all, at which clients ask. */
export const startCluster = async (run: BenchRun): Promise<readonly string[]> => {
  const folder = await run.folder();
  const ports = await freePorts(6);
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const members = urls.slice(0, 3).map((client, position) => {
    const peer = urls[position + 3] ?? "";
    return { name: `member${position}`, client, peer };
  });
  const all = members.map(({ name, peer }) => `${name}=${peer}`).join(",");
  await Promise.all(
    members.map(({ name, client, peer }) => {
      const addresses = ["--listen-client-urls", client, "--advertise-client-urls", client];
      addresses.push("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer);
      const cluster = ["--name", name, "--data-dir", name, "--initial-cluster", all];
      const quota = ["--quota-backend-bytes", String(4096 * MiB)];
      return run.program(
        ["etcd", ...cluster, ...addresses, ...quota],
        folder,
        /ready to serve client requests/,
      );
    }),
  );
  return members.map(({ client }) => client);
};
