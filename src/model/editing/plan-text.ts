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

/** Why a file cannot be imported. */
export type FileProblem =
  | { readonly kind: "noJson"; readonly reason: string }
  | { readonly kind: "noPlan" }
  | {
      readonly kind: "wrongField";
      readonly field: string;
      readonly expected: "list" | "object" | "text";
    };

/** The plan in a file, or why there is none. */
type FileContent = { readonly plan: PlanData } | { readonly problem: FileProblem };

const isMissing = (value: Json | undefined): boolean => value === undefined || value === null;

/** Whether the documented fields are what they should be; all others may be anything. */
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

/** Reads the text of a file as a plan. Its revision is left out: it says nothing about what is stored here. */
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

/** The text of an exported plan. */
export const writePlanFile = (plan: PlanData): string => `${JSON.stringify(plan, undefined, 2)}\n`;

/** The address of a floor's tracing image. */
export interface PlanImage {
  readonly level: string;
  readonly url: string;
}

/** The tracing images of a plan; one that goes along in a file has a `data:` URL. */
export const imagesOf = (plan: PlanData): readonly PlanImage[] =>
  Object.keys(entriesOf(plan["backgrounds"])).flatMap((level) => {
    const url = backgroundOf(plan, level)?.url;
    return url === undefined ? [] : [{ level, url }];
  });

/** Those of a plan's tracing images that are in it, and no address. */
export const imagesWithin = (plan: PlanData): readonly PlanImage[] =>
  imagesOf(plan).filter(({ url }) => url.startsWith("data:"));

/** The plan with other addresses of its tracing images, which stay where they are. */
export const withImages = (plan: PlanData, images: readonly PlanImage[]): PlanData =>
  images.reduce((made, { level, url }) => setBackground(made, level, { url }), plan);

/** Some elements of a plan as they are edited as text: list by list. */
export const partOf = (plan: PlanData, refs: readonly Ref[]): JsonObject => {
  const part: Partial<Record<Collection, Json[]>> = {};
  for (const { collection, data } of findRefs(plan, refs)) (part[collection] ??= []).push(data);
  return part;
};

/**
 * The plan with some of its elements replaced by what the text says about them: those with the same
 * id in their place, then the others in their order; what is left of the text is added, and what is
 * left of the elements is removed.
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
