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
import type { PlanData } from "../../model/elements/entities.ts";

/** A link to the service, by a library that is loaded first; `url`: its address until then. */
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

/** Loads what a card needs that does not get everything from Home Assistant's page. */
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
 * The way to the service at an address such as `http://127.0.0.1:8125` or `https://home.example/plan`, or at several,
 * separated by commas, with a token. It connects by itself, and again whenever the connection was lost; how that goes,
 * `subscribe` tells.
 */
const routeWithToken = (url: string, token: string, domain?: string): Route =>
  wayTo(url, token, domain);

/**
 * The way to the service at an address, or several, beside Home Assistant: the plan is the service's, while `connection` is that of Home
 * Assistant's page. Without a token, whoever is signed in there logs in, whose token the service then gets.
 */
export const routeBesideFrontend = (
  hass: HassConnection,
  url: string,
  token: string | undefined,
  domain?: string,
): Route => wayTo(url, token ?? hass.auth, domain, hass.connection);

/** The folder that a module was loaded from, with a slash at its end; what it loads by itself lies in `assets` there. */
export const folderOf = (module: string): string =>
  new URL(".", module).href.replace(/(?<=\/)assets\/$/, "");

/** Where this module was loaded from: the service, unless somebody put the module elsewhere, such as beside Home Assistant's page. */
const servedFrom = folderOf(import.meta.url);

/**
 * The address of the service that has served this module to a page of another origin; undefined where it came
 * with the page's own, which tells nothing.
 */
export const servingService = (): string | undefined =>
  new URL(servedFrom).origin === location.origin ? undefined : servedFrom.replace(/\/$/, "");

/**
 * Whether an address, or the first of several, has the origin that this module came from, whose code the page runs
 * already: it can be told what the page knows, as it could take that anyway.
 */
const isTrusted = (url: string): boolean => {
  const [first = ""] = url.split(",");
  return URL.canParse(first) && new URL(first).origin === new URL(servedFrom).origin;
};

/** Where a card may have its plan from. */
interface SourceChoices<Client extends PlanSource> {
  readonly client: Client | undefined;
  readonly hass: Hass | undefined;
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly domain: string | undefined;
}

/** Who asks a source: somebody with a token, whoever is signed in to Home Assistant, or Home Assistant's page itself. */
export type Requester = "token" | "user" | "page";

/** Where a card has its plan from: equal keys are the same source. */
export interface Source<Client extends PlanSource> {
  readonly asking: Requester;
  readonly key: unknown;
  readonly open: () => Client;
}

/**
 * The source: the page's own client, else the service of an address, else Home Assistant's connection. An address
 * without a token is none, unless its service can be told who is signed in to Home Assistant. `make` makes the
 * client of a way.
 */
export const sourceOf = <Client extends PlanSource>(
  { client, hass, url, token, domain }: SourceChoices<Client>,
  make: (...way: Route) => Client,
): Source<Client> | undefined => {
  if (client !== undefined) return { asking: "token", key: client, open: () => client };
  // Home Assistant's `hass` is a new object at every change, its connection is not.
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

/** What a card is told of the plan that it follows. */
export interface PlanSubscriptionListener {
  readonly plan: (plan: PlanData) => void;
  readonly following: (following: SubscriptionState) => void;
  /** What was told so far is over. */
  readonly ended: () => void;
}

/** A card's subscription: it follows the plan of one source at a time. */
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

  /** Who asks the source that is followed; undefined where there is none to follow. */
  get asking(): Requester | undefined {
    return this.#followed?.asking;
  }

  /** The client, once it has reached its service. */
  get connectedClient(): PlanSource | undefined {
    return this.#isConnected ? this.#followed?.client : undefined;
  }

  /** Where an image of the plan is loaded from; empty where that is no image of its service. */
  readonly imageUrl = (url: string): string => this.#followed?.client.imageUrl(url) ?? "";

  /** Follows the plan of the source that is given now, once; another source means another subscription. */
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

  /** Follows nothing any more. */
  end(): void {
    if (this.#followed === undefined) return;
    this.#followed.end();
    this.#followed = undefined;
    this.#isConnected = false;
    this.#told.ended();
  }
}
