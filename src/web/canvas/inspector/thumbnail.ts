import { html, type SVGTemplateResult, type TemplateResult } from "lit";
import {
  entitiesOf,
  type Entity,
  idOf,
  type PlanData,
  refOf,
} from "../../../model/elements/entities.ts";
import { isCollection } from "../../../model/kinds/kinds.ts";
import { isObject, type Json } from "../../../model/json.ts";
import type { Mark, Subject } from "../../../model/merge/difference.ts";
import { drawPlan, fileIcons } from "../../renderer/index.ts";
import { boundsOf, levelOfEntity, planBounds } from "../../../model/elements/places.ts";
import type { Box } from "../../../model/geometry/polygon.ts";
import { detailAt } from "../../renderer/viewport.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import { addElements } from "../../../model/editing/change.ts";

/** Margin around the subject of a thumbnail in metres. */
const margin = 0.8;

/** What to draw in a thumbnail, and how. */
interface Thumbnail {
  readonly level: string | undefined;
  /** The accessible name. */
  readonly label: string;
  /** Length of its longer side in pixels. */
  readonly pixels: number;
  /** Marks by `${collection}/${key}`. */
  readonly marks?: ReadonlyMap<string, Mark>;
  /** The shown part in metres; everything by default. */
  readonly box?: Box | undefined;
  /** What is drawn over the plan, in metres. */
  readonly over?: SVGTemplateResult;
}

/** A small static drawing of a level, plain and with as much detail as can be told apart. */
export const drawThumbnail = (
  plan: PlanData,
  texts: Texts,
  { level, label, pixels, marks, box, over }: Thumbnail,
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
    ${drawPlan(plan, { level, interactive: "none", icons: fileIcons, words: texts.drawing, marks, detail, isPlain: true })}
    ${over}
  </svg>`;
};

/** Height of an element's thumbnail in pixels. */
const miniaturePixels = 120;

/** An element, or one side's value in its place. */
interface Thing {
  readonly subject: Subject;
  readonly value: Json | undefined;
}

/** An element with a shape. */
type Drawn = Pick<Entity, "collection" | "data">;

const drawnOf = (things: readonly Thing[]): readonly Drawn[] =>
  things.flatMap(({ subject, value }) =>
    isCollection(subject) && isObject(value) ? [{ collection: subject, data: value }] : [],
  );

/** The plan reduced to its rooms and the elements `shown`, without the rooms in `apart`. */
const among = (plan: PlanData, shown: readonly Drawn[], apart: readonly Drawn[]): PlanData => {
  const ids = new Set(
    apart.flatMap(({ collection, data }) => (collection === "rooms" ? [idOf(data)] : [])),
  );
  const rooms = entitiesOf(plan, "rooms").flatMap(({ data }) =>
    ids.has(idOf(data)) ? [] : [data],
  );
  return shown.reduce<PlanData>(
    (each, { collection, data }) => addElements(each, collection, data),
    {
      levels: plan["levels"],
      rooms,
    },
  );
};

const entitiesIn = (plan: PlanData, drawn: readonly Drawn[]): readonly Entity[] =>
  drawn.flatMap(({ collection, data }) =>
    entitiesOf(plan, collection).filter((entity) => entity.data === data),
  );

/**
 * Draws elements among the rooms of the plan. `all` are those and what they are compared with, so that their drawings
 * show the same part. Undefined for elements without a shape, and for an opening whose room is missing.
 */
export const thumbnailOfChange = (
  plan: PlanData,
  things: readonly Thing[],
  all: readonly Thing[],
  label: string,
  texts: Texts,
): TemplateResult | undefined => {
  const [shown, compared] = [drawnOf(things), drawnOf(all)];
  const [whole, around] = [among(plan, compared, compared), among(plan, shown, compared)];
  const elements = entitiesIn(around, shown);
  const [element] = elements;
  const refs = elements.map(refOf);
  if (element === undefined || boundsOf(around, refs) === undefined) return undefined;
  const marks = new Map(refs.map((ref) => [ref, "changed" as const]));
  const level = levelOfEntity(around, element);
  const box = boundsOf(whole, entitiesIn(whole, compared).map(refOf));
  return drawThumbnail(around, texts, { level, label, pixels: miniaturePixels, marks, box });
};
