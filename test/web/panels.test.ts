import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../src/demo/index.ts";
import { bounded } from "../support/bounded.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { barriersOf } from "./barriers.ts";
import { type TabOptions, useBrowser } from "./browser.ts";

const open = useBrowser();

/** An editor on a plan that a script has saved, and the script's connection. */
const openEditor = async (
  t: TestContext,
  plan: object,
  options: TabOptions = {},
): Promise<{ page: Page; peer: Peer } | undefined> => {
  const service = await startTestService(t);
  const peer = await Peer.login(t, service.port, service.admin);
  await peer.save(plan);
  const page = await open(t, service, { token: service.admin, path: "/#edit", ...options });
  if (page === undefined) return undefined;
  await page.locator('[data-ref="rooms/kitchen"]').first().waitFor();
  return { page, peer };
};

const panel = (page: Page, name: string): Promise<void> =>
  page.getByRole("tab", { name, exact: true }).click();

const undo = (page: Page): Promise<void> => page.keyboard.press("Control+z");

const saved = async (page: Page, peer: Peer): Promise<Record<string, unknown>> => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("All saved").waitFor();
  const plan = await peer.result("floorplan/plan/get");
  assert(typeof plan === "object" && plan !== null);
  return { ...plan };
};

/** Chooses something in the outline by searching for it. */
const chooseInOutline = async (page: Page, name: string): Promise<void> => {
  await panel(page, "Outline");
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await page.getByRole("treeitem", { name }).last().click();
};

test(
  "PANEL-2: a finding leads to its floor and its properties, and what points nowhere is removed",
  bounded,
  async (t) => {
    const flat = demoPlan("flat");
    const opened = await openEditor(t, {
      ...flat,
      levels: [...flat.levels, { id: "attic", name: "Attic" }],
      texts: [
        { id: "note", text: "Above", x: 1, z: 1, level: "attic" },
        { id: "note", text: "Twice", x: 2, z: 2, level: "attic" },
      ],
      outdoor: "garden",
    });
    if (opened === undefined) return;
    const { page, peer } = opened;
    await panel(page, "Check");
    await page.getByRole("button", { name: /^Twice .*has the id “note”/ }).click();
    await page.locator('[data-ref="texts/note#2"]').first().waitFor();
    await page.getByRole("button", { name: /^Remove: The outdoor room/ }).click();
    await page.getByText("1 finding", { exact: true }).waitFor();
    await panel(page, "Properties");
    await page.getByRole("heading", { name: "Twice" }).waitFor();
    assert.equal((await saved(page, peer))["outdoor"], undefined);
  },
);

test(
  "PANEL-3, PANEL-5: what the keyboard chooses in the outline gets other properties, one undo step each",
  bounded,
  async (t) => {
    const opened = await openEditor(t, demoPlan("flat"));
    if (opened === undefined) return;
    const { page, peer } = opened;
    await panel(page, "Outline");
    await page.getByRole("searchbox", { name: "Search" }).press("Tab");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "Home"])
      await page.keyboard.press(key);
    assert.equal(await page.getByRole("treeitem", { name: "Passage" }).count(), 1);
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    await panel(page, "Properties");
    await page.getByRole("heading", { name: "Living room" }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Parlour");
    await page.getByLabel("Name", { exact: true }).press("Tab");
    const flooring = page.getByLabel("flooring");
    await flooring.fill("stone");
    await flooring.press("Tab");
    await page.getByText("This is not JSON, so nothing was changed.").waitFor();
    await flooring.fill('"stone"');
    await flooring.press("Tab");
    await page.getByText("This is not JSON").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: /^Undo/ }).click();
    const [room] = demoPlan("flat").rooms;
    const { rooms } = await saved(page, peer);
    assert(Array.isArray(rooms));
    assert.deepEqual(rooms[0], { ...room, name: "Parlour" });
  },
);

test("PANEL-4: what is filled in for several things is set in all of them", bounded, async (t) => {
  const opened = await openEditor(t, demoPlan("flat"));
  if (opened === undefined) return;
  const { page, peer } = opened;
  await chooseInOutline(page, "Bathtub");
  await page.getByRole("searchbox", { name: "Search" }).fill("Fridge");
  await page.getByRole("treeitem", { name: "Fridge" }).click({ modifiers: ["Shift"] });
  await panel(page, "Properties");
  await page.getByRole("heading", { name: "2 things selected" }).waitFor();
  await page.getByLabel("Layer").fill("white goods");
  await page.getByLabel("Layer").press("Enter");
  const { furniture } = await saved(page, peer);
  assert(Array.isArray(furniture));
  assert.deepEqual(
    furniture.flatMap(({ id, layer }) => (layer === "white goods" ? [id] : [])),
    ["bathtub", "fridge"],
  );
});

const square = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0H400V300H0Z" fill="#999"/></svg>`;

test(
  "PANEL-6: a tracing image is uploaded, scaled by two points of the drawing and removed",
  bounded,
  async (t) => {
    const opened = await openEditor(t, demoPlan("flat"));
    if (opened === undefined) return;
    const { page, peer } = opened;
    await panel(page, "Image");
    const input = page.locator('floorplan-tracing input[type="file"]');
    await input.setInputFiles({
      name: "plan.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF"),
    });
    await page.getByText("it has to be PNG, JPEG, WebP or SVG").waitFor();
    await input.setInputFiles({
      name: "big.png",
      mimeType: "image/png",
      buffer: Buffer.alloc(15 * 2 ** 20 + 1),
    });
    await page.getByText("larger than 15 MB").waitFor();
    await input.setInputFiles({
      name: "flat.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(square),
    });
    const width = page.getByLabel("Width (m)");
    await width.waitFor();
    const before = Number(await width.inputValue());
    await page.getByRole("button", { name: "Scale by two points…" }).click();
    const box = await page.locator("floorplan-canvas").boundingBox();
    assert(box !== null);
    const middle = box.y + box.height / 2;
    await page.mouse.click(box.x + 200, middle);
    await page.getByText("1 of 2 points set").waitFor();
    await page.mouse.click(box.x + 400, middle);
    const drawn = await page.getByText(/On the drawing they are [\d.]+ m apart/).textContent();
    const apart = Number(/are ([\d.]+) m/.exec(drawn ?? "")?.[1]);
    await page.getByLabel("True distance (m)").fill(String(2 * apart));
    await page.getByRole("button", { name: "Scale the image" }).click();
    await page.getByRole("button", { name: "Scale by two points…" }).waitFor();
    const after = Number(await width.inputValue());
    assert(Math.abs(after - 2 * before) < 0.1, `${before} m became ${after} m`);
    const { backgrounds } = await saved(page, peer);
    assert.match(JSON.stringify(backgrounds), /"url":"[^"]*bg_flat\.[^"]*svg/);
    await page.getByRole("button", { name: "Remove the image" }).click();
    await page.getByText("Put a floor plan or a photo").waitFor();
    assert.deepEqual((await saved(page, peer))["backgrounds"], {});
  },
);

test(
  "PANEL-7: YAML that cannot be read is marked at its line, and what can is one undo step",
  bounded,
  async (t) => {
    const opened = await openEditor(t, demoPlan("flat"));
    if (opened === undefined) return;
    const { page } = opened;
    await chooseInOutline(page, "Bathtub");
    await panel(page, "YAML");
    const text = page.getByRole("textbox", { name: "YAML text" });
    await page.getByText("bathtub").first().waitFor();
    const write = async (yaml: string): Promise<void> => {
      await text.click();
      await page.keyboard.press("Control+a");
      // Typed over several lines, the browser would try to keep their inline styles.
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(yaml);
      await page.getByRole("button", { name: "Apply" }).click();
    };
    await write("furniture:\n- id: bathtub\n  type: [");
    await page.getByText("This text is no valid YAML.").waitFor();
    await page.locator(".cm-lint-marker-error").waitFor();
    assert.equal(await page.getByText("All saved").count(), 1, "the plan is as it was");
    await write(
      "furniture:\n- {id: bathtub, type: bench, x: 4.2, z: 1, w: 1, d: 0.4, rotation: 0}\n",
    );
    await page.getByText("Applied. Undo takes it back.").waitFor();
    await page.getByText("type: bench").waitFor();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByText("type: bathtub").waitFor();
    await page.getByText("All saved").waitFor();
  },
);

test(
  "PANEL-8: a file with no plan is refused; one with a plan replaces what is drawn until undone",
  bounded,
  async (t) => {
    const opened = await openEditor(t, demoPlan("flat"));
    if (opened === undefined) return;
    const { page } = opened;
    await panel(page, "File");
    const input = page.locator('floorplan-file input[type="file"]');
    const give = (name: string, text: string): Promise<void> =>
      input.setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await give("list.json", "[1]");
    await page.getByText("“list.json” holds no plan").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export the plan" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "floorplan-1.json");
    const exported: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.deepEqual(exported, demoPlan("flat"));
    await give(
      "hut.json",
      '{"rooms": [{"id": "hut", "name": "Hut", "points": [[0,0],[3,0],[3,3]]}]}',
    );
    await page.getByText("“hut.json” is imported, and not saved yet.").waitFor();
    await page.locator('[data-ref="rooms/hut"]').first().waitFor();
    await page.getByRole("tabpanel").focus();
    await undo(page);
    await page.locator('[data-ref="rooms/kitchen"]').first().waitFor();
  },
);

test(
  "PANEL-12: the panels keep nobody out, wide or at 360 px",
  { timeout: 2 * bounded.timeout },
  async (t) => {
    const opened = await openEditor(t, demoPlan("flat"), { viewport: { width: 360, height: 740 } });
    if (opened === undefined) return;
    const { page } = opened;
    await page.getByRole("button", { name: "Details", exact: true }).click();
    for (const name of ["Properties", "Outline", "Check", "Image", "YAML", "History", "File"]) {
      await panel(page, name);
      if (name === "YAML") await page.getByRole("textbox", { name: "YAML text" }).waitFor();
      if (name === "History") await page.getByText("no earlier revision yet").waitFor();
      // The check takes a second, so panels that are made of buttons alone are left to the others.
      if (["Outline", "Image", "YAML"].includes(name))
        assert.deepEqual(await barriersOf(page), [], name);
      const wider = await page
        .getByRole("tabpanel")
        .evaluate((found) => found.scrollWidth - found.clientWidth);
      assert(wider <= 0, `${name} is ${wider} px too wide`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await chooseInOutline(page, "Kitchen");
    await panel(page, "Properties");
    assert.deepEqual(await barriersOf(page), [], "wide");
  },
);
