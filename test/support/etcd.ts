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
  /** Addresses at which it listens: for clients, for other members, and for how it is doing. */
  readonly at: Readonly<Record<"clients" | "peers" | "front", string>>;
  /** A command that becomes the one that is written behind its own arguments. */
  readonly through: readonly string[];
}

const here: EtcdPlace = {
  at: { clients: "127.0.0.1", peers: "127.0.0.1", front: "127.0.0.1" },
  through: [],
};

/** What a test may choose of its cluster. */
export interface EtcdClusterOptions {
  /** How many members; one unless it is given. */
  readonly members?: 1 | 3;
  /** Options of each member, such as `--quota-backend-bytes=16777216`. */
  readonly flags?: readonly string[];
  /** Members speak TLS with clients, by the certificate of `localhost` among the samples. */
  readonly tls?: boolean;
  /** With `tls`: members take only clients with a certificate of the authority among the samples, as `etcdClientCertificate`. */
  readonly clientCertificates?: boolean;
  /** The password of the user `root`: nobody reads or writes without a user. */
  readonly rootPassword?: string;
  /** Of each member; all are on 127.0.0.1 unless it is given. */
  readonly places?: readonly EtcdPlace[];
}

/** A member: a process of etcd. */
export interface EtcdMember {
  /** Where clients reach it. */
  readonly url: string;
  readonly pid: () => number;
  /** Ends it as a crash does; resolves when it is gone. */
  readonly kill: () => Promise<void>;
  /** Stops it, so that its connections stay and nothing is answered; resolves when it is stopped. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Starts it again on what it has stored; resolves when its process runs. */
  readonly start: () => Promise<void>;
  /** Resolves when it serves, with a leader. */
  readonly ready: () => Promise<void>;
  /** Whether it says now that it leads. */
  readonly leads: () => Promise<boolean>;
}

/** Members of one cluster on 127.0.0.1, gone at the end of the test. */
export interface EtcdCluster {
  readonly urls: readonly string[];
  readonly members: readonly EtcdMember[];
  /** Resolves with the index of the member that leads, as soon as one does. */
  readonly leader: () => Promise<number>;
  /** Runs etcdctl, as root where there are users, and resolves with what it prints. */
  readonly ctl: (...args: readonly string[]) => Promise<string>;
}

const certificate = (file: string): string =>
  fileURLToPath(new URL(`../samples/certificate/${file}`, import.meta.url));

/** Certificate and key that the members use with `tls`: it is of `localhost`, and signed by itself. */
export const etcdCertificate = certificate("self-signed.pem");
const etcdKey = certificate("key.pem");

/** Whom members with `clientCertificates` let in. */
export const etcdClientCertificate = {
  cert: certificate("client.pem"),
  key: certificate("client-key.pem"),
} as const;

/** What proves somebody to another authority, which is itself. */
export const otherCertificate = { cert: etcdCertificate, key: etcdKey } as const;

const startMs = 60_000;
const answerMs = 2000;

/** A command by which the one that is written behind its arguments ends with this process, also where that is killed. */
const withThisProcess = ["setpriv", "--pdeathsig", "SIGKILL"];
const [setpriv = "", ...itsArguments] = withThisProcess;
const hasSetpriv = spawnSync(setpriv, [...itsArguments, "true"]).status === 0;

// Members of a run that ends in its midst.
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A member on its ports: for clients, for other members, and for how it is doing. */
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
    // The name that the certificate has.
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
      // What users and passwords cost is not what is tested.
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
    // As long as a member may take: its own patience is that of a machine that has nothing else to do.
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

/** One cluster for all tests of a file, started by the first that asks for it. Call it where the file begins, with `after` of node:test. */
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
