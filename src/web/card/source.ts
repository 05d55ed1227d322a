import { left } from "fp-ts/lib/Either.js";
import type { Auth, Connection } from "home-assistant-js-websocket";
import {
  ChannelClient,
  type HassConnection,
  type Link,
  type OnFailure,
  type Route,
  routeThroughFrontend,
  defaultDomain,
} from "../connection/channel-client.ts";
import { loadAgain } from "../connection/retry.ts";
import type { PlanSource, SubscriptionState } from "../connection/plan-client.ts";
import type { Hass } from "../home-assistant/home-assistant.ts";
import { folderOf } from "../ui/browser-storage.ts";
import type { PlanData } from "../../model/elements/entities.ts";

/** A link to the service whose library is loaded first; `url`: its address until then. */
const lazyLink = (url: string, open: () => Promise<Link>): Link => {
  const closing = new AbortController();
  const { signal } = closing;
  const early = new Set<OnFailure>();
  let opened: Link | undefined;
  const openOnce = async (): Promise<Link> => (opened = await open());
  const opening = loadAgain(openOnce, signal, () => {
    for (const listener of early) listener(undefined);
  });
  const aborted = left({ code: "aborted", message: "the connection is no longer wanted" });
  const closed = new Promise<typeof aborted>((resolve) => {
    signal.addEventListener("abort", () => resolve(aborted));
  });
  const pass = async (listener: OnFailure, until: AbortSignal): Promise<void> => {
    const link = await opening;
    early.delete(listener);
    if (!until.aborted) link.onFailure(listener, until);
  };
  const end = async (): Promise<void> => {
    const link = await opening;
    link.close();
  };
  return {
    get base() {
      return opened?.base ?? url;
    },
    token: async () => (await opening).token(),
    reach: () => Promise.race([opening.then((link) => link.reach()), closed]),
    connected: opening.then((link) => link.connected),
    onFailure: (listener, until) => {
      early.add(listener);
      until.addEventListener("abort", () => early.delete(listener), { once: true });
      void pass(listener, until);
    },
    close: () => {
      closing.abort();
      void end();
    },
  };
};

/** Loads what a card needs outside of Home Assistant's page. */
export const loadStandalone = (): Promise<typeof import("./standalone.ts")> =>
  import("./standalone.ts");

const wayTo = (
  url: string,
  by: string | Auth,
  domain = defaultDomain,
  homeAssistant?: Connection,
): Route => {
  const open = async (): Promise<Link> => (await loadStandalone()).openLink(url, by);
  return [lazyLink(url, open), domain, homeAssistant];
};

/**
 * The route to the service at an address such as `http://127.0.0.1:8125` or `https://home.example/plan`, or at several,
 * separated by commas, with a token. It connects and reconnects by itself; `subscribe` reports the state.
 */
const routeWithToken = (url: string, token: string, domain?: string): Route =>
  wayTo(url, token, domain);

/**
 * The route to a separate service in Home Assistant's page: the plan comes from the service, states from the page's
 * connection. Without a token, the card logs in as the user of Home Assistant's page, whose token the service then
 * gets.
 */
export const routeBesideFrontend = (
  hass: HassConnection,
  url: string,
  token: string | undefined,
  domain?: string,
): Route => wayTo(url, token ?? hass.auth, domain, hass.connection);

/** Where this module was loaded from: the service, or wherever somebody copied the module to. */
const servedFrom = folderOf(import.meta.url);

/**
 * The address of the service that served this module to a page of another origin; undefined if both have the same
 * origin, which says nothing.
 */
export const servingService = (): string | undefined =>
  new URL(servedFrom).origin === location.origin ? undefined : servedFrom.replace(/\/$/, "");

/**
 * Whether the (first) address has the origin of this module. The page already runs that origin's code, which could take
 * anything that the page knows, so it may be told.
 */
const isTrusted = (url: string): boolean => {
  const [first = ""] = url.split(",");
  return URL.canParse(first) && new URL(first).origin === new URL(servedFrom).origin;
};

/** Possible sources of a card's plan. */
interface SourceChoices<Client extends PlanSource> {
  readonly client: Client | undefined;
  readonly hass: Hass | undefined;
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly domain: string | undefined;
}

/** How a source logs in: with a token, as the user of Home Assistant, or over Home Assistant's page. */
export type Requester = "token" | "user" | "page";

/** The source of a card's plan; equal keys mean the same source. */
export interface Source<Client extends PlanSource> {
  readonly asking: Requester;
  readonly key: unknown;
  readonly open: () => Client;
}

/**
 * Chooses the source: the given client, else the service at an address, else Home Assistant's connection. An address
 * without a token is no source, unless its service may be told who is signed in to Home Assistant. `make` makes a
 * client of a route.
 */
export const sourceOf = <Client extends PlanSource>(
  { client, hass, url, token, domain }: SourceChoices<Client>,
  make: (...way: Route) => Client,
): Source<Client> | undefined => {
  if (client !== undefined) return { asking: "token", key: client, open: () => client };
  // Home Assistant's `hass` is a new object at every change; its connection stays the same.
  if (url === undefined)
    return (
      hass && {
        asking: "page",
        key: hass.connection,
        open: () => make(...routeThroughFrontend(hass, domain)),
      }
    );
  const key = JSON.stringify([url, token, domain, hass !== undefined]);
  if (hass !== undefined && (token !== undefined || isTrusted(url)))
    return {
      asking: token === undefined ? "user" : "token",
      key,
      open: () => make(...routeBesideFrontend(hass, url, token, domain)),
    };
  return token === undefined
    ? undefined
    : { asking: "token", key, open: () => make(...routeWithToken(url, token, domain)) };
};

/** Callbacks of a card's subscription. */
export interface PlanSubscriptionListener {
  readonly plan: (plan: PlanData) => void;
  readonly following: (following: SubscriptionState) => void;
  /** The subscription ended; what it delivered is void. */
  readonly ended: () => void;
}

/** Follows the plan of one source at a time. */
export class Subscription {
  readonly #told: PlanSubscriptionListener;
  #isConnected = false;
  #followed:
    | {
        readonly key: unknown;
        readonly asking: Requester;
        readonly client: PlanSource;
        readonly end: () => void;
      }
    | undefined;

  constructor(told: PlanSubscriptionListener) {
    this.#told = told;
  }

  /** How the followed source logs in; undefined if there is none. */
  get asking(): Requester | undefined {
    return this.#followed?.asking;
  }

  /** The client, once connected. */
  get connectedClient(): PlanSource | undefined {
    return this.#isConnected ? this.#followed?.client : undefined;
  }

  /** The address of an image of the plan; empty if it is not an image of its service. */
  readonly imageUrl = (url: string): string => this.#followed?.client.imageUrl(url) ?? "";

  /** Follows the plan of the given source; resubscribes only if the source changed. */
  follow(given: SourceChoices<PlanSource>): void {
    const source = sourceOf(given, (...way) => new ChannelClient(...way));
    if (source?.key === this.#followed?.key) return;
    this.end();
    if (source === undefined) return;
    const client = source.open();
    const leave = client.subscribe(this.#told.plan, (following) => {
      if (following === "live") this.#isConnected = true;
      this.#told.following(following);
    });
    const end = (): void => {
      leave();
      if (client !== given.client) client.close();
    };
    this.#followed = { key: source.key, asking: source.asking, client, end };
  }

  /** Ends the subscription. */
  end(): void {
    if (this.#followed === undefined) return;
    this.#followed.end();
    this.#followed = undefined;
    this.#isConnected = false;
    this.#told.ended();
  }
}
