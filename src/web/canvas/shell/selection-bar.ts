import { overlap } from "../../../model/editing/arrange.ts";
import { html, nothing, type TemplateResult } from "lit";
import { type EditorContext, isTouchScreen } from "../component.ts";
import { icon } from "./icons.ts";
import { openMenuBelow } from "../commands/open-menu.ts";
import { kindOf, spanOf } from "../../../model/kinds/opening.ts";
import {
  type Entity,
  findRefs,
  type PlanData,
  type Ref,
  refOf,
} from "../../../model/elements/entities.ts";
import { isTurnable, pointsAround, sizeOf } from "../../../model/elements/places.ts";
import { roomsOf } from "../../../model/elements/rooms.ts";
import { sizeOfRoom } from "../../../model/editing/room-size.ts";
import { distance } from "../../../model/geometry/vector.ts";
import { hundredthsIn, metresIn } from "../formats.ts";
import { kinds } from "../../../model/kinds/kinds.ts";
import type { Action } from "../commands/actions.ts";
import { entityName } from "../tools/kind-tools.ts";
import type { Box } from "../../../model/geometry/polygon.ts";
import type { ScreenPoint, Viewport } from "../../renderer/viewport.ts";
import type { ScreenSize } from "../fit-view.ts";
import { boxOfFoot } from "../foot.ts";
import { fittingHandles, placeOfHandle } from "../draw-overlay.ts";
import { handlesOf } from "../handles.ts";

/** A button that opens the context menu of the selection. */
const moreButton = (context: EditorContext): TemplateResult => {
  const { arranging } = context.texts;
  return html`<button
    class="act more"
    aria-haspopup="menu"
    title=${arranging.more}
    aria-label=${arranging.more}
    @click=${(event: Event) => openMenuBelow(context, event)}
  >
    ${icon("more")}
  </button>`;
};

/** The bar during multiple selection: the count, and a button to end it. */
const pickingBar = (context: EditorContext, count: number): TemplateResult => {
  const { view, texts } = context;
  const { arranging, editor, tools } = texts;
  return html`<div class="selection" role="toolbar" aria-label=${editor.selection}>
    <strong title=${arranging.picking}>${tools.things(count)}</strong>
    <button class="act" @click=${() => view.update({ isPicking: false })}>
      ${icon("save")}<span>${editor.done}</span>
    </button>
    ${count === 0 ? "" : moreButton(context)}
  </div>`;
};

/** The size of an element as the drawing measures it, such as `9.68 × 4.48 m`; empty if it has none of its own. */
const sizeText = (
  entity: Entity,
  { session, view, language }: Pick<EditorContext, "session" | "view" | "language">,
): string => {
  const { plan } = session.state;
  const metres = metresIn(language);
  const both = (wide: number, deep: number): string =>
    `${hundredthsIn(language, wide)} × ${metres(deep)}`.replaceAll(" ", "\u00a0");
  switch (kinds[entity.collection].place) {
    case "polygon": {
      const room = roomsOf(plan).find((each) => refOf(each.entity) === refOf(entity));
      const size = room && sizeOfRoom(plan, room, view.state.measures);
      return size === undefined ? "" : both(size.width, size.depth);
    }
    case "wall":
      return metres(spanOf(entity.data).width);
    case "point":
      return isTurnable(entity) ? both(...sizeOf(entity)) : "";
    case "line": {
      // A dimension shows its length itself.
      if (entity.collection === "dimensions") return "";
      const [from, to] = pointsAround(plan, entity);
      return from === undefined || to === undefined ? "" : metres(distance(from, to));
    }
  }
};

type SelectionAction = "rename" | "hinge" | "swing" | "rotate" | "duplicate" | "remove";

/** The bar over the drawing with the selection's name and actions. */
export const selectionBar = (
  context: EditorContext,
  act: (action: Action) => void,
): TemplateResult | typeof nothing => {
  const { session, view, texts } = context;
  const { plan } = session.state;
  const { selection, tool } = view.state;
  const { editor, tools } = texts;
  const found = findRefs(plan, selection);
  const [first] = found;
  if (view.state.isPicking) return pickingBar(context, found.length);
  if (first === undefined || tool !== "select") return nothing;
  const only = found.length === 1 ? first : undefined;
  const kind = only === undefined ? undefined : kinds[only.collection];
  const isDoor = only !== undefined && kind?.place === "wall" && kindOf(only.data) === "door";
  // Rotation has no effect on a single sign or text, and an opening rotates with its wall.
  const canTurn = kind === undefined || kind.place === "polygon" || kind.isTurnable === true;
  const button = (name: SelectionAction): TemplateResult =>
    html`<button class="act" data-action=${name} title=${editor[name]} @click=${() => act(name)}>
      ${icon(name)}<span class="word">${editor[name]}</span>
    </button>`;
  return html`<div class="selection" role="toolbar" aria-label=${editor.selection}>
    <strong>${only === undefined ? tools.things(found.length) : entityName(only, texts)}</strong>
    <span class="size">${only === undefined ? nothing : sizeText(only, context)}</span>
    ${kind?.nameField !== undefined ? button("rename") : nothing}
    ${isDoor ? html`${button("hinge")} ${button("swing")}` : nothing}
    ${canTurn ? button("rotate") : nothing} ${button("duplicate")} ${button("remove")}
    ${moreButton(context)}
  </div>`;
};

/** Distance of the bar from the edge, and the reach of a finger around a handle, in pixels. */
const [margin, around] = [10, 20];

/** How many measures it covers rather than one handle. */
const measuresPerHandle = 20;

/** Pixels between two candidate places. */
const step = 12;

const upTo = (least: number, most: number): readonly number[] =>
  Array.from(
    { length: Math.max(1, Math.ceil((most - least) / step)) },
    (_, at) => least + at * step,
  );

/** What the bar should not cover, as boxes in pixels. */
interface Covered {
  readonly handles: readonly Box[];
  readonly measures: readonly Box[];
}

/**
 * A place for the bar that covers no handle and no measure, in pixels: centred at the top edge, else at the bottom edge, else
 * beside them, else anywhere; otherwise where it covers least.
 */
const freePlace = (
  bar: ScreenSize,
  screen: ScreenSize,
  { handles, measures }: Covered,
): ScreenPoint => {
  const [right, bottom] = [screen.width - bar.width - margin, screen.height - bar.height - margin];
  const middle = Math.max(margin, (screen.width - bar.width) / 2);
  const across = [middle, ...upTo(margin, right)];
  const down = [margin, bottom, ...upTo(margin, bottom)];
  const places = [
    ...down.slice(0, 2).map((y): ScreenPoint => [middle, y]),
    ...down.flatMap((y) => across.map((x): ScreenPoint => [x, y])),
  ];
  let best: ScreenPoint = [middle, margin];
  let least = Infinity;
  for (const [left, top] of places) {
    const box = { left, top, width: bar.width, height: bar.height };
    const count = (boxes: readonly Box[]): number =>
      boxes.filter((each) => overlap(box, each)).length;
    const covered = count(handles) * measuresPerHandle + count(measures);
    if (covered >= least) continue;
    [best, least] = [[left, top], covered];
    if (covered === 0) break;
  }
  return best;
};

/** The canvas as the bar sees it. */
interface BarCanvas {
  readonly context: EditorContext | undefined;
  readonly viewport: Viewport;
  readonly screen: ScreenSize;
  /** Its size in pixels, and that of its foot. */
  readonly size: ScreenSize;
  readonly foot: ScreenSize;
  readonly renderRoot: ParentNode;
  readonly placeOf: (event: Pick<MouseEvent, "clientX" | "clientY">) => ScreenPoint;
}

/** The boxes of the drawn measures and of the foot, in pixels. */
const measuresOn = (canvas: BarCanvas): readonly Box[] => {
  const { renderRoot, foot, size } = canvas;
  // Not by a selector of the whole, which would look through all of the drawing.
  const over = renderRoot instanceof ShadowRoot ? renderRoot.getElementById("over") : null;
  const measures = [...(over?.querySelectorAll(".measure") ?? [])].map((drawn) => {
    const { left: clientX, top: clientY, width, height } = drawn.getBoundingClientRect();
    const [left, top] = canvas.placeOf({ clientX, clientY });
    return { left, top, width, height };
  });
  return [...measures, boxOfFoot(foot, size)];
};

/** The plan and the selection for which a bar was last placed. */
interface Placed {
  readonly plan: PlanData;
  readonly selection: readonly Ref[];
}

const lastPlaced = new WeakMap<HTMLElement, Placed>();

/** The words and the width for which a bar was last fitted, as that takes a layout. */
const fitted = new WeakMap<HTMLElement, string>();

/** Pixels that a longer name keeps before buttons. */
const nameWidth = 96;

/** The buttons that the menu of the bar stands in for where there is no room, in this order. */
const spareActions: readonly SelectionAction[] = [
  "duplicate",
  "rename",
  "rotate",
  "swing",
  "hinge",
];

/** Leaves buttons out until the others and the name fit into so many pixels. */
const spareButtons = (bar: HTMLElement, most: number): void => {
  const name = bar.querySelector("strong")?.offsetWidth ?? 0;
  const further = Math.max(0, name - nameWidth);
  for (const action of spareActions) {
    if (bar.offsetWidth - further <= most) return;
    bar.querySelector(`[data-action="${action}"]`)?.classList.add("spare");
  }
};

/** Gives the bar its greatest width, and leaves the size and then buttons out where there is no room for them. */
const fitBar = (bar: HTMLElement, most: number): void => {
  const key = `${most} ${bar.textContent}`;
  if (fitted.get(bar) === key) return;
  fitted.set(bar, key);
  Object.assign(bar.style, { maxWidth: "none", width: "max-content" });
  bar.classList.remove("short");
  for (const spare of bar.querySelectorAll(".spare")) spare.classList.remove("spare");
  bar.classList.toggle("short", bar.offsetWidth > most);
  spareButtons(bar, most);
  bar.style.maxWidth = `${most}px`;
};

/**
 * Places the bar so that it covers no handle of the selection, and no measure where there is room. While the selection is
 * dragged, the bar is out of the way.
 */
export const placeBar = (bar: HTMLElement | null, canvas: BarCanvas | null): void => {
  if (bar === null || canvas?.context === undefined) return;
  const { context, viewport } = canvas;
  const { session, view } = context;
  const { plan } = session.state;
  const { selection } = view.state;
  const last = lastPlaced.get(bar);
  const isDragged =
    view.input.press === "tool" && last?.selection === selection && last.plan !== plan;
  bar.classList.toggle("away", isDragged);
  if (isDragged) return;
  lastPlaced.set(bar, { plan, selection });
  const { screen } = canvas;
  const [only = "", ...others] = selection;
  const handles = others.length > 0 ? [] : handlesOf(plan, only);
  const taken = fittingHandles(viewport, handles).map((each): Box => {
    const [x, y] = placeOfHandle(viewport, each, { screen, isTouch: isTouchScreen() });
    return { left: x - around, top: y - around, width: around * 2, height: around * 2 };
  });
  fitBar(bar, screen.width - 2 * margin);
  const size = { width: bar.offsetWidth, height: bar.offsetHeight };
  const [left, top] = freePlace(size, screen, { handles: taken, measures: measuresOn(canvas) });
  Object.assign(bar.style, {
    left: `${left}px`,
    top: `${top}px`,
    translate: "none",
    width: "max-content",
  });
};
