import type { Browser } from "playwright-core";
import { chromiumOptions } from "./chromium.ts";
import { firefoxOptions } from "./firefox.ts";

/** The browser that the tests open pages in: Chromium, or what `FLOORPLAN_TEST_BROWSER` says. */
export const browserName =
  process.env["FLOORPLAN_TEST_BROWSER"] === "firefox" ? "firefox" : "chromium";

/** Playwright is loaded with the first browser: most processes of a run need none, and it takes a third of their start. */
const launch = async (): Promise<Browser> => {
  const { chromium, firefox } = await import("playwright-core");
  return browserName === "firefox"
    ? firefox.launch(firefoxOptions)
    : chromium.launch(chromiumOptions);
};

/** The browser of this process, once somebody has asked for it, and how many may still do so. */
let launching: Promise<Browser> | undefined;
let users = 0;

const leave = async (): Promise<void> => {
  users -= 1;
  if (users > 0) return;
  const launched = launching;
  launching = undefined;
  await (await launched)?.close();
};

/** A share in the browser of this process. */
export interface SharedBrowser {
  /** The browser, which the first who asks starts. */
  readonly launched: () => Promise<Browser>;
  /** Gives the share back; the last one closes the browser. */
  readonly leave: () => Promise<void>;
}

/** Takes a share in the one browser of this process. */
export const shareBrowser = (): SharedBrowser => {
  users += 1;
  return { launched: () => (launching ??= launch()), leave };
};
