import { test } from "node:test";
import type { Page } from "playwright-core";
import { useBrowser } from "../browser.ts";
import { shape, tool } from "../editor-drawing.ts";
import { chooseInOutline, panel } from "../editing.ts";
import { withRegistries } from "../fake-registries.ts";
import { resize } from "../resize.ts";
import { kitchen, sampleRegistries } from "../sample-registries.ts";
import { sharedService } from "../shared-editor.ts";
import { patient, walk } from "../views.ts";

const open = useBrowser();
const shared = sharedService({ planBytes: 20_000 });

const plan = {
  levels: [
    { id: "low", name: "Ground floor" },
    { id: "high", name: "First floor" },
  ],
  rooms: [kitchen],
  openings: [{ id: "door", room_id: "kitchen", edge: 0, offset: 2, width: 0.9, type: "door" }],
  furniture: [
    {
      id: "lamp",
      type: "lamp_floor",
      x: 1,
      z: 1,
      entity: "light.kitchen",
      tap_action: { action: "navigate", navigation_path: "/hall" },
      rules: [
        { if: [{ entity: "light.counter", state: "on" }], color: "red" },
        { if: [{ any: [{ entity: "sensor.heat", above: 20 }] }], hide: true },
      ],
    },
    { id: "table", type: "table", x: 3, z: 2, w: 1, d: 1 },
  ],
  sensors: [{ id: "heat", entity: "sensor.heat", x: 2, z: 1 }],
  texts: [{ id: "text", text: "Mind the step", x: 2, z: 2 }],
  dimensions: [{ id: "line", from: [0, 3.5], to: [4, 3.5] }],
};

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0H400V300H0Z" fill="#0a0"/></svg>`;

const properties = (name: string) => async (page: Page) => {
  await chooseInOutline(page, name);
  await panel(page, "Properties");
  await page.getByRole("heading", { name }).first().waitFor();
};

const keys =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    await page.getByRole("application", { name: "Drawing" }).focus();
    for (const name of names) await page.keyboard.press(name);
  };

/** Selects the kitchen by keys, and has the focus there. */
const onKitchen = async (page: Page): Promise<void> => {
  await keys("Escape", "v", "Escape")(page);
  await shape(page, "rooms/kitchen").focus();
  await page.keyboard.press("Enter");
};

test(
  "EDIT-18, ENTITY-16: in both looks and at every width nobody is kept out of what is opened in the editor with a house",
  patient,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(plan);
    const page = await open(t, service, {
      token: service.admin,
      path: "/#edit",
      viewport: { width: 360, height: 900 },
      prepare: withRegistries(sampleRegistries()),
      // An image that is none.
      expects: /status of 400/,
    });
    if (page === undefined) return;
    await shape(page, "rooms/kitchen").waitFor();
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await resize(page, { width: 1440, height: 900 });
    const other = await open(t, service, { token: service.admin, path: "/#edit" });
    await page.getByRole("list", { name: "Also editing" }).waitFor();
    const field = (name: string) => page.getByRole("combobox", { name, exact: true });
    let saves = 0;
    await walk(t, page, [
      [
        "the house",
        async () => {
          await panel(page, "House");
          await page.getByRole("button", { name: /^Create \d rooms/ }).waitFor();
        },
      ],
      [
        "things to be placed",
        () => page.getByRole("checkbox", { name: "Choose Oven plug" }).check(),
      ],
      ["a lamp with rules", properties("Floor lamp")],
      [
        "entities to choose from",
        async () => {
          await field("Entity").click();
          await page.locator(".options").getByRole("option").first().waitFor();
        },
        "anew",
      ],
      [
        "icons to choose from",
        async () => {
          await page.keyboard.press("Escape");
          await field("Icon").first().click();
          await field("Icon").first().fill("lamp");
          await page.locator(".options").getByRole("option").first().waitFor();
        },
        "anew",
      ],
      [
        "a door",
        async () => {
          await page.keyboard.press("Escape");
          await properties("Door")(page);
        },
      ],
      ["a sensor", properties("Sensor")],
      ["a text", properties("Mind the step")],
      ["a dimension", properties("Dimension")],
      [
        "a room with an area",
        async () => {
          await onKitchen(page);
          await panel(page, "Properties");
          await page.getByLabel("Name", { exact: true }).waitFor();
        },
      ],
      [
        "the house beside the plan, with handles",
        async () => {
          await keys("Escape", "Escape")(page);
          await shape(page, "furniture/table").focus();
          await page.keyboard.press("Enter");
          await page.getByRole("button", { name: "Show in 3D" }).click();
          await page.getByRole("slider").first().waitFor();
        },
      ],
      [
        "the plan alone",
        async () => {
          await page.getByRole("button", { name: "Show in 3D" }).click();
          await page.locator("floorplan-view-3d").waitFor({ state: "detached" });
        },
      ],
      [
        "the menu",
        async () => {
          await onKitchen(page);
          await page.keyboard.press("Shift+F10");
          await page.getByRole("menu", { name: "Actions" }).waitFor();
        },
        "anew",
      ],
      [
        "a menu of the menu",
        async () => {
          await page.keyboard.press("Escape");
          await shape(page, "furniture/table").focus();
          await page.keyboard.press("Shift+F10");
          await page.getByRole("menuitem", { name: "Order" }).press("ArrowRight");
          await page.getByRole("menu", { name: "Order" }).waitFor();
        },
        "anew",
      ],
      [
        "several things being selected",
        async () => {
          await page.keyboard.press("Escape");
          await page.keyboard.press("Escape");
          await page.keyboard.press("Shift+F10");
          await page.getByRole("menuitem", { name: "Select several" }).press("Enter");
          await page.getByRole("button", { name: "Done" }).waitFor();
        },
      ],
      [
        "a name being typed",
        async () => {
          await onKitchen(page);
          await page.keyboard.press("F2");
          await page.getByLabel("What is this room called?").waitFor();
        },
        "anew",
      ],
      [
        "a length being typed",
        async () => {
          await page.keyboard.press("Escape");
          await onKitchen(page);
          await page.getByRole("button", { name: /^Length of wall 1: .* Change$/ }).focus();
          await page.keyboard.press("Enter");
          await page.getByLabel("Length of wall 1", { exact: true }).waitFor();
        },
        "anew",
      ],
      [
        "the tape measure",
        async () => {
          await page.keyboard.press("Escape");
          await keys("l", "Enter", "Shift+ArrowRight", "Shift+ArrowDown", "Enter")(page);
          await page.getByText(/m horizontally/).waitFor();
        },
      ],
      ["corners being set", keys("Escape", "c", "Enter", "Shift+ArrowRight", "Enter", "ArrowDown")],
      [
        "devices to choose from",
        async () => {
          await keys("Escape", "Escape")(page);
          await tool(page, "Devices").click();
          await page.locator(".piece").first().waitFor();
        },
      ],
      [
        "an image below",
        async () => {
          await tool(page, "Select").click();
          await panel(page, "Image");
          const buffer = Buffer.from(picture);
          const file = { name: "flat.svg", mimeType: "image/svg+xml", buffer };
          await page.locator('floorplan-tracing input[type="file"]').setInputFiles(file);
          await page.getByLabel("Width (m)").waitFor();
        },
      ],
      [
        "points of the image",
        async () => {
          await page.getByRole("button", { name: "Straighten and scale…" }).click();
          await keys("Enter", "Shift+ArrowRight", "Enter")(page);
          await page.locator("floorplan-tracing").getByText("Both points set").waitFor();
        },
      ],
      [
        "an image that is none",
        async () => {
          await page.getByRole("button", { name: "Cancel" }).click();
          const file = { name: "flat.png", mimeType: "image/png", buffer: Buffer.from("none") };
          await page.locator('floorplan-tracing input[type="file"]').setInputFiles(file);
          await page.locator("floorplan-tracing [role=alert]").waitFor();
        },
      ],
      [
        "YAML that is none",
        async () => {
          await panel(page, "YAML");
          await page.locator(".cm-content").fill("rooms: [");
          await page.getByRole("button", { name: "Apply" }).click();
          await page.locator("floorplan-yaml [role=alert]").waitFor();
        },
      ],
      [
        "what others have saved",
        async () => {
          saves += 1;
          await peer.save({
            ...plan,
            texts: [{ id: "text", text: `Step ${saves}`, x: 2, z: 2 }],
          });
          await page.getByText("You have saved in another tab").waitFor();
        },
        "anew",
      ],
      [
        "a save that is refused",
        async () => {
          await page.getByRole("button", { name: "Dismiss" }).click();
          await onKitchen(page);
          await panel(page, "Properties");
          await page.getByLabel("Name", { exact: true }).fill("K".repeat(20_000));
          await page.keyboard.press("Enter");
          await page.getByRole("button", { name: "Save", exact: true }).click();
          await page.getByText("The service cannot accept this.").waitFor();
        },
      ],
      [
        "a floor to copy",
        async () => {
          await page.getByRole("button", { name: "Dismiss" }).click();
          await page.getByRole("button", { name: /^Undo/ }).click();
          await page.getByRole("button", { name: "Manage floors" }).click();
          await page.getByRole("button", { name: "Duplicate Ground floor" }).click();
          await page.getByRole("button", { name: "Without entities" }).waitFor();
        },
      ],
    ]);
    await other?.close();
  },
);
