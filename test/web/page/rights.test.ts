import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { page as words } from "../../../src/web/i18n/en/screens.ts";
import { startBeside } from "../../home-assistant/service-beside.ts";
import { demoPlan } from "../../samples/index.ts";
import { type DoubleHomeAssistant, startDouble } from "../../support/double-home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { rename } from "../editing.ts";

const open = useBrowser();

/** A page of one of Home Assistant's users, whose rights the test changes there. */
const openPage = async (
  t: TestContext,
  who: "owner" | "user",
  path = "/",
): Promise<{ readonly page: Page; readonly becomes: (isAdmin: boolean) => void } | undefined> => {
  const home: DoubleHomeAssistant = await startDouble(t);
  const service = await startBeside(t, home);
  await (await Peer.login(t, service.port, service.admin)).save(demoPlan("flat"));
  const { accessToken, id, name } = home[who];
  const page = await open(t, service, { token: accessToken, path });
  const becomes = (isAdmin: boolean): void =>
    home.answer("auth/current_user", () => ({
      result: { id, name, is_owner: false, is_admin: isAdmin, credentials: [] },
    }));
  return page && { page, becomes };
};

test(
  "PAGE-37: an administrator who is none any more sees the plan without a reload, is told of unsaved work, and finds it as one again",
  inBrowser,
  async (t) => {
    const opened = await openPage(t, "owner", "/#edit");
    if (opened === undefined) return;
    const { page, becomes } = opened;
    await rename(page, "Kitchen", "Galley");
    becomes(false);
    await page.locator("floorplan-card").getByText("Kitchen").first().waitFor();
    const notice = page.locator("floorplan-page .unsaved");
    await notice.getByText(words.unsaved.what("Galley renamed")).waitFor();
    await page.getByRole("link", { name: words.edit, exact: true }).waitFor({ state: "detached" });
    await notice.getByRole("link").waitFor({ state: "detached" });
    becomes(true);
    await page.getByRole("button", { name: /^Undo/ }).and(page.locator(":enabled")).waitFor();
  },
);

test(
  "PAGE-37: a user who becomes an administrator gets the way to the editor without a reload",
  inBrowser,
  async (t) => {
    const opened = await openPage(t, "user");
    if (opened === undefined) return;
    const { page, becomes } = opened;
    await page.locator("floorplan-card").getByText("Kitchen").first().waitFor();
    await page.getByRole("link", { name: words.edit, exact: true }).waitFor({ state: "detached" });
    becomes(true);
    await page.getByRole("link", { name: words.edit, exact: true }).click();
    await page.getByRole("application", { name: "Drawing" }).waitFor();
  },
);
