import { test } from "node:test";
import { acting, live } from "../../../../src/web/i18n/en/screens.ts";
import { newToken, serviceOf } from "../../../home-assistant/service-with-token.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { Peer } from "../../../support/peer.ts";
import { useBrowser } from "../../browser.ts";
import { livePlan, press, startLiveHome } from "../../live-home-assistant.ts";

const open = useBrowser();

test(
  "TOUCH-5, SCREEN-30: what Home Assistant never answers ends with words that say that it may be done",
  inBrowser,
  async (t) => {
    const home = await startLiveHome(t);
    home.answer("call_service", () => undefined);
    const service = await serviceOf(t, home, { callMs: 200 });
    await (await Peer.login(t, service.port, service.admin)).save(livePlan);
    const token = await newToken(service, "tablet", { admin: false, control: true });
    const page = await open(t, service, { token });
    if (page === undefined) return;
    await page.locator('[data-ref="furniture/lamp"].on').waitFor();
    await press(page, "furniture/lamp");
    await home.whenReceived("call_service", 1);
    await page.getByText(acting.refused.unconfirmed).waitFor();
    await page.getByRole("button", { name: live.understood, exact: true }).click();
    await page.getByText(acting.refused.unconfirmed).waitFor({ state: "detached" });
  },
);
