import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useBrowser } from "../../browser.ts";
import { panel, saved } from "../../editing.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";

const openEditor = sharedEditor(useBrowser(), sharedService(), { timezoneId: "Europe/Berlin" });

test(
  "SUN-5: north is turned by pointer and keys, and sliders show the daylight of any time of any day",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "Properties");
    const shows = page.getByLabel("Show daylight here");
    assert(await shows.isDisabled(), "without north there is none to show");
    const compass = page.getByRole("slider", { name: "Direction of north" });
    assert.equal(await compass.getAttribute("aria-valuetext"), "Not set");
    await compass.press("ArrowRight");
    await compass.press("ArrowRight");
    await compass.press("Shift+ArrowLeft");
    assert.equal(await compass.getAttribute("aria-valuetext"), "9° clockwise from up");
    const box = await compass.boundingBox();
    assert(box !== null);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x + 20, y);
    await page.mouse.down();
    await page.mouse.move(x + 2, y + 20, { steps: 3 });
    await page.mouse.up();
    assert.equal(await compass.getAttribute("aria-valuetext"), "175° clockwise from up");

    const latitude = page.getByLabel("Latitude (°)");
    await latitude.fill("91");
    await latitude.blur();
    await page.getByText("Enter degrees from -90 to 90.").waitFor();
    await latitude.fill("52.5");
    await page.getByLabel("Longitude (°)").fill("13.4");
    await page.getByLabel("Longitude (°)").blur();
    await shows.check();
    const light = async (): Promise<string> =>
      (await page.locator("floorplan-canvas .sunlight path").getAttribute("d")) ?? "";
    const at = async (day: string, time: string): Promise<string> => {
      await page.getByRole("slider", { name: "Day" }).fill(day);
      await page.getByRole("slider", { name: "Time" }).fill(time);
      return light();
    };
    await at("172", String(13 * 60));
    // The flat's upper windows face south; the code for daylight comes first.
    await page.locator('floorplan-canvas .sunlight path[d^="M"]').waitFor({ state: "attached" });
    const summer = await light();
    await page.getByText("Day: 21 June").waitFor();
    assert.notEqual(await at("355", String(13 * 60)), summer);
    assert.equal(await at("172", "60"), "");
    await page.getByText("The sun is below the horizon.").waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    await shows.uncheck();
    assert.equal(await page.locator("floorplan-canvas .sunlight path").count(), 0);
    const { north, latitude: stored, longitude } = await saved(editor);
    assert.deepEqual([north, stored, longitude], [175, 52.5, 13.4]);
  },
);
