import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { connectIngress, connectStandalone } from "../connection/connect.ts";
import type { PlanClient, PlanProblem, SubscriptionState } from "../connection/plan-client.ts";
import { isRefusedToken } from "../connection/retry.ts";
import { base, forgetToken, isKeptBy, keepToken, keptToken } from "./token-storage.ts";
import { pendingLinkCode, endOpening, type LinkCredentials, openLink } from "./access-link.ts";
import { UnavailableReason, LoginRetry, type LoginState, signedOut } from "./login-state.ts";
import { beginSession, endSession, isSession, problemFor } from "./home-assistant-sign-in.ts";
import { domain, isIngress, url } from "./settings.ts";

const clientOf = (token: string): PlanClient => connectStandalone(url, token, domain);

/** Callbacks of a login. */
export interface Listener {
  /** The state has changed. */
  readonly changed: () => void;
  /** Somebody has logged in. */
  readonly met: () => void;
  /** Asks whether a link may replace the user with this name. */
  readonly mayReplace: (name: string) => Promise<boolean>;
  /** Nobody is signed in any more; their work is still there. */
  readonly left: () => void;
}

/** Signs people in and out: with the stored token, a link, or a typed token. */
export class Login {
  readonly #listener: Listener;
  #now: LoginState = signedOut;
  #isBusy = false;
  /** Tries a link's token beside the current login. */
  #trial: PlanClient | undefined;
  /** What a link gave, until it is known whether somebody is signed in. */
  #given: LinkCredentials | undefined;
  #hasStarted = false;
  /** Aborts the opening of a link. */
  #opening: AbortController | undefined;
  /** The client's token; undefined with ingress. */
  #token: string | undefined;
  readonly #retry = new LoginRetry();
  readonly #whyAway = new UnavailableReason((homeAssistantAway) =>
    this.#set({ homeAssistantAway }),
  );

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  get now(): LoginState {
    return this.#now;
  }

  /** The token that signing out would forget for good; undefined for a login that Home Assistant repeats. */
  get lastingToken(): string | undefined {
    return isSession(this.#token) ? undefined : this.#token;
  }

  /** Whether a sign-in with Home Assistant is being completed. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Starts with Home Assistant's return if there is one, else with the stored token or ingress. */
  start(returned: Either<PlanProblem, string> | undefined): void {
    this.#hasStarted = true;
    if (returned !== undefined && isRight(returned)) return void this.#begin(returned.right);
    const kept = keptToken();
    if (this.#now.client === undefined && isIngress) void this.#enter(connectIngress(base, domain));
    else if (this.#now.client === undefined && kept !== undefined)
      void this.#enter(clientOf(kept), kept);
    if (returned !== undefined)
      if (this.#now.client === undefined) this.tell(returned.left);
      else this.#set({ notice: returned.left });
    const begun = pendingLinkCode();
    if (begun !== undefined && this.#given === undefined) void this.#open(begun);
    else void this.#takeGiven();
  }

  /** Signs in with a typed token. */
  take(token: string): void {
    this.#endTrials();
    void this.#signIn(token);
  }

  /**
   * Takes what a link gave. Any page may have led to that link, so a current user stays signed in unless they agree.
   */
  offer(given: LinkCredentials): void {
    this.#given = given;
    void this.#takeGiven();
  }

  /** Shows a problem. */
  tell(problem: PlanProblem): void {
    this.#set({ problem });
  }

  /** Dismisses the notice. */
  understood(): void {
    this.#set({ notice: undefined });
  }

  /** Goes back to the form for another token; the stored one is kept. */
  askForToken(): void {
    this.#endTrials();
    endOpening();
    this.#leave(undefined);
  }

  /** Signs out, and forgets the token. */
  signOut(): void {
    const kept = keptToken();
    if (kept !== undefined && isSession(kept)) endSession(kept);
    forgetToken();
    this.askForToken();
  }

  #set(change: Partial<LoginState>): void {
    this.#now = { ...this.#now, ...change };
    this.#listener.changed();
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#listener.changed();
  }

  /** Signs in with Home Assistant's code. */
  async #begin(code: string): Promise<void> {
    this.#setBusy(true);
    const token = await beginSession(code);
    this.#setBusy(false);
    if (isLeft(token)) return this.#leave(token.left);
    this.askForToken();
    await this.#signIn(token.right);
  }

  /** Signs in with a new token, which is stored as soon as it has logged in. */
  async #signIn(token: string, client = clientOf(token), code?: string): Promise<void> {
    if (await this.#enter(client, token)) keepToken(token, code);
  }

  /** Continues with a link's gift once it is known whether somebody is signed in. */
  async #takeGiven(): Promise<void> {
    const given = this.#given;
    const { client, user } = this.#now;
    const isUnknown = !this.#hasStarted || (client !== undefined && user === undefined);
    if (given === undefined || isUnknown) return;
    this.#given = undefined;
    const { kind, secret } = given;
    if (kind === "token") {
      if (user === undefined) void this.#signIn(secret);
      else if (secret !== keptToken()) void this.#try(secret);
    } else if (user === undefined || secret === pendingLinkCode()) void this.#open(secret);
    else if (!isKeptBy(secret) && (await this.#listener.mayReplace(user.name)))
      void this.#open(secret);
  }

  /** Opens a link by its code, and signs in with its token. */
  async #open(code: string): Promise<void> {
    if (this.#opening !== undefined && pendingLinkCode() === code) return;
    this.#endTrials();
    // Do not retry a refused stored token meanwhile.
    this.#retry.end();
    const opening = new AbortController();
    this.#opening = opening;
    this.#set({ opening: "begun", problem: undefined });
    const token = await openLink(code, opening.signal, () => this.#set({ opening: "away" }));
    if (this.#opening !== opening) return;
    this.#opening = undefined;
    this.#set({ opening: undefined });
    if (isLeft(token)) {
      endOpening();
      if (this.#now.client === undefined) this.#leave(token.left);
      else this.#set({ notice: token.left });
      return;
    }
    if (this.#now.client !== undefined) this.#leave(undefined);
    await this.#signIn(token.right, undefined, code);
    endOpening();
  }

  /**
   * Tries a token beside the stored one, and replaces that once the new one has logged in, if the current user agrees.
   */
  async #try(token: string): Promise<void> {
    this.#endTrials();
    const trial = clientOf(token);
    this.#trial = trial;
    const user = await trial.user();
    if (this.#trial !== trial) return;
    if (isLeft(user)) {
      this.#trial = undefined;
      trial.close();
      if (this.#now.client !== undefined) this.#set({ notice: user.left });
      else {
        this.tell(user.left);
        if (token === keptToken()) this.#await(user.left);
      }
      return;
    }
    const here = this.#now.user;
    const mayReplace = here === undefined || (await this.#listener.mayReplace(here.name));
    if (this.#trial !== trial) return;
    if (!mayReplace) return this.#endTrials();
    this.#trial = undefined;
    this.#leave(undefined);
    await this.#signIn(token, trial);
  }

  /** Ends attempts beside the current login. */
  #endTrials(): void {
    this.#trial?.close();
    this.#trial = undefined;
    if (this.#opening === undefined) return;
    this.#opening.abort();
    this.#opening = undefined;
    endOpening();
  }

  /** Switches to a client; resolves with whether it logged in. */
  async #enter(client: PlanClient, token?: string): Promise<boolean> {
    this.#token = token;
    this.#set({ client, problem: undefined });
    this.#retry.end();
    client.subscribe(
      (plan) => {
        if (this.#now.client === client) this.#set({ plan });
      },
      (following) => {
        if (this.#now.client === client) this.#followed(client, following);
      },
    );
    return this.#meet(client);
  }

  /** Asks for the current user; resolves with whether there is one. */
  async #meet(client: PlanClient): Promise<boolean> {
    const user = await client.user();
    if (this.#now.client !== client) return false;
    if (isLeft(user)) {
      if (isRefusedToken(user.left)) this.#refused(user.left);
      else this.tell(user.left);
      return false;
    }
    this.#set({ problem: undefined, user: user.right, homeAssistantAway: undefined });
    this.#listener.met();
    void this.#takeGiven();
    return true;
  }

  #followed(client: PlanClient, following: SubscriptionState): void {
    const wasAway = this.#now.following === "away";
    this.#set({ following });
    // The user is not known yet, or has other rights since: changed ones end the connection.
    if (following === "live" && (wasAway || this.#now.problem !== undefined))
      void this.#meet(client);
    if (typeof following === "object" && isRefusedToken(following.refused))
      this.#refused(following.refused);
    else if (following === "away" && isSession(this.#token)) {
      const isUnknown = (): boolean => this.#now.client === client && this.#now.user === undefined;
      void this.#whyAway.ask(client, isUnknown);
    }
  }

  #refused(problem: PlanProblem): void {
    this.#leave(problemFor(problem, this.#token, this.#now.user !== undefined));
  }

  /**
   * Goes back to the form. The token stays stored: a service that refuses it today may accept it tomorrow, as after a
   * restore.
   */
  #leave(problem: PlanProblem | undefined): void {
    this.#now.client?.close();
    this.#set({ ...signedOut, problem });
    this.#listener.left();
    if (problem === undefined) this.#retry.end();
    else this.#await(problem);
    void this.#takeGiven();
  }

  /** Retries a refused stored token, since nobody may be there to reload the page. */
  #await(problem: PlanProblem): void {
    void this.#retry.wait(problem, () => {
      if (this.#now.client !== undefined) return;
      const kept = keptToken();
      if (isIngress) void this.#enter(connectIngress(base, domain));
      else if (kept !== undefined) void this.#try(kept);
    });
  }
}
