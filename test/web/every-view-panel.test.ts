import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../samples/index.ts";
import { useBrowser } from "./browser.ts";
import { sharedService } from "./shared-editor.ts";
import { patient, walk } from "./views.ts";

const open = useBrowser();
const shared = sharedService();

/** What a panel of the sidebar is given. */
interface PanelState {
  readonly url: string;
  readonly token: string;
  readonly narrow?: boolean;
  readonly title?: string;
}

/** Puts a panel into the page, as Home Assistant puts it beside its sidebar. */
const put = (page: Page, { url, token, narrow = false, title }: PanelState): Promise<void> =>
  page.evaluate(
    async ([config, isNarrow, name]) => {
      const module = "/floorplan-panel.js";
      await import(module);
      const panel = document.createElement("floorplan-panel");
      const localize = (): string => "Sidebar toggle";
      // A Home Assistant that answers nothing.
      const connection = {
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        subscribeMessage: () => new Promise(() => undefined),
        sendMessagePromise: () => new Promise(() => undefined),
      };
      Object.assign(panel, {
        hass: { language: "en", states: {}, localize, connection },
        panel: { title: name, config },
        narrow: isNarrow,
      });
      document.body.replaceChildren(panel);
    },
    [{ url, token }, narrow, title] as const,
  );

test(
  "DASH-8, EDIT-18: in both looks and at every width nobody is kept out of any view of the panel in Home Assistant's sidebar",
  patient,
  async (t) => {
    const { service, peer } = await shared();
    const { url, admin, viewer } = service;
    const page = await open(t, service, {
      path: "/healthz",
      viewport: { width: 1440, height: 900 },
      // A token that nobody knows, and an editor that does not come.
      expects: /status of (401|426)|ERR_FAILED|dynamically imported/,
    });
    if (page === undefined) return;
    await page.evaluate("document.documentElement.lang = 'en'; document.title = 'Panel'");
    const editor = page.locator("floorplan-canvas [data-ref]").first();
    const card = page.locator("floorplan-card [data-ref]").first();
    const menu = page.getByRole("button", { name: "Sidebar toggle" });
    await walk(t, page, [
      [
        "nobody knows the token",
        async () => {
          await put(page, { url, token: "wrong" });
          await page.getByText(/token/).first().waitFor();
        },
      ],
    ]);
    await peer.save(demoPlan("flat"));
    const missing = "**/assets/main-*.js";
    await page.route(missing, (route) => route.abort());
    await walk(t, page, [
      [
        "the editor could not be loaded",
        async () => {
          await put(page, { url, token: admin });
          await page.getByRole("alert").waitFor();
          await card.waitFor();
        },
      ],
    ]);
    await page.unroute(missing);
    await walk(t, page, [
      [
        "the card, for who may not edit",
        async () => {
          await put(page, { url, token: viewer });
          await card.waitFor();
        },
      ],
      [
        "the card beside the button of the sidebar",
        async () => {
          await put(page, { url, token: viewer, narrow: true, title: "At home" });
          await menu.waitFor();
          await card.waitFor();
        },
      ],
      [
        "the editor",
        async () => {
          await put(page, { url, token: admin });
          await editor.waitFor();
        },
      ],
      [
        "the editor beside the button of the sidebar",
        async () => {
          await put(page, { url, token: admin, narrow: true });
          await menu.waitFor();
          await editor.waitFor();
        },
      ],
      [
        "the plan, for who may edit",
        async () => {
          await page.getByRole("link", { name: "Back to the plan" }).click();
          await card.waitFor();
        },
      ],
    ]);
  },
);
