import type { PlanData } from "../elements/entities.ts";
import { isInRoom, type Room, roomsOf } from "../elements/rooms.ts";
import { distance, type Point } from "../geometry/vector.ts";
import type { JudgedMesh } from "./judged-links.ts";
import { type Mesh, type MeshNode, weakBelow } from "./mesh.ts";
import type { MeshPlace, PlacedNodes } from "./placed-nodes.ts";
import { expectedOver, type RadioFloors } from "./radio-loss.ts";

/** A node that a router would help: the quality of its best link now, and what it would be. */
export interface HelpedNode {
  readonly node: MeshNode;
  readonly quality: number;
  readonly better: number;
}

/** Where another router would help most. */
export interface RouterPlace extends MeshPlace {
  readonly room: Room;
  /** The most helped first. */
  readonly helped: readonly HelpedNode[];
}

/** A node whose best link is weak. */
interface WeakNode {
  readonly node: MeshNode;
  readonly place: MeshPlace;
  readonly quality: number;
  /** By how much its best link is below what is expected there: what ails the device stays. */
  readonly ailing: number;
}

/** Metres between two places that are tried, at least. */
const step = 0.5;

/** The most places that are tried, and the most weak nodes, the weakest first: a page waits for it. */
const [mostPlaces, mostWeak] = [800, 30];

/** The least sum of qualities that makes a router worth its place: some 5 dB for one node. */
const worthwhile = 0.1;

const weakNodes = (
  mesh: Mesh,
  { places }: PlacedNodes,
  { links }: JudgedMesh,
): readonly WeakNode[] => {
  const best = new Map<string, { readonly quality: number; readonly ailing: number }>();
  for (const { link, quality, expected } of links) {
    if (quality === undefined) continue;
    const ailing = Math.max(0, (expected ?? quality) - quality);
    for (const id of [link.from, link.to])
      if (quality > (best.get(id)?.quality ?? -1)) best.set(id, { quality, ailing });
  }
  return mesh.nodes
    .flatMap((node): readonly WeakNode[] => {
      const [link, place] = [best.get(node.id), places.get(node.id)];
      const isWeak = link !== undefined && link.quality < weakBelow && node.role !== "coordinator";
      return isWeak && place !== undefined ? [{ node, place, ...link }] : [];
    })
    .toSorted((one, other) => one.quality - other.quality)
    .slice(0, mostWeak);
};

interface Candidate extends MeshPlace {
  readonly room: Room;
}

const gridOn = (rooms: readonly Room[], apart: number): readonly Candidate[] =>
  rooms.flatMap((room) => {
    const { left, top, width, height } = room.box;
    const found: Candidate[] = [];
    for (let x = left + apart / 2; x < left + width; x += apart)
      for (let z = top + apart / 2; z < top + height; z += apart) {
        const at: Point = [x, z];
        if (isInRoom(room, at)) found.push({ at, level: room.level, room });
      }
    return found;
  });

const candidatesOn = (plan: PlanData): readonly Candidate[] => {
  const rooms = roomsOf(plan).filter(({ isOutdoor }) => !isOutdoor);
  const area = rooms.reduce((sum, { box }) => sum + box.width * box.height, 0);
  return gridOn(rooms, Math.max(step, Math.sqrt(area / mostPlaces))).slice(0, mostPlaces);
};

/** The quality between two places without anything in between: there is none better. */
const openAir = (one: MeshPlace, other: MeshPlace): number =>
  expectedOver({ metres: distance(one.at, other.at), walls: 0, ceilings: 0 });

/** The best quality at a place towards the nodes of a backbone; any below `weakBelow` if all are weak. */
const reachAt = (
  place: MeshPlace,
  backbone: readonly MeshPlace[],
  floors: RadioFloors,
  offset: number,
): number => {
  // The nearest first: no wall makes a farther one better than free space lets it be.
  const nearest = backbone
    .map((node) => ({ node, most: openAir(node, place) + offset }))
    .toSorted((one, other) => other.most - one.most);
  let best = 0;
  for (const { node, most } of nearest) {
    if (most <= best || most < weakBelow || best >= 1) break;
    best = Math.max(best, Math.min(1, expectedOver(floors.between(node, place)) + offset));
  }
  return best;
};

/**
 * The place in a room at which another router would raise the qualities of weak nodes most, together, so that they are weak no
 * longer: over it, a node is as good as the worse of both ways, to the node and to the best router or coordinator. Undefined if
 * no place is worth it.
 */
export const bestRouter = (
  mesh: Mesh,
  placed: PlacedNodes,
  judged: JudgedMesh,
  plan: PlanData,
  floors: RadioFloors,
): RouterPlace | undefined => {
  const weak = weakNodes(mesh, placed, judged);
  if (weak.length === 0) return undefined;
  const isWeak = new Set(weak.map(({ node }) => node.id));
  const backbone = mesh.nodes.flatMap(({ id, role }) => {
    const place = placed.places.get(id);
    const isRouting = role === "coordinator" || (role === "router" && !isWeak.has(id));
    return isRouting && place !== undefined ? [place] : [];
  });
  let best:
    | { readonly at: Candidate; readonly sum: number; readonly helped: HelpedNode[] }
    | undefined;
  for (const at of candidatesOn(plan)) {
    let reach: number | undefined;
    const helped = weak.flatMap(({ node, place, quality, ailing }): readonly HelpedNode[] => {
      const least = weakBelow + ailing - judged.offset;
      if (openAir(at, place) < least) return [];
      const near = Math.min(1, expectedOver(floors.between(at, place)) + judged.offset) - ailing;
      if (near < weakBelow) return [];
      reach ??= reachAt(at, backbone, floors, judged.offset);
      const better = Math.min(near, reach);
      return better < weakBelow ? [] : [{ node, quality, better }];
    });
    const sum = helped.reduce((all, each) => all + each.better - each.quality, 0);
    if (sum > (best?.sum ?? worthwhile)) best = { at, sum, helped: [...helped] };
  }
  if (best === undefined) return undefined;
  const helped = best.helped.toSorted(
    (one, other) => other.better - other.quality - (one.better - one.quality),
  );
  return { ...best.at, helped };
};
