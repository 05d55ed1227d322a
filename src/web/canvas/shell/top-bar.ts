import { css, html, nothing, type TemplateResult } from "lit";
import type { Label, SessionState } from "../../store/session-state.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { Action } from "../commands/actions.ts";
import { drawsRooms } from "../tools/kind-tools.ts";
import type { EditorContext } from "../component.ts";
import { shownImage } from "../fit-view.ts";
import { icon, iconButton } from "./icons.ts";
import type { PanelSheet } from "./panel-sheet.ts";
import type { View3dPane } from "./view-3d-pane.ts";
import "../draw-presence.ts";

type SaveState = keyof Texts["editor"]["saveStates"];

/** State of the work compared with the service's plan. */
const saveStateOf = ({ connection, isSaving, isDirty, conflicts }: SessionState): SaveState => {
  if (connection === "waiting") return "waiting";
  if (isSaving) return "saving";
  if (conflicts.length > 0) return "conflicts";
  if (connection === "away") return isDirty ? "awayDirty" : "away";
  return isDirty ? "dirty" : "saved";
};

/** The name of a step, as in `Undo: Move Sofa`. */
const stepName = ({ action, name }: Label, { arranging, editor, panels }: Texts): string => {
  const actions: Readonly<Record<string, string>> = {
    ...panels.actions,
    ...editor.actions,
    ...arranging.actions,
  };
  const verb = actions[action] ?? action;
  return name === undefined ? verb : panels.about(verb, name);
};

/** The label of the undo button: the last point while drawing, else the last step. */
const undoWord = ({ session, view, texts }: EditorContext, points: number): string => {
  const { editor, tools } = texts;
  const label = session.state.undo;
  if (points > 0 && drawsRooms(view.state.tool))
    return `${editor.undo} · ${tools.handles.corner(points)}`;
  return points > 0 || label === undefined
    ? editor.undo
    : `${editor.undo} · ${stepName(label, texts)}`;
};

/**
 * The bar above the drawing: back, undo and redo, floors, snapping, zoom, the house in 3D, help, save. `points`: number of points
 * set in the current drawing. `leave`: what leads back, if it is not the page's address.
 */
export const topBar = (
  context: EditorContext,
  points: number,
  act: (action: Action) => void,
  sheet: Pick<PanelSheet, "isOpen" | "toggle">,
  house: Pick<View3dPane, "isOpen" | "toggle">,
  leave: (() => void) | undefined,
): TemplateResult => {
  const { session, view, texts } = context;
  const { editor } = texts;
  const { state } = session;
  const saveState = saveStateOf(state);
  const hasImage = shownImage(state.plan, view.state.level) !== undefined;
  const button = (name: "zoomIn" | "zoomOut" | "fit" | "help", look = "tool"): TemplateResult =>
    iconButton(name, editor[name], () => act(name), look);
  const { redo } = state;
  const redoWord = redo === undefined ? editor.redo : `${editor.redo} · ${stepName(redo, texts)}`;
  const step = (name: "undo" | "redo", word: string, isThere: boolean): TemplateResult =>
    iconButton(name, word, () => act(name), "tool", !isThere);
  return html`<header class="bar">
    <a
      class="tool back"
      href="#"
      title=${editor.back}
      aria-label=${editor.back}
      @click=${(event: Event) => {
        if (leave === undefined) return;
        event.preventDefault();
        leave();
      }}
      >${icon("back")}</a
    >
    <h1 class="unseen">${editor.title}</h1>
    <div class="group">
      ${step("undo", undoWord(context, points), points > 0 || state.undo !== undefined)}
      ${step("redo", redoWord, redo !== undefined)}
    </div>
    <floorplan-levels .context=${context}></floorplan-levels>
    <div class="group">
      <button
        class="tool"
        aria-pressed=${view.state.isSnapping}
        title=${hasImage ? `${editor.snapHint} ${editor.noGrid}.` : editor.snapHint}
        @click=${() => act("snap")}
      >
        ${icon("snap")}<span class="word">${editor.snap}</span>
      </button>
    </div>
    <div class="group">
      ${button("zoomOut", "tool roomy")} ${button("zoomIn", "tool roomy")} ${button("fit")}
      <button
        class="tool"
        title=${texts.view3dButton.open}
        aria-label=${texts.view3dButton.open}
        aria-pressed=${house.isOpen}
        @click=${house.toggle}
      >
        ${icon("house")}
      </button>
      ${
        view.state.isUpright
          ? html`<button
              class="tool"
              ?disabled=${!view.state.canTurn}
              title=${editor.turnPlan}
              aria-label=${editor.turnPlan}
              aria-pressed=${view.state.turning === "turned"}
              @click=${() => act("turnPlan")}
            >
              ${icon("turnPlan")}
            </button>`
          : nothing
      }
    </div>
    <floorplan-others .context=${context} .others=${context.presence.others}></floorplan-others>
    ${button("help", "tool roomy")}
    <button
      class="tool narrow"
      title=${editor.panel}
      aria-label=${editor.panel}
      aria-expanded=${sheet.isOpen}
      @click=${sheet.toggle}
    >
      ${icon("panel")}
    </button>
    <div class="save">
      <span class="state ${saveState}" role="status">${editor.saveStates[saveState]}</span>
      <button
        class="main"
        ?disabled=${!state.isDirty || state.isSaving || state.connection !== "live"}
        title=${editor.saveHint}
        @click=${() => act("save")}
      >
        ${editor.save}
      </button>
    </div>
  </header>`;
};

/** Styles of the bar above the drawing. */
export const barStyle = css`
  .bar {
    grid-area: bar;
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 6px 10px;
    border-bottom: 1px solid var(--fp-line);
    min-width: 0;
  }
  .group {
    display: flex;
    gap: 2px;
    padding-inline-end: 6px;
    border-inline-end: 1px solid var(--fp-line);
  }
  floorplan-levels {
    flex: 1;
    min-width: 0;
  }
  .tool {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-width: 38px;
    height: 38px;
    padding: 0 7px;
    border: 1px solid transparent;
    border-radius: 9px;
    background: none;
  }
  .tool:hover:not(:disabled),
  .choice:hover,
  .act:hover {
    background: var(--fp-soft);
  }
  .tool:disabled {
    opacity: 0.38;
    cursor: default;
  }
  .tool[aria-pressed="true"],
  .choice[aria-pressed="true"] {
    background: color-mix(in srgb, var(--fp-accent) 14%, var(--fp-surface));
    color: var(--fp-accent);
  }
  .tool[aria-pressed="true"] {
    font-weight: 600;
  }
  .save {
    display: flex;
    align-items: center;
    gap: 10px;
    margin-inline-start: 6px;
  }
  .state {
    color: var(--fp-muted);
    font-size: 13px;
    white-space: nowrap;
  }
  .state.dirty,
  .state.awayDirty,
  .state.conflicts {
    color: light-dark(#8a4b00, #ffc26b);
    font-weight: 600;
  }
  .main {
    min-height: 38px;
    padding: 0 16px;
    border: 0;
    border-radius: 9px;
    background: var(--fp-accent);
    color: var(--fp-on-accent);
    font-weight: 600;
  }
  .main:disabled {
    background: var(--fp-soft);
    color: var(--fp-muted);
    cursor: default;
  }
`;
