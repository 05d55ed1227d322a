import {
  entriesOf,
  findRefs,
  idOf,
  lists,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { backgroundOf } from "../elements/levels.ts";
import { mapNames } from "../elements/references.ts";
import { isList, isObject, type Json, type JsonObject, listIn, objectsIn } from "../json.ts";
import { setBackground } from "./background-image.ts";
import { type Collection, collections } from "../kinds/kinds.ts";
import { addElements, updateElements } from "./change.ts";

/** The reasons why a file cannot be imported. */
export type FileProblem =
  | { readonly kind: "noJson"; readonly reason: string }
  | { readonly kind: "noPlan" }
  | {
      readonly kind: "wrongField";
      readonly field: string;
      readonly expected: "list" | "object" | "text";
    };

/** The plan in a file, or the reason why it cannot be imported. */
type FileContent = { readonly plan: PlanData } | { readonly problem: FileProblem };

const isMissing = (value: Json | undefined): boolean => value === undefined || value === null;

/** Checks the types of documented fields; all other fields may hold anything. */
export const problemOfPlan = (plan: Json): FileProblem | undefined => {
  if (!isObject(plan)) return { kind: "noPlan" };
  for (const field of lists) {
    if (!isMissing(plan[field]) && !isList(plan[field]))
      return { kind: "wrongField", field, expected: "list" };
    const odd = listIn(plan[field]).findIndex((element) => !isObject(element));
    if (odd !== -1) return { kind: "wrongField", field: `${field}[${odd}]`, expected: "object" };
  }
  for (const field of mapNames) {
    if (!isMissing(plan[field]) && !isObject(plan[field]))
      return { kind: "wrongField", field, expected: "object" };
  }
  const { outdoor } = plan;
  return isMissing(outdoor) || typeof outdoor === "string"
    ? undefined
    : { kind: "wrongField", field: "outdoor", expected: "text" };
};

/** Reads a plan from the text of a file, without its revision, which belongs to the place that it was exported from. */
export const readPlanFile = (text: string): FileContent => {
  try {
    const data: Json = JSON.parse(text);
    const problem = problemOfPlan(data);
    if (problem !== undefined) return { problem };
    if (!isObject(data)) return { problem: { kind: "noPlan" } };
    const { rev: _, ...plan } = data;
    return { plan };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: { kind: "noJson", reason } };
  }
};

/** A plan as the text of a file. */
export const writePlanFile = (plan: PlanData): string => `${JSON.stringify(plan, undefined, 2)}\n`;

/** The URL of a floor's tracing image. */
export interface PlanImage {
  readonly level: string;
  readonly url: string;
}

/** The tracing images of a plan; images embedded in the file have `data:` URLs. */
export const imagesOf = (plan: PlanData): readonly PlanImage[] =>
  Object.keys(entriesOf(plan["backgrounds"])).flatMap((level) => {
    const url = backgroundOf(plan, level)?.url;
    return url === undefined ? [] : [{ level, url }];
  });

/** The tracing images embedded in a plan, without those that are links. */
export const imagesWithin = (plan: PlanData): readonly PlanImage[] =>
  imagesOf(plan).filter(({ url }) => url.startsWith("data:"));

/** The plan with other URLs for its tracing images; their positions stay. */
export const withImages = (plan: PlanData, images: readonly PlanImage[]): PlanData =>
  images.reduce((made, { level, url }) => setBackground(made, level, { url }), plan);

/** Elements of a plan to edit as text, by list. */
export const partOf = (plan: PlanData, refs: readonly Ref[]): JsonObject => {
  const part: Partial<Record<Collection, Json[]>> = {};
  for (const { collection, data } of findRefs(plan, refs)) (part[collection] ??= []).push(data);
  return part;
};

/**
 * Replaces elements of a plan with those in the edited text: first by id, then the rest in order. Additional elements
 * in the text are added; elements that the text no longer has are deleted.
 */
export const replacePart = (plan: PlanData, refs: readonly Ref[], part: JsonObject): PlanData =>
  collections.reduce((result, collection) => {
    const elements = findRefs(plan, refs).filter((entity) => entity.collection === collection);
    const rest = [...objectsIn(part[collection])];
    const found = elements.map(({ data }) => {
      const id = idOf(data);
      const at = id === undefined ? -1 : rest.findIndex((each) => idOf(each) === id);
      return at === -1 ? undefined : rest.splice(at, 1)[0];
    });
    const changes = elements.map((entity, at) => {
      const next = found[at] ?? rest.shift();
      return [refOf(entity), () => next] as const;
    });
    const updated = updateElements(result, new Map(changes));
    return rest.length === 0 ? updated : addElements(updated, collection, ...rest);
  }, plan);
