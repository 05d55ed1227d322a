import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { collections, forms } from "../../../../src/model/kinds/kinds.ts";
import { completeYaml, type YamlKnown } from "../../../../src/web/canvas/inspector/yaml-options.ts";
import { placeIn } from "../../../../src/web/canvas/inspector/yaml-place.ts";
import { root } from "../../../support/source-files.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { useBrowser } from "../../browser.ts";
import { chooseInOutline, listOf, panel, saved } from "../../editing.ts";
import { withRegistries } from "../../fake-registries.ts";
import { snapshotOf, square } from "../../registry-snapshots.ts";
import { kitchen, sampleRegistries } from "../../sample-registries.ts";
import { sharedEditor, sharedService } from "../../shared-editor.ts";
import { textsIn } from "../../i18n/texts-in.ts";

const known: YamlKnown = {
  plan: {
    levels: [
      { id: "ground", name: "Ground floor" },
      { id: "1", name: "Upstairs" },
    ],
    rooms: [
      { id: "kitchen", name: "Kitchen", points: square },
      { id: "on", name: "Odd", points: square },
    ],
  },
  registry: snapshotOf(
    [
      { id: "light.kitchen", name: "Kitchen lamp", area: "kitchen" },
      { id: "light.hall", name: "Hall lamp" },
      { id: "lock.door", name: "Front door" },
      { id: "sensor.heat", name: "Heat", class: "temperature" },
    ],
    [{ area_id: "kitchen", name: "Kitchen" }],
  ),
  texts: textsIn("en"),
  isWhole: true,
};

interface Asked extends Partial<YamlKnown> {
  readonly isAsked?: boolean;
}

/** What is offered where `|` stands in a text. */
const offeredAt = (marked: string, { isAsked = true, ...other }: Asked = {}) => {
  const at = marked.indexOf("|");
  const text = marked.slice(0, at) + marked.slice(at + 1);
  return completeYaml(text, at, isAsked, { ...known, ...other });
};

const labels = (marked: string, asked?: Asked): readonly string[] =>
  offeredAt(marked, asked)?.options.map(({ label }) => label) ?? [];

/** The text as it is when the first that is offered at `|` was taken. */
const taken = (marked: string, asked?: Asked): string | undefined => {
  const offered = offeredAt(marked, asked);
  const text = marked.replace("|", "");
  const written = offered?.options[0]?.written;
  return offered && written !== undefined
    ? text.slice(0, offered.from) + written + text.slice(offered.to)
    : undefined;
};

test("PANEL-23: an element is offered the fields of its kind that it does not have, by name and by word", () => {
  assert.deepEqual(labels("furniture:\n- id: a\n  ty|"), ["type"]);
  assert.deepEqual(labels("furniture:\n- siz|\n  type: sofa"), ["size"]);
  assert.deepEqual(labels("furniture:\n- id: a\n  depth|"), ["d"]);
  assert.deepEqual(labels("furniture:\n- id: a\n  Tief|", { texts: textsIn("de") }), ["d"]);
  for (const collection of collections) {
    const names = labels(`${collection}:\n- |`);
    for (const { name } of forms[collection].fields({})) assert(names.includes(name), name);
    assert(names.includes("id"), collection);
    assert.equal(names.includes("rules"), forms[collection].hasRules, collection);
  }
  const sofa = labels("furniture:\n- type: sofa\n  |\n  w: 2\n- {d: 1}");
  assert(!sofa.includes("type") && !sofa.includes("w") && sofa.includes("d"), sofa.join());
  assert(!labels("devices:\n- kind: fan\n  |").includes("fov"));
  assert(labels("devices:\n- |\n  kind: camera").includes("fov"), "what stands below counts, too");
});

test("PANEL-23: a tracker is offered its fields, the ways to metres, and entities or, of one entity, its attributes' names", () => {
  assert.deepEqual(labels("track|"), ["trackers"]);
  const names = labels("trackers:\n- |");
  for (const name of ["id", "kind", "source", "targets", "points", "pose", "maps", "fuse"])
    assert(names.includes(name), `${name} among ${names.join()}`);
  assert.deepEqual(labels("trackers:\n- kind: vac|"), ["vacuum"]);
  assert.deepEqual(labels("trackers:\n- level: |"), ["ground", "1"]);
  assert.equal(
    taken("trackers:\n- source:\n    x: heat|"),
    "trackers:\n- source:\n    x: sensor.heat",
  );
  assert.deepEqual(labels("trackers:\n- source:\n    entity: sensor.heat\n    x: heat|"), []);
  assert.deepEqual(labels("trackers:\n- targets:\n  - active: heat|"), ["sensor.heat"]);
  assert.deepEqual(labels("trackers:\n- maps:\n    Downstairs:\n      lev|"), ["level"]);
  assert.deepEqual(labels("trackers:\n- pose:\n    rot|"), ["rotation"]);
});

test("PANEL-23: the sensor of a zone is offered its fields, and their choices", () => {
  const fields = labels("zones:\n- sensor:\n    |");
  for (const name of ["tracker", "x1", "y2", "text", "type", "switch", "separator"])
    assert(fields.includes(name), `${name} among ${fields.join()}`);
  assert.deepEqual(labels("zones:\n- sensor:\n    separator: |"), [":", ","]);
  assert.deepEqual(labels("zones:\n- sensor:\n    unit: c|"), ["cm"]);
});

test("PANEL-23: the whole plan is offered its lists and what else it has, a part of it only lists", () => {
  assert.deepEqual(labels("roo|"), ["rooms"]);
  assert(labels("|").includes("outdoor"));
  assert.deepEqual(labels("|", { isWhole: false }), [...collections]);
  assert.deepEqual(labels("backgrounds:\n  |"), ["ground", "1"]);
  assert.equal(taken("backgrounds:\n  up|"), 'backgrounds:\n  "1": ');
  assert.deepEqual(labels("backgrounds:\n  ground:\n    op|"), ["opacity"]);
  assert.deepEqual(labels("labels:\n  kit|: [1, 2]"), ["kitchen"]);
});

test("PANEL-23: rules are offered what they change and conditions what they ask, however they are written", () => {
  const block = "rooms:\n  - id: a\n    rules:\n      - if:\n          - any:\n              - ";
  assert.deepEqual(labels("devices:\n- rules:\n  - op|"), ["opacity"]);
  assert.deepEqual(labels("devices:\n- rules:\n  - hide: |"), ["true", "false"]);
  assert.deepEqual(labels("devices:\n- rules:\n  - size: x|"), ["xs", "xl", "xxl"]);
  assert.deepEqual(labels(`${block}state: on\n                be|\n    name: b`), ["below"]);
  assert.deepEqual(labels(`${block}entity: front|`), ["lock.door"]);
  assert.deepEqual(labels("devices:\n- rules:\n  - if: {sta|"), ["state", "state_not"]);
  assert.deepEqual(labels("devices:\n- rules:\n  - if: [{entity: front|\n  x: 1"), ["lock.door"]);
  assert.deepEqual(labels("devices:\n- rules: [{if: [{state: on, ent|: a}]}]"), ["entity"]);
});

test("PANEL-23: values are those of the choices, types, rooms, floors and walls", () => {
  assert.deepEqual(labels("openings:\n- type: |"), ["door", "window"]);
  assert.deepEqual(labels("furniture:\n- size: x|"), ["xs", "xl", "xxl"]);
  assert.deepEqual(labels("furniture:\n- type: whirl|"), ["whirlpool"]);
  assert.deepEqual(labels("devices:\n- kind: dishw|"), ["dishwasher"]);
  assert.deepEqual(labels("openings:\n- room_id: |"), ["kitchen", "on"]);
  assert.deepEqual(labels("openings:\n- room_id: kitchen\n  edge: |"), ["0", "1", "2", "3"]);
  assert.deepEqual(labels("devices:\n- level: upst|"), ["1"]);
  assert.deepEqual(labels("rooms:\n- area_id: |"), ["kitchen"]);
  assert.deepEqual(labels("outdoor: odd|"), ["on"]);
  assert.deepEqual(labels("devices:\n- tap_action: {action: tog|}"), ["toggle"]);
  assert.deepEqual(labels("rooms:\n- name: |"), [], "a name may be anything");
});

test("PANEL-23: entities are found by id and by name, what a field is for first", () => {
  assert.deepEqual(labels("devices:\n- entity: kitch lam|"), ["light.kitchen"]);
  assert.deepEqual(labels("openings:\n- lock: |"), ["lock.door"]);
  assert.equal(labels("furniture:\n- type: lamp_floor\n  entity: |")[0], "light.hall");
  assert.deepEqual(labels("rooms:\n- temperature: |"), ["sensor.heat"]);
  assert.deepEqual(labels("rooms:\n- sheet_extra:\n  - sensor.x\n  - hea|"), ["sensor.heat"]);
  assert.deepEqual(labels("rooms:\n- sheet_extra: [sensor.x, hea|]"), ["sensor.heat"]);
  const call =
    "devices:\n- tap_action:\n    action: perform-action\n    target:\n      entity_id: ";
  assert.deepEqual(labels(`${call}hall|`), ["light.hall"]);
  assert.deepEqual(labels(`${call}[light.a, hall|]`), ["light.hall"]);
  assert.deepEqual(labels(`${call}\n      - hall|`), ["light.hall"]);
  assert.deepEqual(labels("devices:\n- tap_action: {action: toggle, entity: hall|}"), [
    "light.hall",
  ]);
  const [first] = offeredAt("devices:\n- entity: heat|")?.options ?? [];
  assert.equal(first?.words, "Heat");
  assert.deepEqual(labels("devices:\n- entity: |", { registry: undefined }), []);
});

test("PANEL-23: what is taken stands in place of the word, in quotation marks where YAML would make something else of it", () => {
  assert.equal(taken("furniture:\n- ty|"), "furniture:\n- type: ");
  assert.equal(taken("furniture:\n- ty|p: sofa"), "furniture:\n- type: sofa");
  assert.equal(taken("furniture:\n- type: batht|ubs # new"), "furniture:\n- type: bathtub # new");
  assert.equal(taken("devices:\n- entity: front d|"), "devices:\n- entity: lock.door");
  assert.equal(taken('devices:\n- entity: "front|"'), 'devices:\n- entity: "lock.door"');
  assert.equal(taken("openings:\n- room_id: odd|"), 'openings:\n- room_id: "on"');
  assert.equal(taken("devices:\n- level: upst|"), 'devices:\n- level: "1"');
  assert.equal(taken("devices:\n- rules: [{hide: t|}]"), "devices:\n- rules: [{hide: true}]");
});

test("PANEL-23: nobody is offered anything unasked before a name is begun or behind a whole value, nor in comments and texts", () => {
  const unasked = { isAsked: false };
  assert.deepEqual(labels("furniture:\n- |", unasked), []);
  assert.deepEqual(labels("furniture:\n- type: sofa|", unasked), []);
  assert.deepEqual(labels("furniture:\n- ty|", unasked), ["type"]);
  assert.deepEqual(labels("openings:\n- type: |", unasked), ["door", "window"]);
  for (const nowhere of [
    "furniture:\n- type: sofa # ty|",
    "# ty|",
    "texts:\n- text: >\n    ty|\n  x: 1",
    "furniture:\n-|",
    "furniture:\n- type:|",
    "furniture:\n  ty|",
    "furniture:\n- id: a\n    ty|",
    "strange:\n- |",
  ])
    assert.deepEqual(labels(nowhere), [], nowhere);
});

test("PANEL-23: every position of a text that is amiss has an answer", () => {
  const pieces = [
    "a",
    ":",
    " ",
    "\n",
    "  ",
    "- ",
    "-",
    "{",
    "}",
    "[",
    "]",
    ",",
    '"',
    "'",
    "#",
    "|",
  ];
  let seed = 20_251;
  const next = (count: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * count);
  };
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: next(24) }, () => pieces[next(pieces.length)]).join("");
    for (let at = 0; at <= text.length; at += 1) {
      const place = placeIn(text, at);
      if (place === undefined) continue;
      const { from, to, typed, word } = place;
      assert(from <= at && at <= to, `${JSON.stringify(text)} at ${at}`);
      assert.equal(text.slice(from, to), word);
      assert(word.startsWith(typed));
    }
  }
});

test("PANEL-23: the list comes with the editor for YAML, and with nothing before it", async () => {
  const dist = join(root, "dist/web");
  const files = await readdir(dist, { recursive: true });
  const holding: string[] = [];
  for (const name of files.filter((each) => each.endsWith(".js")))
    if ((await readFile(join(dist, name), "utf8")).includes("cm-tooltip-autocomplete"))
      holding.push(basename(name));
  assert.match(holding.join(), /^yaml-editor-\w+\.js$/);
});

const open = useBrowser();
const openEditor = sharedEditor(open, sharedService(), {
  prepare: withRegistries(sampleRegistries()),
});

const list = (page: Page): Locator =>
  page.getByRole("listbox", { name: "Suggestions", exact: true });

test(
  "PANEL-23: what is offered is taken by Enter or a click, and Escape closes no more than the list",
  inBrowser,
  async (t) => {
    const lamp = { id: "lamp", type: "lamp_floor", x: 2, z: 1 };
    const editor = await openEditor(t, { rooms: [kitchen], furniture: [lamp] });
    if (editor === undefined) return;
    const { page } = editor;
    await chooseInOutline(page, "Floor lamp");
    await panel(page, "YAML");
    const text = page.getByRole("textbox", { name: "YAML text" });
    await text.getByText("type: lamp_floor").waitFor();
    await text.focus();
    await page.keyboard.press("Control+End");
    await text.pressSequentially("  siz");
    await list(page).getByRole("option", { name: "size Size", exact: true }).waitFor();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await sampledViolations(page), [], colorScheme);
    }
    await page.evaluate(() =>
      addEventListener("keydown", ({ key }) => Reflect.set(globalThis, "lastKey", key)),
    );
    await page.keyboard.press("Escape");
    await list(page).waitFor({ state: "detached" });
    assert(await text.evaluate((field) => field.matches(":focus")), "the editor has the focus");
    const lastKey = await page.evaluate(() => Reflect.get(globalThis, "lastKey"));
    assert.equal(lastKey, undefined, "nobody around the editor hears of it");
    await text.pressSequentially("e");
    await list(page).waitFor();
    await page.keyboard.press("Enter");
    // Behind a name its values are shown.
    await list(page).getByRole("option", { name: "xl Very large", exact: true }).waitFor();
    await text.pressSequentially("x");
    await list(page).getByRole("option").nth(2).waitFor();
    await page.keyboard.press("ArrowDown");
    const active = await text.getAttribute("aria-activedescendant");
    const selected = list(page).locator('[aria-selected="true"]');
    assert.equal(await selected.getAttribute("id"), active);
    await page.keyboard.press("Enter");
    await text.getByText("size: xl", { exact: true }).waitFor();
    await list(page).waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await text.pressSequentially("entity: kitchen la");
    await list(page).getByRole("option", { name: "light.kitchen Kitchen lamp" }).click();
    await text.getByText("entity: light.kitchen", { exact: true }).waitFor();
    assert(await text.evaluate((field) => field.matches(":focus")), "the editor keeps the focus");
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    const [changed] = listOf(await saved(editor), "furniture");
    assert.deepEqual(changed, { ...lamp, size: "xl", entity: "light.kitchen" });
  },
);
