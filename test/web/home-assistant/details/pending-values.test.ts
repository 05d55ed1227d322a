import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Locator } from "playwright-core";
import { acting, details } from "../../../../src/web/i18n/en/screens.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { compressedState } from "../../../home-assistant/known-states.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { useBrowser } from "../../browser.ts";
import { type LivePage, liveStates, openLive, press } from "../../live-home-assistant.ts";

const open = useBrowser();

/** Details of the heating, whose clock a test turns. */
const openHeating = async (
  t: TestContext,
): Promise<(LivePage & { panel: Locator; target: Locator }) | undefined> => {
  const shown = await openLive(t, open, { prepare: (page) => page.clock.install() });
  if (shown === undefined) return undefined;
  await press(shown.page, "devices/radiator");
  const panel = shown.page.getByRole("dialog", { name: "Heating" });
  const target = panel.getByLabel(details.controls.target);
  await target.focus();
  return { ...shown, panel, target };
};

const heated = (temperature: number): ReturnType<typeof compressedState> =>
  compressedState("heat", {
    ...liveStates["climate.hall"].a,
    temperature,
    current_temperature: temperature,
  });

test(
  "TOUCH-13: a control keeps the value that it was given, marked, and the next step counts from it, until the state has it",
  inBrowser,
  async (t) => {
    const shown = await openHeating(t);
    if (shown === undefined) return;
    const { page, home, panel, target } = shown;
    const waiting = panel.locator('[aria-busy="true"]');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowRight");
    await home.whenReceived("call_service", 6);
    assert.deepEqual(
      home.of("call_service").map(({ message }) => Object(message).service_data.temperature),
      [20.5, 21, 21.5, 22, 22.5, 23],
    );
    assert.equal(await target.inputValue(), "23");
    assert.equal(await waiting.count(), 1);
    assert.deepEqual(await sampledViolations(page), []);
    // The device follows step by step, and slower than it would have to if it had not moved at all.
    for (const temperature of [21, 22]) {
      home.core.setStates({ "climate.hall": heated(temperature) });
      await panel.locator(".now", { hasText: String(temperature) }).waitFor();
      await page.clock.fastForward(6000);
      assert.equal(await target.inputValue(), "23");
    }
    home.core.setStates({ "climate.hall": heated(23) });
    await waiting.waitFor({ state: "detached" });
    assert.equal(await target.inputValue(), "23");
    await panel.getByLabel(details.controls.mode).selectOption("off");
    await waiting.waitFor();
    assert.equal(await panel.getByLabel(details.controls.mode).inputValue(), "off");
  },
);

test(
  "TOUCH-13: a control whose call is refused, or whose device does not answer within 10 s, has the state's value again, and words say why",
  inBrowser,
  async (t) => {
    const shown = await openHeating(t);
    if (shown === undefined) return;
    const { page, home, panel, target } = shown;
    await page.keyboard.press("ArrowRight");
    await home.whenReceived("call_service", 1);
    assert.equal(await target.inputValue(), "20.5");
    await page.clock.fastForward(11_000);
    await panel.getByText(acting.refused.unanswered("Heating", 10)).waitFor();
    assert.equal(await target.inputValue(), "20");
    home.answer("call_service", () => ({ error: { code: "home_assistant_error", message: "No" } }));
    await target.focus();
    await page.keyboard.press("ArrowRight");
    await panel.getByText(acting.refused.other).waitFor();
    assert.equal(await target.inputValue(), "20");
  },
);
