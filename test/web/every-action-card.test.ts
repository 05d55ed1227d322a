import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { acting, card, details, live, replay } from "../../src/web/i18n/en/screens.ts";
import { inBrowser } from "../support/timeouts.ts";
import { useBrowser } from "./browser.ts";
import { middleOf } from "./editor-drawing.ts";
import { touchInputOn } from "./touch-input.ts";
import { callsOf, livePlan, openLive } from "./live-home-assistant.ts";
import { sampledInputMethod } from "./sampled-input-method.ts";

const open = useBrowser();

const calls = (service: string): object => ({
  action: "perform-action",
  perform_action: `light.${service}`,
  target: { entity_id: "light.lamp" },
});

const [lock, ...others] = livePlan.devices;

const plan = {
  ...livePlan,
  levels: [
    { id: "low", name: "Ground floor" },
    { id: "high", name: "First floor" },
  ],
  devices: [
    // Out of the middle of the room, which is touched as well.
    { ...lock, x: 4.3 },
    ...others,
    {
      id: "all",
      kind: "generic",
      name: "All",
      x: 3,
      z: 3.2,
      tap_action: calls("turn_on"),
      hold_action: calls("turn_off"),
      double_tap_action: calls("toggle"),
    },
  ],
};

/** A way to work, without any other. */
interface Hands {
  /** Presses what is a button, a link or a tab. */
  readonly press: (what: Locator) => Promise<unknown>;
  /** Touches a thing of the plan. */
  readonly tap: (what: Locator) => Promise<unknown>;
  readonly hold: (what: Locator, until: () => Promise<unknown>) => Promise<unknown>;
  readonly tapTwice: (what: Locator) => Promise<unknown>;
  readonly slide: (what: Locator) => Promise<unknown>;
  /** Turns to the second of two tabs. */
  readonly turn: (what: Locator) => Promise<unknown>;
}

const byKeys = (page: Page): Hands => {
  const key =
    (name: string) =>
    async (what: Locator): Promise<void> => {
      await what.focus();
      await page.keyboard.press(name);
    };
  return {
    press: key("Enter"),
    tap: key("Enter"),
    hold: async (what, until) => {
      await key("Shift+Enter")(what);
      await until();
    },
    tapTwice: key("Control+Enter"),
    slide: async (what) => {
      await key("End")(what);
      await page.keyboard.press("PageDown");
    },
    turn: async () => key("ArrowRight")(page.getByRole("tab", { selected: true })),
  };
};

const byFingers = (page: Page): Hands => {
  const tap = async (what: Locator): Promise<void> =>
    page.touchscreen.tap(...(await middleOf(what)));
  return {
    press: (what) => what.tap(),
    tap,
    hold: async (what, until) => {
      const fingers = await touchInputOn(page);
      await fingers.down(await middleOf(what));
      await until();
      await fingers.up();
    },
    tapTwice: async (what) => {
      await tap(what);
      await tap(what);
    },
    slide: async (what) => {
      const box = await what.boundingBox();
      assert(box !== null);
      await page.touchscreen.tap(box.x + box.width * 0.3, box.y + box.height / 2);
    },
    turn: (what) => what.tap(),
  };
};

const ways = {
  keyboard: { hands: byKeys, options: {} },
  touch: {
    hands: byFingers,
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  },
} as const;

for (const way of sampledInputMethod(["keyboard", "touch"] as const))
  test(
    `CARD-13, CARD-5: whatever the card and its details offer is done by ${way} alone`,
    inBrowser,
    async (t) => {
      const shown = await openLive(t, open, { plan, ...ways[way].options });
      if (shown === undefined) return;
      const { page, home } = shown;
      const { press, tap, hold, tapTwice, slide, turn } = ways[way].hands(page);
      const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
      const thing = (ref: string): Locator => page.locator(`[role=button][data-ref="${ref}"]`);
      const view = async (): Promise<string | null> => {
        await page.locator('.layer:not([style*="scale"])').waitFor({ state: "attached" });
        return page.locator("svg.sheet").getAttribute("viewBox");
      };
      let made = 0;
      /** The services of the calls that were made since they were last asked for, once there are so many. */
      const called = async (many: number): Promise<readonly unknown[]> => {
        await home.whenReceived("call_service", made + many);
        const services = callsOf(home).map((call) => Object(call).service);
        return services.slice((made += many) - many);
      };

      const fitted = await view();
      await press(button(card.zoomIn));
      const near = await view();
      assert.notEqual(near, fitted);
      await press(button(card.zoomOut));
      assert.notEqual(await view(), near);
      await press(button(card.zoomIn));
      await press(button(card.fit));
      assert.equal(await view(), fitted);

      await tap(thing("devices/all"));
      assert.deepEqual(await called(1), ["turn_on"]);
      await hold(thing("devices/all"), () => home.whenReceived("call_service", made + 1));
      assert.deepEqual(await called(1), ["turn_off"]);
      await tapTwice(thing("devices/all"));
      assert.deepEqual(await called(1), ["toggle"]);

      const dialog = (name: string): Locator => page.getByRole("dialog", { name });
      await hold(thing("furniture/lamp"), () => dialog("Lamp").waitFor());
      await press(dialog("Lamp").getByRole("switch"));
      await press(dialog("Lamp").getByRole("button", { name: details.shades.blue }));
      assert.deepEqual(await called(2), ["turn_off", "turn_on"]);
      await slide(dialog("Lamp").getByLabel(details.controls.brightness));
      await home.whenReceived("call_service", made + 1);
      const text = JSON.stringify(callsOf(home).at(-1));
      assert.match(text, /"brightness_pct":\d/);
      await press(button(details.close));
      await dialog("Lamp").waitFor({ state: "detached" });

      await tap(thing("rooms/hall"));
      await press(dialog("Hall").getByRole("button", { name: "Blind" }));
      made = home.count("call_service");
      await press(dialog("Blind").getByRole("button", { name: details.controls.open }));
      assert.deepEqual(await called(1), ["open_cover"]);
      await press(button(details.back));
      await dialog("Hall").waitFor();
      await press(button(details.close));

      await tap(thing("devices/lock"));
      await press(button(acting.ask.no));
      await tap(thing("devices/lock"));
      await press(button(acting.ask.yes));
      assert.deepEqual(await called(1), ["unlock"]);
      const error = { code: "home_assistant_error", message: "not now" };
      home.answer("call_service", () => ({ error }));
      await tap(thing("furniture/lamp"));
      await press(button(live.understood));
      await page.getByRole("alert").waitFor({ state: "detached" });

      await press(button(card.lookBack));
      const time = page.getByLabel(replay.time);
      await press(button(replay.before));
      const before = await time.inputValue();
      await slide(time);
      assert.notEqual(await time.inputValue(), before);
      await press(button(replay.after));
      await press(button(replay.close));
      await time.waitFor({ state: "detached" });

      await turn(page.getByRole("tab", { name: "First floor" }));
      await page.getByRole("tab", { name: "First floor", selected: true }).waitFor();
    },
  );
