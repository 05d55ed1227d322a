import { refuse } from "../refusal.ts";
import { Entity } from "./entity.ts";
import type { StepFile } from "./step-file.ts";

/** Powers of ten of the prefixes of SI that lengths have. */
const prefixes: ReadonlyMap<string, number> = new Map([
  ["KILO", 1e3],
  ["HECTO", 1e2],
  ["DECA", 10],
  ["", 1],
  ["DECI", 0.1],
  ["CENTI", 0.01],
  ["MILLI", 1e-3],
  ["MICRO", 1e-6],
]);

/** What a unit is in metres or in radians. */
const sizeOf = (unit: Entity): number => {
  if (unit.type === "IFCSIUNIT") return prefixes.get(unit.enumerated(2)) ?? 1;
  // Units such as feet and degrees are so many of another unit, which is one of SI.
  const [factor, other] = [unit.needed(3).neededNumber(0), unit.needed(3).needed(1)];
  return factor * (other.type === "IFCSIUNIT" ? sizeOf(other) : 1);
};

/** The units of a file: how many metres its lengths are, and how many radians its angles. */
export interface IfcUnits {
  readonly metres: number;
  readonly radians: number;
}

/** The units of a file. Refuses one that does not say its unit of length, or says one that is no length. */
export const unitsOf = (step: StepFile): IfcUnits => {
  const projects = Entity.all(step, ["IFCPROJECT", "IFCCONTEXT", "IFCPROJECTLIBRARY"]);
  const assigned =
    projects.flatMap((project) => project.ref(8) ?? [])[0] ??
    Entity.all(step, ["IFCUNITASSIGNMENT"])[0];
  const units = (assigned?.refs(0) ?? []).filter(({ type }) =>
    ["IFCSIUNIT", "IFCCONVERSIONBASEDUNIT", "IFCCONVERSIONBASEDUNITWITHOFFSET"].includes(type),
  );
  const find = (kind: string): number | undefined => {
    const unit = units.find((each) => each.enumerated(1) === kind);
    return unit === undefined ? undefined : sizeOf(unit);
  };
  const metres = find("LENGTHUNIT");
  if (metres === undefined || !(metres > 0)) return refuse("lengthUnit", step.file);
  return { metres, radians: find("PLANEANGLEUNIT") ?? 1 };
};
