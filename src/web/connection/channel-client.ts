import { type Either, right } from "fp-ts/lib/Either.js";
import type { Auth, Connection, MessageBase } from "home-assistant-js-websocket";
import type { Answer, PlanProblem, PlanSource, SubscriptionState } from "./plan-client.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { isObject } from "../../model/json.ts";
import type { DomainMessages, TypeOfMessage } from "../../client/messages.ts";
import { keepSubscribed } from "./resubscribe.ts";

/** Called when an attempt to connect fails, with the service's refusal, or undefined if it did not answer. */
export type OnFailure = (refusal: PlanProblem | undefined) => void;

/** A link to the service, for card and editor. */
export interface Link {
  /** The address of the service, without a slash at its end. */
  readonly base: string;
  /** A valid access token; rejects if none can be had. */
  readonly token: () => Promise<string>;
  /** The connection, or why there is none now. */
  readonly reach: () => Promise<Either<PlanProblem, Connection>>;
  /** Resolves once connected, however long that takes. */
  readonly connected: Promise<Connection>;
  /** Reports every failed attempt until the signal aborts; reports a token that is refused now at once. */
  readonly onFailure: (listener: OnFailure, signal: AbortSignal) => void;
  readonly close: () => void;
}

/** The token of a login, renewed if it has expired. */
export const tokenOf = async (auth: Auth): Promise<string> => {
  if (auth.expired) await auth.refreshAccessToken();
  return auth.accessToken;
};

/**
 * Resolves a URL of the plan for browsers that reach the service at `base`, such as `https://home.example/plan`: a plan
 * names `/local/floorplan/…`, without the path of a proxy. Empty for an invalid URL or another host's.
 */
export const urlBelow = (base: string, url: string): string => {
  const { origin, pathname } = new URL(base);
  if (!URL.canParse(url, origin)) return "";
  const found = new URL(url, origin);
  if (found.origin !== origin) return "";
  // A URL with a scheme already has the whole path.
  if (URL.canParse(url)) return found.href;
  return `${origin}${pathname.replace(/\/+$/, "")}${found.pathname}${found.search}${found.hash}`;
};

let changes: typeof import("../../client/apply-changes.ts") | undefined;

/** Loads what makes changes of plans, behind the first plan. Until it is there, and if it cannot be loaded, whole plans do. */
const loadChanges = async (): Promise<void> => {
  try {
    changes ??= await import("../../client/apply-changes.ts");
  } catch {
    // The next event tries again.
  }
};

const isUnknownCommand = (state: SubscriptionState): boolean =>
  typeof state === "object" && state.refused.code === "unknown_command";

/**
 * How to reach a service: its link, the domain of its commands, and the connection to Home Assistant if that is another
 * one.
 */
export type Route = readonly [link: Link, domain: string, homeAssistant?: Connection | undefined];

/** The service over a link, in the commands of Home Assistant's websocket convention. */
export class ChannelClient implements PlanSource {
  protected readonly link: Link;
  readonly domain: string;
  /**
   * The plan as the service has it, value by value, while it is followed by changes over this connection. It does not
   * outlive the connection: a service that was restored from a backup may come back with another plan of its revision.
   */
  protected known: PlanData | undefined;
  readonly #homeAssistant: Connection | undefined;

  constructor(...[link, domain, homeAssistant]: Route) {
    this.link = link;
    this.domain = domain;
    this.#homeAssistant = homeAssistant;
  }

  /** For one listener at a time. */
  subscribe(...[onPlan, onState]: Parameters<PlanSource["subscribe"]>): () => void {
    const ending = new AbortController();
    void this.#follow(onPlan, onState, ending.signal);
    return () => {
      ending.abort();
      this.known = undefined;
    };
  }

  service(): Answer<Connection> {
    return this.link.reach();
  }

  async connection(): Answer<Connection> {
    return this.#homeAssistant === undefined ? this.service() : right(this.#homeAssistant);
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
      if (signal.aborted || state === told) return;
      told = state;
      onState(state);
    };
    this.link.onFailure((refused) => tell(refused === undefined ? "away" : { refused }), signal);
    const connection = await this.link.connected;
    if (signal.aborted) return;
    const follow = this.type("plan/follow");
    // Never with a `rev`: after a reconnect, a service that was restored may have another plan of the same number.
    const message: MessageBase = { type: follow };
    const retry = keepSubscribed(connection, {
      message,
      onEvent: (event) => {
        const what = isObject(event) ? event : {};
        if (message.type !== follow) return onPlan(what);
        void loadChanges();
        const { plan } = what;
        const next = isObject(plan) ? plan : this.known && changes?.applyEvent(this.known, what);
        this.known = next;
        return next !== undefined && onPlan(next);
      },
      onState: (state) => {
        if (state === "away") {
          this.known = undefined;
          message.type = follow;
        } else if (isUnknownCommand(state) && message.type === follow) {
          // Home Assistant's integration, which tells whole plans.
          message.type = this.type("plan/subscribe");
          return retry();
        }
        tell(state);
      },
      signal,
    });
  }

  /** The type of one of the service's own commands. */
  protected type<Name extends keyof DomainMessages>(name: Name): TypeOfMessage<Name> {
    return `${this.domain}/${name}`;
  }
}

/** The default domain of the service's commands. */
export const defaultDomain = "floorplan";

/** The part of Home Assistant's `hass` that links use. */
export interface HassConnection {
  readonly connection: Connection;
  readonly auth: Auth;
}

/**
 * A link to the service behind Home Assistant over the connection of Home Assistant's page; closing the link leaves
 * that connection open.
 */
const linkInside = ({ connection, auth }: HassConnection): Link => ({
  get base() {
    return auth.data.hassUrl;
  },
  token: () => tokenOf(auth),
  reach: () => Promise.resolve(right(connection)),
  connected: Promise.resolve(connection),
  // Home Assistant's page reports connection problems itself.
  onFailure: () => undefined,
  close: () => undefined,
});

/** The route to the service behind Home Assistant, over the connection of Home Assistant's page. */
export const routeThroughFrontend = (hass: HassConnection, domain = defaultDomain): Route => [
  linkInside(hass),
  domain,
];
