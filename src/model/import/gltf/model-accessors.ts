import type { Source } from "../json-source.ts";
import { refuse } from "../refusal.ts";
import type { ModelContainer } from "./model-container.ts";
import { checkModelLimit } from "./model-limits.ts";

/** Bytes of a component by its number, and components of an element by its type (glTF 2.0, 3.6.2.2). */
const bytesOf: ReadonlyMap<number, number> = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
]);
const componentsOf: ReadonlyMap<string, number> = new Map([
  ["SCALAR", 1],
  ["VEC2", 2],
  ["VEC3", 3],
  ["VEC4", 4],
  ["MAT2", 4],
  ["MAT3", 9],
  ["MAT4", 16],
]);

const damaged = (source: Source): never =>
  refuse("damagedModel", source.file, { place: source.place });

/** A whole number from 0 on; refuses anything else. */
export const wholeIn = (source: Source, otherwise?: number): number => {
  const found = source.number() ?? otherwise;
  return found !== undefined && Number.isSafeInteger(found) && found >= 0 ? found : damaged(source);
};

/** The element of a list that a number refers to; refuses a number without one. */
export const referredIn = <Each>(source: Source, list: readonly Each[]): Each =>
  list[wholeIn(source)] ??
  refuse("unknownReference", source.file, {
    place: source.place,
    expected: String(wholeIn(source)),
  });

/** The numbers of components that hold indices (glTF 2.0, 3.7.2.1 and 5.2). */
const unsigned: ReadonlySet<number> = new Set([5121, 5123, 5125]);

/** The elements of an accessor, or those that it replaces: how many there are, and what reads a component of one. */
interface Elements {
  readonly count: number;
  readonly at: (element: number, component: number) => number;
}

/** The largest index of an accessor, and which of its elements that is. */
interface LargestIndex {
  readonly count: number;
  readonly largest: number;
  readonly element: number;
}

/** The accessors of a model, whose extents are those of the bytes that are there. Each is read once, however many use it. */
export class ModelAccessors {
  readonly #positions = new Map<Source, number>();
  readonly #indices = new Map<Source, LargestIndex>();
  readonly #accessors: readonly Source[];
  readonly #views: readonly Source[];
  readonly #buffers: readonly Uint8Array[];

  constructor({ buffers, root }: ModelContainer) {
    this.#accessors = root.field("accessors").list();
    this.#views = root.field("bufferViews").list();
    this.#buffers = buffers;
    for (const view of this.#views) this.#bytesIn(view);
    let elements = 0;
    for (const accessor of this.#accessors) {
      elements += this.#check(accessor);
      checkModelLimit("modelCorners", elements, accessor.file, accessor.place);
    }
  }

  /** The bytes of a view, by the number of it. */
  bytesOf(view: Source): Uint8Array {
    return this.#bytesIn(referredIn(view, this.#views));
  }

  /** Checks the numbers of a mesh's corners: each is finite. Returns how many there are. */
  checkPositions(source: Source): number {
    const accessor = referredIn(source, this.#accessors);
    const known = this.#positions.get(accessor);
    if (known !== undefined) return known;
    if (componentsOf.get(accessor.field("type").needed()) !== 3) damaged(source);
    for (const { at, count } of this.#elementsOf(accessor))
      for (let corner = 0; corner < count; corner += 1)
        for (let axis = 0; axis < 3; axis += 1)
          if (!Number.isFinite(at(corner, axis)))
            refuse("badNumber", source.file, { place: `${source.place} ${corner}` });
    const count = wholeIn(accessor.field("count"));
    this.#positions.set(accessor, count);
    return count;
  }

  /** Checks that each index is of one of so many corners. Returns how many there are. */
  checkIndices(source: Source, corners: number): number {
    const accessor = referredIn(source, this.#accessors);
    const found = this.#indices.get(accessor) ?? this.#largestIn(accessor);
    this.#indices.set(accessor, found);
    if (found.count > 0 && !(found.largest < corners))
      refuse("damagedModel", source.file, { place: `${source.place} ${found.element}` });
    return found.count;
  }

  /** Checks that an accessor has as many elements as its mesh has corners. */
  checkCount(source: Source, corners: number): void {
    if (wholeIn(referredIn(source, this.#accessors).field("count")) !== corners) damaged(source);
  }

  #bytesIn(view: Source): Uint8Array {
    const buffer = referredIn(view.field("buffer"), this.#buffers);
    const [offset, length] = [
      wholeIn(view.field("byteOffset"), 0),
      wholeIn(view.field("byteLength")),
    ];
    return offset + length <= buffer.length
      ? buffer.subarray(offset, offset + length)
      : damaged(view);
  }

  /** Checks that the bytes of so many elements are there. */
  #checkExtent(source: Source, count: number, size: number): void {
    const view = referredIn(source.field("bufferView"), this.#views);
    const stride = wholeIn(view.field("byteStride"), size);
    const offset = wholeIn(source.field("byteOffset"), 0);
    const end = count === 0 ? offset : offset + stride * (count - 1) + size;
    if (end > this.#bytesIn(view).length || stride < size) damaged(source);
  }

  #check(accessor: Source): number {
    const count = wholeIn(accessor.field("count"));
    const width = bytesOf.get(wholeIn(accessor.field("componentType")));
    const components = componentsOf.get(accessor.field("type").needed());
    if (width === undefined || components === undefined) return damaged(accessor);
    if (!accessor.field("bufferView").isMissing)
      this.#checkExtent(accessor, count, width * components);
    const sparse = accessor.field("sparse");
    if (sparse.isMissing) return count;
    const given = wholeIn(sparse.field("count"));
    if (given > count) damaged(sparse);
    const indices = sparse.field("indices");
    const type = wholeIn(indices.field("componentType"));
    if (!unsigned.has(type)) return damaged(indices);
    this.#checkExtent(indices, given, bytesOf.get(type) ?? 1);
    this.#checkExtent(sparse.field("values"), given, width * components);
    checkModelLimit("modelCorners", count + given, accessor.file, accessor.place);
    const { at } = this.#elementsAt(indices, type, 1, given);
    for (let index = 0; index < given; index += 1)
      if (!(at(index, 0) < count))
        refuse("damagedModel", accessor.file, { place: `${indices.place} ${index}` });
    return count + given;
  }

  #largestIn(accessor: Source): LargestIndex {
    const isList = accessor.field("type").needed() === "SCALAR";
    if (!isList || !unsigned.has(wholeIn(accessor.field("componentType")))) damaged(accessor);
    let [largest, element] = [0, 0];
    for (const { at, count } of this.#elementsOf(accessor))
      for (let index = 0; index < count; index += 1)
        if (at(index, 0) > largest) [largest, element] = [at(index, 0), index];
    return { count: wholeIn(accessor.field("count")), largest, element };
  }

  /** What an accessor holds: its own elements, and those that replace some of them. */
  #elementsOf(accessor: Source): readonly Elements[] {
    const type = wholeIn(accessor.field("componentType"));
    const components = componentsOf.get(accessor.field("type").needed()) ?? 1;
    const sparse = accessor.field("sparse");
    const replaced = sparse.isMissing
      ? []
      : [
          this.#elementsAt(
            sparse.field("values"),
            type,
            components,
            wholeIn(sparse.field("count")),
          ),
        ];
    // Without bytes of its own, an accessor is zeros.
    if (accessor.field("bufferView").isMissing) return replaced;
    const own = this.#elementsAt(accessor, type, components, wholeIn(accessor.field("count")));
    return [own, ...replaced];
  }

  #elementsAt(source: Source, type: number, components: number, count: number): Elements {
    const view = referredIn(source.field("bufferView"), this.#views);
    const bytes = this.#bytesIn(view);
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const width = bytesOf.get(type) ?? 1;
    const stride = wholeIn(view.field("byteStride"), width * components);
    const offset = wholeIn(source.field("byteOffset"), 0);
    const read = (place: number): number => {
      if (type === 5126) return data.getFloat32(place, true);
      if (type === 5125) return data.getUint32(place, true);
      return width === 2 ? data.getUint16(place, true) : data.getUint8(place);
    };
    return {
      count,
      at: (element, component) => read(offset + element * stride + component * width),
    };
  }
}
