import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../elements/entities.ts";
import { connectIngress, connectStandalone } from "../client/connect.ts";
import type { Following, PlanClient, PlanProblem, PlanUser } from "../client/plan-client.ts";
import { isRefusedToken } from "../client/refusal.ts";
import { base } from "./base.ts";
import { Hope } from "./hope.ts";
import { beginSession, endSession, isSession, problemFor } from "./session.ts";
import { domain, isIngress, url } from "./settings.ts";
import { forgetToken, keepToken, keptToken } from "./token.ts";
import { WhyAway } from "./why-away.ts";

const clientOf = (token: string): PlanClient => connectStandalone(url, token, domain);

/** Who is signed in, and what they follow. */
export interface Standing {
  readonly client: PlanClient | undefined;
  /** Known once the client has logged in. */
  readonly user: PlanUser | undefined;
  readonly plan: PlanData | undefined;
  readonly following: Following | undefined;
  readonly problem: PlanProblem | undefined;
  /** Why a token of the address did not take the place of the one that is signed in. */
  readonly notice: PlanProblem | undefined;
  /** Why nobody can log in as a user of Home Assistant now, in the service's own words. */
  readonly homeAssistantAway: string | undefined;
}

const nobody: Standing = {
  client: undefined,
  user: undefined,
  plan: undefined,
  following: undefined,
  problem: undefined,
  notice: undefined,
  homeAssistantAway: undefined,
};

/** What is told of a login. */
export interface Listener {
  /** Something of its standing is another. */
  readonly changed: () => void;
  /** Somebody has logged in. */
  readonly met: () => void;
  /** Nobody is signed in any more; what they worked in is still there. */
  readonly left: () => void;
}

/** Signs people in, with what this browser keeps, what the address has, or what they give; and out. */
export class Login {
  readonly #listener: Listener;
  #now: Standing = nobody;
  #isBusy = false;
  /** With a token of the address, of which nothing is known yet, beside whoever is signed in. */
  #trial: PlanClient | undefined;
  /** The token of the client; none where ingress names somebody. */
  #token: string | undefined;
  readonly #hope = new Hope();
  readonly #whyAway = new WhyAway((homeAssistantAway) => this.#set({ homeAssistantAway }));

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  get now(): Standing {
    return this.#now;
  }

  /** Whether Home Assistant has led back here, and the service is asked for a session. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Begins with what Home Assistant has led back with, else with whom this browser or ingress knows. */
  start(returned: Either<PlanProblem, string> | undefined): void {
    if (returned !== undefined && isRight(returned)) return void this.#begin(returned.right);
    const kept = keptToken();
    if (this.#now.client === undefined && isIngress) void this.#enter(connectIngress(base, domain));
    else if (this.#now.client === undefined && kept !== undefined)
      void this.#enter(clientOf(kept), kept);
    if (returned === undefined) return;
    if (this.#now.client === undefined) this.tell(returned.left);
    else this.#set({ notice: returned.left });
  }

  /** Signs in with a token that somebody has typed. */
  take(token: string): void {
    this.#endTrial();
    void this.#signIn(token);
  }

  /**
   * Takes a token of the address, which any page may have led to: beside one that is kept or signed in it is
   * only tried, and takes that one's place once it has logged in.
   */
  offer(token: string): void {
    const kept = keptToken();
    if (this.#now.client === undefined && (kept === undefined || kept === token))
      void this.#signIn(token);
    else if (kept !== token) void this.#try(token);
  }

  /** Tells why nobody can sign in. */
  tell(problem: PlanProblem): void {
    this.#set({ problem });
  }

  /** The notice was read. */
  understood(): void {
    this.#set({ notice: undefined });
  }

  /** Goes back to the form, for another token. The one that is kept stays so. */
  askForToken(): void {
    this.#endTrial();
    this.#leave(undefined);
  }

  /** Signs out, and forgets the token. */
  signOut(): void {
    const kept = keptToken();
    if (kept !== undefined && isSession(kept)) endSession(kept);
    forgetToken();
    this.askForToken();
  }

  #set(change: Partial<Standing>): void {
    this.#now = { ...this.#now, ...change };
    this.#listener.changed();
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#listener.changed();
  }

  /** Signs in with what Home Assistant gave. */
  async #begin(code: string): Promise<void> {
    this.#setBusy(true);
    const token = await beginSession(code);
    this.#setBusy(false);
    if (isLeft(token)) return this.#leave(token.left);
    this.askForToken();
    await this.#signIn(token.right);
  }

  /** Signs in with a token that somebody gave, which is kept as soon as it has logged in. */
  async #signIn(token: string, client = clientOf(token)): Promise<void> {
    if (await this.#enter(client, token)) keepToken(token);
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
      if (this.#now.client !== undefined) this.#set({ notice: user.left });
      else {
        this.tell(user.left);
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
  async #enter(client: PlanClient, token?: string): Promise<boolean> {
    this.#token = token;
    this.#set({ client, problem: undefined });
    this.#hope.end();
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

  /** Asks who has logged in; resolves with whether somebody has. */
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
    return true;
  }

  #followed(client: PlanClient, following: Following): void {
    this.#set({ following });
    // The line was lost before it was known who had logged in.
    if (following === "live" && this.#now.problem !== undefined) void this.#meet(client);
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

  /** Goes back to the form. The token stays kept: a service that refuses it today may be another one than tomorrow's. */
  #leave(problem: PlanProblem | undefined): void {
    this.#now.client?.close();
    this.#set({ ...nobody, problem });
    this.#listener.left();
    if (problem === undefined) this.#hope.end();
    else this.#await(problem);
  }

  /** A kept token that is refused now may be accepted later, and nobody may be there to reload the page. */
  #await(problem: PlanProblem): void {
    void this.#hope.wait(problem, () => {
      if (this.#now.client !== undefined) return;
      const kept = keptToken();
      if (isIngress) void this.#enter(connectIngress(base, domain));
      else if (kept !== undefined) void this.#try(kept);
    });
  }
}
