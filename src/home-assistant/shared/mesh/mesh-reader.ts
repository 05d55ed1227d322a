import { type Either, isLeft, left, map } from "fp-ts/lib/Either.js";
import { joinedLinks, type Mesh, type MeshKind, type MeshNode } from "../../../model/mesh/mesh.ts";
import type { Boundary } from "../../../server/runtime/boundary.ts";
import type { CommandError } from "../../../server/websocket/command.ts";
import { unavailable } from "../../upstream/status.ts";
import type { ScreenUpstream } from "../shared-connection.ts";
import type { MeshLimits, MeshSource, RawMesh } from "./house.ts";
import { readThread } from "./thread.ts";
import { readZha } from "./zha.ts";
import { readZigbee2mqtt } from "./zigbee2mqtt.ts";
import { readZwave } from "./zwave.ts";

const sources: Readonly<Record<MeshKind, MeshSource>> = {
  zha: readZha,
  zigbee2mqtt: readZigbee2mqtt,
  zwave: readZwave,
  thread: readThread,
};

/** Which mesh to read. */
export interface WantedMesh {
  readonly kind: MeshKind;
  /** The first part of Zigbee2MQTT's topics. */
  readonly baseTopic: string;
}

type Read = Either<CommandError, Mesh>;

/** The farthest moment from 1970 that a date can be, in seconds. */
const mostSeconds = 8.64e12;

const isMoment = (seconds: number | undefined): seconds is number =>
  seconds !== undefined && Math.abs(seconds) <= mostSeconds;

/** The node without a time that is none: a broker passes on what anybody says. */
const withTime = ({ seen, ...node }: MeshNode): MeshNode =>
  isMoment(seen) ? { ...node, seen } : node;

/** The mesh with its nodes and links up to the limits, and without links to what is no node of it any more. */
const bounded = (
  kind: MeshKind,
  { nodes: all, links: told, at: measured }: RawMesh,
  { meshNodes, meshLinks }: MeshLimits,
): Mesh => {
  const at = isMoment(measured) ? measured : Date.now() / 1000;
  const nodes = [...new Map(all.map((node) => [node.id, withTime(node)])).values()];
  const known = new Set(nodes.map(({ id }) => id));
  const kept = nodes.slice(0, meshNodes);
  const shown = new Set(kept.map(({ id }) => id));
  const joined = joinedLinks(told.filter(({ from, to }) => known.has(from) && known.has(to)));
  const links = joined
    .filter(({ from, to }) => shown.has(from) && shown.has(to))
    .slice(0, meshLinks);
  const left_out = nodes.length - kept.length + joined.length - links.length;
  return { kind, at, nodes: kept, links, left_out };
};

/** Reads meshes from Home Assistant, one at a time, and keeps the last of each kind in memory. */
export class MeshReader {
  readonly #upstream: Pick<ScreenUpstream, "connect">;
  readonly #limits: MeshLimits;
  readonly #boundary: Boundary;
  readonly #last = new Map<MeshKind, Mesh>();
  #reading: { readonly key: string; readonly answer: Promise<Read> } | undefined;
  #close: () => void = () => undefined;

  constructor(upstream: Pick<ScreenUpstream, "connect">, limits: MeshLimits, boundary: Boundary) {
    this.#upstream = upstream;
    this.#limits = limits;
    this.#boundary = boundary;
  }

  /** The last mesh of each kind that was read. */
  get last(): readonly Mesh[] {
    return [...this.#last.values()];
  }

  /** Reads a mesh; who asks for the same meanwhile gets the same answer. */
  async read(wanted: WantedMesh): Promise<Read> {
    const key = JSON.stringify([wanted.kind, wanted.baseTopic]);
    if (this.#reading?.key === key) return this.#reading.answer;
    if (this.#reading !== undefined)
      return left({
        code: "overloaded",
        message: "another mesh is being read: try again when that is done",
      });
    const answer = this.#alone(wanted);
    this.#reading = { key, answer };
    return answer;
  }

  /** Ends a reading. */
  close(): void {
    this.#close();
  }

  async #alone(wanted: WantedMesh): Promise<Read> {
    try {
      return await this.#read(wanted);
    } finally {
      this.#reading = undefined;
    }
  }

  /** Over a connection of its own: a map may be long, and screens must not wait for it. */
  async #read({ kind, baseTopic }: WantedMesh): Promise<Read> {
    const { meshMs } = this.#limits;
    const connected = await this.#upstream.connect();
    if (isLeft(connected)) return left(unavailable(connected.left.reason));
    const { client, close, closed } = connected.right;
    let isLate = false;
    const late = this.#boundary("a mesh that came late could not be given up", () => {
      isLate = true;
      close();
    });
    const timer = setTimeout(late, meshMs);
    this.#close = close;
    try {
      const given = { client, closed, limits: this.#limits, baseTopic };
      const raw = await sources[kind](given);
      if (isLate) return left(this.#tooLate);
      const mesh = map((each: RawMesh) => bounded(kind, each, this.#limits))(raw);
      if (!isLeft(mesh)) this.#last.set(kind, mesh.right);
      return mesh;
    } finally {
      clearTimeout(timer);
      this.#close = () => undefined;
      close();
    }
  }

  get #tooLate(): CommandError {
    const { meshMs } = this.#limits;
    return { code: "timeout", message: `the mesh was not read within mesh-ms, ${meshMs} ms` };
  }
}
