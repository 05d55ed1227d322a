import assert from "node:assert/strict";
import { test } from "node:test";
import { objectsIn } from "../../../../src/model/json.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { accessibilityViolations } from "../../accessibility-violations.ts";
import { useBrowser } from "../../browser.ts";
import { allSaved, panel, save, stored } from "../../editing.ts";
import { shape } from "../../editor-drawing.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();
const openEditor = sharedEditor(open, shared);

const plan = {
  rooms: [
    {
      id: "hall",
      name: "Hall",
      points: [
        [0, 0],
        [8, 0],
        [8, 6],
        [0, 6],
      ],
    },
  ],
  furniture: [{ id: "lamp", type: "lamp_floor", entity: "light.hall", x: 6, z: 2 }],
  texts: [{ id: "note", text: "Here", x: 2, z: 4 }],
};

test(
  "LAYER-6: in the editor, layers are made and filled in, elements are put into one, and all stays in view",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, plan);
    if (editor === undefined) return;
    const { page, peer } = editor;
    await shape(page, "furniture/lamp").click();
    await panel(page, "Properties");
    assert.equal(
      await page.getByRole("combobox", { name: "Layer" }).count(),
      0,
      "there is no layer",
    );
    await panel(page, "Layers");
    await page.getByText("There are no layers yet.").waitFor();
    await page.getByRole("button", { name: "Add a layer" }).click();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Lamps");
    await name.press("Enter");
    await page.getByLabel("Off until somebody switches it on").check();
    await page.getByLabel("Sensors").check();
    const domains = page.getByLabel("Entities of these domains");
    await domains.fill("light, Climate");
    await domains.press("Enter");
    await page.getByLabel("Who may draw").check();
    const from = page.getByLabel("Shown from (pixels per metre)");
    await from.fill("40");
    await from.press("Enter");
    await page.getByRole("button", { name: /^Lamps off at first, Sensors, light/ }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole("button", { name: "Put the selection into it (1)" }).click();
    await page.getByRole("button", { name: "Select what was put into it (1)" }).waitFor();
    await shape(page, "furniture/lamp").waitFor();
    // By the properties of another one.
    await shape(page, "texts/note").click();
    await panel(page, "Properties");
    await page.getByRole("combobox", { name: "Layer" }).selectOption({ label: "Lamps" });
    await save(page);
    await allSaved(page);
    const saved = await stored(peer);
    const [layer] = objectsIn(saved["layers"]);
    const { id, ...fields } = layer ?? {};
    assert.deepEqual(fields, {
      name: "Lamps",
      hidden: true,
      shows: ["sensors", "light.*", "climate.*"],
      for: ["admin"],
      zoom: { from: 40 },
    });
    assert.equal(objectsIn(saved["furniture"])[0]?.["layer_id"], id);
    assert.equal(objectsIn(saved["texts"])[0]?.["layer_id"], id);
    await panel(page, "Layers");
    await page.getByRole("button", { name: /^Lamps/ }).click();
    await page.getByRole("button", { name: "Remove this layer" }).click();
    await page.getByText("There are no layers yet.").waitFor();
    await save(page);
    await allSaved(page);
    const after = await stored(peer);
    assert.deepEqual(after["layers"], []);
    assert.equal(objectsIn(after["texts"])[0]?.["layer_id"], undefined, "it is taken out");
  },
);

test(
  "LAYER-5: the checks tell what is wrong with layers, and lead to their panel",
  inBrowser,
  async (t) => {
    const layers = [{ id: "a", name: "Lamps", shows: ["lamps"] }];
    const texts = [{ ...plan.texts[0], layer_id: "gone" }];
    const editor = await openEditor(t, { ...plan, texts, layers });
    if (editor === undefined) return;
    const { page } = editor;
    await shape(page, "texts/note").waitFor();
    await panel(page, "Checks");
    await page.getByText("Here is in layer “gone”, which does not exist.").waitFor();
    const sentence =
      "Layer “Lamps” shows “lamps”, which is neither a list nor a domain such as light.*.";
    await page.getByRole("button", { name: sentence }).click();
    await page.getByRole("heading", { name: "Layers" }).waitFor();
  },
);
