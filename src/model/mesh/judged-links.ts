import { type Mesh, type MeshLink, type MeshNode, qualityOf } from "./mesh.ts";
import type { PlacedNodes } from "./placed-nodes.ts";
import { expectedOver, type RadioFloors, type RadioWay } from "./radio-loss.ts";

/** A link, and what the plan says to its quality. */
export interface JudgedLink {
  readonly link: MeshLink;
  /** From 0 to 1; undefined if nothing was measured. */
  readonly quality: number | undefined;
  /** What lies between its ends, if both are on the plan. */
  readonly way: RadioWay | undefined;
  /** The quality from 0 to 1 that this lets expect in this mesh. */
  readonly expected: number | undefined;
  /** Whether it is much weaker than distance, walls and ceilings explain. */
  readonly isUnexplained: boolean;
  /** When both ends had been heard, in seconds since 1970: it is not known to be newer. Undefined if that is not known. */
  readonly seen: number | undefined;
}

/** The links of a mesh, and how its home differs from the model. */
export interface JudgedMesh {
  readonly links: readonly JudgedLink[];
  /** By how much qualities are above what the model expects, on the whole. */
  readonly offset: number;
}

/** So many links tell how a home differs from the model, and it differs by this much at most. */
const [fewest, most] = [5, 0.3];

/** Qualities by which a link must be below what is expected to be unexplained: some 10 dB, twice what people in the way take. */
const tolerance = 0.2;

/** Seconds after which what was measured is old. */
export const oldSeconds = 86_400;

const part = (value: number): number => Math.max(0, Math.min(1, value));

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
};

/**
 * By how much a home is above the model: the median, so that a few bad links say nothing. Links of full or no quality tell
 * no difference, as they may be anywhere beyond.
 */
const offsetOf = (
  links: readonly { readonly quality: number | undefined; readonly plain: number | undefined }[],
): number => {
  const differences = links.flatMap(({ quality, plain }) =>
    quality === undefined || plain === undefined || quality <= 0 || quality >= 1
      ? []
      : [quality - plain],
  );
  if (differences.length < fewest) return 0;
  return Math.max(-most, Math.min(most, medianOf(differences)));
};

/** When a node had been heard; a coordinator has read the mesh, so it was there. */
const seenOf = (node: MeshNode | undefined, { at }: Mesh): number | undefined =>
  node?.role === "coordinator" ? at : node?.seen;

/** Compares each link with what distance, walls and ceilings between its ends let expect. */
export const judgeLinks = (
  mesh: Mesh,
  { places }: PlacedNodes,
  floors: RadioFloors,
): JudgedMesh => {
  const nodes = new Map(mesh.nodes.map((node) => [node.id, node]));
  const compared = mesh.links.map((link) => {
    const [one, other] = [places.get(link.from), places.get(link.to)];
    const way = one && other && floors.between(one, other);
    const ends = [link.from, link.to].map((id) => seenOf(nodes.get(id), mesh));
    const known = ends.filter((each) => each !== undefined);
    return {
      link,
      quality: qualityOf(link),
      way,
      plain: way && expectedOver(way),
      seen: known.length === ends.length ? Math.min(...known) : undefined,
    };
  });
  const offset = offsetOf(compared);
  const links = compared.map(({ link, quality, way, plain, seen }): JudgedLink => {
    const expected = plain === undefined ? undefined : part(plain + offset);
    const isUnexplained =
      quality !== undefined && expected !== undefined && quality < expected - tolerance;
    return { link, quality, way, expected, isUnexplained, seen };
  });
  return { links, offset };
};

/** Whether what was measured is older than a day; false if that is not known. */
export const isOld = ({ seen }: JudgedLink, now: number): boolean =>
  seen !== undefined && now - seen > oldSeconds;
