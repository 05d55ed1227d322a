import assert from "node:assert/strict";
import { after, type TestContext } from "node:test";
import * as t from "io-ts";
import type { Page } from "playwright-core";
import { decoded } from "../../support/home-assistant/decoded.ts";
import { freePorts } from "../../support/free-ports.ts";
import { type RealHomeAssistant, startHomeAssistant } from "../../support/home-assistant.ts";
import { connect, type Person } from "../../support/home-assistant/home-assistant-under-test.ts";
import type { HomeSocket } from "../../support/home-assistant/socket.ts";
import { askToRefresh } from "../../support/home-assistant/tokens.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { type OpenTab, useBrowser } from "../browser.ts";
import { addLoader, panelConfiguration } from "./loader.ts";

/** Two floors with a lamp on each, and what measures the living room. */
export const plan = {
  levels: [
    { id: "ground", name: "Ground floor" },
    { id: "up", name: "Upstairs" },
  ],
  rooms: [
    {
      id: "living",
      name: "Living room",
      level: "ground",
      points: [
        [0, 0],
        [6, 0],
        [6, 4],
        [0, 4],
      ],
    },
    {
      id: "bedroom",
      name: "Bedroom",
      level: "up",
      points: [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    },
  ],
  furniture: [
    {
      id: "lamp",
      type: "lamp_ceiling",
      level: "ground",
      entity: "light.ceiling_lights",
      x: 1.5,
      z: 1.5,
      w: 0.5,
      d: 0.5,
    },
    {
      id: "bed_lamp",
      type: "lamp_ceiling",
      level: "up",
      entity: "light.bed_light",
      x: 1,
      z: 1,
      w: 0.5,
      d: 0.5,
    },
  ],
  sensors: [
    {
      id: "warmth",
      level: "ground",
      entity: "sensor.living_room_temperature",
      x: 4.5,
      z: 1,
      size: "xl",
    },
  ],
};

/** A real Home Assistant with the card among its resources and the panel in its sidebar, and the service beside it. */
export interface Installation {
  readonly home: RealHomeAssistant;
  readonly service: TestService;
  /** A script of an administrator of the service. */
  readonly peer: Peer;
  /** A script of Home Assistant's owner. */
  readonly owner: HomeSocket;
}

const refreshed = t.type({ access_token: t.string });

/** What Home Assistant's page keeps in the browser of somebody who has signed in. */
export const keptLogin = async ({ url }: RealHomeAssistant, person: Person): Promise<string> => {
  const { clientId, refreshToken } = person;
  const { body } = await askToRefresh(url, clientId, refreshToken);
  return JSON.stringify({
    access_token: decoded(refreshed, body).access_token,
    refresh_token: refreshToken,
    expires_in: 1800,
    expires: Date.now() + 1_700_000,
    hassUrl: url,
    clientId,
    token_type: "Bearer",
  });
};

/** How long what a page of Home Assistant shows is waited for. */
export const patienceMs = 60_000;

/** What the pages of Home Assistant do by themselves: they ask for pictures of the internet, and what its demonstration lacks. */
const itsOwn = /^in the console|to another host/;

/** Opens a page of Home Assistant in a browser in which somebody has signed in: its owner, or another person. */
export const openSignedIn = async (
  openTab: OpenTab,
  test: TestContext,
  home: RealHomeAssistant,
  path: string,
  person: Person = home.owner,
): Promise<Page> => {
  const login = await keptLogin(home, person);
  const page = await openTab(test, home, {
    path,
    expects: itsOwn,
    prepare: (tab) => tab.addInitScript((kept) => localStorage.setItem("hassTokens", kept), login),
  });
  assert(page !== undefined, "there is a browser");
  // Its list of cards draws each of its own before it is there.
  page.setDefaultTimeout(patienceMs);
  return page;
};

/** Pages of Home Assistant for the tests of a file, all of one installation. */
export interface DashboardPages {
  /** The installation; undefined, and the test skipped, where no Home Assistant is installed. */
  readonly installation: (t: TestContext) => Promise<Installation | undefined>;
  /** A page of somebody who is signed in to it. */
  readonly open: (
    t: TestContext,
    installation: Installation,
    path: string,
    person?: Person,
  ) => Promise<Page>;
}

/** One installation and one browser for the tests of a file. */
export const useDashboards = (): DashboardPages => {
  const openTab = useBrowser();
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const ending = { after: (end: () => unknown): void => void ends.push(end) };
  const start = async (): Promise<Installation> => {
    const [port = 0] = await freePorts(1);
    const address = `http://127.0.0.1:${port}`;
    const home = await startHomeAssistant(panelConfiguration(address));
    ending.after(home.remove);
    const config = { port, origins: home.url, homeAssistant: home.url };
    const service = await startTestService(ending, { config });
    const owner = await connect(home, home.owner.longLivedToken);
    ending.after(() => owner.close());
    await addLoader(home, owner, address);
    return { home, service, peer: await Peer.login(ending, port, service.admin), owner };
  };
  let starting: Promise<Installation> | undefined;
  return {
    installation: async (test) => {
      if (!mayUse(test, "Home Assistant") || !mayUse(test, "chromium")) return undefined;
      const installation = await (starting ??= start());
      test.diagnostic(`Home Assistant ${installation.home.version}`);
      await installation.peer.save(plan);
      return installation;
    },
    open: (test, { home }, path, person) => openSignedIn(openTab, test, home, path, person),
  };
};

let dashboards = 0;

/** Makes a dashboard of these views; returns its path. */
export const makeDashboard = async (
  { owner }: Installation,
  views: readonly object[],
): Promise<string> => {
  dashboards += 1;
  const url_path = `test-${dashboards}`;
  const title = `Test ${dashboards}`;
  await owner.call({ type: "lovelace/dashboards/create", url_path, title, mode: "storage" });
  await owner.call({ type: "lovelace/config/save", url_path, config: { views } });
  return `/${url_path}`;
};

const savedCards = t.type({
  views: t.array(
    t.type({ sections: t.array(t.type({ cards: t.array(t.record(t.string, t.unknown)) })) }),
  ),
});

/** The cards that the first section of a dashboard has, as Home Assistant keeps them. */
export const cardsOf = async (
  { owner }: Installation,
  dashboard: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const command = { type: "lovelace/config", url_path: dashboard.slice(1), force: true };
  const { views } = decoded(savedCards, await owner.call(command));
  return views[0]?.sections[0]?.cards ?? [];
};
