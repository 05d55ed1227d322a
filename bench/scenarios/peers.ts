import type { DemoSize } from "../../test/samples/index.ts";
import { whereIs } from "../../test/support/programs.ts";
import { type Child, doneCodec, hadCodec, portCodec, repliedCodec } from "../processes/child.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { planText, sizeName } from "../load/plans.ts";
import { comparedRow, ratioAtMost, type Row } from "../report/report.ts";
import { compare, median } from "../report/statistics.ts";

const MiB = 1024 * 1024;

/** Another way to do the same job: a gateway in front of another project's store. */
interface Peer {
  readonly name: string;
  readonly command: string;
  readonly debian: string;
  /** The store's name for the gateway. */
  readonly store: "etcd" | "redis";
  /** Starts the store on a folder; resolves with the path of its socket. */
  readonly start: (run: BenchRun, folder: string) => Promise<string>;
}

const peers: readonly Peer[] = [
  {
    name: "etcd",
    command: "etcd",
    debian: "etcd-server",
    store: "etcd",
    start: async (run, folder) => {
      // etcd wants a port in each address; with a Unix socket it is part of the file's name.
      const [clients, members] = ["unix://clients:1", "unix://members:1"];
      const addresses = ["--listen-client-urls", clients, "--advertise-client-urls", clients];
      const cluster = ["--name", "bench", "--initial-cluster", `bench=${members}`];
      cluster.push("--listen-peer-urls", members, "--initial-advertise-peer-urls", members);
      const limits = ["--max-request-bytes", String(4 * MiB)];
      limits.push("--quota-backend-bytes", String(4096 * MiB));
      const args = ["--data-dir", "data", ...addresses, ...cluster, ...limits];
      await run.program(["etcd", ...args], folder, /ready to serve client requests/);
      return `${folder}/clients:1`;
    },
  },
  {
    name: "Redis",
    command: "redis-server",
    debian: "redis-server",
    store: "redis",
    start: async (run, folder) => {
      const durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""];
      const args = ["--port", "0", "--unixsocket", "socket", "--dir", folder, ...durable];
      await run.program(["redis-server", ...args], folder, /ready to accept connections/i);
      return `${folder}/socket`;
    },
  },
];

/** The peers that are installed; prints which are missing. */
const presentPeers = (): readonly Peer[] =>
  peers.filter(({ name, command, debian }) => {
    if (whereIs(command) !== undefined) return true;
    process.stderr.write(`${name} is left out, apt-get install ${debian} has it … `);
    return false;
  });

/** Milliseconds from an editor's send to the reply and to the last viewer: the medians of a round. */
interface TimedSaves {
  readonly reply: number;
  readonly last: number;
}

/** A server with its own editor and viewers; `compact` lets it drop old revisions. */
interface System {
  readonly save: (many: number) => Promise<TimedSaves>;
  readonly watch: (viewers: number) => Promise<void>;
  readonly compact: () => Promise<unknown>;
}

const system = async (
  run: BenchRun,
  plan: string,
  port: number,
  token: string | undefined,
  gateway?: Child,
): Promise<System> => {
  const [editor, crowd] = [run.child("load/editors.ts"), run.child("load/subscribers.ts")];
  const url = `ws://127.0.0.1:${port}/api/websocket`;
  await editor.ask({ do: "connect", url, token, many: 1, plan }, doneCodec);
  return {
    watch: async (many) => {
      await crowd.ask({ do: "connect", port, token, many }, doneCodec);
    },
    compact: async () => gateway?.ask({ do: "compact" }, doneCodec),
    save: async (many) => {
      const took: TimedSaves[] = [];
      while (took.length < many) {
        const had = crowd.ask({ do: "next" }, hadCodec);
        const saved = await editor.ask({ do: "try" }, repliedCodec);
        if (!saved.reply.includes('"success":true')) throw new Error(saved.reply);
        const last = (await had).last - saved.sent;
        took.push({ reply: saved.took / 1000, last: last / 1000 });
      }
      return {
        reply: median(took.map(({ reply }) => reply)),
        last: median(took.map(({ last }) => last)),
      };
    },
  };
};

const startPeer = async (run: BenchRun, plan: string, peer: Peer): Promise<System> => {
  const socket = await peer.start(run, await run.folder());
  const gateway = run.server("peers/gateway.ts");
  const ask = { do: "listen", store: peer.store, path: socket };
  const { port } = await gateway.ask(ask, portCodec);
  return system(run, plan, port, undefined, gateway);
};

const saves: Readonly<Record<DemoSize, number>> = { flat: 20, house: 12, office: 4 };

/**
 * The whole job, from an editor's send to the reply and to the last viewer, by the service, and by bare gateways in front
 * of etcd and Redis that compare, swap and sync each save.
 */
export const peersFigure: Figure = async (run) => {
  const present = presentPeers();
  const rows: Row[] = [];
  for (const size of run.scale.sizes) {
    const plan = planText(size);
    const { program, token } = await run.serve();
    const systems = [await system(run, plan, program.port, token)];
    for (const peer of present) systems.push(await startPeer(run, plan, peer));
    for (const viewers of run.scale.name === "quick" ? [1] : [1, 100]) {
      for (const each of systems) await each.watch(viewers);
      const rounds: (readonly TimedSaves[])[] = [];
      for (let round = -1; round < run.rounds(8); round += 1) {
        const took = await run.inAnyOrder(systems.map((each) => () => each.save(saves[size])));
        for (const each of systems) await each.compact();
        if (round >= 0) rounds.push(took);
      }
      const of = (which: number, what: keyof TimedSaves): readonly number[] =>
        rounds.map((took) => took[which]?.[what] ?? Number.NaN);
      for (const [position, { name }] of present.entries())
        for (const [what, where] of [
          ["reply", "reply"],
          ["last", "last viewer"],
        ] as const)
          rows.push(
            comparedRow(
              "peers",
              `${sizeName[size]}, ${viewers} viewer${viewers === 1 ? "" : "s"}, to the ${where}, over ${name}`,
              "ms",
              compare(of(0, what), of(position + 1, what)),
              ratioAtMost(1),
            ),
          );
    }
    await run.cleanUp();
  }
  return rows;
};
