import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { type OpenTab, type TabOptions, useBrowser } from "../browser.ts";
import { sharedService } from "../shared-editor.ts";

/** What a lost or refused line leaves in the console. */
export const lost =
  /WebSocket connection to|WebSocket is already in CLOSING or CLOSED state|Failed to load resource/;

/** A service with the sample flat. */
export const drawn = async (
  t: TestContext,
  plan: unknown = demoPlan("flat"),
): Promise<TestService> => {
  const service = await startTestService(t);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save(plan);
  return service;
};

/** Opens the wall with a viewer's token, unless it says otherwise. */
export const wallIn =
  (open: OpenTab) =>
  (
    t: TestContext,
    service: Pick<TestService, "url" | "viewer">,
    { path = "/wall", ...options }: TabOptions = {},
  ): Promise<Page | undefined> =>
    open(t, service, { token: service.viewer, path, ...options });

/** What the tests of a file open walls by; one service for all of them has the sample flat, or another plan. */
export const useWalls = () => {
  const open = useBrowser();
  const shared = sharedService();
  const drawnOnIt = async (plan: object = demoPlan("flat")): Promise<TestService> => {
    const { service, peer } = await shared();
    await peer.save(plan);
    return service;
  };
  return { open, shared, openWall: wallIn(open), drawn: drawnOnIt };
};

export const room = (page: Page) => page.getByText("Bedroom").first();

/** A browser whose screen can be kept awake; it counts how often that was asked for, and `letGo` takes it back. */
export const wakeful = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const request = async (kind: string): Promise<EventTarget> => {
      Reflect.get(window, "asked").push(kind);
      const lock = Object.assign(new EventTarget(), { released: false });
      const letGo = (): void => {
        lock.released = true;
        lock.dispatchEvent(new Event("release"));
      };
      Object.assign(window, { letGo });
      return Object.assign(lock, { release: async () => letGo() });
    };
    Object.assign(window, { asked: [] });
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  });

export const asked = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(window, "asked"));

/** Shows the page again after it was hidden, as its browser tells it. */
export const seeAgain = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

export const twoFloors = {
  levels: [
    { id: "ground", name: "Ground floor" },
    { id: "upper", name: "Upper floor" },
  ],
  rooms: ["ground", "upper"].map((level) => ({
    id: `room_${level}`,
    name: level === "ground" ? "Kitchen" : "Loft",
    level,
    points: [
      [0, 0],
      [4, 0],
      [4, 3],
    ],
  })),
};

/** A plan without floors. */
export const oneRoom = {
  rooms: [
    {
      id: "kitchen",
      name: "Kitchen",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
      ],
    },
  ],
};
