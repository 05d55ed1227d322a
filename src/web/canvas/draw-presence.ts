import { css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { levelsOf, shownLevel } from "../../model/elements/levels.ts";
import { findRefs, type PlanData } from "../../model/elements/entities.ts";
import { levelOfEntity, pointsAround } from "../../model/elements/places.ts";
import { boxAround } from "../../model/geometry/polygon.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { Viewport } from "../renderer/viewport.ts";
import { outlineOf } from "./draw-overlay.ts";
import type { Collaborator } from "../store/presence.ts";
import { type EditorContext, defineElement, EditorComponent } from "./component.ts";

/** A color by day and one by night, as `#rrggbb`. */
type Color = readonly [day: string, night: string];

/**
 * Colors of other editors' outlines and names: a contrast of at least 3:1 with the drawing, and of 4.5:1 with the name
 * on it, which is white by day and dark by night. None is the color of one's own selection.
 */
export const colors: readonly Color[] = [
  ["#b3261e", "#ffb4ab"],
  ["#6a1b9a", "#d9b3ff"],
  ["#8a4b00", "#ffc26b"],
  ["#1d4ed8", "#a9c4ff"],
  ["#2e6b14", "#a5dd86"],
  ["#a3155e", "#ff9fcf"],
  ["#5d4037", "#d9bfb4"],
  ["#3f5060", "#b9cad8"],
];

/** The color of an index as a CSS value; it repeats beyond the number of colors. */
export const colorOf = (index: number): string => {
  const [day, night] = colors[((index % colors.length) + colors.length) % colors.length] ?? [
    "",
    "",
  ];
  return `light-dark(${day}, ${night})`;
};

/** Styles of others' selections. */
export const othersStyle = css`
  .other path {
    fill: none;
    stroke: var(--other);
    stroke-width: 2.5;
    stroke-dasharray: 7 4;
    stroke-linejoin: round;
  }
  .other .edge {
    stroke: light-dark(#fff, #12171d);
    stroke-width: 5.5;
    stroke-dasharray: none;
  }
  .other rect {
    fill: var(--other);
  }
  .other text {
    fill: light-dark(#fff, #10171d);
    font:
      600 12px system-ui,
      sans-serif;
  }
`;

/** Maximum length of names on the drawing. */
const maxLetters = 18;

const outlinesOf = (plan: PlanData, level: string | undefined, { selection }: Collaborator) =>
  findRefs(plan, selection)
    .filter((entity) => levelOfEntity(plan, entity) === level)
    .map((entity) => outlineOf(plan, entity) ?? pointsAround(plan, entity))
    .filter((points) => points.length > 0);

const tag = (name: string, [left, top]: Point): SVGTemplateResult => {
  const letters = Array.from(name);
  const short =
    letters.length > maxLetters ? `${letters.slice(0, maxLetters - 1).join("")}…` : name;
  const width = Array.from(short).length * 7.4 + 12;
  // Above the selection, but inside the left and top edges.
  const place = `translate(${Math.max(2, left).toFixed(1)} ${Math.max(2, top - 22).toFixed(1)})`;
  return svg`<g transform=${place}>
    <rect width=${width} height="19" rx="5"></rect>
    <text x="6" y="13.5">${short}</text>
  </g>`;
};

const drawOther = (
  viewport: Viewport,
  plan: PlanData,
  level: string | undefined,
  other: Collaborator,
  yourTab: string,
): SVGTemplateResult | typeof nothing => {
  const outlines = outlinesOf(plan, level, other).map((points) =>
    points.map((point) => viewport.toScreen(point)),
  );
  const box = boxAround(outlines.flat());
  if (box === undefined) return nothing;
  const path = outlines.map(closedPath).join("");
  const name = other.isYou ? yourTab : other.name;
  return svg`<g class="other" data-other=${other.id} .style=${`--other:${colorOf(other.color)}`}>
    <path class="edge" d=${path}></path><path d=${path}></path>
    ${name === "" ? nothing : tag(name, [box.left, box.top])}
  </g>`;
};

/**
 * Draws others' selections on the shown floor: outlines in their color, with their name; `yourTab`: what another window
 * of this user is called.
 */
export const drawOthers = (
  viewport: Viewport,
  plan: PlanData,
  level: string | undefined,
  others: readonly Collaborator[],
  yourTab: string,
): SVGTemplateResult | typeof nothing => {
  const shown = shownLevel(plan, level);
  const here = others.filter((other) => shownLevel(plan, other.level) === shown);
  return here.length === 0
    ? nothing
    : svg`<g aria-hidden="true">${here.map((other) => drawOther(viewport, plan, shown, other, yourTab))}</g>`;
};

/** The most chips; the rest is counted. */
const maxChips = 3;

/** The initials of the first and the last word of a name, such as `AM`. */
export const initialsOf = (name: string): string => {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== "");
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].map((word = "") => Array.from(word)[0] ?? "").join("");
  return letters === "" ? "?" : letters.toLocaleUpperCase();
};

/** A chip in their color for each other editor, which switches to their floor. */
class Chips extends EditorComponent {
  static override properties = { ...EditorComponent.properties, others: { attribute: false } };
  static override styles = css`
    :host {
      display: flex;
      align-items: center;
      flex: none;
    }
    ul {
      display: flex;
      gap: 3px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    button,
    .more {
      box-sizing: border-box;
      display: grid;
      place-items: center;
      min-width: 30px;
      height: 30px;
      padding: 0 4px;
      border: 2px solid transparent;
      border-radius: 15px;
      font:
        600 12px/1 system-ui,
        sans-serif;
    }
    button {
      background: var(--other);
      color: light-dark(#fff, #10171d);
      cursor: pointer;
    }
    /* As generated content, the initials are not part of the button's accessible name. */
    button::before {
      content: attr(data-initials);
    }
    button:focus-visible {
      outline: 2px solid var(--fp-accent);
      outline-offset: 1px;
    }
    .more {
      background: var(--fp-soft);
      color: var(--fp-text);
    }
    @container (max-width: 599.98px) {
      ul {
        gap: 0;
      }
    }
  `;

  declare others: readonly Collaborator[] | undefined;

  override render(): TemplateResult | typeof nothing {
    const { context, others = [] } = this;
    if (context === undefined || others.length === 0) return nothing;
    const { present, others: more } = context.texts.collaboration;
    const shown = others.length > maxChips ? others.slice(0, maxChips - 1) : others;
    const rest = others.length - shown.length;
    return html`<ul aria-label=${present}>
      ${shown.map((other) => this.#chip(other, context))}
      ${rest === 0 ? nothing : html`<li><span class="more" title=${more(rest)}>+${rest}</span></li>`}
    </ul>`;
  }

  #chip(
    { name, isYou, color, level }: Collaborator,
    { texts, session, view }: EditorContext,
  ): TemplateResult {
    const { plan } = session.state;
    const there = shownLevel(plan, level);
    const levels = levelsOf(plan);
    const floor = levels.length > 1 ? levels.find(({ id }) => id === there) : undefined;
    const { editing, somebody, yourTab } = texts.collaboration;
    const where = isYou && floor !== undefined ? `${yourTab}: ${floor.name}` : yourTab;
    const words = isYou ? where : editing(name === "" ? somebody : name, floor?.name);
    return html`<li>
      <button
        title=${words}
        aria-label=${words}
        data-initials=${initialsOf(name)}
        .style=${`--other:${colorOf(color)}`}
        @click=${() => view.update({ level: there })}
      ></button>
    </li>`;
  }
}

defineElement("floorplan-others", Chips);
