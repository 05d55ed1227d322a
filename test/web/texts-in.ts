import * as germanEditing from "../../src/web/texts/de/editing.ts";
import * as germanTakingIn from "../../src/web/texts/de/taking-in.ts";
import * as germanViewing from "../../src/web/texts/de/viewing.ts";
import * as englishEditing from "../../src/web/texts/en/editing.ts";
import * as englishTakingIn from "../../src/web/texts/en/taking-in.ts";
import * as englishViewing from "../../src/web/texts/en/viewing.ts";
import * as frenchEditing from "../../src/web/texts/fr/editing.ts";
import * as frenchTakingIn from "../../src/web/texts/fr/taking-in.ts";
import * as frenchViewing from "../../src/web/texts/fr/viewing.ts";
import { managing as germanManaging } from "../../src/web/texts/de/managing.ts";
import { managing as englishManaging } from "../../src/web/texts/en/managing.ts";
import { managing as frenchManaging } from "../../src/web/texts/fr/managing.ts";
import type { Texts } from "../../src/web/texts/index.ts";
import type { TakingIn } from "../../src/web/texts/taking-in.ts";

type AllTexts = Texts & TakingIn & { readonly managing: typeof englishManaging };

const all: ReadonlyMap<string, AllTexts> = new Map<string, AllTexts>([
  ["en", { ...englishViewing, ...englishEditing, ...englishTakingIn, managing: englishManaging }],
  ["de", { ...germanViewing, ...germanEditing, ...germanTakingIn, managing: germanManaging }],
  ["fr", { ...frenchViewing, ...frenchEditing, ...frenchTakingIn, managing: frenchManaging }],
]);

/** All words in a language, for tests that are not about how they come. Nothing is awaited here: tests of several files share a process. */
export const textsIn = (language: string): AllTexts => {
  const texts = all.get(language.split("-")[0] ?? "");
  if (texts === undefined) throw new RangeError(`there are no words of "${language}" here yet`);
  return texts;
};
