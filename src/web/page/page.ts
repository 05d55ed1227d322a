import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { FloorplanCard } from "../card/card.ts";
import type { FloorplanEditor } from "../canvas/shell/floorplan-editor.ts";
import { isBlank, type PlanData } from "../../model/elements/entities.ts";
import type { PlanClient, PlanUser } from "../connection/plan-client.ts";
import { numberField } from "../../client/errors.ts";
import { type Finish, finishChoice } from "../ui/browser-choice.ts";
import { filesToImport, giveImport } from "../ui/choose-files.ts";
import { pageTranslator } from "../i18n/page-translator.ts";
import { browserLanguages, TranslationController } from "../i18n/translation-controller.ts";
import { loadAgain } from "../connection/retry.ts";
import { SingleFloorSource } from "../connection/single-floor.ts";
import { mayReplace, offerLinkFromAddress, signInView } from "./sign-in.ts";
import { Login } from "./login.ts";
import { SignOut } from "./sign-out-question.ts";
import { AdminMenu } from "./admin/admin-menu.ts";
import { configOf, finishButton } from "./finish-button.ts";
import { frameStyle } from "./frame-style.ts";
import { pageStyle } from "./page-style.ts";
import {
  editorWaitingView,
  type OpeningEditor,
  refusedLinkView,
  unsavedView,
  waitingView,
} from "./waiting-view.ts";
import { takeSignInCode } from "./home-assistant-sign-in.ts";
import { isIngress } from "./settings.ts";

const cardIn = (root: ParentNode): FloorplanCard | null =>
  root.querySelector<FloorplanCard>("floorplan-card");

/** The editor, once loaded, even while hidden. */
const editorIn = (root: ParentNode): FloorplanEditor | null =>
  root.querySelector<FloorplanEditor>("floorplan-editor");

/** Switches between plan and editor, keeping the floor and the focus. */
class ViewSwitch {
  #isEditing = false;
  #hadFocus = false;
  #level: string | undefined;

  /** Id of the floor shown last. */
  get level(): string | undefined {
    return this.#level;
  }

  /** Call before rendering; returns whether the view is about to switch. */
  begins(root: ShadowRoot, isEditing: boolean): boolean {
    if (isEditing === this.#isEditing) return false;
    const shown = this.#isEditing ? editorIn(root) : cardIn(root);
    if (shown !== null) this.#level = shown.level;
    this.#hadFocus = root.activeElement !== null;
    this.#isEditing = isEditing;
    return true;
  }

  /** Call after rendering; `link` selects the link to the editor. */
  ends(root: ParentNode, link: string): void {
    if (!this.#hadFocus) return;
    const there = this.#isEditing
      ? editorIn(root)
      : root.querySelector<HTMLElement>(`a[href="${link}"]`);
    there?.focus();
  }
}

const editorFragment = "#edit";

/** The whole page: signs in, then shows the plan, or the editor to administrators. */
class FloorplanPage extends LitElement {
  static override readonly properties = {
    editor: { state: true },
    isEditing: { state: true },
    finish: { state: true },
  };
  static override readonly styles = [pageStyle, frameStyle];
  declare editor: OpeningEditor;
  declare isEditing: boolean;
  declare finish: Finish;
  readonly #translations = new TranslationController(this, pageTranslator);
  readonly #login = new Login({
    changed: () => this.requestUpdate(),
    met: () => {
      this.#isKept = false;
      this.#readFragment();
    },
    mayReplace: async (name) => mayReplace((await this.#translations.ready()).page, name),
    left: () => {
      this.#isKept = editorIn(this.renderRoot)?.keepsWork === true || this.#isKept;
      this.editor = "none";
      this.#opening.abort();
      this.#opening = new AbortController();
      this.#entrance.leave();
      this.#signOut.end();
    },
  });
  readonly #entrance = new AdminMenu(this);
  readonly #signOut = new SignOut({
    token: () => (this.#login.now.user?.isAdmin === true ? this.#login.lastingToken : undefined),
    leave: () => {
      this.#login.signOut();
      location.hash = "";
    },
    another: () => void this.#entrance.open("link"),
    changed: () => this.requestUpdate(),
  });
  readonly #floor = new SingleFloorSource();
  readonly #viewSwitch = new ViewSwitch();
  #isSwitchingView = false;
  /** Files chosen for an import, until the editor is loaded. */
  #toImport: File[] = [];
  /** Whether this device keeps unsaved work of the last user. */
  #isKept = false;
  /** Aborted where nobody is signed in any more, who would wait for the editor. */
  #opening = new AbortController();
  #endsFollowing: (() => void) | undefined;

  constructor() {
    super();
    this.editor = "none";
    this.isEditing = false;
    this.finish = finishChoice.stored();
    this.addEventListener("import-files", (event) => {
      this.#toImport = [...filesToImport(event)];
      location.hash = editorFragment;
    });
  }

  /** The shown plan; undefined until it is loaded. */
  get plan(): PlanData | undefined {
    return this.#login.now.plan;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("hashchange", this.#readFragment);
    this.#endsFollowing = finishChoice.follow((finish) => (this.finish = finish));
    const returned = takeSignInCode();
    this.#readFragment();
    this.#login.start(returned);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#readFragment);
    this.#endsFollowing?.();
  }

  protected override willUpdate(): void {
    const { shadowRoot } = this;
    this.#isSwitchingView =
      shadowRoot !== null && this.#viewSwitch.begins(shadowRoot, this.#showsEditor);
    const editor = this.#isSwitchingView && !this.#showsEditor ? editorIn(this.renderRoot) : null;
    if (editor !== null) this.finish = editor.finish;
  }

  protected override updated(): void {
    if (this.#isSwitchingView) this.#viewSwitch.ends(this.renderRoot, editorFragment);
    const editor = this.#showsEditor ? editorIn(this.renderRoot) : null;
    if (editor !== null && this.#toImport.length > 0) giveImport(editor, this.#toImport.splice(0));
    const { language, texts } = this.#translations.translation;
    if (document.documentElement.lang === language) return;
    document.documentElement.lang = language;
    document.title = texts.page.title;
  }

  override render(): TemplateResult {
    const login = this.#login;
    const { client, user, problem, following, opening, notice, homeAssistantAway } = login.now;
    if (client === undefined && opening === undefined) return signInView(login, this.#isKept);
    if (client === undefined || user === undefined)
      return waitingView(this.#translations.texts, {
        problem,
        isAway: following === "away" || opening === "away",
        homeAssistantAway,
        onOtherToken: () => login.askForToken(),
      });
    // The editor is kept once loaded, so that switching loses no work.
    return html`${refusedLinkView(this.#translations.texts, notice, () => login.understood())}
    ${
      this.editor === "there"
        ? html`<floorplan-editor
            .client=${client}
            .level=${this.#viewSwitch.level}
            .finish=${this.finish}
            ?hidden=${!this.#showsEditor}
            @unsaved=${() => this.requestUpdate()}
          ></floorplan-editor>`
        : nothing
    }
    ${this.#showsEditor ? nothing : this.#viewer(client, user)}`;
  }

  get #showsEditor(): boolean {
    return this.isEditing && this.editor === "there";
  }

  #viewer(client: PlanClient, user: PlanUser): TemplateResult {
    const { page } = this.#translations.texts;
    return html`<header>
        <h1>${page.title}</h1>
        ${user.isAdmin ? html`<a class="button main" href=${editorFragment}>${page.edit}</a>` : nothing}
        ${user.isAdmin ? this.#entrance.button(page) : nothing}
        ${finishButton(page, this.finish, (finish) => (this.finish = finish))}
        ${isIngress ? nothing : html`<button @click=${this.#signOut.begin}>${page.signOut}</button>`}
      </header>
      ${user.isAdmin ? this.#entrance.view(page, client, this.plan) : nothing}
      ${unsavedView(page, editorIn(this.renderRoot)?.unsaved, user.isAdmin ? editorFragment : undefined)}
      ${this.#signOut.view()}
      ${this.isEditing ? editorWaitingView(this.#translations.texts, this.editor) : nothing}
      <main>${this.#content(client, user)}</main>`;
  }

  #content(client: PlanClient, { isAdmin, level }: PlanUser): TemplateResult {
    const { empty } = this.#translations.texts.page;
    const { plan } = this;
    if (plan === undefined || !isBlank(plan))
      return html`<floorplan-card
        .client=${this.#floor.of(client, level)}
        .config=${configOf[this.finish]}
        .level=${level ?? this.#viewSwitch.level}
      ></floorplan-card>`;
    return isAdmin
      ? html`<floorplan-empty-plan
          .client=${client}
          .rev=${numberField(plan, "rev") ?? 0}
        ></floorplan-empty-plan>`
      : html`<div class="middle"><p class="sheet">${empty.viewer}</p></div>`;
  }

  readonly #readFragment = (): void => {
    offerLinkFromAddress(this.#login);
    this.isEditing = location.hash === editorFragment && this.#login.now.user?.isAdmin === true;
    if (this.isEditing && this.editor === "none") void this.#loadEditor();
  };

  async #loadEditor(): Promise<void> {
    this.editor = "loading";
    const { signal } = this.#opening;
    const { editorTranslator } = await loadAgain(
      () => import("../canvas/main.ts"),
      signal,
      () => (this.editor = "failed"),
    );
    await editorTranslator.ready(browserLanguages());
    if (!signal.aborted) this.editor = "there";
  }
}

// Loads in parallel with the settings, which the page waits for anyway.
await pageTranslator.ready(browserLanguages());
customElements.define("floorplan-page", FloorplanPage);
