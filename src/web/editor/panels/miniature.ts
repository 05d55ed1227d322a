import { html, type TemplateResult } from "lit";
import {
  collections,
  entitiesOf,
  idOf,
  isObject,
  type Json,
  type JsonObject,
  type List,
  type PlanData,
} from "../../../plan/merge/entities.ts";
import type { Subject } from "../../../plan/merge/difference.ts";
import { type Box, drawPlan, type Mark, planBounds } from "../../drawing/index.ts";
import { boundsOf } from "../../model/bounds.ts";
import { refOf } from "../../model/change.ts";
import type { Texts } from "../../texts/index.ts";
import { drawnLevel } from "./show.ts";

/** Empty space around what a miniature is about, in metres. */
const margin = 0.8;

const viewBox = (box: Box | undefined): string => {
  const { left, top, width, height } = box ?? { left: 0, top: 0, width: 4, height: 3 };
  return [left - margin, top - margin, width + 2 * margin, height + 2 * margin].join(" ");
};

/** A drawing of a plan's level without any action: all of it, or what lies in `box`; `marks` by `${collection}/${key}`. */
export const smallDrawing = (
  plan: PlanData,
  level: string | undefined,
  label: string,
  texts: Texts,
  marks?: ReadonlyMap<string, Mark>,
  box?: Box,
): TemplateResult =>
  html`<svg
    class="plan"
    role="img"
    aria-label=${label}
    viewBox=${viewBox(box ?? planBounds(plan, level))}
  >
    ${drawPlan(plan, { level, interactive: "none", words: texts.drawing, marks })}
  </svg>`;

const isDrawn = (subject: Subject): subject is Exclude<List, "levels"> =>
  collections.some((collection) => collection === subject);

/** The rooms of a plan with only these values of one list; a room's own former shape is left out. */
const among = (
  plan: PlanData,
  subject: Exclude<List, "levels">,
  values: readonly JsonObject[],
): PlanData => {
  const ids = new Set(values.map(idOf));
  const rooms = entitiesOf(plan, "rooms").flatMap(({ data }) =>
    subject === "rooms" && ids.has(idOf(data)) ? [] : [data],
  );
  const { levels } = plan;
  return subject === "rooms"
    ? { levels, rooms: [...rooms, ...values] }
    : { levels, rooms, [subject]: values };
};

/**
 * One value of an element, drawn among the rooms of the plan; `all` are the values that it is
 * compared with, so that their drawings show the same part. Undefined for what has no shape of its
 * own, and for an opening whose room is gone.
 */
export const miniature = (
  plan: PlanData,
  subject: Subject,
  value: Json | undefined,
  all: readonly (Json | undefined)[],
  label: string,
  texts: Texts,
): TemplateResult | undefined => {
  if (!isDrawn(subject) || !isObject(value)) return undefined;
  const values = all.filter(isObject);
  const whole = among(plan, subject, values);
  const refs = entitiesOf(whole, subject)
    .slice(subject === "rooms" ? -values.length : 0)
    .map(refOf);
  const around = among(plan, subject, [value]);
  const element = entitiesOf(around, subject).at(-1);
  if (element === undefined || boundsOf(around, [refOf(element)]) === undefined) return undefined;
  const marks = new Map([[refOf(element), "changed" as const]]);
  const level = drawnLevel(around, element);
  return smallDrawing(around, level, label, texts, marks, boundsOf(whole, refs));
};
