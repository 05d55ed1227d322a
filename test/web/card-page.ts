import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { type TabOptions, useBrowser } from "./browser.ts";
import { type Shared, sharedService } from "./shared-editor.ts";

/** What the page keeps for a test: a card, and what its client and its dashboard were asked. */
export const stage = `{
  delete window.onPlan;
  const card = document.createElement("floorplan-card");
  const seen = { subscriptions: 0, actions: [], changed: [] };
  const client = {
    domain: "floorplan",
    connection: () => new Promise(() => {}),
    subscribe(onPlan, onState) {
      seen.subscriptions += 1;
      Object.assign(window, { onPlan, onState });
      return () => { seen.subscriptions -= 1; };
    },
    close() {},
  };
  card.addEventListener("hass-action", ({ detail }) => seen.actions.push(detail));
  card.addEventListener("hass-more-info", ({ detail }) => seen.actions.push(detail));
  Object.assign(window, { card, seen, client });
  const main = document.createElement("main");
  const heading = document.createElement("h1");
  heading.textContent = "Home";
  main.append(heading, card);
  main.style.cssText = "display: flex; flex-direction: column; height: 100vh";
  card.style.cssText = "flex: 1; min-height: 0";
  document.body.style.cssText = "margin: 0";
  document.body.replaceChildren(main);
}`;

/** Puts that card on a dashboard whose connection answers nothing by itself. */
export const dashboard = `{
  const connection = {
    connected: true,
    addEventListener() {},
    removeEventListener() {},
    async subscribeMessage(onEvent, { type, template }) {
      if (type === "render_template") {
        onEvent(template.includes("broken") ? { error: "'broken' is undefined", level: "ERROR" } : { result: "rendered " + template });
        if (template.includes("warned")) onEvent({ error: "odd", level: "WARNING" });
      }
      else {
        seen.subscriptions += 1;
        window.onPlan = (plan) => onEvent({ rev: plan.rev ?? 0, plan });
      }
      return async () => {};
    },
  };
  window.hassWith = (states) => ({ connection, auth: {}, states, language: "en" });
  card.setConfig({});
  card.hass = hassWith({});
}`;

/** Pages with a card, for the tests of a file. */
export interface Cards {
  /** The service behind the pages, and a script of an administrator on it. */
  readonly shared: () => Promise<Shared>;
  /** A page of the service, the same for all tests that want the same of it. */
  readonly openPage: (t: TestContext, options?: TabOptions) => Promise<Page | undefined>;
  /** A new card on such a page, with a client of its own or on a dashboard. */
  readonly openCard: (
    t: TestContext,
    kind: "client" | "hass",
    options?: TabOptions,
  ) => Promise<Page | undefined>;
}

/** One service and one browser for the cards of all tests of a file. */
export const useCards = (): Cards => {
  const open = useBrowser();
  const shared = sharedService();
  const tabs = new Map<string, Page>();
  const openPage: Cards["openPage"] = async (t, options = {}) => {
    const { service } = await shared();
    const key = JSON.stringify(options);
    const known = tabs.get(key);
    if (known !== undefined) return known;
    const page = await open(t, service, { hasTouch: true, isKept: true, ...options });
    if (page === undefined) return undefined;
    tabs.set(key, page);
    await page.locator("floorplan-sign-in").waitFor();
    return page;
  };
  const openCard: Cards["openCard"] = async (t, kind, options) => {
    const page = await openPage(t, options);
    await page?.evaluate(stage);
    await page?.evaluate(kind === "client" ? "card.client = client" : dashboard);
    return page;
  };
  return { shared, openPage, openCard };
};

/** Sends a plan to the card, and waits until it is drawn. */
export const show = async (page: Page, plan: unknown): Promise<void> => {
  await page.waitForFunction(() => "onPlan" in window);
  await page.evaluate(
    `(async (plan) => { onPlan(plan); await card.updateComplete; })(${JSON.stringify(plan)})`,
  );
};

/** How many elements there are. */
export const count = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).count();

/** Resolves once so many actions were done: what a press leads to is loaded, which takes turns of the page's own. */
export const acted = (page: Page, many: number): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => (seen.actions.length >= ${many} ? resolve() : requestAnimationFrame(look));
    look();
  })`);
