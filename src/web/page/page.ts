import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { isBlank, type PlanData } from "../../elements/entities.ts";
import { connectIngress, connectStandalone } from "../client/connect.ts";
import type { Following, PlanClient, PlanProblem, PlanUser } from "../client/plan-client.ts";
import { numberField } from "../client/problem.ts";
import { isRefusedToken } from "../client/refusal.ts";
import { pageSpeaker } from "../texts/page.ts";
import { browserLanguages, Speech } from "../texts/speech.ts";
import { base } from "./base.ts";
import { frameStyle } from "./frame-style.ts";
import { Hope } from "./hope.ts";
import { pageStyle } from "./page-style.ts";
import { refusedLinkView } from "./problem-view.ts";
import {
  beginSession,
  endSession,
  goToHomeAssistant,
  isSession,
  takeReturn,
  whyHomeAssistantIsAway,
} from "./session.ts";
import { domain, homeAssistant, isIngress } from "./settings.ts";
import type { SignIn } from "./sign-in.ts";
import { forgetToken, keepToken, keptToken, takeGivenToken } from "./token.ts";
import { editorWaitingView, type OpeningEditor, waitingView } from "./waiting-view.ts";

const editorFragment = "#edit";

const clientOf = (token: string): PlanClient => connectStandalone(base, token, domain);

/** Why somebody who was let in before is not any more, in the words for how they signed in. */
const refusalOf = (problem: PlanProblem): PlanProblem => {
  if (problem.code !== "invalid_auth") return problem;
  if (isIngress) return { ...problem, code: "ingress_refused" };
  return isSession(keptToken()) ? { ...problem, code: "session_ended" } : problem;
};

/** The whole page: signs in, then shows the plan, or to administrators the editor. */
class FloorplanPage extends LitElement {
  static override readonly properties = {
    client: { state: true },
    user: { state: true },
    plan: { state: true },
    following: { state: true },
    problem: { state: true },
    notice: { state: true },
    editor: { state: true },
    isEditing: { state: true },
    isSigningIn: { state: true },
    homeAssistantAway: { state: true },
  };
  static override readonly styles = [pageStyle, frameStyle];
  declare client: PlanClient | undefined;
  declare user: PlanUser | undefined;
  declare plan: PlanData | undefined;
  declare following: Following | undefined;
  declare problem: PlanProblem | undefined;
  /** Why a token of the address did not take the place of the one that is signed in. */
  declare notice: PlanProblem | undefined;
  declare editor: OpeningEditor;
  declare isEditing: boolean;
  /** Whether Home Assistant has led back here, and the service is asked for a session. */
  declare isSigningIn: boolean;
  /** Why nobody can log in as a user of Home Assistant now, in the service's own words. */
  declare homeAssistantAway: string | undefined;
  /** With a token of the address, of which nothing is known yet, beside whoever is signed in. */
  #trial: PlanClient | undefined;
  readonly #hope = new Hope();
  readonly #speech = new Speech(this, pageSpeaker);

  constructor() {
    super();
    this.editor = "none";
    this.isEditing = false;
    this.isSigningIn = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("hashchange", this.#readFragment);
    const returned = takeReturn();
    this.#readFragment();
    if (returned !== undefined && isRight(returned)) return void this.#begin(returned.right);
    const kept = keptToken();
    if (this.client === undefined && isIngress) void this.#enter(connectIngress(base, domain));
    else if (this.client === undefined && kept !== undefined) void this.#enter(clientOf(kept));
    if (returned === undefined) return;
    if (this.client === undefined) this.problem = returned.left;
    else this.notice = returned.left;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#readFragment);
  }

  protected override updated(): void {
    const { language, texts } = this.#speech.spoken;
    if (document.documentElement.lang === language) return;
    document.documentElement.lang = language;
    document.title = texts.page.title;
  }

  override render(): TemplateResult {
    if (this.client === undefined)
      return html`<floorplan-sign-in
        .problem=${this.problem}
        .homeAssistant=${homeAssistant}
        .isBusy=${this.isSigningIn}
        @home-assistant=${this.#goToHomeAssistant}
        @sign-in=${({ detail }: SignIn) => {
          this.#endTrial();
          void this.#signIn(detail);
        }}
      ></floorplan-sign-in>`;
    if (this.user === undefined)
      return waitingView(this.#speech.texts, {
        problem: this.problem,
        isAway: this.following === "away",
        homeAssistantAway: this.homeAssistantAway,
        onOtherToken: this.#askForToken,
      });
    // Once there, the editor stays, so that going back and forth loses nothing of its work.
    return html`${refusedLinkView(this.#speech.texts, this.notice, () => (this.notice = undefined))}
    ${
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

  #viewer(client: PlanClient, user: PlanUser): TemplateResult {
    const { page } = this.#speech.texts;
    return html`<header>
        <h1>${page.title}</h1>
        ${user.isAdmin ? html`<a class="button main" href=${editorFragment}>${page.edit}</a>` : nothing}
        ${isIngress ? nothing : html`<button @click=${this.#signOut}>${page.signOut}</button>`}
      </header>
      ${this.isEditing ? editorWaitingView(this.#speech.texts, this.editor) : nothing}
      <main>${this.#content(client, user)}</main>`;
  }

  #content(client: PlanClient, { isAdmin }: PlanUser): TemplateResult {
    const { empty } = this.#speech.texts.page;
    const { plan } = this;
    if (plan === undefined || !isBlank(plan))
      return html`<floorplan-card .client=${client}></floorplan-card>`;
    return isAdmin
      ? html`<floorplan-empty-plan
          .client=${client}
          .rev=${numberField(plan, "rev") ?? 0}
        ></floorplan-empty-plan>`
      : html`<div class="middle"><p class="sheet">${empty.viewer}</p></div>`;
  }

  readonly #goToHomeAssistant = (): void => {
    try {
      if (homeAssistant !== undefined) goToHomeAssistant(homeAssistant);
    } catch {
      // Nothing could tell afterwards that it was begun here.
      this.problem = { code: "sign_in_strange", message: "" };
    }
  };

  /** Signs in with what Home Assistant gave. */
  async #begin(code: string): Promise<void> {
    this.isSigningIn = true;
    const token = await beginSession(code);
    this.isSigningIn = false;
    if (isLeft(token)) return this.#leave(token.left);
    this.#endTrial();
    this.#leave(undefined);
    await this.#signIn(token.right);
  }

  /** Signs in with a token that somebody gave, which is kept as soon as it has logged in. */
  async #signIn(token: string, client = clientOf(token)): Promise<void> {
    if (await this.#enter(client)) keepToken(token);
  }

  /**
   * Takes a token of the address, which any page may have led to: beside one that is kept or signed in it is
   * only tried, and takes that one's place once it has logged in.
   */
  #offer(token: string): void {
    const kept = keptToken();
    if (this.client === undefined && (kept === undefined || kept === token))
      void this.#signIn(token);
    else if (kept !== token) void this.#try(token);
  }

  async #try(token: string): Promise<void> {
    this.#endTrial();
    const trial = clientOf(token);
    this.#trial = trial;
    const user = await trial.user();
    if (this.#trial !== trial) return;
    this.#trial = undefined;
    if (isLeft(user)) {
      trial.close();
      if (this.client !== undefined) this.notice = user.left;
      else {
        this.problem = user.left;
        if (token === keptToken()) this.#await(user.left);
      }
    } else {
      this.#leave(undefined);
      await this.#signIn(token, trial);
    }
  }

  #endTrial(): void {
    this.#trial?.close();
    this.#trial = undefined;
  }

  /** Goes on with a client; resolves with whether it logged in. */
  async #enter(client: PlanClient): Promise<boolean> {
    this.client = client;
    this.problem = undefined;
    const isMine = (): boolean => this.client === client;
    this.#hope.end();
    client.subscribe(
      (plan) => {
        if (isMine()) this.plan = plan;
      },
      (following) => {
        if (isMine()) this.#followed(following);
      },
    );
    return this.#meet(client);
  }

  /** Asks who has logged in; resolves with whether somebody has. */
  async #meet(client: PlanClient): Promise<boolean> {
    const user = await client.user();
    if (this.client !== client) return false;
    if (isLeft(user)) {
      if (isRefusedToken(user.left)) this.#leave(refusalOf(user.left));
      else this.problem = user.left;
      return false;
    }
    this.problem = undefined;
    this.user = user.right;
    this.homeAssistantAway = undefined;
    this.#readFragment();
    return true;
  }

  #followed(following: Following): void {
    this.following = following;
    // The line was lost before it was known who had logged in.
    if (following === "live" && this.problem !== undefined && this.client !== undefined)
      void this.#meet(this.client);
    if (typeof following === "object" && isRefusedToken(following.refused))
      this.#leave(refusalOf(following.refused));
    else if (following === "away" && this.user === undefined) void this.#askWhyAway();
  }

  /** Of a token that only Home Assistant can check the service says that it cannot reach it, and not whose fault it is. */
  async #askWhyAway(): Promise<void> {
    const { client } = this;
    if (!isSession(keptToken())) return;
    const why = await whyHomeAssistantIsAway();
    if (this.client === client && this.user === undefined) this.homeAssistantAway = why;
  }

  /** Goes back to the form. The token stays kept: a service that refuses it today may be another one than tomorrow's. */
  #leave(problem: PlanProblem | undefined): void {
    this.client?.close();
    this.client = undefined;
    this.user = undefined;
    this.plan = undefined;
    this.following = undefined;
    this.editor = "none";
    this.notice = undefined;
    this.homeAssistantAway = undefined;
    this.problem = problem;
    if (problem === undefined) this.#hope.end();
    else this.#await(problem);
  }

  /** A kept token that is refused now may be accepted later, and nobody may be there to reload the page. */
  #await(problem: PlanProblem): void {
    void this.#hope.wait(problem, () => {
      const kept = keptToken();
      if (this.client === undefined && kept !== undefined) void this.#try(kept);
    });
  }

  readonly #askForToken = (): void => {
    this.#endTrial();
    this.#leave(undefined);
  };

  readonly #signOut = (): void => {
    const kept = keptToken();
    if (kept !== undefined && isSession(kept)) endSession(kept);
    forgetToken();
    this.#askForToken();
    location.hash = "";
  };

  readonly #readFragment = (): void => {
    const given = takeGivenToken();
    if (given !== undefined) this.#offer(given);
    this.isEditing = location.hash === editorFragment && this.user?.isAdmin === true;
    if (this.isEditing && this.editor !== "there") void this.#loadEditor();
  };

  async #loadEditor(): Promise<void> {
    this.editor = "loading";
    try {
      const { editorSpeaker } = await import("../editor/main.ts");
      await editorSpeaker.ready(browserLanguages());
      this.editor = "there";
    } catch {
      this.editor = "failed";
    }
  }
}

// Asked for with the settings, which the page waits for anyway.
await pageSpeaker.ready(browserLanguages());
customElements.define("floorplan-page", FloorplanPage);
