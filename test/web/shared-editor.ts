import { after, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { portToKeep } from "../support/free-ports.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { OpenTab, TabOptions } from "./browser.ts";

/** A service, and a script of an administrator on it. */
export interface Shared {
  readonly service: TestService;
  readonly peer: Peer;
}

/**
 * One service for all tests of a file, started by the first that asks for it. Call `useBrowser` before, so that its pages are closed first.
 * Its port is kept for it, also while a test has stopped it.
 */
export const sharedService = (config: Partial<ServiceConfig> = {}): (() => Promise<Shared>) => {
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const ending = { after: (end: () => unknown): void => void ends.push(end) };
  const start = async (): Promise<Shared> => {
    const port = await portToKeep();
    const service = await startTestService(ending, { config: { port, ...config } });
    return { service, peer: await Peer.login(ending, service.port, service.admin) };
  };
  let starting: Promise<Shared> | undefined;
  return () => (starting ??= start());
};

/** An editor that a test works in, and the script beside it. */
export interface Editor extends Shared {
  readonly page: Page;
}

const allSaved = "All saved";

/**
 * One tab for all tests of a file, as loading the editor takes longer than most of what they do. Each begins
 * with a plan that the script saves and the editor follows; a test that left unsaved work gets a tab of its own.
 */
export const sharedEditor = (
  open: OpenTab,
  shared: () => Promise<Shared>,
  options: TabOptions | ((service: TestService) => Promise<TabOptions>) = {},
): ((t: TestContext, plan: object) => Promise<Editor | undefined>) => {
  let page: Page | undefined;
  return async (t, plan) => {
    const { service, peer } = await shared();
    if (page?.isClosed() === true) page = undefined;
    if (page !== undefined && !(await page.getByText(allSaved).isVisible())) {
      await page.close();
      page = undefined;
    }
    const rev = await peer.save(plan);
    page ??= await open(t, service, {
      token: service.admin,
      path: "/#edit",
      isKept: true,
      ...(typeof options === "function" ? await options(service) : options),
    });
    if (page === undefined) return undefined;
    await page.waitForFunction(
      (wanted) => {
        const shown: unknown = Reflect.get(document.querySelector("floorplan-page") ?? {}, "plan");
        return typeof shown === "object" && shown !== null && Reflect.get(shown, "rev") === wanted;
      },
      rev,
      // A window that a busy browser does not paint has no animation frames, by which it would look otherwise.
      { polling: 100 },
    );
    await page.getByText(allSaved).waitFor();
    const dismiss = page.getByRole("button", { name: "Dismiss" });
    if (await dismiss.isVisible()) await dismiss.click();
    return { service, peer, page };
  };
};
