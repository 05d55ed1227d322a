import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { backgroundOf, levelsOf } from "../../../../src/model/elements/levels.ts";
import type { GivenFile } from "../../../../src/model/import/import-result.ts";
import { twoStoreys } from "../../../model/import/building.ts";
import { drawingText, drawnRectangle, millimetres } from "../../../model/import/drawn.ts";
import { homeFile } from "../../../model/import/home.ts";
import { houseplanImage, houseplanStorage } from "../../../model/import/houseplan.ts";
import { ownHistory, ownImages, ownStorage } from "../../../model/import/own.ts";
import { pngOf } from "../../../model/import/png.ts";
import { storageFiles, storedPlan, tracedDrawing } from "../../../model/import/storage-files.ts";
import { demoPlan } from "../../../samples/index.ts";
import { serviceHas } from "../../../support/demo-service.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { startTestService } from "../../../support/service.ts";
import { Peer } from "../../../support/peer.ts";
import { useBrowser } from "../../browser.ts";
import { shape } from "../../editor-drawing.ts";
import { allSaved, listOf, panel, roomNames, saved, stored, undo } from "../../editing.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";

const open = useBrowser();
const openEditor = sharedEditor(open, sharedService(), {
  // An image that the service refuses.
  expects: /status of 400/,
});

interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const fileOf = (name: string, content: string | Uint8Array): Upload => ({
  name: basename(name),
  mimeType: name.endsWith(".svg") ? "image/svg+xml" : "",
  buffer: Buffer.from(content),
});

const ofHomeAssistant = [...storageFiles].map(([name, text]) => fileOf(name, text));

/** Chooses files where a button asks for some. */
const choose = async (page: Page, button: string | RegExp, files: readonly Upload[]) => {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button }).click(),
  ]);
  await chooser.setFiles([...files]);
};

const foreign = "Import from another program…";

/** Lets files go over the drawing. */
const dropOn = async (page: Page, files: readonly Upload[]): Promise<void> => {
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, text } of given)
        transfer.items.add(new File([text], name, { type: mimeType }));
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString() })),
  );
  await page.locator("floorplan-canvas").dispatchEvent("drop", { dataTransfer: data });
};

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Import", exact: true });

test(
  "IMPORT-30, IMPORT-31, IMPORT-32: files are shown before anything changes, then take the plan's place with their image as one step",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer, service } = editor;
    const before = await stored(peer);
    await panel(page, "File");
    await choose(page, foreign, ofHomeAssistant);
    const dialog = dialogOf(page);
    for (const comes of ["2 floors", "2 rooms", "1 door or window", "1 item", "1 tracing image"])
      await dialog.getByText(comes, { exact: true }).waitFor();
    await dialog.getByText("2 earlier plans in the files are left out").waitFor();
    await dialog.getByRole("img", { name: "Preview" }).waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    assert.deepEqual(await stored(peer), before);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await allSaved(page);

    await choose(page, foreign, ofHomeAssistant);
    await dialog.getByRole("button", { name: "Replace plan" }).click();
    await page.getByText("“fns_floorplan” was imported, but is not saved yet.").waitFor();
    await shape(page, "rooms/den").waitFor();
    assert.deepEqual(await stored(peer), before, "nothing is saved before somebody saves");
    assert.deepEqual(
      await roomNames(peer),
      listOf(before, "rooms").map(({ name }) => name),
    );
    const url = backgroundOf(await saved(editor), "eg")?.url ?? "";
    assert.match(url, /^\/local\/floorplan\/bg_eg\.svg\?v=\d+$/);
    assert.equal(await (await fetch(`${service.url}${url}`)).text(), tracedDrawing);
    assert.deepEqual(await roomNames(peer), ["Den", "Loft"]);
    await undo(page);
    await shape(page, "rooms/kitchen").waitFor();
    const { rev: _, ...restored } = await saved(editor);
    const { rev: _rev, ...former } = before;
    assert.deepEqual(restored, former, "one step takes all of it back");
  },
);

test(
  "IMPORT-33: dropped files are added as floors of their own, with images, beside what is there",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "images on its disk")) return;
    const editor = await openEditor(t, {
      levels: [{ id: "eg", name: "Mine" }],
      rooms: [
        {
          id: "den",
          level: "eg",
          name: "Hut",
          points: [
            [0, 0],
            [2, 0],
            [2, 2],
          ],
        },
      ],
    });
    if (editor === undefined) return;
    const { page } = editor;
    await shape(page, "rooms/den").waitFor();
    await dropOn(page, ofHomeAssistant);
    await dialogOf(page).getByRole("button", { name: "Add as floors" }).press("Enter");
    await page.getByRole("tab", { name: "Upper", exact: true }).waitFor();
    const plan = await saved(editor);
    assert.deepEqual(
      levelsOf(plan).map(({ name }) => name),
      ["Mine", "Ground", "Upper"],
    );
    const [mine, ground, upper] = levelsOf(plan).map(({ id }) => id);
    const rooms = listOf(plan, "rooms");
    assert.deepEqual(
      rooms.map(({ name, level }) => [name, level]),
      [
        ["Hut", mine],
        ["Den", ground],
        ["Loft", upper],
      ],
    );
    const ids = rooms.map(({ id }) => id);
    assert.equal(new Set(ids).size, 3, JSON.stringify(ids));
    assert.equal(listOf(plan, "openings")[0]?.["room_id"], ids[1]);
    assert.equal(listOf(plan, "furniture")[0]?.["level"], ground);
    assert.equal(backgroundOf(plan, mine ?? ""), undefined);
    assert.match(backgroundOf(plan, ground ?? "")?.url ?? "", /bg_level_\w+\.svg\?v=/);
    await undo(page);
    await page.getByRole("tab", { name: "Upper", exact: true }).waitFor({ state: "detached" });
    assert.deepEqual(await roomNames(editor.peer), ["Hut", "Den", "Loft"]);
    await saved(editor);
    assert.deepEqual(await roomNames(editor.peer), ["Hut"]);
  },
);

test(
  "IMPORT-37: what the plan reaches is listed under its numbers, and opened where somebody wants to read it",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, {});
    if (editor === undefined) return;
    const { page } = editor;
    const lamp = { type: "lamp_ceiling", entity: "switch.garage_opener" };
    const rules = Array.from({ length: 257 }, (_, at) => ({ entity: `lock.turned\u202e${at}` }));
    const turned = { tap_action: { action: "toggle" }, rules };
    const leads = { action: "url", url_path: "//x.invalid/a" };
    const data = {
      ...storedPlan,
      furniture: [lamp],
      devices: [turned, { hold_action: leads }],
      texts: [{ text: "{{ states | list }}" }],
    };
    const plan = JSON.stringify({ version: 1, key: "fns_floorplan", data });
    await panel(page, "File");
    await choose(page, foreign, [fileOf("fns_floorplan", plan)]);
    const dialog = dialogOf(page);
    const heading = dialog.getByText("257 actions on tap", { exact: true });
    await heading.waitFor();
    const first = dialog.getByText("toggle switch.garage_opener", { exact: true });
    assert.equal(await first.isVisible(), false, "it is closed at first");
    await heading.click();
    await first.waitFor();
    await dialog.getByText("toggle lock.turned\ufffd0", { exact: true }).waitFor();
    await dialog.getByText(/^and 57 more; /).waitFor();
    assert.equal(await dialog.getByText(/^toggle /).count(), 200);
    await dialog.getByText(/^More actions are possible: .* more than 256 ways/).waitFor();
    for (const [kind, found] of [
      ["1 external address", "//x.invalid/a"],
      ["1 template for Home Assistant", "{{ states | list }}"],
    ] as const) {
      await dialog.getByText(kind, { exact: true }).click();
      await dialog.getByText(found, { exact: true }).waitFor();
    }
    assert.deepEqual(await sampledViolations(page), []);
    await heading.click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await choose(page, foreign, ofHomeAssistant);
    await dialog.getByText("2 rooms", { exact: true }).waitFor();
    assert.equal(await dialog.getByText("What it can do in your home").count(), 0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  },
);

const asUpload = ({ name, bytes }: GivenFile): Upload => fileOf(name, bytes);

const formats: readonly (readonly [
  name: string,
  files: readonly GivenFile[],
  rooms: readonly string[],
  lost: RegExp,
])[] = [
  ["FNS Floorplan", [ownStorage(), ownHistory(), ...ownImages()], ["Hall"], /bg_9\.png/],
  [
    "House Plan",
    [...houseplanStorage(), houseplanImage()],
    ["Living room", "Kitchen", "Study"],
    /round column becomes square/,
  ],
  ["Sweet Home 3D", [homeFile()], ["Living room", "Kitchen", "Bedroom", "Bath & WC"], /Telescope/],
];

test(
  "IMPORT-31: each format is read in the browser, what is lost of it is named, and its rooms come",
  inBrowser,
  async (t) => {
    for (const [name, files, rooms, lost] of formats) {
      const editor = await openEditor(t, {});
      if (editor === undefined) return;
      const { page, peer } = editor;
      await panel(page, "File");
      await choose(page, foreign, files.map(asUpload));
      const dialog = dialogOf(page);
      await dialog.getByText(lost).first().waitFor();
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      await saved(editor);
      assert.deepEqual(new Set(await roomNames(peer)), new Set(rooms), name);
    }
  },
);

/** Whether what reads homes of Sweet Home 3D is among what a page has loaded. */
const hasReader = async (page: Page): Promise<boolean> => {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  const scripts = loaded.filter((name) => name.endsWith(".js"));
  assert(scripts.length > 2, scripts.join());
  const codes = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
  return codes.some((code) => code.includes("Home.xml"));
};

test(
  "IMPORT-33: a drawing that the system calls an image is imported, not traced",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page } = editor;
    const walls = drawnRectangle("A-WALL", 0, 0, 4000, 3000);
    const text = drawingText(walls, millimetres);
    const drawing = { ...fileOf("house.dxf", text), mimeType: "image/vnd.dxf" };
    await dropOn(page, [drawing]);
    await dialogOf(page).getByRole("img", { name: "Preview" }).waitFor();
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
  },
);

test(
  "TRACE-11: an image of too many pixels is refused in an import before any is sent, in words that name the limit",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, { rooms: [] });
    if (editor === undefined) return;
    const { page, peer } = editor;
    const before = await stored(peer);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    const huge = pngOf(10_000, 10_000).subarray(0, 100);
    const files = ofHomeAssistant.map((file) =>
      file.name === "bg_eg.svg" ? { ...fileOf("bg_eg.svg", huge), mimeType: "image/png" } : file,
    );
    await panel(page, "File");
    await choose(page, foreign, files);
    const dialog = dialogOf(page);
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await dialog
      .getByRole("alert")
      .getByText("The image has more than 80 megapixels", { exact: false })
      .waitFor();
    assert.deepEqual(sent, []);
    assert.deepEqual(await stored(peer), before);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  },
);

test(
  "IMPORT-34: what cannot be imported is refused with the reason, other files may be chosen, and nothing changes",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page, peer } = editor;
    const before = await stored(peer);
    await dropOn(page, [fileOf("notes.txt", "nothing")]);
    const dialog = dialogOf(page);
    await dialog.getByRole("alert").filter({ hasText: "no format that can be imported" }).waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    const files = ofHomeAssistant.map((file) =>
      file.name === "bg_eg.svg" ? fileOf(file.name, "<svg") : file,
    );
    await choose(page, "Choose other files…", files);
    await dialog.getByRole("button", { name: "Replace plan" }).click();
    await dialog.getByRole("alert").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await allSaved(page);
    assert.deepEqual(await stored(peer), before);
  },
);

test(
  "IMPORT-30, IMPORT-35: while there is no plan, page and blank sheet offer to import one, also where the offer is gone when files are chosen",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    const page = await open(t, service, { token: service.admin });
    if (page === undefined) return;
    await page.getByRole("link", { name: /blank sheet/ }).click();
    await page.getByRole("application", { name: "Drawing" }).waitFor();
    assert.equal(await hasReader(page), false, "who imports nothing loads nothing for it");
    await choose(page, "Import plan…", ofHomeAssistant);
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    await dialogOf(page).waitFor({ state: "detached" });
    assert.equal(await hasReader(page), true);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Import plan…" }).click(),
    ]);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("button", { name: "Import plan…" }).waitFor({ state: "detached" });
    await chooser.setFiles([...ofHomeAssistant]);
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    await dialogOf(page).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Back to the plan" }).click();
    await choose(page, /^Import from another program/, ofHomeAssistant);
    await dialogOf(page).getByRole("button", { name: "Import", exact: true }).click();
    await shape(page, "rooms/den").waitFor();
    await saved({ page, peer });
    assert.deepEqual(await roomNames(peer), ["Den", "Loft"]);
  },
);

test(
  "IFC-1, IFC-8: the editor shows a building in IFC and what of it is left out, before it becomes the plan",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await panel(page, "File");
    await choose(page, foreign, [fileOf("House.ifc", twoStoreys().text())]);
    const dialog = dialogOf(page);
    for (const comes of ["2 floors", "4 rooms", "6 doors and windows", "2 items"])
      await dialog.getByText(comes, { exact: true }).waitFor();
    await dialog.getByText("IfcSlab").waitFor();
    await dialog.getByRole("img", { name: "Preview" }).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  },
);
