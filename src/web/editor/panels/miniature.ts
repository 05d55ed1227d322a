import { html, type TemplateResult } from "lit";
import { entitiesOf, idOf, type PlanData } from "../../../elements/entities.ts";
import { type Collection, isCollection } from "../../../kinds/index.ts";
import { isObject, type Json, type JsonObject } from "../../../json/json.ts";
import type { Mark, Subject } from "../../../merge/difference.ts";
import { drawPlan, fileIcons } from "../../drawing/index.ts";
import { boundsOf, planBounds } from "../../../elements/bounds.ts";
import type { Box } from "../../../geometry/polygon.ts";
import { detailAt } from "../../drawing/viewport.ts";
import { refOf } from "../../../elements/ref.ts";
import { roomWords } from "../../texts/languages.ts";
import type { Texts } from "../../texts/index.ts";
import { levelOfEntity } from "../../../elements/places.ts";

/** Empty space around what a miniature is about, in metres. */
const margin = 0.8;

/** What of a plan is drawn small, and how. */
export interface SmallDrawing {
  readonly level: string | undefined;
  /** For screen readers. */
  readonly label: string;
  /** Pixels that it has on the screen, across its longer side. */
  readonly pixels: number;
  /** By `${collection}/${key}`. */
  readonly marks?: ReadonlyMap<string, Mark>;
  /** The part that is shown, in metres; all where nothing is said. */
  readonly box?: Box | undefined;
}

/** A drawing of a plan's level without any action, with as much detail as can be told apart. */
export const smallDrawing = (
  plan: PlanData,
  texts: Texts,
  { level, label, pixels, marks, box }: SmallDrawing,
): TemplateResult => {
  const { left, top, width, height } = box ?? planBounds(plan, level);
  const [wide, high] = [width + 2 * margin, height + 2 * margin];
  const detail = detailAt(pixels / Math.max(wide, high));
  return html`<svg
    class="plan"
    role="img"
    aria-label=${label}
    viewBox=${[left - margin, top - margin, wide, high].join(" ")}
  >
    ${drawPlan(plan, { level, interactive: "none", icons: fileIcons, words: texts.drawing, roomWords, marks, detail })}
  </svg>`;
};

/** The height of the picture of a single element. */
const miniaturePixels = 120;

/** The rooms of a plan with only these values of one list; rooms that are told `apart` are left out. */
const among = (
  plan: PlanData,
  subject: Collection,
  values: readonly JsonObject[],
  apart: readonly JsonObject[],
): PlanData => {
  const ids = new Set(apart.map(idOf));
  const rooms = entitiesOf(plan, "rooms").flatMap(({ data }) =>
    subject === "rooms" && ids.has(idOf(data)) ? [] : [data],
  );
  const { levels } = plan;
  return subject === "rooms"
    ? { levels, rooms: [...rooms, ...values] }
    : { levels, rooms, [subject]: values };
};

/**
 * Values of elements of a list, drawn among the rooms of the plan; `all` are those and the values that
 * they are compared with, so that their drawings show the same part. Undefined for what has no shape of
 * its own, and for an opening whose room is gone.
 */
export const miniature = (
  plan: PlanData,
  subject: Subject,
  values: readonly (Json | undefined)[],
  all: readonly (Json | undefined)[],
  label: string,
  texts: Texts,
): TemplateResult | undefined => {
  const [shown, compared] = [values.filter(isObject), all.filter(isObject)];
  if (!isCollection(subject) || shown.length === 0) return undefined;
  const whole = among(plan, subject, compared, compared);
  const around = among(plan, subject, shown, compared);
  const elements = entitiesOf(around, subject).slice(-shown.length);
  const [element] = elements;
  const refs = elements.map(refOf);
  if (element === undefined || boundsOf(around, refs) === undefined) return undefined;
  const marks = new Map(refs.map((ref) => [ref, "changed" as const]));
  const level = levelOfEntity(around, element);
  const box = boundsOf(whole, entitiesOf(whole, subject).slice(-compared.length).map(refOf));
  return smallDrawing(around, texts, { level, label, pixels: miniaturePixels, marks, box });
};
