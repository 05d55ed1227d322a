import { test } from "node:test";
import type { Page } from "playwright-core";
import type { GivenFile } from "../../src/model/import/import-result.ts";
import { homeFile } from "../model/import/home.ts";
import { demoPlan } from "../samples/index.ts";
import { useBrowser } from "./browser.ts";
import { shape, tool } from "./editor-drawing.ts";
import { rename } from "./editing.ts";
import { waitForDrafts } from "./draft-count.ts";
import { resize } from "./resize.ts";
import { sharedService } from "./shared-editor.ts";
import { patient, walk } from "./views.ts";

const open = useBrowser();
const shared = sharedService();

/** Chooses files of another program in the panel about files. */
const importing = async (page: Page, files: readonly GivenFile[]): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Import from another program…" }).click(),
  ]);
  await chooser.setFiles(
    files.map(({ name, bytes }) => ({ name, mimeType: "", buffer: Buffer.from(bytes) })),
  );
};

test(
  "EDIT-18, PANEL-12: in both looks and at every width nobody is kept out of any view of the editor",
  patient,
  async (t) => {
    const { service, peer } = await shared();
    // The history begins with the plan before the last.
    for (const plan of [demoPlan("house"), demoPlan("flat")]) await peer.save(plan);
    const page = await open(t, service, {
      token: service.admin,
      path: "/#edit",
      viewport: { width: 360, height: 900 },
    });
    if (page === undefined) return;
    await shape(page, "rooms/kitchen").waitFor();
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await resize(page, { width: 1440, height: 900 });
    const tab =
      (name: string) =>
      (shown: Page): Promise<void> =>
        shown.getByRole("tab", { name, exact: true }).click();
    await walk(t, page, [
      ["nothing selected", () => Promise.resolve()],
      [
        "a room",
        async () => {
          await shape(page, "rooms/kitchen").focus();
          await page.keyboard.press("Enter");
          await page.getByRole("toolbar", { name: "Selection" }).waitFor();
        },
      ],
      [
        "two things",
        async () => {
          await shape(page, "rooms/hall").focus();
          await page.keyboard.press("Shift+Enter");
          await page.getByText("2 items").first().waitFor();
        },
      ],
      ["the outline", tab("Outline")],
      ["the checks", tab("Checks")],
      ["the image", tab("Image")],
      [
        "YAML",
        async () => {
          await tab("YAML")(page);
          await page.locator(".cm-content").waitFor();
        },
      ],
      ["the file", tab("File")],
      [
        "an import",
        async () => {
          await importing(page, [homeFile()]);
          await page.getByText("Won’t be imported, or will change").waitFor();
        },
      ],
      [
        "an import that is refused",
        async () => {
          await page.keyboard.press("Escape");
          await importing(page, [{ name: "notes.txt", bytes: Buffer.from("none") }]);
          await page.locator("floorplan-import [role=alert]").waitFor();
        },
      ],
      [
        "the history",
        async () => {
          await page.keyboard.press("Escape");
          await tab("History")(page);
          await page
            .getByRole("button", { name: /Revision/ })
            .first()
            .waitFor();
        },
      ],
      [
        "a revision",
        async () => {
          await page
            .getByRole("button", { name: /Revision/ })
            .first()
            .click();
          await page.getByRole("dialog").waitFor();
        },
      ],
      [
        "the shortcuts",
        async () => {
          await page.keyboard.press("Escape");
          await page.getByRole("application", { name: "Drawing" }).focus();
          await page.keyboard.press("?");
          await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
        },
      ],
      [
        "the floors",
        async () => {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Manage floors" }).click();
          await page.getByRole("dialog", { name: "Floors" }).waitFor();
        },
      ],
      [
        "a floor to delete",
        async () => {
          await page.getByRole("button", { name: "Delete Flat" }).click();
        },
      ],
      [
        "furniture",
        async () => {
          await page.keyboard.press("Escape");
          await tool(page, "Furniture").click();
          await page.locator(".piece").first().waitFor();
        },
      ],
      [
        "conflicts",
        async () => {
          await tool(page, "Select").click();
          await rename(page, "Kitchen", "Galley");
          const plan = demoPlan("flat");
          const kitchen = plan.rooms.find(({ id }) => id === "kitchen");
          const others = plan.rooms.filter((room) => room !== kitchen);
          await peer.save({ ...plan, rooms: [...others, { ...kitchen, name: "Cooking" }] });
          await page.getByText("1 left to resolve").waitFor();
        },
      ],
      [
        "what overwriting means",
        async () => {
          await page.getByRole("button", { name: "Overwrite others’ changes…" }).click();
          await page.getByRole("dialog", { name: "Overwrite others’ changes?" }).waitFor();
        },
      ],
      [
        "unsaved work that is offered",
        async () => {
          page.once("dialog", (asked) => void asked.accept());
          await waitForDrafts(page, 1);
          await page.reload();
          await page.getByText(/There are unsaved changes from/).waitFor();
        },
      ],
    ]);
  },
);

test(
  "PAGE-11: in both looks and at every width nobody is kept out of any view of the page",
  patient,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save({});
    const page = await open(t, service, {
      viewport: { width: 1440, height: 900 },
      expects: /WebSocket connection to|Failed to load resource/,
    });
    if (page === undefined) return;
    await page.getByLabel("Access token").waitFor();
    await walk(t, page, [
      ["the sign-in", () => Promise.resolve()],
      [
        "an empty plan",
        async () => {
          await page.getByLabel("Access token").fill(service.admin);
          await page.keyboard.press("Enter");
          await page.getByRole("heading", { name: "Let’s draw your home" }).waitFor();
        },
      ],
      [
        "a blank sheet",
        async () => {
          await page.getByRole("link", { name: /blank sheet/ }).click();
          await page.getByText("Your first room").waitFor();
        },
      ],
      [
        "the plan",
        async () => {
          await page.getByRole("link", { name: "Back to the plan" }).click();
          await peer.save(demoPlan("house"));
          await page.locator("floorplan-card [data-ref]").first().waitFor();
        },
      ],
      [
        "a link that signs nobody in",
        async () => {
          await page.goto("about:blank");
          await page.goto(`${service.url}/#token=bogus`);
          await page.getByText(/is not valid/).waitFor();
        },
      ],
      [
        "a service that does not answer",
        async () => {
          await page.routeWebSocket(/websocket/, () => undefined);
          await page.goto("about:blank");
          await page.goto(service.url);
          await page.getByText("Connecting …").waitFor();
        },
      ],
    ]);
  },
);
