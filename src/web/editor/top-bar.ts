import { html, type TemplateResult } from "lit";
import type { Label, SessionState } from "../session/state.ts";
import type { Texts } from "../texts/index.ts";
import type { EditorContext } from "./context.ts";
import { icon, type IconName } from "./icons.ts";

/** What the buttons of the top bar do besides what the session does. */
export interface TopBarActions {
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
  readonly help: () => void;
  readonly togglePanel: () => void;
}

type SaveState = keyof Texts["editor"]["saveStates"];

/** How the work stands: what is on this screen against what the service has. */
export const saveStateOf = ({
  connection,
  isSaving,
  isDirty,
  conflicts,
}: SessionState): SaveState => {
  if (connection === "waiting") return "waiting";
  if (isSaving) return "saving";
  if (conflicts.length > 0) return "conflicts";
  if (connection === "away") return isDirty ? "awayDirty" : "away";
  return isDirty ? "dirty" : "saved";
};

/** What a step is called, as in `Undo: Move Sofa`. */
export const stepName = ({ action, name }: Label, { editor, panels }: Texts): string => {
  const actions: Readonly<Record<string, string>> = { ...panels.actions, ...editor.actions };
  const verb = actions[action] ?? action;
  return name === undefined ? verb : panels.about(verb, name);
};

const step = (
  name: IconName,
  word: string,
  label: Label | undefined,
  texts: Texts,
  act: () => void,
): TemplateResult => {
  const whole = label === undefined ? word : `${word} · ${stepName(label, texts)}`;
  return html`<button
    class="tool"
    title=${whole}
    aria-label=${whole}
    ?disabled=${label === undefined}
    @click=${act}
  >
    ${icon(name)}
  </button>`;
};

const button = (name: IconName, word: string, act: () => void, extra = ""): TemplateResult =>
  html`<button class="tool ${extra}" title=${word} aria-label=${word} @click=${act}>
    ${icon(name)}
  </button>`;

/** The bar above the drawing: back, undo and redo, floors, snapping, zoom, help, save. */
export const topBar = (
  context: EditorContext,
  actions: TopBarActions,
  levels: TemplateResult,
): TemplateResult => {
  const { session, view, texts } = context;
  const { editor } = texts;
  const { state } = session;
  const saveState = saveStateOf(state);
  const { isSnapping } = view.state;
  return html`<header class="bar">
    <a class="tool back" href="#" title=${editor.back} aria-label=${editor.back}>${icon("back")}</a>
    <h1 class="unseen">${editor.title}</h1>
    <div class="group">
      ${step("undo", editor.undo, state.undo, texts, () => session.undo())}
      ${step("redo", editor.redo, state.redo, texts, () => session.redo())}
    </div>
    ${levels}
    <div class="group">
      <button
        class="tool wide"
        aria-pressed=${isSnapping}
        title=${editor.snapHint}
        @click=${() => view.update({ isSnapping: !isSnapping })}
      >
        ${icon("snap")}<span class="word">${editor.snap}</span>
      </button>
    </div>
    <div class="group zoom">
      ${button("zoomOut", editor.zoomOut, () => actions.zoom(1 / 1.3), "roomy")}
      ${button("zoomIn", editor.zoomIn, () => actions.zoom(1.3), "roomy")}
      ${button("fit", editor.fit, actions.fit)}
    </div>
    ${button("help", editor.help, actions.help, "roomy")}
    ${button("panel", editor.panel, actions.togglePanel, "narrow")}
    <div class="save">
      <span class="state ${saveState}" role="status">${editor.saveStates[saveState]}</span>
      <button
        class="main"
        ?disabled=${!state.isDirty || state.isSaving || state.connection !== "live"}
        title=${editor.saveHint}
        @click=${() => void session.save()}
      >
        ${editor.save}
      </button>
    </div>
  </header>`;
};
