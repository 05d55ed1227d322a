import { checkLimit, hasControls, refuse } from "../refusal.ts";
import type { StepFile } from "./step-file.ts";
import { isStepList, type StepValue } from "./step-values.ts";

/** Without the type that a value may name. */
const plain = (value: StepValue | undefined): StepValue =>
  typeof value === "object" && value !== null && "typed" in value ? value.value : (value ?? null);

/** An entity of a file. Its attributes are known by their position, as in the schema: 0 is the first. */
export class Entity {
  readonly id: number;
  /** In capitals, such as `IFCWALL`. */
  readonly type: string;
  readonly step: StepFile;

  private constructor(id: number, type: string, step: StepFile) {
    this.id = id;
    this.type = type;
    this.step = step;
  }

  /** The entity of a number; undefined if there is none. */
  static of(step: StepFile, id: number): Entity | undefined {
    const type = step.typeOf(id);
    return type === undefined ? undefined : new Entity(id, type, step);
  }

  /** All entities of some types, in the order of the types and of the file. */
  static all(step: StepFile, types: readonly string[]): readonly Entity[] {
    return types.flatMap((type) =>
      (step.types.get(type) ?? []).map((id) => new Entity(id, type, step)),
    );
  }

  /** Where it is, for refusals. */
  get place(): string {
    return `#${this.id} ${this.type}`;
  }

  /** Refuses the file, as an attribute is of another type than the schema says. */
  expected(at: number, expected: string): never {
    return refuse("wrongType", this.step.file, { place: `${this.place} ${at + 1}`, expected });
  }

  /** An attribute as it is written, without its type. */
  value(at: number): StepValue {
    return plain(this.step.attributesOf(this.id)[at]);
  }

  /** The entity that a value of an attribute refers to. */
  entityIn(value: StepValue, at: number): Entity {
    if (typeof value !== "object" || value === null || !("ref" in value))
      return this.expected(at, "#…");
    return (
      Entity.of(this.step, value.ref) ??
      refuse("unknownReference", this.step.file, {
        place: `${this.place} ${at + 1}`,
        expected: `#${value.ref}`,
      })
    );
  }

  /** The entity that an attribute refers to; undefined if it is missing. */
  ref(at: number): Entity | undefined {
    const value = this.value(at);
    return value === null ? undefined : this.entityIn(value, at);
  }

  /** A reference that must be there. */
  needed(at: number): Entity {
    return this.ref(at) ?? this.expected(at, "#…");
  }

  /** The values of a list, without their types; none if it is missing. */
  list(at: number): readonly StepValue[] {
    const value = this.value(at);
    if (value === null) return [];
    return isStepList(value) ? value : this.expected(at, "a list");
  }

  /** The entities that a list refers to; none if it is missing. */
  refs(at: number): readonly Entity[] {
    return this.list(at).map((value) => this.entityIn(plain(value), at));
  }

  /** A number; undefined if it is missing. */
  number(at: number): number | undefined {
    const value = this.value(at);
    if (value === null) return undefined;
    return typeof value === "number" && Number.isFinite(value)
      ? value
      : this.expected(at, "a number");
  }

  /** A number that must be there. */
  neededNumber(at: number): number {
    return this.number(at) ?? this.expected(at, "a number");
  }

  /** A list of numbers; none if it is missing. */
  numbers(at: number): readonly number[] {
    return this.numbersIn(this.value(at) ?? [], at);
  }

  /** The numbers in a part of an attribute, such as a row of coordinates. */
  numbersIn(value: StepValue, at: number): readonly number[] {
    if (!isStepList(value)) return this.expected(at, "a list");
    return value.map((each) =>
      typeof each === "number" && Number.isFinite(each) ? each : this.expected(at, "a number"),
    );
  }

  /** A text on one line; empty if it is missing. */
  text(at: number): string {
    const value = this.value(at);
    if (value === null) return "";
    if (typeof value !== "object" || !("text" in value)) return this.expected(at, "a text");
    const text = value.text.replaceAll(/\s+/g, " ").trim();
    if (hasControls(text)) refuse("badText", this.step.file, { place: this.place });
    return text;
  }

  /** The name of an enumeration in capitals; empty if it is missing or no enumeration. */
  enumerated(at: number): string {
    const value = this.value(at);
    return typeof value === "object" && value !== null && "name" in value ? value.name : "";
  }
}

/** The entities between the first of some references and the one that is being read, to find circles. */
export class Path {
  readonly #ids = new Set<number>();

  /** Does something with an entity; refuses a circle, and references deeper than `import-depth`. */
  async within<T>(entity: Entity, work: () => Promise<T>): Promise<T> {
    const { id, place, step } = entity;
    if (this.#ids.has(id)) refuse("circle", step.file, { place });
    this.#ids.add(id);
    checkLimit(step.limits, "importDepth", this.#ids.size, step.file, place);
    const result = await work();
    this.#ids.delete(id);
    return result;
  }
}

/** An entity and what it refers to, step by step, until there is no next one. Refuses a circle and `import-depth`. */
export const chainOf = (
  first: Entity,
  next: (entity: Entity) => Entity | undefined,
): readonly Entity[] => {
  const chain: Entity[] = [];
  const ids = new Set<number>();
  for (let entity: Entity | undefined = first; entity !== undefined; entity = next(entity)) {
    const { id, place, step } = entity;
    if (ids.has(id)) refuse("circle", step.file, { place });
    ids.add(id);
    chain.push(entity);
    checkLimit(step.limits, "importDepth", chain.length, step.file, place);
  }
  return chain;
};
