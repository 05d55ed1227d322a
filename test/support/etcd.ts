import assert from "node:assert/strict";
import { execFile, type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { eventually } from "./polling.ts";
import { freePorts } from "./free-ports.ts";
import type { TestScope } from "./service.ts";
import { stopProcess } from "./stop-process.ts";

/** Where a member runs. */
export interface EtcdPlace {
  /** The addresses that it listens on: for clients, for other members, and for its health. */
  readonly at: Readonly<Record<"clients" | "peers" | "front", string>>;
  /** A command that runs the command that follows its own arguments. */
  readonly through: readonly string[];
}

const here: EtcdPlace = {
  at: { clients: "127.0.0.1", peers: "127.0.0.1", front: "127.0.0.1" },
  through: [],
};

/** Options of a test's cluster. */
export interface EtcdClusterOptions {
  /** The number of members; one by default. */
  readonly members?: 1 | 3;
  /** Options of each member, such as `--quota-backend-bytes=16777216`. */
  readonly flags?: readonly string[];
  /** Members use TLS with clients, with the `localhost` certificate of the samples. */
  readonly tls?: boolean;
  /** With `tls`: members require a client certificate of the samples' authority, such as `etcdClientCertificate`. */
  readonly clientCertificates?: boolean;
  /** The password of the user `root`: access then requires a user. */
  readonly rootPassword?: string;
  /** A place per member; by default all are on 127.0.0.1. */
  readonly places?: readonly EtcdPlace[];
}

/** A member: a process of etcd. */
export interface EtcdMember {
  /** The address for clients. */
  readonly url: string;
  readonly pid: () => number;
  /** Kills it; resolves when it is gone. */
  readonly kill: () => Promise<void>;
  /** Stops the process, so that connections stay and nothing is answered; resolves when it is stopped. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Starts it again with its data; resolves when the process runs. */
  readonly start: () => Promise<void>;
  /** Resolves when it serves, with a leader. */
  readonly ready: () => Promise<void>;
  /** Whether it currently says that it leads. */
  readonly leads: () => Promise<boolean>;
}

/** The members of one cluster on 127.0.0.1, gone at the end of the test. */
export interface EtcdCluster {
  readonly urls: readonly string[];
  readonly members: readonly EtcdMember[];
  /** Resolves with the index of the leader, as soon as there is one. */
  readonly leader: () => Promise<number>;
  /** Runs etcdctl, as root if there are users; resolves with its output. */
  readonly ctl: (...args: readonly string[]) => Promise<string>;
}

const certificate = (file: string): string =>
  fileURLToPath(new URL(`../samples/certificate/${file}`, import.meta.url));

/** The members' certificate with `tls`: self-signed, for `localhost`. */
export const etcdCertificate = certificate("self-signed.pem");
const etcdKey = certificate("key.pem");

/** A client certificate that members with `clientCertificates` accept. */
export const etcdClientCertificate = {
  cert: certificate("client.pem"),
  key: certificate("client-key.pem"),
} as const;

/** A client certificate of another authority: a self-signed one. */
export const otherCertificate = { cert: etcdCertificate, key: etcdKey } as const;

const startMs = 60_000;
const answerMs = 2000;

/** A command whose program, which follows its arguments, ends with this process, even if that is killed. */
const withThisProcess = ["setpriv", "--pdeathsig", "SIGKILL"];
const [setpriv = "", ...itsArguments] = withThisProcess;
const hasSetpriv = spawnSync(setpriv, [...itsArguments, "true"]).status === 0;

// Members to kill if a run ends early.
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A member on its ports: for clients, for other members, and for its health. */
const memberAt = (url: string, state: string, words: readonly string[]) => {
  let child: ChildProcess | undefined;
  let said = "";
  const start = async (): Promise<void> => {
    const [command = "etcd", ...args] = words;
    const started = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    child = started;
    running.add(started);
    started.once("exit", () => running.delete(started));
    started.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4096)));
    await once(started, "spawn");
  };
  const pid = (): number => {
    assert(child?.pid !== undefined, "the member was never started");
    return child.pid;
  };
  const isGone = (): boolean => child === undefined || !running.has(child);
  const ask = async (path: string): Promise<string | undefined> => {
    try {
      const answer = await fetch(`${state}${path}`, { signal: AbortSignal.timeout(answerMs) });
      return answer.ok ? await answer.text() : undefined;
    } catch {
      return undefined;
    }
  };
  const member: EtcdMember = {
    url,
    pid,
    start,
    kill: async () => {
      if (child === undefined || isGone()) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
    pause: () => stopProcess(pid()),
    resume: () => void process.kill(pid(), "SIGCONT"),
    ready: () =>
      eventually(async () => {
        assert(!isGone(), `etcd ended: ${said}`);
        return (await ask("/readyz")) === undefined
          ? { not: `${url} is not ready: ${said}` }
          : { seen: undefined };
      }, startMs),
    leads: async () => (await ask("/metrics"))?.includes("\netcd_server_is_leader 1\n") === true,
  };
  return member;
};

/** Starts members on new ports; resolves when all of them serve. */
export const startEtcd = async (
  t: TestScope,
  {
    members: size = 1,
    flags = [],
    tls = false,
    clientCertificates = false,
    rootPassword,
    places = [],
  }: EtcdClusterOptions = {},
): Promise<EtcdCluster> => {
  const folder = await mkdtemp(join(tmpdir(), "floorplan-etcd-"));
  const ports = await freePorts(3 * size);
  const place = (index: number): EtcdPlace => places[index] ?? here;
  const urlOf = (index: number, net: keyof EtcdPlace["at"], part: number): string =>
    `http://${place(index).at[net]}:${ports[part * size + index]}`;
  const names = Array.from({ length: size }, (_, index) => `member${index}`);
  const peers = names.map((name, index) => `${name}=${urlOf(index, "peers", 1)}`).join(",");
  const members = names.map((name, index) => {
    const listen = tls ? `https://127.0.0.1:${ports[index]}` : urlOf(index, "clients", 0);
    // The certificate's name.
    const url = tls ? `https://localhost:${ports[index]}` : listen;
    const peer = urlOf(index, "peers", 1);
    const state = urlOf(index, "front", 2);
    return memberAt(url, state, [
      ...place(index).through,
      ...(hasSetpriv ? withThisProcess : []),
      "etcd",
      `--name=${name}`,
      `--data-dir=${join(folder, name)}`,
      `--listen-client-urls=${listen}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--listen-metrics-urls=${state}`,
      `--initial-cluster=${peers}`,
      "--initial-cluster-state=new",
      `--initial-cluster-token=${folder}`,
      "--enable-grpc-gateway=false",
      // Cheap password hashes, since their cost is not under test.
      "--bcrypt-cost=4",
      "--log-level=warn",
      "--log-outputs=stderr",
      ...(tls ? [`--cert-file=${etcdCertificate}`, `--key-file=${etcdKey}`] : []),
      ...(clientCertificates
        ? ["--client-cert-auth", `--trusted-ca-file=${certificate("clients-authority.pem")}`]
        : []),
      ...flags,
    ]);
  });
  t.after(async () => {
    await Promise.all(members.map((member) => member.kill()));
    await rm(folder, { recursive: true, force: true });
  });
  await Promise.all(members.map((member) => member.start()));
  await Promise.all(members.map((member) => member.ready()));
  const urls = members.map(({ url }) => url);
  let user: readonly string[] = [];
  const ctl = async (...args: readonly string[]): Promise<string> => {
    const trust = tls ? [`--cacert=${etcdCertificate}`] : [];
    // The default timeouts assume a machine without other load.
    const patience = ["--dial-timeout=60s", "--command-timeout=60s"];
    const at = [`--endpoints=${urls.join(",")}`, ...patience, ...trust, ...user];
    const [command = "etcdctl", ...words] = [...place(0).through, "etcdctl", ...at, ...args];
    return (await promisify(execFile)(command, words)).stdout;
  };
  if (rootPassword !== undefined) {
    await ctl("user", "add", `root:${rootPassword}`);
    await ctl("user", "grant-role", "root", "root");
    await ctl("auth", "enable");
    user = [`--user=root:${rootPassword}`];
  }
  const leader = (): Promise<number> =>
    eventually(async () => {
      const leading = await Promise.all(members.map((member) => member.leads()));
      const index = leading.indexOf(true);
      return index === -1 ? { not: "no member leads" } : { seen: index };
    }, startMs);
  return { urls, members, leader, ctl };
};

/** One cluster for all tests of a file, started on first use. Call it at the top of the file, with `after` of node:test. */
export const sharedEtcd = (
  after: (end: () => Promise<void>) => void,
  options: EtcdClusterOptions = {},
): (() => Promise<EtcdCluster>) => {
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends) await end();
  });
  let starting: Promise<EtcdCluster> | undefined;
  return () => (starting ??= startEtcd({ after: (end) => void ends.push(end) }, options));
};
