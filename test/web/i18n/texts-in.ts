import * as germanEditing from "../../../src/web/i18n/de/editing.ts";
import * as germanTakingIn from "../../../src/web/i18n/de/import.ts";
import * as germanViewing from "../../../src/web/i18n/de/viewing.ts";
import * as englishEditing from "../../../src/web/i18n/en/editing.ts";
import * as englishTakingIn from "../../../src/web/i18n/en/import.ts";
import * as englishViewing from "../../../src/web/i18n/en/viewing.ts";
import * as frenchEditing from "../../../src/web/i18n/fr/editing.ts";
import * as frenchTakingIn from "../../../src/web/i18n/fr/import.ts";
import * as frenchViewing from "../../../src/web/i18n/fr/viewing.ts";
import { managing as germanManaging } from "../../../src/web/i18n/de/managing.ts";
import { managing as englishManaging } from "../../../src/web/i18n/en/managing.ts";
import { managing as frenchManaging } from "../../../src/web/i18n/fr/managing.ts";
import { view3d as germanView3d } from "../../../src/web/i18n/de/view-3d.ts";
import { zoneSensor as germanZoneSensor } from "../../../src/web/i18n/de/zone-sensor.ts";
import { view3d as englishView3d } from "../../../src/web/i18n/en/view-3d.ts";
import { zoneSensor as englishZoneSensor } from "../../../src/web/i18n/en/zone-sensor.ts";
import { view3d as frenchView3d } from "../../../src/web/i18n/fr/view-3d.ts";
import { zoneSensor as frenchZoneSensor } from "../../../src/web/i18n/fr/zone-sensor.ts";
import type { Texts } from "../../../src/web/i18n/editor-translator.ts";
import type { ImportTexts } from "../../../src/web/i18n/import-translator.ts";

type AllTexts = Texts &
  ImportTexts & {
    readonly managing: typeof englishManaging;
    readonly zoneSensor: typeof englishZoneSensor;
    readonly view3d: typeof englishView3d;
  };

const all: ReadonlyMap<string, AllTexts> = new Map<string, AllTexts>([
  [
    "en",
    {
      ...englishViewing,
      ...englishEditing,
      ...englishTakingIn,
      managing: englishManaging,
      zoneSensor: englishZoneSensor,
      view3d: englishView3d,
    },
  ],
  [
    "de",
    {
      ...germanViewing,
      ...germanEditing,
      ...germanTakingIn,
      managing: germanManaging,
      zoneSensor: germanZoneSensor,
      view3d: germanView3d,
    },
  ],
  [
    "fr",
    {
      ...frenchViewing,
      ...frenchEditing,
      ...frenchTakingIn,
      managing: frenchManaging,
      zoneSensor: frenchZoneSensor,
      view3d: frenchView3d,
    },
  ],
]);

/** All words in a language, for tests that are not about how they come. Nothing is awaited here: tests of several files share a process. */
export const textsIn = (language: string): AllTexts => {
  const texts = all.get(language.split("-")[0] ?? "");
  if (texts === undefined) throw new RangeError(`there are no words of "${language}" here yet`);
  return texts;
};
