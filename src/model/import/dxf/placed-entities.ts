import { boxAround, middleOf } from "../../geometry/polygon.ts";
import {
  distance,
  minus,
  plus,
  type Point,
  turned,
  type Wall,
  wallsOf,
} from "../../geometry/vector.ts";
import { checkLimit, type ImportLimits, type ImportLosses, refuse } from "../refusal.ts";
import { type Drawing, type DxfRecord, valueOf, valuesOf } from "./records.ts";

/** A straight line on a layer. Places are the plan's: metres, with z down the page. */
export interface DrawnLine extends Wall {
  readonly layer: string;
}

/** A part of a circle, such as a leaf of a door sweeps: its centre, and both its ends. */
export interface DrawnArc {
  readonly centre: Point;
  readonly ends: readonly [Point, Point];
}

/** A text where it begins, or around its middle. */
export interface DrawnText {
  readonly layer: string;
  readonly at: Point;
  readonly text: string;
}

/** A block that stands for a thing: its middle, its size in its own direction, and that in degrees. */
export interface DrawnBlock {
  readonly name: string;
  readonly middle: Point;
  readonly size: Point;
  readonly angle: number;
}

/** What is drawn, sorted by what it is. */
export interface PlacedEntities {
  readonly lines: DrawnLine[];
  readonly arcs: DrawnArc[];
  /** Closed outlines, whose lines are among the lines too. */
  readonly outlines: { readonly layer: string; readonly corners: readonly Point[] }[];
  readonly texts: DrawnText[];
  readonly blocks: DrawnBlock[];
  readonly dimensions: Wall[];
}

const nothing = (): PlacedEntities => ({
  lines: [],
  arcs: [],
  outlines: [],
  texts: [],
  blocks: [],
  dimensions: [],
});

/** What becomes of a block: a thing, the lines in it, or nothing, which is a loss. */
export type BlockUse = "thing" | "lines" | "loss";

/** Where what is in a block goes. */
interface Frame {
  readonly to: (point: Point) => Point;
  /** Degrees, clockwise on the screen. */
  readonly angle: number;
  /** The layer of the block, which what is on layer `0` takes. */
  readonly layer: string;
  readonly depth: number;
  readonly into: PlacedEntities;
}

/** The points of a text with formatting codes. */
const plainText = (record: DxfRecord): string =>
  [...valuesOf(record, 3), ...valuesOf(record, 1)]
    .join("")
    .replaceAll(/\\U\+([0-9A-Fa-f]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\P/g, "\n")
    .replaceAll(/\\[A-Za-z][^;\\{}]*;/g, "")
    .replaceAll(/(?<!\\)[{}]/g, "")
    .replaceAll(/\\([\\{}])/g, "$1")
    .replaceAll(/%%[cC]/g, "⌀")
    .replaceAll(/%%[dD]/g, "°")
    .replaceAll(/%%[pP]/g, "±")
    .replaceAll(/[^\P{Cc}\n]/gu, " ")
    .trim();

/** Tags of an ordinary record, and characters that count as one element of a text. */
const [fewTags, lettersPerElement] = [100, 100] as const;

/** As how many elements a record counts wherever it is placed: by what is made of it, and by how long it is to read. */
const elementsIn = ({ tags, type }: DxfRecord): number => {
  let made = 1;
  for (const [code, value] of tags) {
    if (type === "LWPOLYLINE" && code === 10) made += 1;
    if (code === 1 || code === 3) made += Math.floor(value.length / lettersPerElement);
  }
  return Math.max(made, tags.length - fewTags);
};

/** Puts what is drawn into its places, with blocks as often as they are inserted. */
export class Placing {
  readonly #drawing: Drawing;
  readonly #useOf: (name: string) => BlockUse;
  readonly #limits: ImportLimits;
  readonly #file: string;
  readonly #losses: ImportLosses;
  readonly #sizes = new Map<DxfRecord, number>();
  #elements = 0;

  constructor(
    drawing: Drawing,
    useOf: (name: string) => BlockUse,
    [limits, file, losses]: readonly [ImportLimits, string, ImportLosses],
  ) {
    this.#drawing = drawing;
    this.#useOf = useOf;
    this.#limits = limits;
    this.#file = file;
    this.#losses = losses;
  }

  /**
   * Everything that is drawn, with so many metres to a unit, and without an offset in metres. Refuses what lies too far away, or
   * is too much.
   */
  all(metres: number, offset: Point): PlacedEntities {
    const to = ([x, z]: Point): Point => minus([x * metres, z * metres], offset);
    const into = nothing();
    this.#addAll(this.#drawing.entities, { to, angle: 0, layer: "0", depth: 0, into });
    return into;
  }

  #number(record: DxfRecord, code: number, otherwise = 0): number {
    const value = valueOf(record, code);
    const number = value === undefined ? otherwise : Number(value);
    return Number.isFinite(number)
      ? number
      : refuse("badNumber", this.#file, { place: `${record.type} ${code}` });
  }

  #point(record: DxfRecord, code: number, { to }: Pick<Frame, "to">): Point {
    const point = to([this.#number(record, code), -this.#number(record, code + 10)]);
    return this.#within(point, record);
  }

  /** A place, or a size, that is not too far. */
  #within(point: Point, { type }: DxfRecord): Point {
    const farthest = Math.max(Math.abs(point[0]), Math.abs(point[1]));
    checkLimit(this.#limits, "importMetres", farthest, this.#file, type);
    return point;
  }

  #addAll(records: readonly DxfRecord[], frame: Frame): void {
    checkLimit(this.#limits, "importDepth", frame.depth, this.#file, "INSERT");
    // Before R2000 the corners of a polyline follow it as entities of their own.
    let older: { readonly record: DxfRecord; readonly corners: Point[] } | undefined;
    for (const record of records) {
      this.#count(record);
      if (record.type === "POLYLINE") older = { record, corners: [] };
      else if (record.type === "VERTEX") older?.corners.push(this.#point(record, 10, frame));
      else if (record.type === "SEQEND") {
        if (older !== undefined) this.#addPolyline(older.record, older.corners, frame);
        older = undefined;
      } else this.#add(record, frame);
    }
  }

  /** Counts a record before anything is made of it, so that blocks cannot multiply long ones without end. */
  #count(record: DxfRecord): void {
    const size = this.#sizes.get(record) ?? elementsIn(record);
    this.#sizes.set(record, size);
    this.#elements += size;
    checkLimit(this.#limits, "importElements", this.#elements, this.#file);
  }

  #addPolyline(record: DxfRecord, corners: readonly Point[], frame: Frame): void {
    const layer = this.#layerOf(record, frame);
    const isClosed = this.#number(record, 70) % 2 === 1;
    const edges = wallsOf(corners);
    for (const { from, to } of isClosed ? edges : edges.slice(0, -1))
      frame.into.lines.push({ layer, from, to });
    if (isClosed && corners.length > 2) frame.into.outlines.push({ layer, corners });
  }

  #layerOf(record: DxfRecord, frame: Frame): string {
    const own = valueOf(record, 8) ?? "0";
    return own === "0" ? frame.layer : own;
  }

  #add(record: DxfRecord, frame: Frame): void {
    const { into } = frame;
    const layer = this.#layerOf(record, frame);
    switch (record.type) {
      case "LINE":
        into.lines.push({
          layer,
          from: this.#point(record, 10, frame),
          to: this.#point(record, 11, frame),
        });
        return;
      case "LWPOLYLINE":
        return this.#addLightPolyline(record, frame);
      case "ARC":
        return this.#addArc(record, frame);
      case "TEXT":
      case "MTEXT":
        into.texts.push({ layer, at: this.#point(record, 10, frame), text: plainText(record) });
        return;
      case "DIMENSION":
        into.dimensions.push({
          from: this.#point(record, 13, frame),
          to: this.#point(record, 14, frame),
        });
        return;
      case "INSERT":
        return this.#addInsert(record, frame, layer);
      case "BLOCK":
        return;
      default:
        this.#losses.add("shapes", record.type);
    }
  }

  #addLightPolyline(record: DxfRecord, frame: Frame): void {
    const [across, down] = [valuesOf(record, 10), valuesOf(record, 20)];
    const corners = across.map((x, at): Point =>
      this.#point(
        {
          type: record.type,
          tags: [
            [10, x],
            [20, down[at] ?? "0"],
          ],
        },
        10,
        frame,
      ),
    );
    this.#addPolyline(record, corners, frame);
  }

  #addArc(record: DxfRecord, frame: Frame): void {
    const [x, y] = [this.#number(record, 10), this.#number(record, 20)];
    const radius = this.#number(record, 40);
    const end = (code: number): Point => {
      const angle = (this.#number(record, code) * Math.PI) / 180;
      const point = frame.to([x + radius * Math.cos(angle), -(y + radius * Math.sin(angle))]);
      return this.#within(point, record);
    };
    frame.into.arcs.push({ centre: this.#point(record, 10, frame), ends: [end(50), end(51)] });
  }

  #addInsert(record: DxfRecord, frame: Frame, layer: string): void {
    const name = valueOf(record, 2) ?? "";
    const block = this.#drawing.blocks.get(name.toUpperCase());
    const use = block === undefined ? "loss" : this.#useOf(name);
    if (block === undefined || use === "loss") return this.#losses.add("unknownBlocks", name);
    const [first] = block;
    const base: Point =
      first === undefined ? [0, 0] : [this.#number(first, 10), -this.#number(first, 20)];
    const scale: Point = [this.#number(record, 41, 1), this.#number(record, 42, 1)];
    const angle = -this.#number(record, 50);
    const stretched = ([x, z]: Point): Point => [
      (x - base[0]) * scale[0],
      (z - base[1]) * scale[1],
    ];
    const at: Point = [this.#number(record, 10), -this.#number(record, 20)];
    const to = (point: Point): Point => frame.to(plus(at, turned(stretched(point), angle)));
    this.#point(record, 10, frame);
    const depth = frame.depth + 1;
    if (use === "lines")
      return this.#addAll(block, { ...frame, to, angle: frame.angle + angle, layer, depth });
    const content = nothing();
    this.#addAll(block, { to: stretched, angle: 0, layer, depth, into: content });
    const box = boxAround(pointsOf(content));
    if (box === undefined) return this.#losses.add("unknownBlocks", name);
    const place = (point: Point): Point => frame.to(plus(at, turned(point, angle)));
    const middle = middleOf(box);
    const unit = distance(place([1, 0]), place([0, 0]));
    for (const { centre, ends } of content.arcs)
      frame.into.arcs.push({ centre: place(centre), ends: [place(ends[0]), place(ends[1])] });
    frame.into.blocks.push({
      name,
      middle: this.#within(place(middle), record),
      size: this.#within([box.width * unit, box.height * unit], record),
      angle: frame.angle + angle,
    });
  }
}

const pointsOf = ({ lines, arcs, blocks }: PlacedEntities): readonly Point[] => [
  ...lines.flatMap(({ from, to }) => [from, to]),
  ...arcs.flatMap(({ ends }) => ends),
  ...blocks.map(({ middle }) => middle),
];
