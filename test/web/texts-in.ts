import * as germanEditing from "../../src/web/texts/de/editing.ts";
import * as germanViewing from "../../src/web/texts/de/viewing.ts";
import * as englishEditing from "../../src/web/texts/en/editing.ts";
import * as englishViewing from "../../src/web/texts/en/viewing.ts";
import * as frenchEditing from "../../src/web/texts/fr/editing.ts";
import * as frenchViewing from "../../src/web/texts/fr/viewing.ts";
import type { Texts } from "../../src/web/texts/index.ts";

const all: ReadonlyMap<string, Texts> = new Map<string, Texts>([
  ["en", { ...englishViewing, ...englishEditing }],
  ["de", { ...germanViewing, ...germanEditing }],
  ["fr", { ...frenchViewing, ...frenchEditing }],
]);

/** All words in a language, for tests that are not about how they come. Nothing is awaited here: tests of several files share a process. */
export const textsIn = (language: string): Texts => {
  const texts = all.get(language.split("-")[0] ?? "");
  if (texts === undefined) throw new RangeError(`there are no words of "${language}" here yet`);
  return texts;
};
