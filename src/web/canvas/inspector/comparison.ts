import { css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { type PlanData, refOf } from "../../../model/elements/entities.ts";
import { levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import { planBounds } from "../../../model/elements/places.ts";
import { roomsOn } from "../../../model/elements/rooms.ts";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import type { Mark } from "../../../model/merge/difference.ts";
import { changeWords } from "../../i18n/change-words.ts";
import { comparePlans } from "../../store/revisions.ts";
import type { EditorContext } from "../component.ts";
import { selectInput } from "./inputs.ts";
import { listRows } from "./panel.ts";
import { drawThumbnail } from "./thumbnail.ts";

/** What the dialog draws: the drawing as it is, as it would be, or both with what differs. */
const sides = ["differences", "now", "after"] as const;

/** A revision in the dialog. */
export interface Compared {
  readonly rev: number;
  readonly plan: PlanData;
  /** The shown floor. */
  readonly level: string | undefined;
  readonly side: (typeof sides)[number];
  /** How many times larger than the dialog the drawing is. */
  readonly zoom: number;
}

/** The most differences to list; the drawing marks all of them. */
const maxChanges = 60;

const mostZoom = 8;

/** Length of the drawing's longer side in pixels. */
const pixels = 480;

/** Styles of the dialog. What comes, goes and changes differs by its lines, and only then by its colour. */
export const comparisonStyle = css`
  dialog[open] {
    display: grid;
    gap: 12px;
    width: min(900px, calc(100vw - 24px));
    max-width: none;
    max-height: calc(100dvh - 24px);
    padding: 18px;
  }
  .tools {
    display: flex;
    gap: 8px;
  }
  .tools select {
    flex: 1;
    min-width: 0;
    min-height: 44px;
  }
  .tools button {
    min-width: 44px;
    min-height: 44px;
  }
  .preview {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(200px, 2fr);
    gap: 14px;
    min-height: 0;
  }
  .sheet {
    height: min(52vh, 460px);
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 8px;
  }
  .sheet svg {
    display: block;
    width: 100%;
    height: 100%;
  }
  .preview ul {
    max-height: min(52vh, 460px);
    overflow: auto;
    align-content: start;
    padding-inline-start: 1.2em;
    list-style: disc;
  }
  .plan .room-mark {
    stroke: var(--plan-moved);
    stroke-width: 0.08;
    stroke-dasharray: 0.08 0.1;
  }
  .plan .room-edge {
    stroke: var(--plan-paper);
    stroke-width: 0.16;
  }
  .plan .room-mark.added {
    stroke: var(--plan-added);
    stroke-dasharray: none;
  }
  .plan .room-mark.removed {
    stroke: var(--plan-removed);
    stroke-dasharray: 0.2 0.12;
  }
  .plan .hatch {
    stroke: var(--plan-removed);
    stroke-width: 0.03;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 18px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .legend li::before {
    content: "";
    display: inline-block;
    width: 26px;
    height: 12px;
    margin-inline-end: 6px;
    vertical-align: -2px;
    border: 2px solid light-dark(#1d7a3f, #6fd48f);
  }
  .legend .removed::before {
    border: 2px dashed light-dark(#c2382e, #ff7b70);
    background: repeating-linear-gradient(
      135deg,
      light-dark(#c2382e, #ff7b70) 0 1px,
      transparent 1px 5px
    );
  }
  .legend .moved::before {
    border: 2px dotted light-dark(#7a4fc0, #b794f6);
  }
  @media (max-width: 640px) {
    .preview {
      grid-template-columns: 1fr;
    }
    .sheet {
      height: 32vh;
    }
    .preview ul {
      max-height: 20vh;
    }
  }
`;

/** The marks of rooms, over the walls, which would hide them; those that would go are hatched and have no walls. */
const drawRoomMarks = (
  plan: PlanData,
  level: string | undefined,
  marks: ReadonlyMap<string, Mark>,
): SVGTemplateResult => svg`<defs>
    <pattern id="gone" width="0.25" height="0.25" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class="hatch" d="M0 0v0.25"></path>
    </pattern>
  </defs>
  ${roomsOn(plan, level).map(({ entity, corners }) => {
    const mark = marks.get(refOf(entity));
    if (mark === undefined) return nothing;
    const outline = closedPath(corners);
    return svg`<path class="room-edge" fill="none" d=${outline}></path>
      <path class=${`room-mark ${mark}`} fill=${mark === "removed" ? "url(#gone)" : "none"}
        d=${outline}></path>`;
  })}`;

/** Draws one side, or both: then what would go is hatched and dashed, what would come solid, what would change dotted. */
const drawSide = (
  { plan, side, zoom }: Compared,
  level: string | undefined,
  comparison: ReturnType<typeof comparePlans>,
  { texts, session }: EditorContext,
): TemplateResult => {
  const words = texts.panels.history;
  const { plan: both, marks } = comparison;
  const view = { level, pixels: pixels * zoom, box: planBounds(both, level) };
  if (side !== "differences") {
    const drawn = side === "now" ? session.state.plan : plan;
    // A floor that only the other one has is empty here; without this, the first would stand in for it.
    const floors = levelsOf(drawn);
    const isThere = floors.length === 0 || floors.some(({ id }) => id === level);
    return drawThumbnail(isThere || level === undefined ? drawn : {}, texts, {
      ...view,
      label: words.sides[side],
    });
  }
  // Walls are drawn around all rooms of a plan, so those that would go are drawn apart.
  const standing = { ...both, rooms: plan["rooms"] };
  return drawThumbnail(standing, texts, {
    ...view,
    label: words.drawing,
    marks,
    over: drawRoomMarks(both, level, marks),
  });
};

/**
 * A revision compared with the current plan, as a drawing and in words. `show` gets the revision with another floor,
 * side or zoom, or undefined when the dialog is closed.
 */
export const revisionComparison = (
  revision: Compared,
  context: EditorContext,
  show: (revision: Compared | undefined) => void,
): TemplateResult => {
  const { texts, session, language } = context;
  const { rev, plan, side, zoom } = revision;
  const words = texts.panels.history;
  const comparison = comparePlans(session.state.plan, plan);
  const { plan: both, changes } = comparison;
  const levels = levelsOf(both);
  const level = shownLevel(both, revision.level);
  // Restores after the dialog has closed: a disabled button would not close it.
  const closed = ({ target }: Event): void => {
    if (target instanceof HTMLDialogElement && target.returnValue === "restore")
      session.restore(plan, { action: "restore", name: words.revision(rev) });
    show(undefined);
  };
  return html`<dialog aria-labelledby="title" @close=${closed}>
    <h2 id="title">${words.preview(rev)}</h2>
    <div class="tools">
      ${selectInput(
        sides.map((each) => [each, words.sides[each]]),
        side,
        (chosen) => show({ ...revision, side: sides.find((each) => each === chosen) ?? side }),
        { label: words.side },
      )}
      ${
        levels.length < 2
          ? undefined
          : selectInput(
              levels.map(({ id, name }) => [id, name]),
              level,
              (chosen) => show({ ...revision, level: chosen }),
              { label: words.levels },
            )
      }
      <button
        aria-label=${texts.editor.zoomIn}
        title=${texts.editor.zoomIn}
        ?disabled=${zoom >= mostZoom}
        @click=${() => show({ ...revision, zoom: zoom * 2 })}
      >
        +
      </button>
      <button
        aria-label=${texts.editor.zoomOut}
        title=${texts.editor.zoomOut}
        ?disabled=${zoom <= 1}
        @click=${() => show({ ...revision, zoom: zoom / 2 })}
      >
        −
      </button>
    </div>
    <div class="preview">
      <div class="sheet" tabindex="0" role="group" aria-label=${words.drawing}>
        <div .style=${`width:${zoom * 100}%;height:${zoom * 100}%`}>
          ${drawSide(revision, level, comparison, context)}
        </div>
      </div>
      ${
        changes.length === 0
          ? html`<p>${words.same}</p>`
          : html`<ul class="list" tabindex="0" aria-label=${words.changes}>
              ${listRows(
                changes,
                maxChanges,
                texts,
                (change) => html`<li>${changeWords(change, texts, language)}</li>`,
              )}
            </ul>`
      }
    </div>
    ${
      side !== "differences" || changes.length === 0
        ? undefined
        : html`<ul class="legend" aria-label=${words.legend}>
            <li class="removed">${words.marks.removed}</li>
            <li class="added">${words.marks.added}</li>
            <li class="moved">${words.marks.changed}</li>
          </ul>`
    }
    <p class="muted">${words.restoreHint}</p>
    <form class="row" method="dialog">
      <button class="main" value="restore" ?disabled=${changes.length === 0}>
        ${words.restore}
      </button>
      <button>${texts.editor.close}</button>
    </form>
  </dialog>`;
};
