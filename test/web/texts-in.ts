import { editorSpeaker, type Texts } from "../../src/web/texts/index.ts";
import { languages } from "../../src/web/texts/languages.ts";

for (const language of languages.keys()) await editorSpeaker.load([language]);

/** All words in a language, for tests that are not about how they come. */
export const textsIn = (language: string): Texts => editorSpeaker.now([language]).texts;
