import assert from "node:assert/strict";
import { after, afterEach, type TestContext } from "node:test";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { browserName, shareBrowser } from "../support/browser-process.ts";
import { connectDemo, isDemo } from "../support/demo-service.ts";
import { changesFilled, firefoxContext } from "../support/firefox.ts";
import { mayUse } from "../support/programs.ts";
import type { TestService } from "../support/service.ts";
import { makeLate } from "./late-pages.ts";

/** How a test looks at the service. */
export interface TabOptions extends BrowserContextOptions {
  /** What follows the service's address, such as `/#edit`; `/` by default. */
  readonly path?: string;
  /** Token that the browser has kept from an earlier time; signed out by default. */
  readonly token?: string;
  /** Errors in the console that the test provokes. */
  readonly expects?: RegExp;
  /** Whether the page stays open for the tests that follow. */
  readonly isKept?: boolean;
  /** What is done to the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Opens the service in a browser context of its own; undefined, and the test skipped, where there is no browser. */
export type OpenTab = (
  t: Pick<TestContext, "skip">,
  service: Pick<TestService, "url">,
  options?: TabOptions,
) => Promise<Page | undefined>;

/** A browser with windows asks every host for an icon by itself, also where a page of the test names none. */
const isOwnIcon = (url: string): boolean => url.endsWith("/favicon.ico");

/** Collects what a test should not cause: errors of the page, and requests to another host. */
const watch = (page: Page, url: string, expects: RegExp | undefined): string[] => {
  const problems: string[] = [];
  const report = (problem: string): void => {
    if (expects === undefined || !expects.test(problem)) problems.push(problem);
  };
  page.on("pageerror", ({ stack, message }) => {
    // Firefox tells of a connection that it lost as of an exception.
    if (/connection to (?:the server at )?wss?:/.test(message))
      report(`in the console: WebSocket connection to: ${message}`);
    else report(`an exception: ${stack ?? message}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !isOwnIcon(message.location().url))
      report(`in the console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      report(`a request to another host: ${request.url()}`);
  });
  page.on("websocket", (socket) => {
    if (!socket.url().startsWith(url.replace(/^http/, "ws")))
      report(`a websocket to another host: ${socket.url()}`);
  });
  return problems;
};

/** Whether the browser is one in which Playwright can do something; where it is not, the test is skipped. */
export const canDo = (
  t: Pick<TestContext, "skip">,
  what: "colour schemes" | "DevTools" | "double clicks" | "downloads" | "moves out of the window",
): boolean => {
  if (browserName === "chromium") return true;
  t.skip(`Playwright has no ${what} in Firefox`);
  return false;
};

/** Closes a tab. A route that still answers something then may find its request gone, which no test is about. */
const close = async (context: BrowserContext): Promise<void> => {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
};

/**
 * One browser for all files of a process, started with the first test that wants it and closed after the last
 * file. Pages get 10 seconds for whatever is waited for; one that reports an error, or asks another host for
 * anything, fails its test.
 */
export const useBrowser = (): OpenTab => {
  const shared = shareBrowser();
  const tabs = new Map<BrowserContext, string[]>();
  const kept = new Set<BrowserContext>();
  // Pages that are kept for later tests have no later ones now.
  after(async () => {
    await Promise.all([...tabs.keys()].map(close));
    await shared.leave();
  });
  // Before the service of a test is stopped, which a page that is still open would complain about.
  afterEach(async () => {
    const problems = [...tabs.values()].flatMap((found) => found.splice(0));
    const done = [...tabs.keys()].filter((context) => !kept.has(context));
    await Promise.all(done.map(close));
    for (const context of done) tabs.delete(context);
    assert.deepEqual(problems, [], "the pages work without a problem");
  });
  return async (t, { url }, settings = {}) => {
    const { path = "/", token, expects, isKept, prepare, ...options } = settings;
    if (!mayUse(t, browserName)) return undefined;
    const browser = await shared.launched();
    const context = await browser.newContext({
      locale: "en-GB",
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      ...options,
      ...(browserName === "firefox" ? firefoxContext : {}),
    });
    context.setDefaultTimeout(30_000);
    // The loader of these tests lets functions keep their names by a helper, which evaluated ones take along.
    await context.addInitScript("globalThis.__name = (named) => named");
    if (browserName === "firefox") await context.addInitScript(changesFilled);
    await makeLate(context);
    if (isDemo) await connectDemo(context);
    if (token !== undefined)
      await context.addInitScript((given) => {
        // Firefox runs this in an empty document first, which may store nothing.
        if (location.protocol.startsWith("http")) localStorage.setItem("floorplan-token", given);
      }, token);
    const page = await context.newPage();
    tabs.set(context, watch(page, url, expects));
    if (isKept === true) kept.add(context);
    await prepare?.(page);
    await page.goto(`${url}${path}`);
    return page;
  };
};
