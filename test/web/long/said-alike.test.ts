import assert from "node:assert/strict";
import { test } from "node:test";
import * as t from "io-ts";
import { anyObject } from "../../../src/model/codec.ts";
import { entityIcon, stateWord } from "../../../src/model/bindings/entity-display.ts";
import { stateText } from "../../../src/model/bindings/state-text.ts";
import { states as german } from "../../../src/web/i18n/de/kinds.ts";
import { states as english } from "../../../src/web/i18n/en/kinds.ts";
import { states as french } from "../../../src/web/i18n/fr/kinds.ts";
import { decoded } from "../../support/home-assistant/decoded.ts";
import { type Installation, useDashboards } from "./dashboard-pages.ts";

const pages = useDashboards();
const plain = (text: string): string => text.replaceAll(/\s/g, " ");

/** What Home Assistant's page says of each entity, and what it says it by. */
const saidCodec = t.record(
  t.string,
  t.type({
    text: t.string,
    icon: t.union([t.string, t.null]),
    state: t.string,
    attributes: anyObject,
    platform: t.union([t.string, t.null]),
    translationKey: t.union([t.string, t.null]),
    digits: t.union([t.number, t.null]),
    timeZone: t.string,
  }),
);

const script = `(async () => {
  const root = document.querySelector("home-assistant");
  for (const category of ["entity", "entity_component"]) await root.hass.loadBackendTranslation(category);
  // Its words come to its formatters later than to it.
  const isRaw = (id) => root.hass.formatEntityState(root.hass.states[id]) === root.hass.states[id].state;
  while (isRaw("lock.front_door") || isRaw("select.speed")) await new Promise(requestAnimationFrame);
  const { hass } = root;
  const icons = Object.values(hass.states).map((stateObj) => {
    const shown = Object.assign(document.createElement("ha-state-icon"), { stateObj, hass });
    (root.shadowRoot.querySelector("home-assistant-main") ?? root.shadowRoot).append(shown);
    return [stateObj.entity_id, shown];
  });
  const shownAs = (shown) => shown.shadowRoot?.querySelector("ha-icon")?.icon ?? null;
  // They come one after another; those that do not come have none.
  let lacking = icons.length;
  for (let frames = 0; lacking > 0 && (lacking === icons.length || frames < 50); frames += 1) {
    await new Promise(requestAnimationFrame);
    const still = icons.filter(([, shown]) => shownAs(shown) === null).length;
    if (still < lacking) frames = 0;
    lacking = still;
  }
  return Object.fromEntries(icons.map(([id, shown]) => {
    const { state, attributes } = hass.states[id];
    const { platform = null, translation_key = null, display_precision = null } = hass.entities[id] ?? {};
    const icon = shownAs(shown);
    shown.remove();
    const text = hass.formatEntityState(hass.states[id]);
    return [id, { text, icon, state, attributes, platform, translationKey: translation_key,
      digits: display_precision, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }];
  }));
})()`;

/** All that Home Assistant has of icons or of words, as its own page asks for it. */
const resourcesOf = async (
  { owner }: Installation,
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> =>
  decoded(t.type({ resources: anyObject }), await owner.call({ type: "", ...fields })).resources;

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

for (const [language, words] of [
  ["en", english],
  ["de", german],
  ["fr", french],
] as const)
  test(
    `LIVE-4, LIVE-5, LIVE-6, LIVE-7: every entity is told in ${language} as Home Assistant's own page tells it`,
    { timeout: 180_000 },
    async (ending) => {
      const installation = await pages.installation(ending);
      if (installation === undefined) return;
      const page = await pages.open(ending, installation, "/home/overview");
      await page.evaluate((chosen) => {
        localStorage.setItem("selectedLanguage", JSON.stringify(chosen));
      }, language);
      await page.reload();
      await page.waitForFunction(
        `(() => { const { hass } = document.querySelector("home-assistant") ?? {};
          return hass?.language === ${JSON.stringify(language)} && hass.formatEntityState && hass.entities; })()`,
      );
      const said = decoded(saidCodec, await page.evaluate(script));
      const translations = new Map<string, string>();
      const icons = { components: new Map(), platforms: new Map() };
      for (const category of ["entity", "entity_component"]) {
        const all = { type: "frontend/get_translations", category, language };
        for (const [key, word] of Object.entries(await resourcesOf(installation, all)))
          if (typeof word === "string") translations.set(key, word);
        const shown = await resourcesOf(installation, { type: "frontend/get_icons", category });
        for (const [name, table] of Object.entries(shown))
          icons[category === "entity" ? "platforms" : "components"].set(name, asJson(table));
      }
      const unlike: string[] = [];
      for (const [id, { text, icon, state, attributes, timeZone, ...row }] of Object.entries(
        said,
      )) {
        const registered = {
          platform: row.platform ?? undefined,
          translationKey: row.translationKey ?? undefined,
          digits: row.digits ?? undefined,
        };
        const known = { state, attributes };
        const ours = stateText(id, known, {
          words: { states: words },
          language,
          word: (entity, now) =>
            stateWord({ entity, attributes: now.attributes, registered, translations }, now.state),
          precisions: () => registered.digits,
          timeZone,
        });
        if (plain(ours) !== plain(text)) unlike.push(`${id} is ${text} there, ${ours} here`);
        const shown = entityIcon(id, known, registered, icons) ?? null;
        // What it has no icon for it shows by a picture of its own.
        if (icon !== null && icon !== shown) unlike.push(`${id} has ${icon} there, ${shown} here`);
      }
      const many = Object.keys(said).length;
      ending.diagnostic(`${many} entities`);
      assert(many > 100, `${many} entities`);
      assert(
        Object.values(said).filter(({ icon }) => icon !== null).length > 80,
        "icons are shown",
      );
      assert.deepEqual(unlike, []);
    },
  );
