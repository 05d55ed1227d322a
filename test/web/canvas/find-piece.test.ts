import assert from "node:assert/strict";
import { test } from "node:test";
import { findByWords } from "../../../src/web/canvas/search.ts";
import { isKindTool, kindToolNames, kindTools } from "../../../src/web/canvas/tools/kind-tools.ts";
import { textsIn } from "../i18n/texts-in.ts";

const called = [
  { name: "Bookshelf", others: "rack" },
  { name: "Shelf", others: "bookcase rack" },
  { name: "Floor lamp", others: "light" },
  { name: "Café table", others: "bistro" },
  { name: "Skylight", others: "" },
  { name: "Light panel", others: "" },
];

const found = (text: string): readonly string[] =>
  findByWords(called, text, (each) => each).map(({ name }) => name);

test("PANEL-24: a name that begins with what is typed comes before one that has it within, and whole words of either before that", () => {
  assert.deepEqual(found("shel"), ["Shelf", "Bookshelf"]);
  assert.deepEqual(found("book"), ["Bookshelf", "Shelf"]);
  assert.deepEqual(found("lamp FLOOR"), ["Floor lamp"]);
  assert.deepEqual(found("light flo"), ["Floor lamp"]);
  assert.deepEqual(found("cafe"), ["Café table"]);
  assert.deepEqual(found("ack"), [], "other words count from their beginning");
  assert.deepEqual(found("unicorn"), []);
  assert.deepEqual(found("rack"), ["Bookshelf", "Shelf"]);
  assert.deepEqual(
    found("light"),
    ["Floor lamp", "Light panel", "Skylight"],
    "another word for a thing is as good as a word of a name, and better than one that only has it within",
  );
});

const inLanguages = {
  en: { sofa: "couch", fridge: "freezer", lamp_floor: "light", media: "tv" },
  de: { sofa: "Couch", fridge: "Eisschrank", lamp_floor: "Licht", media: "TV" },
  fr: { sofa: "divan", fridge: "frigo", lamp_floor: "lumière", media: "TV" },
};

for (const [language, words] of Object.entries(inLanguages))
  test(`PANEL-24: in ${language}, other words find pieces, and all of them are of a piece or a tool`, () => {
    const { synonyms } = textsIn(language);
    const others = new Map(Object.entries(synonyms));
    for (const [piece, word] of Object.entries(words)) {
      const fitting = findByWords([...others], word, ([name, text]) => ({ name, others: text }));
      assert(
        fitting.some(([name]) => name === piece),
        `${word} finds ${piece}`,
      );
    }
    const pieces = kindToolNames.flatMap((tool) => kindTools[tool].shelves ?? []);
    const known = new Set(pieces.flatMap((shelf) => shelf.pieces).map(({ name }) => name));
    for (const name of others.keys()) assert(known.has(name) || isKindTool(name), name);
  });
