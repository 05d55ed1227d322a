import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOfRoom, roomWords } from "../../../src/model/kinds/room-kinds.ts";
import type { Change } from "../../../src/model/merge/difference.ts";
import { changeWords } from "../../../src/web/i18n/change-words.ts";
import { languages } from "../../../src/web/i18n/languages.ts";
import { type PreferredLanguages, makeTranslator } from "../../../src/web/i18n/translator.ts";
import { textsIn } from "./texts-in.ts";

const words = makeTranslator({ hello: "Hello" }, async (language) => ({
  hello: language === languages.get("de") ? "Hallo" : "Bonjour",
}));

const wanted: readonly (readonly [wanted: PreferredLanguages, language: string, hello: string])[] =
  [
    [["fr-CA"], "fr-CA", "Bonjour"],
    [["fr"], "fr", "Bonjour"],
    [["de-AT"], "de-AT", "Hallo"],
    [["de_at"], "de-AT", "Hallo"],
    [["en-GB"], "en-GB", "Hello"],
    [["nl"], "en", "Hello"],
    [["nl", "de", "fr"], "de", "Hallo"],
    [["de-AT", "en-GB"], "de-AT", "Hallo"],
    [["", undefined, "no tag at all"], "en", "Hello"],
    [[], "en", "Hello"],
  ];

for (const [tags, language, hello] of wanted)
  test(`PAGE-21: for ${JSON.stringify(tags)} it is ${language} that is spoken`, async () => {
    await words.ready(tags);
    assert.deepEqual(words.now(tags), { language, texts: { hello } });
    assert.equal(words.isLoading(tags), false);
  });

test("PAGE-23: while a language is on its way English is spoken, and stays where it does not come", async (t) => {
  const warned = t.mock.method(console, "warn", () => undefined);
  let asked = 0;
  const away = makeTranslator({ hello: "Hello" }, async () => {
    asked += 1;
    throw new Error("404");
  });
  const loading = away.load(["fr-CA"]);
  assert.deepEqual(away.now(["fr-CA"]), { language: "en", texts: { hello: "Hello" } });
  assert.equal(away.isLoading(["fr-CA"]), true);
  await Promise.all([loading, away.load(["fr"])]);
  await away.ready(["fr"]);
  assert.deepEqual(away.now(["fr-CA"]), { language: "en", texts: { hello: "Hello" } });
  assert.equal(away.isLoading(["fr-CA"]), false);
  assert.deepEqual([asked, warned.mock.callCount()], [1, 1], "the next start asks again");
});

test("PAGE-23: who waits for a language that hangs waits for two seconds", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const hanging = makeTranslator({ hello: "Hello" }, () => new Promise<never>(() => undefined));
  const waiting = hanging.ready(["fr"]);
  t.mock.timers.tick(2000);
  await waiting;
  assert.equal(hanging.now(["fr"]).language, "en");
});

/** Every text and function of words, by its path. */
const leaves = (value: unknown, path = ""): readonly (readonly [path: string, leaf: unknown])[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) => leaves(each, `${path}.${name}`))
    : [[path, value]];

const shapeOf = (language: string): readonly string[] =>
  leaves(textsIn(language)).map(([path, leaf]) => `${path}: ${typeof leaf}`);

for (const language of languages.keys())
  test(`PAGE-24: ${language} has every word that English has, and each is one`, () => {
    assert.deepEqual(shapeOf(language).toSorted(), shapeOf("en").toSorted());
    for (const [path, leaf] of leaves(textsIn(language))) assert.notEqual(leaf, "", path);
  });

test("PAGE-24: French is typeset as French", () => {
  const texts = leaves(textsIn("fr")).flatMap(([path, leaf]) =>
    typeof leaf === "string" ? [[path, leaf] as const] : [],
  );
  assert(texts.length > 400, `${texts.length} texts`);
  for (const [path, text] of texts) {
    assert.doesNotMatch(text, /[^\u00a0][:;?!»](?:\s|$)|«[^\u00a0]/, path);
    assert.doesNotMatch(text, /'|"|\.\.\.| \u00a0|\u00a0 /, path);
    assert.doesNotMatch(text, /(?<!\p{L})(?:tu|ton|ta|tes|toi)(?!\p{L})/iu, path);
  }
});

test("PAGE-24: in French, none is singular like one", () => {
  const { editor, panels, tools } = textsIn("fr");
  const { removeLevelConsequence: consequence } = editor;
  assert.deepEqual(
    [0, 1, 2].map((count) => panels.outline.count(count)),
    ["0 élément", "1 élément", "2 éléments"],
  );
  assert.deepEqual(
    [0, 1, 2].map((count) => panels.history.counts(count, count)),
    ["0 pièce, 0 élément", "1 pièce, 1 élément", "2 pièces, 2 éléments"],
  );
  assert.equal(panels.conflicts.later(1), "et 1 autre, une fois ce conflit résolu");
  assert.equal(panels.conflicts.later(2), "et 2 autres, une fois ces conflits résolus");
  assert.match(panels.notices.conflicts("Vous et Anna", 1), /le même élément/);
  assert.match(panels.notices.conflicts("Vous et Anna", 3), /les mêmes 3 éléments/);
  assert.equal(
    tools.removedWithOpenings("Cuisine", 2),
    "Suppression\u00a0: Cuisine, avec 2 ouvertures.",
  );
  assert.deepEqual([1, 2, 3].map(editor.newLevel), ["1er étage", "2e étage", "3e étage"]);
  assert.equal(
    consequence({ rooms: 0, openings: 2, items: 1, hasImage: true }),
    "Seront aussi supprimés\u00a0: 0 pièce, 2 portes et fenêtres, 1 élément et son image de fond. «\u00a0Annuler\u00a0» rétablit tout.",
  );
  assert.equal(consequence({ rooms: 0, openings: 0, items: 0, hasImage: false }), "Il est vide.");
});

test("PAGE-21: figures and lists in sentences are written as in the language that is spoken", () => {
  const door = { id: "d1", type: "door", room_id: "hall" };
  const moved: Change = {
    kind: "moved",
    subject: "openings",
    key: "d1",
    name: "d1",
    fields: [],
    room: "Hall",
    distance: 0.4,
    before: door,
    after: door,
  };
  const changed: Change = { ...moved, kind: "changed", fields: ["width", "hinge"] };
  const said = (change: Change, language: string): string =>
    changeWords(change, textsIn(language), language);
  assert.equal(said(moved, "fr-CA"), "Déplacement de 0,4 m\u00a0: Porte (Hall)");
  assert.equal(said(moved, "en"), "Door moved 0.4 m in Hall");
  assert.equal(
    said(changed, "fr"),
    "Modification\u00a0: Porte (Hall)\u00a0– Largeur et Côté des gonds",
  );
});

const rooms: readonly (readonly [kind: string, ...names: readonly string[]])[] = [
  ["bath", "Bathroom", "Gäste-Bad", "Salle de bain", "Salle d’eau", "Toilettes"],
  ["kitchen", "Kitchen", "Wohnküche", "Cuisine", "Cellier"],
  ["bedroom", "Bedroom", "Schlafzimmer", "Kinderzimmer", "Children’s room", "Chambre d’enfant"],
  ["living", "Living room", "Wohnzimmer", "Salon", "Séjour"],
  ["dining", "Dining room", "Esszimmer", "Salle à manger"],
  ["office", "Office", "Study", "Büro", "Arbeitszimmer", "Bureau"],
  ["hall", "Hall", "Flur", "Entrée", "Couloir"],
  ["storage", "Garage", "Keller", "Waschküche", "Abstellraum", "Cave", "Buanderie"],
];

test("PAGE-25: rooms that are called alike in any language are of one kind, and an icon goes before a name", () => {
  assert.deepEqual(Object.keys(roomWords), ["en", ...languages.keys()]);
  for (const [kind, ...names] of rooms)
    for (const name of names) assert.equal(kindOfRoom({ id: "r1", name }), kind, name);
  assert.equal(kindOfRoom({ icon: "mdi:silverware", name: "Büro" }), "kitchen");
  assert.equal(kindOfRoom({ id: "salle_a_manger", name: "Chez nous" }), "dining");
});
