import { isLeft } from "fp-ts/lib/Either.js";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { collections, entitiesOf, type PlanData } from "../../plan/merge/entities.ts";
import { connectStandalone } from "../client/connect.ts";
import type { Following, PlanClient, PlanProblem, PlanUser } from "../client/plan-client.ts";
import { numberField } from "../client/problem.ts";
import { pageTexts } from "../texts/page.ts";
import { frameStyle } from "./frame-style.ts";
import { pageStyle } from "./page-style.ts";
import { problemView } from "./problem-view.ts";
import { domain } from "./settings.ts";
import type { SignIn } from "./sign-in.ts";
import { forgetToken, keepToken, takeToken } from "./token.ts";

const isEmpty = (plan: PlanData): boolean =>
  collections.every((collection) => entitiesOf(plan, collection).length === 0);

const editorFragment = "#edit";

/** The whole page: signs in, then shows the plan, or to administrators the editor. */
class FloorplanPage extends LitElement {
  static override readonly properties = {
    client: { state: true },
    user: { state: true },
    plan: { state: true },
    following: { state: true },
    problem: { state: true },
    editor: { state: true },
    isEditing: { state: true },
  };
  static override readonly styles = [pageStyle, frameStyle];
  declare client: PlanClient | undefined;
  declare user: PlanUser | undefined;
  declare plan: PlanData | undefined;
  declare following: Following | undefined;
  declare problem: PlanProblem | undefined;
  declare editor: "none" | "loading" | "failed" | "there";
  declare isEditing: boolean;

  constructor() {
    super();
    this.client = undefined;
    this.user = undefined;
    this.plan = undefined;
    this.following = undefined;
    this.problem = undefined;
    this.editor = "none";
    this.isEditing = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = pageTexts(navigator.language).page.title;
    document.documentElement.lang = navigator.language;
    addEventListener("hashchange", this.#readFragment);
    this.#readFragment();
    if (this.client === undefined) this.#start(takeToken());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#readFragment);
  }

  override render(): TemplateResult {
    if (this.client === undefined)
      return html`<floorplan-sign-in
        .problem=${this.problem}
        @sign-in=${({ detail }: SignIn) => {
          keepToken(detail);
          this.#start(detail);
        }}
      ></floorplan-sign-in>`;
    if (this.user === undefined) return this.#waiting();
    // Once there, the editor stays, so that going back and forth loses nothing of its work.
    return html`${
      this.editor === "there"
        ? html`<floorplan-editor
            .client=${this.client}
            ?hidden=${!this.#showsEditor}
          ></floorplan-editor>`
        : nothing
    }
    ${this.#showsEditor ? nothing : this.#viewer(this.client, this.user)}`;
  }

  get #showsEditor(): boolean {
    return this.isEditing && this.editor === "there";
  }

  #waiting(): TemplateResult {
    const { page } = pageTexts(navigator.language);
    const { problem, following } = this;
    return html`<main>
      <div class="middle">
        <div class="sheet" aria-live="polite">
          <h1>${page.title}</h1>
          ${
            problem === undefined
              ? html`<p>${following === "away" ? page.away : page.connecting}</p>`
              : html`${problemView(problem)}
                  <button class="main" @click=${() => location.reload()}>${page.again}</button>`
          }
          <button @click=${this.#signOut}>${page.otherToken}</button>
        </div>
      </div>
    </main>`;
  }

  #viewer(client: PlanClient, user: PlanUser): TemplateResult {
    const { page } = pageTexts(navigator.language);
    return html`<header>
        <h1>${page.title}</h1>
        ${user.isAdmin ? html`<a class="button main" href=${editorFragment}>${page.edit}</a>` : nothing}
        <button @click=${this.#signOut}>${page.signOut}</button>
      </header>
      ${this.#editorState()}
      <main>${this.#content(client, user)}</main>`;
  }

  #editorState(): TemplateResult | typeof nothing {
    const { page } = pageTexts(navigator.language);
    if (!this.isEditing || this.editor === "none") return nothing;
    return this.editor === "failed"
      ? html`<p class="problem" role="alert">
          ${page.notOpened}
          <button @click=${() => location.reload()}>${page.reload}</button>
        </p>`
      : html`<p class="problem" role="status">${page.opening}</p>`;
  }

  #content(client: PlanClient, { isAdmin }: PlanUser): TemplateResult {
    const { empty } = pageTexts(navigator.language).page;
    const { plan } = this;
    if (plan === undefined || !isEmpty(plan))
      return html`<floorplan-card .client=${client}></floorplan-card>`;
    return isAdmin
      ? html`<floorplan-empty-plan
          .client=${client}
          .rev=${numberField(plan, "rev") ?? 0}
        ></floorplan-empty-plan>`
      : html`<div class="middle"><p class="sheet">${empty.viewer}</p></div>`;
  }

  #start(token: string | undefined): void {
    if (token === undefined) return;
    const client = connectStandalone(location.origin, token, domain);
    this.client = client;
    this.problem = undefined;
    client.subscribe(
      (plan) => (this.plan = plan),
      (following) => this.#followed(following),
    );
    void this.#meet(client);
  }

  #followed(following: Following): void {
    this.following = following;
    if (typeof following === "object" && following.refused.code === "invalid_auth")
      this.#leave(following.refused);
  }

  async #meet(client: PlanClient): Promise<void> {
    const user = await client.user();
    if (this.client !== client) return;
    if (!isLeft(user)) {
      this.user = user.right;
      this.#readFragment();
    } else if (user.left.code === "invalid_auth") this.#leave(user.left);
    else this.problem = user.left;
  }

  #leave(problem: PlanProblem | undefined): void {
    forgetToken();
    this.client?.close();
    this.client = undefined;
    this.user = undefined;
    this.plan = undefined;
    this.following = undefined;
    this.editor = "none";
    this.problem = problem;
  }

  readonly #signOut = (): void => {
    this.#leave(undefined);
    location.hash = "";
  };

  readonly #readFragment = (): void => {
    if (/[#&]token=/.test(location.hash)) {
      if (this.client !== undefined) this.#leave(undefined);
      this.#start(takeToken());
    }
    this.isEditing = location.hash === editorFragment && this.user?.isAdmin === true;
    if (this.isEditing && this.editor !== "there") void this.#loadEditor();
  };

  async #loadEditor(): Promise<void> {
    this.editor = "loading";
    try {
      await import("../editor/main.ts");
      this.editor = "there";
    } catch {
      this.editor = "failed";
    }
  }
}

customElements.define("floorplan-page", FloorplanPage);
