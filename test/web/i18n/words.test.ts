import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { List, PlanData } from "../../../src/model/elements/entities.ts";
import { deviceNames } from "../../../src/model/kinds/catalogue/device-names.ts";
import { forms } from "../../../src/model/kinds/kinds.ts";
import { ruledFields } from "../../../src/model/bindings/rules.ts";
import { unknownHomeAssistantState } from "../../../src/model/bindings/entity-state.ts";
import { languages } from "../../../src/web/i18n/languages.ts";
import { textsIn } from "./texts-in.ts";
import { kindName, namesOf, thingName, valueWords } from "../../../src/web/i18n/element-names.ts";
import { problemWords } from "../../../src/web/i18n/problem-words.ts";
import { root, sourceFiles } from "../../support/source-files.ts";

const read = (file: string): Promise<string> => readFile(join(root, file), "utf8");

/** What some files match, each match once. */
const matches = async (files: readonly string[], rule: RegExp): Promise<readonly string[]> => {
  const contents = await Promise.all(files.map(read));
  return [
    ...new Set(contents.flatMap((text) => [...text.matchAll(rule)].map(([, found = ""]) => found))),
  ];
};

test("PAGE-13: every code that can reach the page has words of its own in every language", async () => {
  const table = /\| Error \| When \|\n([^]*?)\n\n/.exec(await read("docs/protocol.md"))?.[1] ?? "";
  const names = table.split("\n").flatMap((row) => row.split(" | ")[0] ?? "");
  const commands = names.flatMap((name) =>
    [...name.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code ?? ""),
  );
  assert(commands.length >= 11, `${commands.join()} are found`);
  const server = sourceFiles("src/server/http", "src/auth", "src/images", "src/storage/folder");
  const statuses = await matches(
    server,
    /(?:new Refusal\(|respondJson\(response, |writeHead\(|status: )([45]\d\d)\b/g,
  );
  assert(statuses.length >= 8, `${statuses.join()} are found`);
  const client = await matches(sourceFiles("src/web/connection"), /code: "([a-z_]+)"/g);
  const all = await matches(sourceFiles("src/web/connection"), /(?:fail|problem)\("([a-z_]+)"/g);
  // The words of this one take the limit, and so are the editor's; a missing one is a compile error.
  const fails = all.filter((code) => code !== "image_pixels");
  // 417 answers an `Expect`, which no browser sends.
  const reached = statuses.filter((status) => status !== "417").map((status) => `http_${status}`);
  const codes = [...commands, ...reached, ...client, ...fails];
  for (const language of ["en", ...languages.keys()]) {
    const words = textsIn(language).errors;
    const missing = codes.filter((code) => !Object.hasOwn(words.problems, code));
    assert.deepEqual(missing, [], language);
    for (const { what, next } of Object.values(words.problems))
      for (const sentence of [what, next]) assert.match(sentence, /^\p{Lu}[^]*[.!?]$/u, language);
  }
});

test("PAGE-13: what the service says itself is added where it tells more", () => {
  const [english, german] = [textsIn("en").errors, textsIn("de").errors];
  const worded = problemWords(english, { code: "invalid_yaml", message: "line 3, column 1" });
  assert.equal(worded.what, "This text is not valid YAML.");
  assert.deepEqual(worded.said, {
    intro: "Message from the service:",
    message: "line 3, column 1",
  });
  const complete = problemWords(english, { code: "conflict", message: "the revision is 7" });
  assert.equal(complete.said, undefined);
  const beyond = problemWords(english, { code: "unauthorized", message: "plan: no such call" });
  assert.equal(beyond.said?.message, "plan: no such call");
  const foreign = problemWords(german, { code: "constructor", message: "what now?" });
  assert.equal(foreign.what, german.other.what);
  assert.deepEqual(foreign.said, { intro: "Meldung des Servers:", message: "what now?" });
});

test("PAGE-13: every documented field of every kind, and what it offers, has words in each language", () => {
  const documented = [
    ...Object.values(forms).flatMap((form) => form.fields({})),
    ...deviceNames.flatMap((kind) => forms.devices.fields({ kind })),
  ];
  for (const language of ["en", ...languages.keys()]) {
    const { fields, choices } = textsIn(language).panels.properties;
    for (const { name, input } of documented) {
      assert(Object.hasOwn(fields, name), `${language}: ${name}`);
      for (const choice of typeof input === "string" ? [] : input)
        assert(Object.hasOwn(choices, choice), `${language}: ${choice}`);
    }
  }
});

/** A plan with one room on one floor. */
const plan: PlanData = {
  levels: [{ id: "ground", name: "Ground" }],
  rooms: [{ id: "hall", name: "Hall" }],
};

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];

const values: readonly (readonly [
  field: string,
  value: Json | undefined,
  ...words: readonly [en: string, de: string, fr: string],
])[] = [
  ["room_id", "hall", "Hall", "Hall", "Hall"],
  ["level", "ground", "Ground", "Ground", "Ground"],
  ["level", "cellar", "cellar", "cellar", "cellar"],
  ["type", "lamp_floor", "Floor lamp", "Stehlampe", "Lampadaire"],
  ["hinge", "left", "Left", "Links", "À gauche"],
  ["edge", 2, "Wall 3", "Wand 3", "Mur 3"],
  ["width", 0.854, "0.85 m", "0,85 m", "0,85 m"],
  ["rotation", 90, "90°", "90°", "90°"],
  ["points", square, "4 corners", "4 Ecken", "4 angles"],
  ["hidden", true, "yes", "ja", "oui"],
  ["lock", null, "not set", "nicht gesetzt", "non défini"],
  ["tag", [1, "two"], "1, two", "1, two", "1, two"],
  ["tag", { of: 1 }, '{"of":1}', '{"of":1}', '{"of":1}'],
  ["tap_action", { action: "toggle" }, "Toggle", "Umschalten", "Basculer"],
  ["hold_action", { action: "do" }, "do", "do", "do"],
  [
    "double_tap_action",
    { action: "navigate", navigation_path: "/attic" },
    "Go to page /attic",
    "Seite öffnen /attic",
    "Ouvrir une page /attic",
  ],
];

for (const [field, value, en, de, fr] of values)
  test(`PANEL-15: as ${field}, ${JSON.stringify(value)} is “${en}”, “${de}” and “${fr}”`, () => {
    for (const [language, words] of Object.entries({ en, de, fr }))
      assert.equal(valueWords(field, value, plan, textsIn(language), language), words);
  });

test("PANEL-15: things are called by their names, else by words for what they are", () => {
  const called = (list: List, data: JsonObject): string => thingName(list, data, textsIn("en"));
  assert.equal(called("sensors", { entity: "sensor.kitchen_heat" }), "Sensor · Kitchen heat");
  assert.equal(
    called("texts", { text: "{{ states('sensor.kitchen_heat') }} °C" }),
    "Text · Kitchen heat",
  );
  assert.equal(called("texts", { text: "Mind the step" }), "Mind the step");
  assert.equal(called("furniture", { type: "pool_table" }), "Pool table");
  assert.equal(called("devices", { kind: "fan", name: "Hood" }), "Hood");
  assert.equal(called("levels", {}), "Floor");
  assert.equal(called("rooms", { kind: "living" }), "Living room");
  assert.equal(kindName("rooms", { kind: "living", name: "Den" }, textsIn("de")), "Wohnzimmer");
  assert.equal(kindName("rooms", { kind: "cellar", name: "Den" }, textsIn("de")), "Raum");
  assert.equal(valueWords("kind", "bath", plan, textsIn("fr"), "fr"), "Salle de bain");
  assert.equal(namesOf(["hall", "attic"], "rooms", plan, textsIn("en")), "Hall, attic");
  const many = Array.from({ length: 11 }, () => "hall");
  assert.match(namesOf(many, "rooms", plan, textsIn("en")), /Hall and 3 more$/);
});

test("PANEL-15: German says du", async () => {
  const formal = /[\p{Ll},] (?:Sie|Ihnen|Ihre?[mnrs]?)\b|(?:en|rn|ln) Sie\b/gu;
  const files = sourceFiles("src/web/i18n/de");
  assert(files.length > 5);
  for (const file of files) assert.deepEqual((await read(file)).match(formal), null, file);
});

test("PANEL-3: what the form of rules says of their order is what happens", () => {
  // Of the rules that apply, the first that gives a field does.
  const data = { rules: [{ color: "red" }, { color: "blue", icon: "mdi:fan" }] };
  assert.deepEqual(ruledFields(data, unknownHomeAssistantState), { color: "red", icon: "mdi:fan" });
  const says = {
    en: /the first matching rule wins/,
    de: /gilt die erste passende Regel/,
    fr: /la première règle qui correspond/,
  };
  for (const [language, first] of Object.entries(says))
    assert.match(textsIn(language).rules.hint, first);
});
