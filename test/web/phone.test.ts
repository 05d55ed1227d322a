import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { languages } from "../../src/web/i18n/languages.ts";
import { followedBy, type Instruction, withKeys } from "../../src/web/i18n/word-types.ts";
import { sampled } from "../campaign/scale.ts";
import { demoPlan } from "../samples/index.ts";
import { serviceHas } from "../support/demo-service.ts";
import { inBrowser } from "../support/timeouts.ts";
import { seededRandom } from "../support/random.ts";
import { useBrowser } from "./browser.ts";
import { sharedService } from "./shared-editor.ts";
import { textsIn } from "./i18n/texts-in.ts";

const open = useBrowser();
const shared = sharedService();

const openPhone = async (
  t: Parameters<typeof open>[0],
  locale: string,
): Promise<Page | undefined> => {
  const { service, peer } = await shared();
  await peer.save(demoPlan("house"));
  const page = await open(t, service, {
    token: service.admin,
    path: "/#edit",
    locale,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page?.locator("floorplan-canvas [data-ref]").first().waitFor();
  return page;
};

/** The tops and heights of what a selector finds, in whole pixels. */
const rowsOf = (page: Page, selector: string): Promise<readonly (readonly number[])[]> =>
  page.locator(selector).evaluateAll((found) =>
    found.map((each) => {
      const { top, height, right } = each.getBoundingClientRect();
      return [Math.round(top + height / 2), Math.round(right)];
    }),
  );

test(
  "EDIT-30: at 360 pixels saving stands in the first row, and all tabs of the panels in one, in every language",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "no house")) return;
    const spoken = ["en", ...languages.keys()];
    for (const language of sampled(seededRandom(t), spoken, spoken.length)) {
      const page = await openPhone(t, language);
      if (page === undefined) return;
      const [[first = 0] = []] = await rowsOf(page, ".bar .back");
      const [[save = 0, end = 0] = []] = await rowsOf(page, ".bar .save .main");
      assert.equal(save, first);
      assert(end <= 360, `saving ends at ${end}`);
      const [[floors = 0] = []] = await rowsOf(page, "floorplan-levels");
      assert(floors > first, "the floors stand below");
      await page.getByRole("button", { name: textsIn(language).editor.panel, exact: true }).tap();
      await page.locator(".side [role=tab]").nth(7).waitFor();
      const tabs = await rowsOf(page, ".side [role=tab]");
      assert.equal(tabs.length, 8);
      assert.equal(new Set(tabs.map(([row]) => row)).size, 1, "one row");
      const strip = page.locator("floorplan-levels .floors");
      await strip.and(page.locator("[data-more]:not([data-more=''])")).waitFor();
      await page.locator("floorplan-levels [role=tab]").last().tap();
      await strip.and(page.locator("[data-more=before]")).waitFor();
    }
  },
);

test(
  "EDIT-31: fingers are told to tap, and no field is so small that a phone zooms into it",
  inBrowser,
  async (t) => {
    const page = await openPhone(t, "en");
    if (page === undefined) return;
    await page.getByText("Tap an item to select it").waitFor();
    await page.getByRole("button", { name: "Details", exact: true }).tap();
    const small = async (): Promise<readonly string[]> => {
      const fields = page.locator(
        'input:not([type="range"], [type="color"], [type="checkbox"], [type="file"]), select, textarea, .cm-content',
      );
      return fields.evaluateAll((found) =>
        found.flatMap((each) => {
          const size = getComputedStyle(each).fontSize;
          return Number.parseFloat(size) < 16 ? [`${each.outerHTML.slice(0, 80)}: ${size}`] : [];
        }),
      );
    };
    await page.getByText("Nothing is selected. Tap an item").waitFor();
    for (const tab of await page.locator(".side [role=tab]").all()) {
      await tab.tap();
      if ((await tab.textContent())?.includes("YAML") === true)
        await page.locator(".cm-content").waitFor();
      assert.deepEqual(await small(), []);
    }
    await page.getByRole("tab", { name: "Outline" }).tap();
    await page.getByRole("treeitem", { name: "Living room" }).first().tap();
    await page.getByRole("tab", { name: "Properties" }).tap();
    await page.getByRole("textbox", { name: "Name" }).first().waitFor();
    assert.deepEqual(await small(), []);
    await page.getByRole("button", { name: "Close" }).tap();
    await page.getByRole("toolbar", { name: "Selection" }).getByRole("button").first().tap();
    await page.getByLabel("What is this room called?").waitFor();
    assert.deepEqual(await small(), []);
  },
);

/** Every text among words but what is told those with a mouse. */
const everyText = (words: unknown): readonly string[] => {
  if (typeof words === "string") return [words];
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([name, each]) =>
    // Shortcuts are for keyboards, and synonyms are searched, not shown.
    ["shortcuts", "mouse", "synonyms"].includes(name) ? [] : everyText(each),
  );
};

/** Every instruction among words that tells of clicks. */
const clicksIn = (words: unknown): readonly string[] => {
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([name, each]) =>
    name === "mouse" && typeof each === "string" ? [each] : clicksIn(each),
  );
};

/** The names of keys in hints, and what only a keyboard does. */
const keys =
  /(?<!\p{L})(?:R|Alt|Esc|Échap|Enter|Entrée|Eingabetaste|Delete|Entf|Suppr|Shift|Maj|Umschalttaste|Pfeiltasten|flèches|keyboard|Tastatur|clavier|Type a number|Gib eine Zahl|Tapez)(?!\p{L})/u;

/** What fingers are told. */
const toldTo = (hint: Instruction): string => (typeof hint === "string" ? hint : hint.touch);

for (const language of ["en", ...languages.keys()])
  test(`EDIT-31: nothing is left of clicks for fingers in ${language}`, () => {
    const words = textsIn(language);
    const clicks = clicksIn(words);
    assert(clicks.length >= 8, `${clicks.length} are found`);
    for (const text of clicks) assert.match(text, keys.test(text) ? keys : /clic|klick|cliqu/i);
    for (const text of everyText(words)) assert.doesNotMatch(text, /clic|klick|cliqu/i);
  });

test("EDIT-42: hints speak of no keys to fingers and are short, in every language", () => {
  for (const language of ["en", ...languages.keys()]) {
    const { arranging, kinds, measures, panels, tools } = textsIn(language);
    const placed = withKeys(
      withKeys(tools.hints.place("Sofa"), tools.hints.several),
      tools.hints.turns,
    );
    const hints: readonly Instruction[] = [
      ...Object.values(kinds).map(({ selected }) => selected),
      ...Object.values(kinds).flatMap(({ tools: own }) =>
        Object.values(own).map(({ hint }) => hint),
      ),
      ...Object.entries(tools.hints).flatMap(([name, hint]) =>
        // These two are only appended for a keyboard.
        typeof hint === "function" || name === "several" || name === "turns" ? [] : [hint],
      ),
      placed,
      tools.detach("Sofa"),
      measures.rulerHint,
      measures.typing,
      followedBy(tools.hints.roomSecond, measures.typing),
      arranging.picking,
      panels.tracing.calibrateHint,
      panels.properties.none,
    ];
    assert(hints.length > 30, `${hints.length} are found`);
    for (const hint of hints) assert.doesNotMatch(toldTo(hint), keys, language);
    const long = hints.map(toldTo).filter(({ length }) => length > 110);
    assert.deepEqual(long, [], `${language}: too long for a phone`);
    for (const { mouse } of [placed, measures.typing, tools.hints.image].flatMap((hint) =>
      typeof hint === "string" ? [] : [hint],
    ))
      assert.match(mouse, keys, language);
  }
});

/** The sample flat with that name for its kitchen. */
const flatCalled = (name: string): object => {
  const { rooms, ...rest } = demoPlan("flat");
  const kitchen = rooms.find(({ id }) => id === "kitchen");
  return { ...rest, rooms: [...rooms.filter((room) => room !== kitchen), { ...kitchen, name }] };
};

test(
  "EDIT-32: what only informs goes away by itself, not while somebody points at it; what waits for an answer stays",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    const page = await open(t, service, {
      token: service.admin,
      path: "/#edit",
      prepare: (opened) => opened.clock.install(),
    });
    if (page === undefined) return;
    const kitchen = page.locator('floorplan-canvas [data-ref="rooms/kitchen"]').first();
    await kitchen.waitFor();
    const tell = async (name: string): Promise<void> => {
      await peer.save(flatCalled(name));
      await page.getByText("You have saved in another tab").waitFor();
    };
    const notice = page.locator("floorplan-notices .notice");
    await tell("One");
    const [box, stage] = [
      await notice.boundingBox(),
      await page.locator("floorplan-canvas").boundingBox(),
    ];
    assert(box !== null && stage !== null);
    assert(box.x > stage.x + stage.width / 2, "it lies beside the middle");
    assert(box.y > stage.y + stage.height / 2, "and below it");
    await notice.hover();
    await page.clock.fastForward(60_000);
    assert.equal(await notice.count(), 1, "it stays while somebody points at it");
    await page.mouse.move(5, 5);
    await page.clock.fastForward(13_000);
    await notice.waitFor({ state: "detached" });
    await kitchen.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("F2");
    await page.keyboard.type("Mine");
    await page.keyboard.press("Enter");
    await peer.save(flatCalled("Two"));
    const question = notice.getByRole("button", { name: "Resolve" });
    await question.waitFor();
    await page.clock.fastForward(60_000);
    assert(await question.isVisible(), "a question stays");
  },
);
