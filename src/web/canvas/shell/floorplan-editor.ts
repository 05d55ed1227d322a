import { html, LitElement, nothing, type TemplateResult } from "lit";
import { type Finish, finishChoice } from "../../ui/browser-choice.ts";
import type { PlanClient } from "../../connection/plan-client.ts";
import { editorTranslator } from "../../i18n/editor-translator.ts";
import { preferredLanguages, TranslationController } from "../../i18n/translation-controller.ts";
import { type Action, runAction } from "../commands/actions.ts";
import { placeBar, selectionBar } from "./selection-bar.ts";
import type { Canvas } from "../canvas.ts";
import { unsavedWords } from "../../i18n/change-words.ts";
import type { ContextMenu } from "../commands/context-menu.ts";
import { ClipboardEvents } from "../commands/clipboard-events.ts";
import { dropEntities } from "../entities/drop-entities.ts";
import { type EditorActions, instructionText, isNight, type PanelName } from "../component.ts";
import { canvasIn, DrawingFocus } from "./drawing-focus.ts";
import { editorStyle } from "./editor-style.ts";
import { ImportView, takeImages } from "../import/dropped-files.ts";
import { emptySheetHint } from "./greeting.ts";
import { helpDialog } from "./help.ts";
import { isKindTool, kindTools } from "../tools/kind-tools.ts";
import { actionOf, isCharacter, isTyping, toolOf } from "../commands/shortcuts.ts";
import { palette } from "./palette.ts";
import { PanelSheet } from "./panel-sheet.ts";
import { pieces, searchBeside } from "./pieces.ts";
import { notices } from "../inspector/panels.ts";
import type { Ref } from "../../../model/elements/entities.ts";
import { PrintView } from "../export/print-view.ts";
import { aboutNoElement, sidePanel } from "../inspector/side-panel.ts";
import { topBar } from "./top-bar.ts";
import { View3dPane } from "./view-3d-pane.ts";
import type { ToolName } from "../mode.ts";
import type { EditorView } from "../view-state.ts";
import { type EditorStore, inLanguage, openEditorStore } from "../editor-store.ts";

/** Whether nothing is begun or selected that Escape would give up. */
const rests = ({ state, input }: EditorView): boolean =>
  state.tool === "select" &&
  !state.isPicking &&
  state.selection.length === 0 &&
  input.press === "none";

/** The plan editor: with a client, it follows, edits and saves the plan. */
export class FloorplanEditor extends LitElement {
  static override properties = {
    client: { attribute: false },
    outlivesPage: { attribute: false },
    language: {},
    look: { attribute: "data-look" },
    leave: { attribute: false },
    said: { state: true },
    points: { state: true },
    hint: { state: true },
    shownPanel: { state: true },
  };
  static override styles = editorStyle;

  declare client: PlanClient | undefined;
  /** Whether it keeps working while removed from the page, until its client is taken away. */
  declare outlivesPage: boolean;
  /** A language tag such as `de`; by default the browser's. */
  declare language: string | undefined;
  /** `day` or `night`; by default the system's. */
  declare look: string | undefined;
  /** Leads back to the plan; by default its link does, by the address of the page. */
  declare leave: (() => void) | undefined;
  declare said: string;
  /** Number of points set in the current drawing. */
  declare points: number;
  declare hint: string;
  declare shownPanel: PanelName;
  readonly #translations = new TranslationController(this, editorTranslator, () =>
    preferredLanguages(this.language),
  );
  readonly #sheet = new PanelSheet(this);
  readonly #focus = new DrawingFocus(this);
  readonly #house = new View3dPane(this, () => this.#store?.context);
  #store: EditorStore | undefined;
  #conflicts = 0;
  #selection: readonly Ref[] = [];
  #isDirty = false;
  #endsTaking: (() => void) | undefined;
  #level: string | undefined;

  constructor() {
    super();
    this.said = "";
    this.hint = "";
    this.shownPanel = "properties";
    this.points = 0;
    this.addController(new PrintView(this, () => this.#store?.context));
    this.addController(new ImportView(this, () => this.#store?.context));
    this.outlivesPage = false;
    this.addController(
      new ClipboardEvents({
        isMeant: (event) => this.#isMeant(event),
        store: () => this.#store,
        act: (action) => this.#act(action),
      }),
    );
    // The next action clears the status line.
    for (const name of ["pointerdown", "keydown"])
      this.addEventListener(name, () => (this.said = ""), { capture: true });
  }

  /** What the drawing shows of floors, walls and furniture. */
  get finish(): Finish {
    return this.#store?.context.view.state.finish ?? finishChoice.stored();
  }

  set finish(finish: Finish) {
    this.#store?.context.view.update({ finish });
  }

  /** Id of the shown floor; an unknown id stands for the first. */
  get level(): string | undefined {
    return this.#store?.context.view.state.level ?? this.#level;
  }

  set level(level: string | undefined) {
    if (level === this.level) return;
    this.#level = level;
    this.#store?.context.view.update({ level, selection: [] });
  }

  /** Whether unsaved work is stored on this device. */
  get keepsWork(): boolean {
    const { isDirty = false, problem } = this.#store?.context.session.state ?? {};
    return isDirty && problem?.code !== "draftFailed";
  }

  /** What is not saved yet, in a line; empty if no words tell it, undefined if there is nothing. */
  get unsaved(): string | undefined {
    const state = this.#store?.context.session.state;
    return state?.isDirty === true
      ? unsavedWords(state.base, state.plan, this.#translations.texts)
      : undefined;
  }

  /** Focuses the drawing, once rendered. */
  override focus(): void {
    void this.#focus.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // On the document, to come before shortcuts of the page such as Home Assistant's, which listen on the window.
    document.addEventListener("keydown", this.#key);
    this.#endsTaking = takeImages(this, () => this.#store?.context);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
    this.#endsTaking?.();
    if (!this.outlivesPage) this.#close();
  }

  override willUpdate(): void {
    if (this.#store?.context.client !== this.client) this.#open();
    if (this.#store !== undefined)
      this.#store = inLanguage(this.#store, this.#translations.translation);
    const conflicts = this.#store?.context.session.state.conflicts.length ?? 0;
    // Show new conflicts.
    if (conflicts > this.#conflicts) this.#actions.showPanel("conflicts");
    else if (conflicts === 0 && this.#conflicts > 0) this.shownPanel = "properties";
    this.#conflicts = conflicts;
    this.#followSelection();
    const isDirty = this.#store?.context.session.state.isDirty === true;
    if (isDirty !== this.#isDirty) this.dispatchEvent(new CustomEvent("unsaved"));
    this.#isDirty = isDirty;
  }

  /** What is newly selected shows its properties in place of a panel that is not about elements. */
  #followSelection(): void {
    const { selection = [] } = this.#store?.context.view.state ?? {};
    const isNew = selection !== this.#selection && selection.length > 0;
    this.#selection = selection;
    if (isNew && aboutNoElement.has(this.shownPanel)) this.shownPanel = "properties";
  }

  override render(): TemplateResult | typeof nothing {
    if (this.#store === undefined) return nothing;
    const { context, commands } = this.#store;
    return html`<div class="layout">
      ${topBar(context, this.points, this.#act, this.#sheet, this.#house, this.leave)}
      ${notices(context)}
      <main>
        ${palette(context, this.#choose)}
        <div class="stage">
          <floorplan-canvas
            data-look=${this.look ?? nothing}
            .context=${context}
            .commands=${commands}
            .covered=${this.#sheet.covered}
          ></floorplan-canvas>
          ${emptySheetHint(context)}
          ${pieces(context, this.#choose, () => this.#choose("select"), this.#pull)}
          ${selectionBar(context, this.#act)}
          <floorplan-menu
            .context=${context}
            .act=${this.#act}
            .clipboard=${commands.clipboard}
          ></floorplan-menu>
        </div>
      </main>
      ${sidePanel(context, this.shownPanel, (panel) => (this.shownPanel = panel), this.#sheet)}
      <footer class="status">
        <span class="hint">${this.hint}</span>
        <span class="said" role="status" aria-live="polite">${this.said}</span>
      </footer>
      ${helpDialog(context.texts)}
    </div>`;
  }

  override updated(): void {
    // Its content may have made it wider.
    placeBar(this.renderRoot.querySelector(".selection"), this.#canvas);
  }

  #open(): void {
    this.#close();
    const { client } = this;
    if (client === undefined || !this.isConnected) return;
    this.#store = openEditorStore(client, this.#translations.translation, {
      actions: this.#actions,
      changed: () => this.requestUpdate(),
    });
    this.#store.context.view.update({ level: this.#level });
  }

  #close(): void {
    this.#store?.close();
    this.#store = undefined;
  }

  get #canvas(): Canvas | null {
    return canvasIn(this);
  }

  readonly #actions: EditorActions = {
    askName: (ref) => this.#canvas?.rename(ref),
    say: (sentence) => (this.said = sentence),
    isNight: () => isNight(this.look),
    showPanel: (panel) => {
      this.shownPanel = panel;
      this.#sheet.open();
    },
    openMenu: (place) => this.renderRoot.querySelector<ContextMenu>("floorplan-menu")?.open(place),
    dropEntities: (dropped) => {
      const { context } = this.#store ?? {};
      if (context !== undefined) this.said = dropEntities(context, this.#canvas, dropped);
    },
    canvasDrawn: () => {
      this.points = this.#canvas?.toolController.points ?? 0;
      this.hint = instructionText(this.#canvas?.toolController.hint ?? "");
      placeBar(this.renderRoot.querySelector(".selection"), this.#canvas);
    },
  };

  /** Takes up a tool, with a piece to place; the list of its pieces has the focus while none is chosen. */
  readonly #choose = (tool: ToolName, piece = ""): void => {
    const { view } = this.#store?.context ?? {};
    view?.update({ tool, piece, ...(tool === "select" ? {} : { selection: [] }) });
    const hasList = isKindTool(tool) && kindTools[tool].shelves !== undefined && piece === "";
    if (!hasList) this.#canvas?.focus();
  };

  /** A piece that is pulled out of the list is dragged over the drawing. */
  readonly #pull = (tool: ToolName, piece: string, event: PointerEvent): void => {
    this.#choose(tool, piece);
    this.#canvas?.takePress(event);
  };

  readonly #act = (action: Action): void => {
    if (this.#store === undefined) return;
    const isResting = rests(this.#store.context.view);
    const help = (): void => this.renderRoot.querySelector<HTMLDialogElement>(".help")?.showModal();
    runAction(action, { ...this.#store, canvas: this.#canvas, help });
    // Escape gives up what was begun or selected first.
    if (action === "cancel" && isResting) this.#sheet.close();
  };

  readonly #isMeant = (event: Event): boolean => {
    if (event.defaultPrevented || !this.checkVisibility()) return false;
    // Typed input is work, so the save shortcut works in fields too.
    if (isTyping(event) && !(event instanceof KeyboardEvent && actionOf(event) === "save"))
      return false;
    const isHere = event.composedPath().includes(this) || event.composedPath()[0] === document.body;
    return isHere && this.#store !== undefined;
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (!this.#isMeant(event)) return;
    if (isCharacter(event) && searchBeside(event)) return;
    if (isCharacter(event) && this.#canvas?.isFor(event) !== true) return;
    const [tool, action] = [toolOf(event), actionOf(event)];
    if (tool !== undefined) this.#choose(tool);
    else if (action !== undefined) this.#act(action);
    else return;
    event.preventDefault();
  };
}
