import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { focusStyle } from "../ui/dialog.ts";
import { type CardConfig, plainConfig, readConfig } from "../card/config.ts";
import { languagesOf, TranslationController } from "../i18n/translation-controller.ts";
import { sourceOf } from "../card/source.ts";
import { EditingClient } from "../connection/editing-client.ts";
import type { PlanClient } from "../connection/plan-client.ts";
import type { FloorplanEditor } from "../canvas/shell/floorplan-editor.ts";
import type { Hass } from "../home-assistant/home-assistant.ts";
import { pageTranslator } from "../i18n/page-translator.ts";
import { type PanelEditor, type PanelHost, PanelPlan } from "./panel-plan.ts";

/** Makes the panel fill its place, and passes Home Assistant's theme on to the editor. */
const panelStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    height: calc(100vh - var(--safe-area-inset-top, 0px) - var(--safe-area-inset-bottom, 0px));
    height: calc(100dvh - var(--safe-area-inset-top, 0px) - var(--safe-area-inset-bottom, 0px));
    overflow: hidden;
    --ring: currentColor;
    color: var(--primary-text-color);
    background: var(--primary-background-color);
    font-family: var(--ha-font-family-body, Roboto, Noto, sans-serif);
  }
  .head {
    display: flex;
    flex: none;
    align-items: center;
    gap: 8px;
    box-sizing: border-box;
    height: var(--header-height, 56px);
    padding: 0 12px;
    color: var(--app-header-text-color, inherit);
    background: var(--app-header-background-color, inherit);
    border-bottom: var(--app-header-border-bottom, 1px solid var(--divider-color));
  }
  h1 {
    margin: 0;
    overflow: hidden;
    font-size: 20px;
    font-weight: var(--ha-font-weight-normal, 400);
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  button {
    min-width: 40px;
    min-height: 40px;
    padding: 8px;
    color: inherit;
    font: inherit;
    cursor: pointer;
    background: transparent;
    border: 0;
    border-radius: 20px;
  }
  .edit {
    margin-inline-start: auto;
    padding-inline: 16px;
  }
  button svg {
    display: block;
    width: 24px;
    height: 24px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
  }
  button:hover {
    background: color-mix(in srgb, currentColor 10%, transparent);
  }
  ${focusStyle}
  p {
    flex: none;
    margin: 0;
    padding: 8px 16px;
  }
  p button {
    color: var(--primary-color);
  }
  main {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }
  floorplan-card,
  floorplan-editor {
    flex: 1;
    min-height: 0;
  }
  floorplan-card {
    padding: 8px;
  }
  floorplan-editor {
    --fp-text: var(--primary-text-color);
    --fp-muted: var(--secondary-text-color);
    --fp-line: var(--divider-color);
    --fp-surface: var(--card-background-color);
    --fp-field: var(--card-background-color);
    --fp-soft: var(--secondary-background-color);
    --fp-accent: var(--primary-color);
    --fp-on-accent: var(--text-primary-color);
    --fp-ground: var(--primary-background-color);
    font-family: inherit;
  }
`;

/** The part of Home Assistant's `hass` that panels use. */
export interface PanelHass extends Hass {
  /** Such as `always_hidden`, where only a button in the panel shows the sidebar. */
  readonly dockedSidebar?: string;
  readonly localize?: (key: string) => string;
}

/** A panel as Home Assistant knows it. */
export interface PanelInfo {
  /** Title in the sidebar. */
  readonly title?: string | null;
  /** The configuration from `panel_custom`. */
  readonly config?: unknown;
}

const menuSign = "M4 6h16M4 12h16M4 18h16";

/**
 * A panel of Home Assistant's sidebar: the editor for administrators of the service, from which they get to the card
 * and back; the card for others.
 */
export class FloorplanPanel extends LitElement {
  static override readonly properties = {
    hass: { attribute: false },
    panel: { attribute: false },
    narrow: { type: Boolean },
    route: { attribute: false },
    isViewing: { state: true },
  };
  static override readonly styles = panelStyle;
  declare hass: PanelHass | undefined;
  declare panel: PanelInfo | undefined;
  declare narrow: boolean;
  declare route: unknown;
  /** Whether somebody who may edit looks at the plan. */
  declare isViewing: boolean;
  readonly #translations = new TranslationController(this, pageTranslator, () =>
    languagesOf(this.hass),
  );
  #config: CardConfig = plainConfig;
  #plan: PanelPlan | undefined;
  readonly #host: PanelHost = {
    requestUpdate: () => this.requestUpdate(),
    languages: () => languagesOf(this.hass),
  };

  constructor() {
    super();
    this.narrow = false;
    this.isViewing = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#plan?.putAside();
    this.#plan = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("panel")) this.#config = readConfig(this.panel?.config ?? {});
    if (this.isConnected) this.#follow();
  }

  protected override render(): TemplateResult {
    const editor = this.#plan?.editor;
    const needsMenu = this.narrow || this.hass?.dockedSidebar === "always_hidden";
    return editor !== undefined && !this.isViewing
      ? html`${needsMenu ? this.#header(needsMenu) : nothing}${this.#told(editor)}`
      : html`<main>
          ${this.#header(needsMenu)} ${this.#opening()} ${this.#unsaved()} ${this.#card()}
        </main>`;
  }

  #header(needsMenu: boolean): TemplateResult {
    const label = this.hass?.localize?.("ui.sidebar.sidebar_toggle") ?? "";
    const { page } = this.#translations.texts;
    const editor = this.#plan?.editor;
    return html`<section class="head" aria-labelledby="title">
      ${
        needsMenu
          ? html`<button aria-label=${label} title=${label} @click=${this.#toggleMenu}>
              <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${menuSign}></path></svg>
            </button>`
          : nothing
      }
      <h1 id="title">${this.panel?.title ?? page.title}</h1>
      ${
        editor === undefined || !this.isViewing
          ? nothing
          : html`<button class="edit" @click=${() => void this.#view(false)}>${page.edit}</button>`
      }
    </section>`;
  }

  #opening(): TemplateResult | typeof nothing {
    const { page } = this.#translations.texts;
    const { opening } = this.#plan ?? {};
    if (opening === "loading") return html`<p role="status">${page.opening}</p>`;
    if (opening !== "failed") return nothing;
    return html`<p role="alert">
      ${page.notOpened}
      <button @click=${() => location.reload()}>${page.reload}</button>
    </p>`;
  }

  /** What the editor has that is not in the plan, above the plan. */
  #unsaved(): TemplateResult | typeof nothing {
    const { unsaved } = this.#translations.texts.page;
    const what = this.#plan?.unsaved;
    if (what === undefined) return nothing;
    return html`<p role="status">${what === "" ? unsaved.some : unsaved.what(what)}</p>`;
  }

  /** Passes the panel's properties on to the editor. */
  #told(editor: PanelEditor): PanelEditor {
    const { language, themes } = this.hass ?? {};
    Object.assign(editor, { language, leave: this.#leave } satisfies Partial<FloorplanEditor>);
    if (themes?.darkMode === undefined) editor.removeAttribute("data-look");
    else editor.setAttribute("data-look", themes.darkMode ? "night" : "day");
    return editor;
  }

  /** The plan, or why it is not there yet. */
  #card(): TemplateResult {
    return html`<floorplan-card .client=${this.#plan?.client} .hass=${this.hass}></floorplan-card>`;
  }

  /** Shows the plan or the editor, and leads the focus there. */
  async #view(isViewing: boolean): Promise<void> {
    this.isViewing = isViewing;
    await this.updateComplete;
    if (isViewing) this.renderRoot.querySelector<HTMLElement>(".edit")?.focus();
    else this.#plan?.editor?.focus();
  }

  readonly #leave = (): void => void this.#view(true);

  readonly #toggleMenu = (): void => {
    this.dispatchEvent(new CustomEvent("hass-toggle-menu", { bubbles: true, composed: true }));
  };

  /** Follows the plan of the current source, unless it does already. */
  #follow(): void {
    const { domain, url, token } = this.#config;
    const source = sourceOf<PlanClient>(
      { client: undefined, hass: this.hass, domain, url, token },
      (...way) => new EditingClient(...way),
    );
    if (source?.key === this.#plan?.key) return;
    this.#plan?.end();
    this.#plan = source && PanelPlan.in(this.#host, source);
  }
}
