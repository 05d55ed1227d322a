import { zoneSensor, type ZoneSensorTexts } from "./en/zone-sensor.ts";
import { makeTranslator } from "./translator.ts";

/** How to load the words in each language: only who writes a zone to a sensor reads them. */
export const zoneSensorIn: ReadonlyMap<
  string,
  () => Promise<{ readonly zoneSensor: ZoneSensorTexts }>
> = new Map([
  ["de", () => import("./de/zone-sensor.ts")],
  ["fr", () => import("./fr/zone-sensor.ts")],
]);

/** Loads the words for zones of sensors. */
export const zoneSensorTranslator = makeTranslator<ZoneSensorTexts>(
  zoneSensor,
  async (_language, code) => (await zoneSensorIn.get(code)?.())?.zoneSensor ?? zoneSensor,
);
