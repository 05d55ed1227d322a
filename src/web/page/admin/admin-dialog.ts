import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Ban, Details, Token } from "../../../client/messages.ts";
import type { Level } from "../../../model/elements/levels.ts";
import type { PlanClient, PlanProblem } from "../../connection/plan-client.ts";
import { ask, dialogStyle } from "../../ui/dialog.ts";
import { tabStrip } from "../../ui/tabs.ts";
import { managingTranslator } from "../../i18n/managing-translator.ts";
import { TranslationController } from "../../i18n/translation-controller.ts";
import { dialogColors, pageStyle } from "../page-style.ts";
import { problemView } from "../waiting-view.ts";
import { type Ask, askWith, bansView, savesView, tokensView } from "./access-lists.ts";
import "./link-form.ts";
import { adminStyle } from "./admin-style.ts";
import type { SavedChanges } from "./saved-changes.ts";

const tabs = ["tokens", "link", "saves", "bans"] as const;
type Tab = (typeof tabs)[number];

const isTab = (id: string): id is Tab => tabs.some((tab) => tab === id);

/** The dialog in which administrators manage access. Dispatches `closed`. */
class AdminDialog extends LitElement {
  static override readonly properties = {
    client: { attribute: false },
    levels: { attribute: false },
    address: { attribute: false },
    tab: { state: true },
    list: { state: true },
    problem: { state: true },
    said: { state: true },
  };
  static override readonly styles = [pageStyle, dialogColors, dialogStyle, adminStyle];
  declare client: PlanClient | undefined;
  declare levels: readonly Level[];
  /** The service's address for other devices; undefined if unknown. */
  declare address: string | undefined;
  declare tab: Tab;
  /** The list of the tab, once loaded. */
  declare list: (() => TemplateResult) | undefined;
  declare problem: PlanProblem | undefined;
  /** Message about the last change. */
  declare said: string | undefined;
  readonly #translations = new TranslationController(this, managingTranslator);
  #ask: Ask | undefined;
  /** What each save changed, once somebody looks at the saves. */
  #changes: SavedChanges | undefined;
  #saves: readonly Details[] = [];
  readonly #sight = new IntersectionObserver((seen) => this.#seen(seen));

  constructor() {
    super();
    this.levels = [];
    this.tab = "tokens";
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("client")) return;
    this.#ask = this.client && askWith(this.client);
    this.#changes = undefined;
    void this.#read();
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  override render(): TemplateResult {
    const { managing } = this.#translations.texts;
    return html`<dialog
      class="manager"
      aria-labelledby="manager-title"
      @close=${() => this.dispatchEvent(new CustomEvent("closed"))}
    >
      <div class="head">
        <h2 id="manager-title">${managing.title}</h2>
        <button @click=${this.#close}>${managing.close}</button>
      </div>
      ${tabStrip(
        { label: managing.title, panel: "managed", shown: this.tab },
        tabs.map((id) => ({ id, name: managing[id].tab })),
        (id) => this.#show(id),
      )}
      <div id="managed" role="tabpanel" aria-label=${managing[this.tab].tab}>
        <p class="soft" role="status">${this.said ?? nothing}</p>
        ${problemView(this.#translations.texts, this.problem)}
        ${this.tab === "link" ? this.#link() : (this.list?.() ?? this.#waiting())}
      </div>
    </dialog>`;
  }

  protected override updated(): void {
    if (this.tab === "saves") this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sight.disconnect();
  }

  /** Loads what was changed by the saves in sight, as plans may be large and many. */
  #follow(): void {
    // A line may be of another save now, or be watched for a client that is gone.
    this.#sight.disconnect();
    if (this.#changes !== undefined)
      for (const save of this.renderRoot.querySelectorAll("li[data-rev]"))
        this.#sight.observe(save);
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const rev = Number(target.getAttribute("data-rev"));
      if (isIntersecting) this.#changes?.want(rev, this.#saves.find((save) => save.rev < rev)?.rev);
    }
  }

  /** Loads the words for what was changed; without them, the list says who saved and when. */
  async #describe(client: PlanClient): Promise<void> {
    const loaded = await import("./saved-changes.ts").catch(() => undefined);
    if (loaded === undefined || this.client !== client) return;
    this.#changes ??= new loaded.SavedChanges(client, () => this.requestUpdate());
    this.requestUpdate();
  }

  #link(): TemplateResult {
    return html`<floorplan-link-form
      .ask=${this.#ask}
      .levels=${this.levels}
      .address=${this.address}
    ></floorplan-link-form>`;
  }

  #waiting(): TemplateResult | typeof nothing {
    return this.problem === undefined
      ? html`<p>${this.#translations.texts.managing.loading}</p>`
      : nothing;
  }

  readonly #close = (): void => this.renderRoot.querySelector("dialog")?.close();

  #show(id: string): void {
    if (!isTab(id)) return;
    this.tab = id;
    this.list = undefined;
    this.said = undefined;
    this.problem = undefined;
    void this.#read();
  }

  /** Loads the list of the tab. */
  async #read(): Promise<void> {
    const service = this.#ask;
    const { client, tab } = this;
    if (service === undefined || client === undefined || tab === "link") return;
    if (tab === "saves") void this.#describe(client);
    const words = () => {
      const { texts, language } = this.#translations.translation;
      const floorName = (id: string) => this.levels.find((each) => each.id === id)?.name ?? id;
      return { texts: texts.managing, language, floorName };
    };
    const take = <Value>(
      answer: Either<PlanProblem, Value>,
      view: (value: Value) => TemplateResult,
    ): void => {
      if (this.tab !== tab) return;
      if (isLeft(answer)) this.problem = answer.left;
      else this.list = () => view(answer.right);
    };
    switch (tab) {
      case "tokens":
        return take(await service(({ tokens }) => tokens.list()), (tokens) =>
          tokensView(tokens, words(), (token) => void this.#revoke(service, token)),
        );
      case "saves":
        return take(await service(({ history }) => history.details()), (saves) => {
          this.#saves = saves;
          return savesView(saves, words(), (rev) => this.#changes?.of(rev));
        });
      case "bans":
        return take(await service(({ bans }) => bans.list()), (bans) =>
          bansView(bans, words(), (ban) => void this.#lift(service, ban)),
        );
    }
  }

  async #revoke(service: Ask, { name, is_own: isOwn }: Token): Promise<void> {
    const { managing } = this.#translations.texts;
    const { tokens } = managing;
    const agreed = await ask(this.#dialog, {
      title: tokens.sure(name),
      text: isOwn ? tokens.ownText : tokens.sureText,
      yes: tokens.revoke,
      no: managing.cancel,
    });
    if (agreed === undefined) return;
    const revoked = await service((commands) => commands.tokens.revoke(name));
    await this.#done(revoked, (unkept) =>
      (unkept === undefined ? tokens.revoked : tokens.revokedUnkept)(name),
    );
  }

  async #lift(service: Ask, { address }: Ban): Promise<void> {
    const { bans } = this.#translations.texts.managing;
    const lifted = await service((commands) => commands.bans.lift(address));
    await this.#done(lifted, () => bans.lifted(address));
  }

  /**
   * Reports the outcome of a change and reloads the list. The focus moves to the list, as the pressed button may be
   * gone.
   */
  async #done<Value>(
    answer: Either<PlanProblem, Value>,
    said: (done: Value) => string,
  ): Promise<void> {
    this.problem = isLeft(answer) ? answer.left : undefined;
    this.said = isLeft(answer) ? undefined : said(answer.right);
    await this.#read();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  }

  get #dialog(): Element | ShadowRoot {
    return this.shadowRoot ?? this;
  }
}

customElements.define("floorplan-manager", AdminDialog);
