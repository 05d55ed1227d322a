import { boxAround, middleOf } from "../../geometry/polygon.ts";
import { angleOf, distance, minus, plus, type Point, turned } from "../../geometry/vector.ts";
import { checkLimit, type ImportLimits, type ImportLosses, refuse } from "../refusal.ts";
import { nothingDrawn, type PlacedEntities, pointsOf } from "./drawn.ts";
import { type BulgedCorner, elementsIn, plainText, pointsOfBulge } from "./record-content.ts";
import { type Drawing, type DxfRecord, valueOf } from "./records.ts";

/** What becomes of a block: a thing, the lines in it, or nothing, which is a loss. */
export type BlockUse = "thing" | "lines" | "loss";

/** Where what is in a block goes. */
interface Frame {
  readonly to: (point: Point) => Point;
  /** The layer of the block, which what is on layer `0` takes. */
  readonly layer: string;
  readonly depth: number;
  readonly into: PlacedEntities;
}

/** What of a polyline is read, in the order in which it is written. */
interface Polyline {
  readonly record: DxfRecord;
  readonly corners: BulgedCorner[];
}

/** Puts what is drawn into its places, with blocks as often as they are inserted. */
export class Placing {
  readonly #drawing: Drawing;
  readonly #useOf: (name: string, layer: string) => BlockUse;
  readonly #limits: ImportLimits;
  readonly #file: string;
  readonly #losses: ImportLosses;
  readonly #sizes = new Map<DxfRecord, number>();
  readonly #leftOut = new Map<string, number>();
  #elements = 0;

  constructor(
    drawing: Drawing,
    useOf: (name: string, layer: string) => BlockUse,
    [limits, file, losses]: readonly [ImportLimits, string, ImportLosses],
  ) {
    this.#drawing = drawing;
    this.#useOf = useOf;
    this.#limits = limits;
    this.#file = file;
    this.#losses = losses;
  }

  /**
   * Everything that is drawn, with so many metres to a unit, and without an offset in metres. What is on
   * hidden layers, and entities that are not read, are reported. Refuses what lies too far away, or is too much.
   */
  all(metres: number, offset: Point): PlacedEntities {
    const to = ([x, z]: Point): Point => minus([x * metres, z * metres], offset);
    const into = nothingDrawn();
    this.#addAll(this.#drawing.entities, { to, layer: "0", depth: 0, into });
    for (const [name, count] of this.#leftOut) this.#losses.add("shapes", name, count);
    return into;
  }

  #number(record: DxfRecord, code: number, otherwise = 0): number {
    return this.#finite(valueOf(record, code), record, code, otherwise);
  }

  #finite(value: string | undefined, { type }: DxfRecord, code: number, otherwise = 0): number {
    const number = value === undefined ? otherwise : Number(value);
    return Number.isFinite(number)
      ? number
      : refuse("badNumber", this.#file, { place: `${type} ${code}` });
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
    let older: Polyline | undefined;
    for (const record of records) {
      this.#count(record);
      if (record.type === "POLYLINE") older = { record, corners: [] };
      else if (record.type === "VERTEX")
        older?.corners.push({
          at: [this.#number(record, 10), this.#number(record, 20)],
          bulge: this.#number(record, 42),
        });
      else if (record.type === "SEQEND") {
        if (older !== undefined) this.#add(older.record, frame, older.corners);
        older = undefined;
      } else if (record.type !== "BLOCK") this.#add(record, frame, []);
    }
  }

  /** Counts a record before anything is made of it, so that blocks cannot multiply long ones without end. */
  #count(record: DxfRecord): void {
    const size = this.#sizes.get(record) ?? elementsIn(record);
    this.#sizes.set(record, size);
    this.#countMore(size);
  }

  #countMore(many: number): void {
    this.#elements += many;
    checkLimit(this.#limits, "importElements", this.#elements, this.#file);
  }

  #leaveOut(name: string): void {
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1);
  }

  /** The frame of an entity with places of its own: mirrored if its z points down ("DXF Reference", arbitrary axis algorithm). */
  #ownFrame(record: DxfRecord, frame: Frame): Frame {
    return this.#number(record, 230, 1) < 0
      ? { ...frame, to: ([x, z]) => frame.to([-x, z]) }
      : frame;
  }

  #addPolyline({ record, corners }: Polyline, frame: Frame, layer: string): void {
    const isClosed = this.#number(record, 70) % 2 === 1;
    const points: Point[] = [];
    for (const [at, corner] of corners.entries()) {
      const isLast = at === corners.length - 1;
      const end = corners[(at + 1) % corners.length] ?? corner;
      const isRound = corner.bulge !== 0 && !(isLast && !isClosed);
      const places = [corner.at, ...(isRound ? pointsOfBulge(corner, end.at) : []), end.at].map(
        ([x, y]) => this.#within(frame.to([x, -y]), record),
      );
      for (const [index, to] of places.entries()) {
        const from = places[index - 1];
        if (from === undefined || (isLast && !isClosed)) continue;
        frame.into.lines.push({ layer, from, to, isRound });
        points.push(from);
      }
    }
    if (isClosed && corners.length > 2) frame.into.outlines.push({ layer, corners: points });
  }

  #layerOf(record: DxfRecord, frame: Frame): string {
    const own = valueOf(record, 8) ?? "0";
    return own === "0" ? frame.layer : own;
  }

  #add(record: DxfRecord, outer: Frame, corners: BulgedCorner[]): void {
    const { into } = outer;
    const layer = this.#layerOf(record, outer);
    if (this.#drawing.hiddenLayers.has(layer.toUpperCase())) return this.#leaveOut(layer);
    const frame = this.#ownFrame(record, outer);
    switch (record.type) {
      case "LINE":
        into.lines.push({
          layer,
          from: this.#point(record, 10, outer),
          to: this.#point(record, 11, outer),
          isRound: false,
        });
        return;
      case "LWPOLYLINE":
        return this.#addPolyline({ record, corners: this.#lightCorners(record) }, frame, layer);
      case "POLYLINE":
        return this.#addPolyline({ record, corners }, frame, layer);
      case "ARC":
        return this.#addArc(record, frame, layer);
      case "TEXT":
        into.texts.push({ layer, at: this.#point(record, 10, frame), text: plainText(record) });
        return;
      case "MTEXT":
        into.texts.push({ layer, at: this.#point(record, 10, outer), text: plainText(record) });
        return;
      case "DIMENSION":
        into.dimensions.push({
          from: this.#point(record, 13, outer),
          to: this.#point(record, 14, outer),
        });
        return;
      case "INSERT":
        return this.#addInserts(record, frame, layer);
      default:
        this.#leaveOut(record.type);
    }
  }

  #lightCorners(record: DxfRecord): BulgedCorner[] {
    const corners: { at: Point; bulge: number }[] = [];
    for (const [code, value] of record.tags) {
      const last = corners.at(-1);
      if (code === 10)
        corners.push({ at: [this.#finite(value.trim(), record, code), 0], bulge: 0 });
      else if (code === 20 && last !== undefined)
        last.at = [last.at[0], this.#finite(value.trim(), record, code)];
      else if (code === 42 && last !== undefined)
        last.bulge = this.#finite(value.trim(), record, code);
    }
    return corners;
  }

  #addArc(record: DxfRecord, frame: Frame, layer: string): void {
    const [x, y] = [this.#number(record, 10), this.#number(record, 20)];
    const radius = this.#number(record, 40);
    const end = (code: number): Point => {
      const angle = (this.#number(record, code) * Math.PI) / 180;
      const point = frame.to([x + radius * Math.cos(angle), -(y + radius * Math.sin(angle))]);
      return this.#within(point, record);
    };
    const centre = this.#point(record, 10, frame);
    frame.into.arcs.push({ layer, centre, ends: [end(50), end(51)] });
  }

  /** Adds a block once, or in the rows and columns of its insert. */
  #addInserts(record: DxfRecord, frame: Frame, layer: string): void {
    const columns = Math.max(1, this.#number(record, 70, 1));
    const rows = Math.max(1, this.#number(record, 71, 1));
    const angle = -this.#number(record, 50);
    if (columns * rows === 1) return this.#addInsert(record, frame, layer, angle);
    const [wide, high] = [this.#number(record, 44), this.#number(record, 45)];
    this.#countMore(columns * rows - 1);
    for (let column = 0; column < columns; column += 1)
      for (let row = 0; row < rows; row += 1) {
        const by = turned([column * wide, -row * high], angle);
        const to = (point: Point): Point => frame.to(plus(point, by));
        this.#addInsert(record, { ...frame, to }, layer, angle);
      }
  }

  #addInsert(record: DxfRecord, frame: Frame, layer: string, angle: number): void {
    const name = valueOf(record, 2) ?? "";
    const block = this.#drawing.blocks.get(name.toUpperCase());
    const use = block === undefined ? "loss" : this.#useOf(name, layer);
    if (block === undefined || use === "loss") return this.#losses.add("unknownBlocks", name);
    const [first] = block;
    const base: Point =
      first === undefined ? [0, 0] : [this.#number(first, 10), -this.#number(first, 20)];
    const scale: Point = [this.#number(record, 41, 1), this.#number(record, 42, 1)];
    const stretched = ([x, z]: Point): Point => [
      (x - base[0]) * scale[0],
      (z - base[1]) * scale[1],
    ];
    const at: Point = [this.#number(record, 10), -this.#number(record, 20)];
    const place = (point: Point): Point => frame.to(plus(at, turned(point, angle)));
    this.#point(record, 10, frame);
    const depth = frame.depth + 1;
    if (use === "lines")
      return this.#addAll(block, { ...frame, to: (each) => place(stretched(each)), layer, depth });
    const content = nothingDrawn();
    this.#addAll(block, { to: stretched, layer, depth, into: content });
    const box = boxAround(pointsOf(content));
    if (box === undefined) return this.#losses.add("unknownBlocks", name);
    const middle = middleOf(box);
    const origin = place([0, 0]);
    const unit = distance(place([1, 0]), origin);
    for (const { centre, ends } of content.arcs)
      frame.into.arcs.push({
        layer: undefined,
        centre: place(centre),
        ends: [place(ends[0]), place(ends[1])],
      });
    frame.into.blocks.push({
      name,
      layer,
      middle: this.#within(place(middle), record),
      size: this.#within([box.width * unit, box.height * unit], record),
      // A mirrored piece keeps its back at its back, so its depth tells its direction.
      angle: angleOf({ from: origin, to: place([0, 1]) }) - 90,
    });
  }
}
