import assert from "node:assert/strict";
import { test } from "node:test";
import { managing } from "../../../src/web/i18n/en/managing.ts";
import { page as texts } from "../../../src/web/i18n/en/screens.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

test(
  "PAGE-35: an administrator who signs out is asked about the token, can copy it, make a link and stay",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await open(t, service, { token: service.admin, permissions });
    if (page === undefined) return;
    const kept = (): Promise<string | null> =>
      page.evaluate(() => localStorage.getItem("floorplan-token"));
    const signOut = page.getByRole("banner").getByRole("button", { name: texts.signOut });
    const question = page.getByRole("dialog", { name: texts.leaving.title });
    await signOut.click();
    await question.waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    await question.getByRole("button", { name: texts.leaving.copy }).click();
    await question.getByText(texts.leaving.copied).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), service.admin);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    assert.equal(await kept(), service.admin);

    await signOut.click();
    await question.getByRole("button", { name: texts.leaving.another }).click();
    await page.getByRole("button", { name: managing.link.make }).waitFor();
    await page.getByRole("button", { name: managing.close, exact: true }).click();
    assert.equal(await kept(), service.admin);

    await signOut.click();
    await question.getByRole("button", { name: texts.signOut }).click();
    await page.getByLabel(texts.signIn.token).waitFor();
    assert.equal(await kept(), null);
  },
);
