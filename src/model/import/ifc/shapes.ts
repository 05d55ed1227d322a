import { curvePoints, pointList, type ShapeContext, ShapeCount } from "./curves.ts";
import { chainOf, Entity, Path } from "./entity.ts";
import {
  axesOf,
  directionIn,
  type Frame,
  frameIn,
  mappedFrame,
  placeIn,
  type Space,
  spaceOf,
  world,
} from "./placement.ts";
import { profileOutline } from "./profiles.ts";
import type { Turns } from "../turns.ts";

/** A part of a shape, in the frame in which the shape was read. */
export interface ShapePart {
  /** Its corners. */
  readonly points: readonly Space[];
  /** Its faces by their corners, if it has them: an extruded one has its base as the first. */
  readonly faces: readonly (readonly Space[])[];
  /** How its base was moved to make it; undefined of what is no extrusion. */
  readonly sweep: Space | undefined;
  /** Whether something was cut off it, which is not read. */
  readonly isCut: boolean;
}

const box = (frame: Frame, [x, y, z]: Space): ShapePart => {
  const base = [
    [0, 0, 0],
    [x, 0, 0],
    [x, y, 0],
    [0, y, 0],
  ] as const;
  return extruded(
    base.map((point) => placeIn(frame, point)),
    directionIn(frame, [0, 0, z]),
  );
};

const extruded = (base: readonly Space[], sweep: Space): ShapePart => ({
  points: [...base, ...base.map(([x, y, z]): Space => [x + sweep[0], y + sweep[1], z + sweep[2]])],
  faces: [base],
  sweep,
  isCut: false,
});

const ofFaces = (faces: readonly (readonly Space[])[]): ShapePart => ({
  points: faces.flat(),
  faces,
  sweep: undefined,
  isCut: false,
});

const ofPoints = (points: readonly Space[]): ShapePart => ({
  points,
  faces: [],
  sweep: undefined,
  isCut: false,
});

/** The corners of an `IfcLoop`; none of a loop that is one vertex. */
const loopPoints = (loop: Entity): readonly Space[] => {
  if (loop.type === "IFCPOLYLOOP") return loop.refs(0).map((point) => spaceOf(point, world.at));
  if (loop.type !== "IFCEDGELOOP") return [];
  return loop.refs(0).map((oriented) => {
    const edge = oriented.needed(2);
    const vertex = edge.needed(oriented.enumerated(3) === "F" ? 1 : 0);
    return spaceOf(vertex.ref(0), world.at);
  });
};

/** The outer outline of an `IfcFace`. */
const facePoints = (face: Entity): readonly Space[] => {
  const bounds = face.refs(0);
  const outer = bounds.find(({ type }) => type === "IFCFACEOUTERBOUND") ?? bounds[0];
  return outer === undefined ? [] : loopPoints(outer.needed(0));
};

/** The faces of an `IfcPolygonalFaceSet` or an `IfcTriangulatedFaceSet`. */
const indexedFaces = (set: Entity, { count }: ShapeContext): readonly (readonly Space[])[] => {
  const points = pointList(set.needed(0));
  const isTriangles = set.type === "IFCTRIANGULATEDFACESET";
  const rows = isTriangles
    ? set.list(3).map((row) => set.numbersIn(row, 3))
    : set.refs(2).map((face) => face.numbers(0));
  const order = set.list(isTriangles ? 4 : 3);
  const at = (index: number): Space => {
    const own = order.length === 0 ? index : order[index - 1];
    return (typeof own === "number" ? points[own - 1] : undefined) ?? set.expected(0, "a list");
  };
  return rows.map((row) => {
    count.add(set, row.length + 1);
    return row.map(at);
  });
};

/** Curves, which are the outlines of what has no body. */
const lines: ReadonlySet<string> = new Set([
  "IFCPOLYLINE",
  "IFCINDEXEDPOLYCURVE",
  "IFCCOMPOSITECURVE",
]);

/** Which of the representations of a product is its shape: the first of these that it has, else another one in space. */
const identifiers = ["Body", "Facetation", "Box", "FootPrint"] as const;

const isResult = ({ type }: Entity): boolean => type.startsWith("IFCBOOLEAN");

/** Reads the shapes of products. */
export class Shapes {
  readonly #turns: Turns;
  readonly #radians: number;

  /** `radians`: of the file's unit of angles. */
  constructor(turns: Turns, radians: number) {
    this.#turns = turns;
    this.#radians = radians;
  }

  #context(): ShapeContext {
    return { path: new Path(), count: new ShapeCount(), radians: this.#radians };
  }

  /**
   * The parts of a product's shape in the world, in the file's unit; `frame` is that of its placement. None if it has no
   * shape, or one of kinds that are not read. Refuses circles, references deeper than `import-depth`, and more than
   * `import-elements` items and points, also of those that are not read.
   */
  async of(product: Entity, frame: Frame): Promise<readonly ShapePart[]> {
    const context = this.#context();
    const all = product.ref(6)?.refs(2) ?? [];
    for (const identifier of identifiers) {
      const parts: ShapePart[] = [];
      const chosen = all.filter((each) => each.text(1) === identifier);
      for (const representation of chosen)
        await this.#representation(representation, frame, context, parts);
      if (parts.length > 0) return parts;
    }
    return [];
  }

  /** The line of a wall's axis in the world, if it has one. */
  async axisOf(product: Entity, frame: Frame): Promise<readonly Space[]> {
    const context = this.#context();
    const all = product.ref(6)?.refs(2) ?? [];
    const [item] = all.find((each) => each.text(1) === "Axis")?.refs(3) ?? [];
    if (item === undefined) return [];
    return (await curvePoints(item, context)).map((point) => placeIn(frame, point));
  }

  async #representation(
    representation: Entity,
    frame: Frame,
    context: ShapeContext,
    parts: ShapePart[],
  ): Promise<void> {
    await context.path.within(representation, async () => {
      for (const item of representation.refs(3)) await this.#item(item, frame, context, parts);
    });
  }

  async #item(
    item: Entity,
    frame: Frame,
    context: ShapeContext,
    parts: ShapePart[],
  ): Promise<void> {
    await this.#turns.take();
    context.count.add(item, 1);
    const add = (part: ShapePart): void => {
      context.count.add(item, part.points.length);
      if (part.points.length > 0) parts.push(part);
    };
    const place = (points: readonly Space[]): readonly Space[] =>
      points.map((point) => placeIn(frame, point));
    const faces = (all: readonly Entity[]): ShapePart =>
      ofFaces(
        all.map((face) => {
          const points = facePoints(face);
          context.count.add(face, points.length + 1);
          return place(points);
        }),
      );
    if (lines.has(item.type))
      return add(extruded(place(await curvePoints(item, context)), world.at));
    await context.path.within(item, async () => {
      switch (item.type) {
        case "IFCEXTRUDEDAREASOLID":
        case "IFCEXTRUDEDAREASOLIDTAPERED": {
          const own = frameIn(frame, axesOf(item.ref(1)));
          const outline = await profileOutline(item.needed(0), context);
          const depth = item.neededNumber(3);
          const [x, y, z] = spaceOf(item.ref(2), world.z);
          const length = Math.hypot(x, y, z) || 1;
          const sweep: Space = [(x * depth) / length, (y * depth) / length, (z * depth) / length];
          return add(
            extruded(
              outline.map((point) => placeIn(own, point)),
              directionIn(own, sweep),
            ),
          );
        }
        case "IFCMAPPEDITEM": {
          const map = item.needed(0);
          const inner = frameIn(frame, mappedFrame(map.ref(0), item.ref(1)));
          return this.#representation(map.needed(1), inner, context, parts);
        }
        case "IFCBOOLEANRESULT":
        case "IFCBOOLEANCLIPPINGRESULT":
          return this.#boolean(item, frame, context, parts);
        case "IFCCSGSOLID":
          return this.#item(item.needed(0), frame, context, parts);
        case "IFCFACETEDBREP":
        case "IFCFACETEDBREPWITHVOIDS":
        case "IFCADVANCEDBREP":
        case "IFCADVANCEDBREPWITHVOIDS":
        case "IFCMANIFOLDSOLIDBREP":
          return add(faces(item.needed(0).refs(0)));
        case "IFCSHELLBASEDSURFACEMODEL":
        case "IFCFACEBASEDSURFACEMODEL":
          for (const shell of item.refs(0)) add(faces(shell.refs(0)));
          return;
        case "IFCPOLYGONALFACESET":
        case "IFCTRIANGULATEDFACESET":
          return add(ofFaces(indexedFaces(item, context).map(place)));
        case "IFCBOUNDINGBOX": {
          const corner = { ...world, at: spaceOf(item.ref(0), world.at) };
          const size = [item.neededNumber(1), item.neededNumber(2), item.neededNumber(3)] as const;
          return add(box(frameIn(frame, corner), size));
        }
        case "IFCBLOCK": {
          const size = [item.neededNumber(1), item.neededNumber(2), item.neededNumber(3)] as const;
          return add(box(frameIn(frame, axesOf(item.ref(0))), size));
        }
        case "IFCSWEPTDISKSOLID":
          return add(ofPoints(place(await curvePoints(item.needed(0), context))));
        case "IFCGEOMETRICSET":
        case "IFCGEOMETRICCURVESET":
          for (const curve of item.refs(0)) await this.#item(curve, frame, context, parts);
          return;
      }
    });
  }

  /** What a solid is before something is cut off it, however often; of a union both solids. */
  async #boolean(
    item: Entity,
    frame: Frame,
    context: ShapeContext,
    parts: ShapePart[],
  ): Promise<void> {
    const chain = chainOf(item, (each) => (isResult(each) ? each.needed(1) : undefined));
    context.count.add(item, chain.length);
    const inner: ShapePart[] = [];
    const first = chain.at(-1);
    if (first !== undefined && first !== item) await this.#item(first, frame, context, inner);
    const results = chain.filter(isResult);
    for (const result of results)
      if (result.enumerated(0) === "UNION")
        await this.#item(result.needed(2), frame, context, inner);
    const isCut = results.some((result) => result.enumerated(0) !== "UNION");
    for (const part of inner) parts.push(isCut ? { ...part, isCut } : part);
  }
}
