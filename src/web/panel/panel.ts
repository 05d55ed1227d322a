import { isLeft } from "fp-ts/lib/Either.js";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type CardConfig, plainConfig, readConfig } from "../configuring/config.ts";
import { languagesOf } from "../card/hass.ts";
import { type Source, sourceOf } from "../card/source.ts";
import { EditingClient } from "../client/editing-client.ts";
import type { PlanClient, PlanUser } from "../client/plan-client.ts";
import type { Hass } from "../house/hass.ts";
import { pageSpeaker } from "../texts/page.ts";
import { Speech } from "../texts/speech.ts";
import { panelStyle } from "./panel-style.ts";

/** What is used of the `hass` that Home Assistant gives its panels. */
export interface PanelHass extends Hass {
  /** Such as `always_hidden`, where only a button of the panel shows the sidebar. */
  readonly dockedSidebar?: string;
  readonly localize?: (key: string) => string;
}

/** A panel as Home Assistant knows it. */
export interface PanelInfo {
  /** What stands in the sidebar. */
  readonly title?: string | null;
  /** What `panel_custom` gives it. */
  readonly config?: unknown;
}

/** How far the editor is, which is loaded when it is wanted. */
type OpeningEditor = "none" | "loading" | "failed" | "there";

const menuSign = "M4 6h16M4 12h16M4 18h16";

/** A panel of Home Assistant's sidebar: the editor for administrators of the service, the card for others. */
export class FloorplanPanel extends LitElement {
  static override readonly properties = {
    hass: { attribute: false },
    panel: { attribute: false },
    narrow: { type: Boolean },
    route: { attribute: false },
    client: { state: true },
    user: { state: true },
    isFollowing: { state: true },
    editor: { state: true },
  };
  static override readonly styles = panelStyle;
  declare hass: PanelHass | undefined;
  declare panel: PanelInfo | undefined;
  declare narrow: boolean;
  declare route: unknown;
  declare client: PlanClient | undefined;
  declare user: PlanUser | undefined;
  /** Whether the service has told the plan once, so that there is something to edit. */
  declare isFollowing: boolean;
  declare editor: OpeningEditor;
  readonly #speech = new Speech(this, pageSpeaker, () => languagesOf(this.hass));
  #config: CardConfig = plainConfig;
  #source: Source<PlanClient> | undefined;
  #end: () => void = () => undefined;

  constructor() {
    super();
    this.narrow = false;
    this.isFollowing = false;
    this.editor = "none";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("panel")) this.#config = readConfig(this.panel?.config ?? {});
    if (this.isConnected) this.#follow();
  }

  protected override render(): TemplateResult {
    const showsEditor = this.editor === "there" && this.#mayEdit;
    const needsMenu = this.narrow || this.hass?.dockedSidebar === "always_hidden";
    // The editor has landmarks of its own.
    return showsEditor
      ? html`${needsMenu ? this.#header(needsMenu) : nothing}${this.#editor()}`
      : html`<main>${this.#header(needsMenu)} ${this.#opening()} ${this.#card()}</main>`;
  }

  #header(needsMenu: boolean): TemplateResult {
    const label = this.hass?.localize?.("ui.sidebar.sidebar_toggle") ?? "";
    return html`<section class="head" aria-labelledby="title">
      ${
        needsMenu
          ? html`<button aria-label=${label} title=${label} @click=${this.#toggleMenu}>
              <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${menuSign}></path></svg>
            </button>`
          : nothing
      }
      <h1 id="title">${this.panel?.title ?? this.#speech.texts.page.title}</h1>
    </section>`;
  }

  #opening(): TemplateResult | typeof nothing {
    const { page } = this.#speech.texts;
    if (this.editor === "loading") return html`<p role="status">${page.opening}</p>`;
    if (this.editor !== "failed") return nothing;
    return html`<p role="alert">
      ${page.notOpened}
      <button @click=${() => location.reload()}>${page.reload}</button>
    </p>`;
  }

  #editor(): TemplateResult {
    const { darkMode } = this.hass?.themes ?? {};
    return html`<floorplan-editor
      .client=${this.client}
      .language=${this.hass?.language}
      data-alone
      data-look=${darkMode === undefined ? nothing : darkMode ? "night" : "day"}
    ></floorplan-editor>`;
  }

  /** The plan, and until it is there the reason why it is not. */
  #card(): TemplateResult | typeof nothing {
    return this.client === undefined && this.#source !== undefined
      ? nothing
      : html`<floorplan-card .client=${this.client} .hass=${this.hass}></floorplan-card>`;
  }

  get #mayEdit(): boolean {
    return this.isFollowing && this.user?.isAdmin === true;
  }

  readonly #toggleMenu = (): void => {
    this.dispatchEvent(new CustomEvent("hass-toggle-menu", { bubbles: true, composed: true }));
  };

  /** Follows the plan of what is given now; the same source is followed once. */
  #follow(): void {
    const { domain, url, token } = this.#config;
    const source = sourceOf<PlanClient>(
      { client: undefined, hass: this.hass, domain, url, token },
      (...way) => new EditingClient(...way),
    );
    if (source?.key === this.#source?.key) return;
    this.#leave();
    this.#source = source;
    if (source === undefined) return;
    const client = source.open();
    this.client = client;
    const leave = client.subscribe(
      () => (this.isFollowing = true),
      (following) => {
        if (following === "live" && this.user === undefined) void this.#meet(client);
      },
    );
    this.#end = () => {
      leave();
      client.close();
    };
  }

  #leave(): void {
    this.#end();
    this.#end = () => undefined;
    this.#source = undefined;
    this.client = undefined;
    this.user = undefined;
    this.isFollowing = false;
  }

  /** Asks who has logged in, and opens the editor for whoever may save. */
  async #meet(client: PlanClient): Promise<void> {
    const user = await client.user();
    if (this.client !== client || isLeft(user)) return;
    this.user = user.right;
    if (user.right.isAdmin && this.editor !== "there") await this.#loadEditor();
  }

  async #loadEditor(): Promise<void> {
    this.editor = "loading";
    try {
      const { editorSpeaker } = await import("../editor/main.ts");
      await editorSpeaker.ready(languagesOf(this.hass));
      this.editor = "there";
    } catch {
      this.editor = "failed";
    }
  }
}
