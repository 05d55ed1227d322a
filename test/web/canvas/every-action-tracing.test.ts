import assert from "node:assert/strict";
import { test } from "node:test";
import { backgroundOf } from "../../../src/model/elements/levels.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings, twoRooms } from "../editor-drawing.ts";
import { phone } from "../touch-input.ts";
import { touchInput, keyboardInput } from "../input-methods.ts";
import { sampledInputMethod } from "../sampled-input-method.ts";

const open = useBrowser();

const ways = [
  ["the keyboard", drawings(open), keyboardInput],
  ["touch", drawings(open, phone), touchInput],
] as const;

const scan = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="300"><path d="M0 0H800V300H0Z" fill="#999"/></svg>`,
);

const near = (one: number | undefined, other: number): boolean =>
  one !== undefined && Math.abs(one - other) < 0.02;

for (const [hand, openDrawing, handsOn] of sampledInputMethod(ways))
  test(
    `TRACE-6: by ${hand} alone an image is chosen, straightened and scaled by two points, turned, faded and taken away`,
    inBrowser,
    async (t) => {
      const drawing = await openDrawing(t, { ...twoRooms, levels: [{ id: "g", name: "Ground" }] });
      if (drawing === undefined) return;
      const { page } = drawing;
      const { press, set, type } = handsOn(page);
      const image = async () => backgroundOf(await drawing.saved(), "g");
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const details = button("Details");
      if (await details.isVisible()) await press(details);
      await press(page.getByRole("tab", { name: "Image", exact: true }));
      const asked = page.waitForEvent("filechooser");
      await press(button("Choose image…"));
      await (await asked).setFiles({ name: "scan.svg", mimeType: "image/svg+xml", buffer: scan });
      const width = page.getByLabel("Width (m)");
      await width.waitFor();
      const { width: before = 0 } = (await image()) ?? {};

      await press(button("Straighten and scale…"));
      // On a phone the image is in view then, above the sheet of the panels.
      await page.getByText("Set the first end.").waitFor();
      await set([1, 0.5], [3, 1]);
      await page.locator("floorplan-tracing").getByText("Both points set").waitFor();
      const distance = page.getByLabel("Actual distance (m)");
      await distance.focus();
      await type(distance, "4,12");
      await button("Straighten and scale…").waitFor();
      const scaled = await image();
      const angle = (Math.atan2(0.5, 2) * 180) / Math.PI;
      assert(near(scaled?.width, before * (4.12 / Math.hypot(2, 0.5))), `${scaled?.width} m`);
      assert(near(scaled?.rotation, 360 - angle), `${scaled?.rotation}°`);

      await press(button("Rotate by 90°"));
      assert(near((await image())?.rotation, 90 - angle));
      const opacity = page.getByLabel("Opacity");
      if (hand === "touch") await opacity.tap({ position: { x: 4, y: 4 } });
      else await opacity.press("ArrowLeft");
      assert(((await image())?.opacity ?? 1) < (scaled?.opacity ?? 0));
      await press(button("Remove image"));
      assert.equal(await image(), undefined);
    },
  );
