import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { show, useCards } from "../card-page.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();
const { shared, openCard } = useCards();

/** What `lang` says of the document and of each element of the page that speaks. */
const langs = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => {
    const found: Record<string, string> = { html: document.documentElement.lang };
    const look = (parent: ParentNode): void => {
      for (const each of parent.querySelectorAll("*")) {
        const speaks = /^floorplan-(?:page|card|editor|sign-in|empty-plan)$/.test(each.localName);
        if (speaks && each instanceof HTMLElement) found[each.localName] = each.lang;
        if (each.shadowRoot !== null) look(each.shadowRoot);
      }
    };
    look(document);
    return found;
  });

/** The parts of languages that were loaded, such as `viewing`, by what is written in them. */
const loaded = (page: Page): string[] => {
  const parts: string[] = [];
  page.on("response", (response) => {
    const [, part] = /\/assets\/(viewing|editing)-\w+-\w+\.js$/.exec(response.url()) ?? [];
    if (part !== undefined) parts.push(part);
  });
  return parts;
};

const spoken = [
  ["fr-CA", "fr-CA", ["viewing"], "Jeton d’accès"],
  ["de-AT", "de-AT", ["viewing"], "Zugangstoken"],
  ["en-GB", "en-GB", [], "Access token"],
  ["nl", "en", [], "Access token"],
] as const;

for (const [locale, lang, parts, token] of spoken)
  test(
    `PAGE-22: a page for ${locale} loads ${parts.join() || "no language"}, and says that it speaks ${lang}`,
    inBrowser,
    async (t) => {
      const { service } = await shared();
      let requested: readonly string[] = [];
      const prepare = async (page: Page): Promise<void> => void (requested = loaded(page));
      const page = await open(t, service, { locale, prepare });
      if (page === undefined) return;
      await page.getByLabel(token).waitFor();
      assert.deepEqual(requested, parts);
      const found = await langs(page);
      assert.deepEqual(found, { html: lang, "floorplan-page": lang, "floorplan-sign-in": lang });
    },
  );

test(
  "PAGE-22: in French are the card and, with words that come with it, the editor; figures too",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    let requested: readonly string[] = [];
    const page = await open(t, service, {
      locale: "fr-CA",
      token: service.admin,
      prepare: async (tab) => void (requested = loaded(tab)),
    });
    if (page === undefined) return;
    await page.getByRole("group", { name: /^Plan\. Flèches pour déplacer/ }).waitFor();
    assert.deepEqual(requested, ["viewing"]);
    assert.deepEqual(await page.title(), "Plan de la maison");
    await page.getByRole("link", { name: "Modifier" }).click();
    await page.getByRole("button", { name: "Enregistrer", exact: true }).waitFor();
    assert.deepEqual(requested, ["viewing", "editing"]);
    const found = await langs(page);
    assert.deepEqual([found["html"], found["floorplan-editor"]], ["fr-CA", "fr-CA"]);
    await page.getByRole("tab", { name: "Contenu" }).click();
    await page.getByRole("searchbox", { name: "Rechercher" }).waitFor();
    await page.getByRole("button", { name: "Porte", exact: false }).first().click();
    await page.locator("floorplan-canvas .scale", { hasText: /^\s*[\d,]+ m\s*$/ }).waitFor();
  },
);

test(
  "PAGE-23: where a language cannot be loaded, the page speaks English, and says so",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const page = await open(t, service, {
      locale: "de-AT",
      expects: /Failed to load resource/,
      prepare: (tab) => tab.route("**/assets/viewing-*", (route) => route.abort()),
    });
    if (page === undefined) return;
    await page.getByLabel("Access token").waitFor();
    const found = await langs(page);
    assert.deepEqual(found, { html: "en", "floorplan-page": "en", "floorplan-sign-in": "en" });
    await page.unroute("**/assets/viewing-*");
    await page.reload();
    await page.getByLabel("Zugangstoken").waitFor();
  },
);

test(
  "PAGE-23: a language that is late holds up no drawing, and takes over when it comes",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/assets/viewing-*", async (route) => {
      await held;
      await route.continue();
    });
    const speak = (language: string): Promise<unknown> =>
      page.evaluate(`card.hass = { ...hassWith({}), language: "${language}" }`);
    await speak("fr");
    const points = [
      [0, 0],
      [4, 0],
      [4, 4],
    ];
    await show(page, { rooms: [{ points }] });
    await page.getByText("Room", { exact: true }).waitFor();
    assert.equal((await langs(page))["floorplan-card"], "en");
    release();
    await page.getByText("Pièce", { exact: true }).waitFor();
    assert.equal((await langs(page))["floorplan-card"], "fr");
    await speak("nl");
    await page.getByText("Room", { exact: true }).waitFor();
    assert.equal((await langs(page))["floorplan-card"], "en");
    await page.unroute("**/assets/viewing-*");
  },
);

test("PAGE-21: what the service says in English is marked as English", inBrowser, async (t) => {
  const page = await openCard(t, "client", { locale: "fr-FR" });
  if (page === undefined) return;
  await page.evaluate(
    "onState({ refused: { code: 'invalid_format', message: 'rooms[0] is no object' } })",
  );
  const said = page.getByText("rooms[0] is no object", { exact: true });
  await said.waitFor();
  assert.equal(await said.getAttribute("lang"), "en");
  await page.getByText("Message du serveur").waitFor();
});

test(
  "PAGE-22: the card's module loads its language from beside itself into a page of any origin",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const html = `<!doctype html><html lang="nl"><head><link rel="icon" href="data:,">
      <script type="module" src="${service.url}/floorplan-card.js"></script></head>
      <body><floorplan-card></floorplan-card></body></html>`;
    const other = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(html);
    });
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    t.after(() => other.close());
    const address = other.address();
    assert(typeof address === "object" && address !== null);
    let requested: readonly string[] = [];
    const page = await open(
      t,
      { url: `http://127.0.0.1:${address.port}` },
      {
        locale: "fr-FR",
        expects: /a request to another host: .*(?:floorplan-card\.js|assets\/viewing-\w+-\w+\.js)$/,
        prepare: async (tab) => void (requested = loaded(tab)),
      },
    );
    if (page === undefined) return;
    await page.getByText("Où se trouve le plan").waitFor();
    assert.deepEqual(requested, ["viewing"]);
    assert.deepEqual(await langs(page), { html: "nl", "floorplan-card": "fr-FR" });
    const offer = await page.evaluate("window.customCards[0].name");
    assert.equal(offer, "Plan de la maison");
  },
);
