// Takes the pictures of docs/ from the real service in the real browser, all or those that are named, the same bytes
// each time: npm run screenshots [-- --to FOLDER card editor]
import assert from "node:assert/strict";
import { mock } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { demoPlan, type DemoSize } from "../samples/index.ts";
import { hasProgram, wayToGet } from "../support/programs.ts";
import { Peer } from "../support/peer.ts";
import { type TestScope, newUser, startTestService, type TestService } from "../support/service.ts";
import { allSaved, panel, rename, save } from "./editing.ts";
import { liveStates } from "./live-states.ts";
import { isWanted, launchForPictures, pictureOptions, takePicture } from "./pictures.ts";

/** When the pictures are taken, for the service and its pages. */
const now = new Date("2026-11-20T09:00:00Z");

const phone = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 1.5, hasTouch: true };

/** What is done before a picture is taken, and how the page is opened. */
interface Picture {
  readonly name: string;
  /** What is stored; nothing for the empty page. */
  readonly plan?: DemoSize;
  readonly options?: BrowserContextOptions;
  readonly path?: string;
  readonly prepare?: (page: Page, tools: Tools) => Promise<unknown>;
}

interface Tools {
  readonly peer: Peer;
  /** A second page of the editor, of somebody else. */
  readonly another: (name: string) => Promise<Page>;
}

const edited = { plan: "flat", path: "/#edit" } as const;

const select = async (page: Page, name: string): Promise<void> => {
  await panel(page, "Outline");
  await page.getByRole("treeitem", { name }).first().click();
  await panel(page, "Properties");
};

/** Temperatures of the flat's rooms. */
const temperatures = { living_room: 21.6, kitchen: 23.9, bedroom: 18.4 };

/** A script that shows these temperatures as a heat map on the card of `liveStates`. */
const warmRooms = `(async () => {
  const card = document.querySelector("floorplan-card");
  const attributes = { unit_of_measurement: "°C", device_class: "temperature" };
  const states = { ...card.hass.states };
  for (const [room, value] of Object.entries(${JSON.stringify(temperatures)}))
    states["sensor." + room + "_temperature"] = { state: String(value), attributes };
  card.setConfig({ title: "Home", heat_map: "temperature" });
  card.hass = { ...card.hass, states };
})()`;

const pictures: readonly Picture[] = [
  { name: "empty" },
  { name: "card", plan: "flat", prepare: (page) => page.evaluate(liveStates) },
  {
    name: "card-dark",
    plan: "house",
    options: { ...phone, colorScheme: "dark" },
    prepare: (page) => page.evaluate(liveStates),
  },
  {
    name: "heat-map",
    plan: "flat",
    prepare: async (page) => {
      await page.evaluate(liveStates);
      await page.evaluate(warmRooms);
      await page.locator(".heat image").waitFor({ state: "attached" });
    },
  },
  { name: "editor", ...edited, prepare: (page) => select(page, "Living room") },
  {
    name: "editor-phone",
    ...edited,
    options: phone,
    prepare: async (page) => {
      await allSaved(page);
      const { x, y, width, height } = (await page
        .locator('[data-ref="rooms/living_room"] .floor')
        .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.touchscreen.tap(x + width * 0.75, y + height * 0.85);
      await page.locator('[data-ref="rooms/living_room"].selected').waitFor({ state: "attached" });
      await page.getByRole("button", { name: "Details", exact: true }).click();
    },
  },
  {
    name: "conflict",
    ...edited,
    prepare: async (page, { another }) => {
      const other = await another("Anna");
      await rename(other, "Kitchen", "Galley");
      await rename(page, "Kitchen", "Cooking");
      await save(other);
      await other.getByText("All saved").waitFor();
      await page.getByText("1 left to resolve").waitFor();
      await page.getByRole("tab", { name: "Conflicts" }).click();
    },
  },
  {
    name: "history",
    ...edited,
    prepare: async (page, { peer }) => {
      await allSaved(page);
      const { furniture, ...plan } = demoPlan("flat");
      const moved = furniture.flatMap((each) =>
        each.id === "coffee_table"
          ? []
          : each.id === "sofa"
            ? [{ ...each, x: each.x + 0.8 }]
            : [each],
      );
      await peer.save({ ...plan, furniture: moved });
      await page.getByRole("button", { name: "Dismiss" }).click();
      await panel(page, "History");
      await page.getByRole("button", { name: /Revision 1\b/ }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "yaml",
    ...edited,
    prepare: async (page) => {
      await select(page, "Kitchen");
      await panel(page, "YAML");
      await page.getByRole("textbox", { name: "YAML text" }).getByText("name: Kitchen").waitFor();
    },
  },
];

const open = async (
  browser: Browser,
  service: TestService,
  { path = "/", options, plan }: Picture,
  token: string,
): Promise<Page> => {
  const context = await browser.newContext({ ...pictureOptions, ...options });
  await context.clock.setFixedTime(now);
  const page = await context.newPage();
  await page.addInitScript((given) => localStorage.setItem("floorplan-token", given), token);
  await page.goto(`${service.url}${path}`);
  const seen = plan === undefined ? page.getByRole("heading") : page.locator("[data-ref]");
  await seen.first().waitFor({ state: "attached" });
  return page;
};

/** Takes one picture, of a service of its own. */
const take = async (browser: Browser, picture: Picture): Promise<void> => {
  const ends: (() => unknown)[] = [];
  const ending: TestScope = { after: (end) => void ends.unshift(end) };
  try {
    const service = await startTestService(ending);
    const peer = await Peer.login(ending, service.port, service.admin);
    if (picture.plan !== undefined) await peer.save(demoPlan(picture.plan));
    const page = await open(browser, service, picture, service.admin);
    const another = async (name: string): Promise<Page> =>
      open(browser, service, picture, await newUser(service.data, name, true));
    await picture.prepare?.(page, { peer, another });
    await takePicture(page, picture.name);
    for (const context of browser.contexts()) await context.close();
  } finally {
    for (const end of ends) await end();
  }
};

assert(hasProgram("chromium"), `needs ${wayToGet("chromium")}`);
mock.timers.enable({ apis: ["Date"], now });
const browser = await launchForPictures();
try {
  for (const picture of pictures) if (isWanted(picture.name)) await take(browser, picture);
} finally {
  await browser.close();
}
