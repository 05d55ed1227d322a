import type { Point } from "../../geometry/vector.ts";
import {
  blocksSection,
  type DxfLayer,
  headerSection,
  objectsSection,
  recordOfModel,
  section,
  tablesSection,
} from "./dxf-sections.ts";
import { DxfTags, lineOfText } from "./dxf-tags.ts";
import { type Arc, arcOf, type Shape } from "./shapes.ts";

/** The first free handle. */
const firstHandle = 0x100;

/** A reusable part of a drawing. */
interface Block {
  readonly name: string;
  readonly record: string;
  readonly tags: DxfTags;
}

/** Where entities go: the drawing itself, or a block. */
interface Target {
  readonly tags: DxfTags;
  /** The handle of its block record. */
  readonly record: string;
}

/** Letters of a dimension's figure, in metres. */
const dimensionLetters = 0.12;

/** Most characters of a text in one tag. */
const longestLine = 250;

/** A line of formatted text, in which backslashes and braces have a meaning of their own. */
const formatted = (line: string): string => lineOfText(line).replaceAll(/[\\{}]/g, "\\$&");

/** Most characters of a block's name, so that also older programs take it. */
const longestName = 120;

/**
 * A drawing of DXF R2007 (AC1021), the first in UTF-8, in metres, as "DXF Reference" of Autodesk has it. Places are the plan's; they are written with
 * y up.
 */
export class DxfDrawing {
  readonly #layers: readonly DxfLayer[];
  readonly #blocks = new Map<string, Block>();
  readonly #names = new Set<string>();
  readonly #entities: Target = { tags: new DxfTags(), record: recordOfModel };
  #target: Target = this.#entities;
  #next = firstHandle;
  #dimensions = 0;

  constructor(layers: readonly DxfLayer[]) {
    this.#layers = layers;
  }

  #handle(): string {
    this.#next += 1;
    return this.#next.toString(16).toUpperCase();
  }

  #begin(type: string, layer: string, subclass: string): DxfTags {
    const { tags, record } = this.#target;
    tags.add(0, type).add(5, this.#handle()).add(330, record);
    return tags.add(100, "AcDbEntity").add(8, layer).add(100, subclass);
  }

  /** Adds a shape: a line or an arc alone as such, else a polyline. */
  addShape(layer: string, { points, bulges, isClosed }: Shape): void {
    const [from, to] = points;
    if (from === undefined || to === undefined) return;
    if (points.length === 2 && !isClosed) {
      const arc = arcOf(from, to, bulges[0] ?? 0);
      if (arc === undefined) this.#line(layer, from, to);
      else this.#arc(layer, arc);
      return;
    }
    const tags = this.#begin("LWPOLYLINE", layer, "AcDbPolyline");
    tags.add(90, points.length).add(70, isClosed ? 1 : 0);
    for (const [at, point] of points.entries()) {
      tags.flat(10, point);
      const bulge = bulges[at] ?? 0;
      if (bulge !== 0) tags.add(42, bulge);
    }
  }

  #line(layer: string, from: Point, to: Point): void {
    this.#begin("LINE", layer, "AcDbLine").point(10, from).point(11, to);
  }

  #arc(layer: string, { centre, radius, start, end }: Arc): void {
    this.#begin("ARC", layer, "AcDbCircle").point(10, centre).add(40, radius);
    this.#target.tags.add(100, "AcDbArc").add(50, start).add(51, end);
  }

  /** Adds lines of text around a place, with letters of a height in metres. */
  addText(layer: string, text: string, at: Point, height: number): void {
    const written = text.split(/\r?\n/).map(formatted).join("\\P");
    const tags = this.#begin("MTEXT", layer, "AcDbMText").point(10, at).add(40, height).add(71, 5);
    let part = "";
    for (const letter of written) {
      if (part.length + letter.length > longestLine) {
        tags.add(3, part);
        part = "";
      }
      part += letter;
    }
    tags.add(1, part).add(7, "Standard");
  }

  /** Adds an aligned dimension between two places, in whose line its figure stands. */
  addDimension(layer: string, from: Point, to: Point): void {
    this.#dimensions += 1;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const name = `*D${this.#dimensions}`;
    this.block(name, () => {
      this.#line(layer, from, to);
      this.addText(layer, length.toFixed(2), middle, dimensionLetters);
    });
    const tags = this.#begin("DIMENSION", layer, "AcDbDimension");
    tags.add(2, name).point(10, to).point(11, middle).add(70, 33).add(71, 5).add(42, length);
    tags.add(3, "Standard").add(100, "AcDbAlignedDimension").point(13, from).point(14, to);
  }

  /** Defines a block by what `draw` adds, around its origin. Known names are left as they are. */
  block(name: string, draw: () => void): void {
    if (this.#blocks.has(name)) return;
    const block = { name, record: this.#handle(), tags: new DxfTags() };
    this.#blocks.set(name, block);
    const outer = this.#target;
    this.#target = block;
    draw();
    this.#target = outer;
  }

  /** A free name for a block, made of a wish with the letters that names may have. */
  freeName(wanted: string): string {
    const start = wanted.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, longestName) || "_";
    let name = start;
    for (let count = 2; this.#names.has(name.toUpperCase()); count += 1) name = `${start}_${count}`;
    this.#names.add(name.toUpperCase());
    return name;
  }

  /** Puts a block at a place, turned clockwise on the screen by degrees. */
  insert(layer: string, name: string, at: Point, degrees: number): void {
    this.#begin("INSERT", layer, "AcDbBlockReference").add(2, name).point(10, at).add(50, -degrees);
  }

  /** The whole file. */
  get text(): string {
    const blocks = [...this.#blocks.values()];
    // Blocks take handles, of which the header names the next.
    const blockTexts = blocksSection(
      blocks.map(({ name, record, tags }) => ({ name, record, content: tags.text })),
      () => this.#handle(),
    );
    return [
      headerSection(this.#next + 1),
      tablesSection(
        this.#layers,
        blocks.map(({ name, record }) => ({ name, record })),
      ),
      blockTexts,
      section("ENTITIES", this.#entities.tags.text),
      objectsSection(),
      new DxfTags().add(0, "EOF").text,
    ].join("");
  }
}
