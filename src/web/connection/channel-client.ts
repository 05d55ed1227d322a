import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Auth, Connection } from "home-assistant-js-websocket";
import type { Answer, PlanProblem, PlanSource, SavedAt, SubscriptionState } from "./plan-client.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { isList, isObject, type Json } from "../../model/json.ts";
import type { DomainMessages, Messages, TypeOfMessage } from "../../client/messages.ts";
import { keepSubscribed } from "./resubscribe.ts";
import { numberField, problemOf, textField } from "../../client/errors.ts";

/** Hears of an attempt to connect that has failed: why the service has refused it, or nothing where it did not answer. */
export type OnFailure = (refusal: PlanProblem | undefined) => void;

/** A way to the service, over which card and editor talk to it. */
export interface Link {
  /** The address of the service, without a slash at its end. */
  readonly base: string;
  /** An access token that is valid now; rejects where there is none to be had. */
  readonly token: () => Promise<string>;
  /** The connection, or why there is none for now. */
  readonly reach: () => Promise<Either<PlanProblem, Connection>>;
  /** The connection, however long it takes to come. */
  readonly connected: Promise<Connection>;
  /** Tells of every attempt that fails, until the signal aborts; at once of a token that is refused now. */
  readonly onFailure: (listener: OnFailure, signal: AbortSignal) => void;
  readonly close: () => void;
}

/** The token of a login, renewed where it has expired. */
export const tokenOf = async (auth: Auth): Promise<string> => {
  if (auth.expired) await auth.refreshAccessToken();
  return auth.accessToken;
};

/**
 * The address of a URL of the plan for browsers that reach the service at `base`, such as
 * `https://home.example/plan`: a plan names `/local/floorplan/…` whatever path the service lies behind. Empty
 * for what is no URL, or another host's.
 */
export const urlBelow = (base: string, url: string): string => {
  const { origin, pathname } = new URL(base);
  if (!URL.canParse(url, origin)) return "";
  const found = new URL(url, origin);
  if (found.origin !== origin) return "";
  // One with a scheme names its host itself, and with it the whole path.
  if (URL.canParse(url)) return found.href;
  return `${origin}${pathname.replace(/\/+$/, "")}${found.pathname}${found.search}${found.hash}`;
};

type Subscribe = PlanSource["subscribe"];

interface Listener {
  readonly onPlan: (plan: PlanData) => void;
  readonly onState: (state: SubscriptionState) => void;
}

/**
 * Lets any number of listeners follow a plan over one subscription; who comes later gets at once what the
 * others have. The subscription ends with its last listener.
 */
const sharedSubscription = (subscribe: Subscribe): Subscribe => {
  const listeners = new Set<Listener>();
  let plan: PlanData | undefined;
  let state: SubscriptionState | undefined;
  let end: (() => void) | undefined;
  const begin = (): (() => void) =>
    subscribe(
      (next) => {
        plan = next;
        for (const { onPlan } of listeners) onPlan(next);
      },
      (next) => {
        state = next;
        for (const { onState } of listeners) onState(next);
      },
    );
  return (onPlan, onState) => {
    const listener = { onPlan, onState };
    listeners.add(listener);
    if (plan !== undefined) onPlan(plan);
    if (state !== undefined) onState(state);
    end ??= begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      end?.();
      end = undefined;
      plan = undefined;
      state = undefined;
    };
  };
};

/** When an entry of the history was saved; none where it does not say. */
export const timeOf = (each: Json): readonly SavedAt[] => {
  const rev = numberField(each, "rev");
  const savedAt = textField(each, "saved_at");
  return rev === undefined || savedAt === undefined ? [] : [{ rev, savedAt }];
};

/** Reads an answer; one that does not hold what was asked for is a problem of its own, and never taken for an empty one. */
export const decodeAnswer = <Raw, Value>(
  answer: Either<PlanProblem, Raw>,
  what: string,
  read: (answer: Raw) => Value | undefined,
): Either<PlanProblem, Value> => {
  if (isLeft(answer)) return answer;
  const found = read(answer.right);
  const message = `there is no ${what} in the answer`;
  return found === undefined ? left({ code: "unexpected_answer", message }) : right(found);
};

/** What was asked for, or why it was refused. */
export const catchProblem = async <Value>(ask: () => Promise<Value>): Answer<Value> => {
  try {
    return right(await ask());
  } catch (error) {
    return left(problemOf(error));
  }
};

/** The way to a service: a link, the first part of its commands, and where Home Assistant is reached, if not over the link. */
export type Route = readonly [link: Link, domain: string, homeAssistant?: Connection | undefined];

/** The service over a link, in the commands of Home Assistant's websocket convention. */
export class ChannelClient implements PlanSource {
  protected readonly link: Link;
  readonly domain: string;
  readonly #homeAssistant: Connection | undefined;

  constructor(...[link, domain, homeAssistant]: Route) {
    this.link = link;
    this.domain = domain;
    this.#homeAssistant = homeAssistant;
  }

  readonly subscribe = sharedSubscription((onPlan, onState) => {
    const ending = new AbortController();
    void this.#follow(onPlan, onState, ending.signal);
    return () => ending.abort();
  });

  connection(): Answer<Connection> {
    return this.#homeAssistant === undefined
      ? this.link.reach()
      : Promise.resolve(right(this.#homeAssistant));
  }

  times(): Answer<readonly SavedAt[]> {
    return this.ask(this.type("history/times"), {}, "list", (list) =>
      isList(list) ? list.flatMap(timeOf) : undefined,
    );
  }

  revision(rev: number): Answer<PlanData> {
    return this.ask(this.type("history/get"), { rev }, "plan", (plan) =>
      isObject(plan) ? plan : undefined,
    );
  }

  imageUrl(url: string): string {
    return urlBelow(this.link.base, url);
  }

  close(): void {
    this.link.close();
  }

  async #follow(
    onPlan: (plan: PlanData) => void,
    onState: (state: SubscriptionState) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let told: SubscriptionState | undefined;
    const tell = (state: SubscriptionState): void => {
      if (signal.aborted || (state === "away" && told === "away")) return;
      told = state;
      onState(state);
    };
    this.link.onFailure((refused) => tell(refused === undefined ? "away" : { refused }), signal);
    const connection = await this.link.connected;
    if (signal.aborted) return;
    keepSubscribed(connection, {
      message: { type: this.type("plan/subscribe") },
      onEvent: (event) => onPlan(isObject(event) ? event : {}),
      onState: tell,
      signal,
    });
  }

  /** The type of a command of the service's own. */
  protected type<Name extends keyof DomainMessages>(name: Name): TypeOfMessage<Name> {
    return `${this.domain}/${name}`;
  }

  /** Asks with a command of the service's, or of the convention; the right is what `read` finds in the answer. */
  protected async ask<Name extends keyof Messages, Value>(
    type: TypeOfMessage<Name>,
    fields: Messages[Name]["fields"],
    what: string,
    read: (answer: Json) => Value | undefined,
  ): Answer<Value> {
    const reached = await this.link.reach();
    if (isLeft(reached)) return reached;
    const connection = reached.right;
    const answer = await catchProblem(() =>
      connection.sendMessagePromise<Json>({ type, ...fields }),
    );
    return decodeAnswer(answer, what, read);
  }
}

/** The first part of the service's commands, unless it was given another. */
export const defaultDomain = "floorplan";

/** What is used of Home Assistant's `hass`. */
export interface HassConnection {
  readonly connection: Connection;
  readonly auth: Auth;
}

/** The connection of Home Assistant's page as a link to the service behind Home Assistant; closing it leaves that open. */
const linkInside = ({ connection, auth }: HassConnection): Link => ({
  get base() {
    return auth.data.hassUrl;
  },
  token: () => tokenOf(auth),
  reach: () => Promise.resolve(right(connection)),
  connected: Promise.resolve(connection),
  // Its page tells how it is connected.
  onFailure: () => undefined,
  close: () => undefined,
});

/** The way to the service behind Home Assistant, over the connection that Home Assistant's page has. */
export const routeThroughFrontend = (hass: HassConnection, domain = defaultDomain): Route => [
  linkInside(hass),
  domain,
];
