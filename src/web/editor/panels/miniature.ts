import { html, type TemplateResult } from "lit";
import {
  collections,
  entitiesOf,
  isObject,
  type Json,
  type List,
  type PlanData,
} from "../../../plan/entities.ts";
import type { Subject } from "../../../plan/difference.ts";
import { drawPlan, type Mark, planBounds } from "../../drawing/index.ts";
import { textIn } from "../../drawing/read.ts";
import { boundsOf } from "../../model/bounds.ts";
import { findRef, refOf } from "../../model/change.ts";
import type { Texts } from "../../texts/index.ts";
import { drawnLevel } from "./show.ts";

/** Empty space around what a miniature is about, in metres. */
const margin = 0.8;

const viewBox = (plan: PlanData, level: string | undefined, ref?: string): string => {
  const box = (ref === undefined ? undefined : boundsOf(plan, [ref])) ?? planBounds(plan, level);
  const { left, top, width, height } = box ?? { left: 0, top: 0, width: 4, height: 3 };
  return [left - margin, top - margin, width + 2 * margin, height + 2 * margin].join(" ");
};

/** A drawing of a plan's level without any action; `marks` by `${collection}/${key}`. */
export const smallDrawing = (
  plan: PlanData,
  level: string | undefined,
  label: string,
  texts: Texts,
  marks?: ReadonlyMap<string, Mark>,
  ref?: string,
): TemplateResult =>
  html`<svg class="plan" role="img" aria-label=${label} viewBox=${viewBox(plan, level, ref)}>
    ${drawPlan(plan, { level, interactive: "none", words: texts.drawing, marks })}
  </svg>`;

const isDrawn = (subject: Subject): subject is Exclude<List, "levels"> =>
  collections.some((collection) => collection === subject);

/**
 * One value of an element, drawn among the rooms of the plan; undefined for what has no shape of its
 * own, and for an opening whose room is gone.
 */
export const miniature = (
  plan: PlanData,
  subject: Subject,
  value: Json | undefined,
  label: string,
  texts: Texts,
): TemplateResult | undefined => {
  if (!isDrawn(subject) || !isObject(value)) return undefined;
  const own = textIn(value["id"]);
  const rooms = entitiesOf(plan, "rooms").flatMap(({ data }) =>
    subject === "rooms" && textIn(data["id"]) === own ? [] : [data],
  );
  const around: PlanData = {
    levels: plan["levels"],
    rooms,
    ...(subject === "rooms" ? { rooms: [...rooms, value] } : { [subject]: [value] }),
  };
  const element = entitiesOf(around, subject).at(-1);
  if (element === undefined || boundsOf(around, [refOf(element)]) === undefined) return undefined;
  const level = drawnLevel(around, element);
  const marks = new Map([[refOf(element), "changed" as const]]);
  return smallDrawing(around, level, label, texts, marks, refOf(element));
};

/** The level on which something of a plan is drawn; undefined where the plan does not have it. */
export const levelOfRef = (plan: PlanData, ref: string): string | undefined => {
  const entity = findRef(plan, ref);
  return entity === undefined ? undefined : drawnLevel(plan, entity);
};
