import type { BenchRun } from "../bench-run.ts";
import { type Child, doneCodec, portCodec } from "../processes/child.ts";
import { makeToken, startProgram } from "../processes/programs.ts";
import { installedVersion, type PeerPackage, peerVersions } from "./packages.ts";
import { helloCodec } from "./peer.ts";

/** A server of plans that runs. */
export interface RunningServer {
  readonly port: number;
  readonly token: string | undefined;
  /** Of another project: tells when an edit was stored. */
  readonly child: Child | undefined;
  /** Its resident bytes. */
  readonly resident: () => Promise<number>;
  readonly kill: () => Promise<void>;
}

/** A way to edit a plan together: a server, and its own clients. */
export interface EditSystem {
  readonly name: string;
  /** Starts the server on a folder, again if it was killed there. */
  readonly start: (run: BenchRun, folder: string) => Promise<RunningServer>;
  /** A process for an editor. */
  readonly editor: (run: BenchRun) => Child;
  /** Connects viewers of a document, which count what they are sent. */
  readonly watch: (
    run: BenchRun,
    server: RunningServer,
    document: string,
    many: number,
  ) => Promise<Child>;
  /** Whether an acknowledged edit is stored, so that storing it takes no longer. */
  readonly storesFirst: boolean;
}

/** The service under test. */
export const serviceSystem = (): EditSystem => {
  const tokens = new Map<string, string>();
  return {
    name: "this service",
    storesFirst: true,
    start: async (run, folder) => {
      const token = tokens.get(folder) ?? (await makeToken(folder));
      tokens.set(folder, token);
      const program = await startProgram(run.node, folder);
      run.after(() => program.kill());
      return {
        port: program.port,
        token,
        child: undefined,
        resident: async () => (await program.memory()).rss,
        kill: () => program.kill(),
      };
    },
    editor: (run) => run.child("load/changes.ts"),
    watch: async (run, { port, token }, _document, many) => {
      const crowd = run.child("load/subscribers.ts");
      const type = "floorplan/plan/follow";
      await crowd.ask({ do: "connect", port, token, many, type }, doneCodec);
      return crowd;
    },
  };
};

const startPeer = async (
  run: BenchRun,
  script: string,
  packages: string,
  folder: string,
): Promise<RunningServer> => {
  const child = run.peerServer(script, packages);
  const { port } = await child.ask({ do: "serve", folder }, portCodec);
  return {
    port,
    token: undefined,
    child,
    resident: () => child.resident(),
    kill: () => child.stop(),
  };
};

/** Viewers that say what their protocol demands and count what comes. */
const watchByFrames: EditSystem["watch"] = async (run, { port, child }, _document, many) => {
  const crowd = run.child("load/subscribers.ts");
  const begin = await child?.ask({ do: "hello" }, helloCodec);
  await crowd.ask({ do: "connect", port, token: undefined, many, ...begin }, doneCodec);
  return crowd;
};

/** Another project's server. */
interface PeerScript {
  readonly name: string;
  readonly script: string;
  readonly packages: readonly [PeerPackage, ...PeerPackage[]];
  /** Its editor, if that is not in the script. */
  readonly editor?: EditSystem["editor"];
  /** Its viewers, if they must answer. */
  readonly answers?: boolean;
  readonly storesFirst: boolean;
}

/** The first package of each has the version that the report names. */
const peers: readonly PeerScript[] = [
  {
    name: "Hocuspocus",
    script: "peers/hocuspocus.ts",
    packages: [
      "@hocuspocus/server",
      "@hocuspocus/provider",
      "@hocuspocus/extension-sqlite",
      "yjs",
      "better-sqlite3",
    ],
    storesFirst: false,
  },
  {
    name: "automerge-repo",
    script: "peers/automerge.ts",
    packages: [
      "@automerge/automerge-repo",
      "@automerge/automerge",
      "@automerge/automerge-repo-network-websocket",
      "@automerge/automerge-repo-storage-nodefs",
    ],
    answers: true,
    storesFirst: false,
  },
  {
    name: "y-websocket",
    script: "peers/y-websocket.ts",
    packages: ["y-websocket", "yjs"],
    storesFirst: false,
  },
  {
    name: "ws with better-sqlite3",
    script: "peers/sqlite.ts",
    packages: ["better-sqlite3"],
    editor: (run) => run.child("load/changes.ts"),
    storesFirst: true,
  },
];

/** How a report names another project's server. */
const nameOf = (name: string, version: string): string => `${name} ${version}`;

/** The other projects' servers, as a report names them if the versions that are compared are installed. */
export const peerNames: readonly string[] = peers.map(({ name, packages: [first] }) =>
  nameOf(name, peerVersions[first]),
);

const peerSystem = (
  { name, script, editor, answers = false, storesFirst }: PeerScript,
  packages: string,
  version = "",
): EditSystem => ({
  name: nameOf(name, version),
  storesFirst,
  start: (run, folder) => startPeer(run, script, packages, folder),
  editor: editor ?? ((run) => run.peerChild(script, packages)),
  watch: answers
    ? async (run, { port }, document, many) => {
        const crowd = run.peerChild(script, packages);
        await crowd.ask({ do: "watch", port, document, many }, doneCodec);
        return crowd;
      }
    : watchByFrames,
});

const howToGet = "`npm run compare` installs";

/** The systems whose packages are in the folder; `tell` is told which are left out, and how one gets them. */
export const presentSystems = (
  folder: string | undefined,
  tell: (line: string) => void,
): readonly EditSystem[] => {
  if (folder === undefined) {
    const names = peers.map(({ name }) => name).join(", ");
    tell(`${names} are left out, ${howToGet} them and measures all … `);
    return [];
  }
  return peers.flatMap((peer) => {
    const versions = peer.packages.map((name) => installedVersion(folder, name));
    const missing = peer.packages.filter((_, position) => versions[position] === undefined);
    if (missing.length === 0) return [peerSystem(peer, folder, versions[0])];
    tell(`${peer.name} is left out, ${folder} lacks ${missing.join(", ")}: ${howToGet} it … `);
    return [];
  });
};
