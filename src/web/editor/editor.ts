import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { PlanClient } from "../client/plan-client.ts";
import { entitiesOf } from "../../plan/entities.ts";
import { drawingStyle } from "../drawing/index.ts";
import { within } from "../model/bounds.ts";
import { findRef } from "../model/change.ts";
import { browserDrafts } from "../session/draft-store.ts";
import { EditorSession } from "../session/editor-session.ts";
import { texts } from "../texts/index.ts";
import type { Canvas } from "./canvas.ts";
import { Commands } from "./commands.ts";
import type { EditorContext } from "./context.ts";
import { helpStyle } from "./help-style.ts";
import { helpDialog } from "./help.ts";
import { type Shortcut, shortcutOf } from "./keys.ts";
import { narrowStyle } from "./narrow-style.ts";
import { piecesStyle } from "./pieces-style.ts";
import { palette, pieces } from "./palette.ts";
import { notices, type PanelName } from "./panels/index.ts";
import { selectionBar } from "./selection-bar.ts";
import { shellStyle } from "./shell-style.ts";
import { sidePanel } from "./side-panel.ts";
import { sideStyle } from "./side-style.ts";
import { topBar } from "./top-bar.ts";
import { EditorView, type ToolName } from "./view.ts";

const everywhere = { left: -1e6, top: -1e6, width: 2e6, height: 2e6 };

/** Whether somebody is typing there, so that keys are letters and no shortcuts. */
const isTyping = (event: Event): boolean =>
  event
    .composedPath()
    .some(
      (part) =>
        part instanceof HTMLElement &&
        (part.isContentEditable || /^(?:input|textarea|select|dialog)$/i.test(part.tagName)),
    );

/** The plan editor: give it a client, and it follows, edits and saves the plan. */
export class FloorplanEditor extends LitElement {
  static override properties = {
    client: { attribute: false },
    language: {},
    said: { state: true },
    hint: { state: true },
    shownPanel: { state: true },
    isPanelOpen: { state: true },
  };
  static override styles = [
    drawingStyle,
    shellStyle,
    piecesStyle,
    sideStyle,
    helpStyle,
    narrowStyle,
  ];

  declare client: PlanClient | undefined;
  /** A tag such as `de`; the browser's own where it is not given. */
  declare language: string | undefined;
  declare said: string;
  declare hint: string;
  declare shownPanel: PanelName;
  declare isPanelOpen: boolean;
  #context: EditorContext | undefined;
  #commands: Commands | undefined;
  #ends: (() => void)[] = [];
  #conflicts = 0;

  constructor() {
    super();
    this.said = "";
    this.hint = "";
    this.shownPanel = "properties";
    this.isPanelOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.#key);
    window.addEventListener("beforeunload", this.#leaving);
    document.addEventListener("visibilitychange", this.#hidden);
    this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.#key);
    window.removeEventListener("beforeunload", this.#leaving);
    document.removeEventListener("visibilitychange", this.#hidden);
    this.#close();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("client") || changed.has("language")) this.#open();
    this.toggleAttribute("data-panel", this.isPanelOpen);
    const conflicts = this.#context?.session.state.conflicts.length ?? 0;
    // What has to be chosen is not to be searched for.
    if (conflicts > this.#conflicts) this.#showPanel("conflicts");
    else if (conflicts === 0 && this.#conflicts > 0) this.shownPanel = "properties";
    this.#conflicts = conflicts;
  }

  override render(): TemplateResult | typeof nothing {
    const context = this.#context;
    const commands = this.#commands;
    if (context === undefined || commands === undefined) return nothing;
    const { session, view } = context;
    const { tool, piece } = view.state;
    const levels = html`<floorplan-levels
      .context=${context}
      .revision=${[session.state.plan["levels"], view.state.level]}
    ></floorplan-levels>`;
    return html`${topBar(
        context,
        {
          zoom: (factor) => this.#canvas?.zoom(factor),
          fit: () => this.#canvas?.fit(),
          help: this.#help,
          togglePanel: () => (this.isPanelOpen = !this.isPanelOpen),
        },
        levels,
      )}
      ${notices(context)}
      <main>
        ${palette(context, this.#choose)}
        <div class="stage">
          <floorplan-canvas
            .context=${context}
            .commands=${commands}
            @hint-changed=${this.#hinted}
          ></floorplan-canvas>
          ${this.#welcome(context)}
          ${guard([tool, piece, context.texts], () =>
            pieces(context, (chosen) => {
              view.update({ piece: chosen });
              this.#canvas?.focus();
            }),
          )}
          ${selectionBar(context, commands, (ref) => this.#canvas?.rename(ref))}
        </div>
      </main>
      ${sidePanel(
        context,
        this.shownPanel,
        (panel) => (this.shownPanel = panel),
        () => (this.isPanelOpen = false),
      )}
      <footer class="status">
        <span class="hint">${this.hint}</span>
        <span class="said" role="status" aria-live="polite">${this.said}</span>
      </footer>
      ${helpDialog(context.texts)}`;
  }

  override firstUpdated(): void {
    this.addEventListener("show-panel", (event) => {
      if (event instanceof CustomEvent) this.#showPanel(event.detail);
    });
  }

  #welcome({ session, view, texts: { editor } }: EditorContext): TemplateResult | typeof nothing {
    const { plan, connection } = session.state;
    const isBlank = connection !== "waiting" && entitiesOf(plan, "rooms").length === 0;
    return isBlank && view.state.tool === "room"
      ? html`<p class="welcome"><strong>${editor.welcome}</strong>${editor.welcomeHint}</p>`
      : nothing;
  }

  #open(): void {
    this.#close();
    const { client } = this;
    if (client === undefined || !this.isConnected) return;
    const language = this.language ?? navigator.language;
    this.lang = language;
    const session = new EditorSession(client, browserDrafts(client.imageUrl("/")));
    const view = new EditorView();
    const context: EditorContext = {
      session,
      view,
      client,
      language,
      texts: texts(language),
      askName: (ref) => this.#canvas?.rename(ref),
      say: (sentence) => (this.said = sentence),
    };
    this.#context = context;
    this.#commands = new Commands(context);
    let isFirst = true;
    this.#ends = [
      client.subscribe(
        (plan) => {
          session.arrived(plan);
          // An empty sheet begins with a room; a plan that is there begins with what it holds.
          if (isFirst && entitiesOf(session.state.plan, "rooms").length === 0)
            view.update({ tool: "room" });
          isFirst = false;
        },
        (state) => session.connection(state === "live" ? "live" : "away"),
      ),
      session.subscribe(() => this.#changed()),
      view.subscribe(() => this.requestUpdate()),
    ];
    this.requestUpdate();
  }

  #close(): void {
    for (const end of this.#ends.splice(0)) end();
    void this.#context?.session.flushDraft();
    this.#context = undefined;
    this.#commands = undefined;
  }

  #changed(): void {
    const { session, view } = this.#context ?? {};
    // What others deleted is no longer selected.
    const selection = view?.state.selection.filter(
      (ref) => session !== undefined && findRef(session.state.plan, ref) !== undefined,
    );
    if (selection !== undefined && selection.length !== view?.state.selection.length)
      view?.select(selection);
    this.requestUpdate();
  }

  #showPanel(panel: PanelName): void {
    this.shownPanel = panel;
    this.isPanelOpen = true;
  }

  get #canvas(): Canvas | null {
    return this.renderRoot.querySelector<Canvas>("floorplan-canvas");
  }

  readonly #hinted = (): void => {
    this.hint = this.#canvas?.hint ?? "";
  };

  readonly #choose = (tool: ToolName): void => {
    const { view } = this.#context ?? {};
    view?.update({ tool, piece: "", ...(tool === "select" ? {} : { selection: [] }) });
    if (tool !== "furniture" && tool !== "device") this.#canvas?.focus();
  };

  readonly #help = (): void =>
    this.renderRoot.querySelector<HTMLDialogElement>(".help")?.showModal();

  readonly #leaving = (event: BeforeUnloadEvent): void => {
    if (this.#context?.session.state.isDirty === true) event.preventDefault();
  };

  readonly #hidden = (): void => {
    if (document.visibilityState === "hidden") void this.#context?.session.flushDraft();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !this.checkVisibility() || isTyping(event)) return;
    const isHere = event.composedPath().includes(this) || event.composedPath()[0] === document.body;
    const shortcut = isHere ? shortcutOf(event) : undefined;
    if (shortcut === undefined) return;
    event.preventDefault();
    this.#act(shortcut);
  };

  #act(shortcut: Shortcut): void {
    const context = this.#context;
    const commands = this.#commands;
    if (context === undefined || commands === undefined) return;
    const { session, view } = context;
    switch (shortcut.does) {
      case "tool":
        return this.#choose(shortcut.tool);
      case "undo":
        return session.undo();
      case "redo":
        return session.redo();
      case "save":
        return void session.save();
      case "copy":
        return commands.copy();
      case "cut":
        return commands.cut();
      case "paste":
        return commands.paste(this.#canvas?.pointedAt);
      case "duplicate":
        return commands.duplicate();
      case "remove":
        return commands.remove();
      case "selectAll":
        return commands.selectAll(within(session.state.plan, view.state.level, everywhere));
      case "rotate":
        return commands.rotate(90);
      case "rotateBack":
        return commands.rotate(-90);
      case "snap":
        return view.update({ isSnapping: !view.state.isSnapping });
      case "zoomIn":
        return this.#canvas?.zoom(1.3);
      case "zoomOut":
        return this.#canvas?.zoom(1 / 1.3);
      case "fit":
        return this.#canvas?.fit();
      case "help":
        return this.#help();
      case "cancel":
        return this.#cancel(view);
    }
  }

  /** Escape: gives up what is under way, then the tool, then the selection. */
  #cancel(view: EditorView): void {
    if (this.#canvas?.giveUp() === true) return;
    if (view.state.tool === "select") view.select([]);
    else view.update({ tool: "select" });
  }
}
