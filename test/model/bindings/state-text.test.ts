import assert from "node:assert/strict";
import { test } from "node:test";
import {
  entityName,
  type RegistryEntry,
  stateWord,
} from "../../../src/model/bindings/entity-display.ts";
import type { EntityState } from "../../../src/model/bindings/entity-state.ts";
import {
  stateText,
  stateTexts,
  wholeStateText,
  type Wording,
} from "../../../src/model/bindings/state-text.ts";
import { states as german } from "../../../src/web/i18n/de/kinds.ts";
import { states as english } from "../../../src/web/i18n/en/kinds.ts";
import { states as french } from "../../../src/web/i18n/fr/kinds.ts";
import { recordedWords } from "../../support/home-assistant/resources.ts";

/** Spaces are of many kinds, and which one a language takes is ICU's. */
const plain = (text: string): string => text.replaceAll(/\s/g, " ");

const demo = (translationKey: string) => ({ platform: "demo", translationKey, digits: undefined });

const registry: Readonly<Record<string, RegistryEntry>> = {
  "sensor.thermostat": demo("thermostat_mode"),
  "select.speed": demo("speed"),
};

const words = { en: english, de: german, fr: french };

const say = (
  entity: string,
  state: string,
  attributes: Readonly<Record<string, unknown>> = {},
  language: keyof typeof words = "en",
  more: Partial<Wording> = {},
): string =>
  plain(
    stateText(
      entity,
      { state, attributes },
      { words: { states: words[language] }, language, ...more },
    ),
  );

const kWh = { unit_of_measurement: "kWh" };

test("LIVE-4: a number has all its digits, in the language's own writing, and its unit", () => {
  assert.equal(say("sensor.energy", "0.04", kWh), "0.04 kWh");
  assert.equal(say("sensor.energy", "0.04", kWh, "de"), "0,04 kWh");
  assert.equal(say("sensor.energy", "1234.50", kWh), "1,234.50 kWh");
  assert.equal(say("sensor.energy", "1234.50", kWh, "de"), "1.234,50 kWh");
  assert.equal(say("sensor.energy", "12345", kWh, "fr"), "12 345 kWh");
  assert.equal(say("sensor.energy", "1e-7", kWh), "0.0000001 kWh");
  assert.equal(say("sensor.energy", "-3", kWh), "-3 kWh");
  assert.equal(say("sensor.energy", "n/a", kWh), "n/a kWh");
});

test("LIVE-4: the registry of the house says how many digits there are", () => {
  const precisions = (entity: string): number => (entity === "sensor.a" ? 1 : 0);
  assert.equal(
    say("sensor.a", "21.46", { unit_of_measurement: "°C" }, "de", { precisions }),
    "21,5 °C",
  );
  assert.equal(
    say("sensor.a", "21", { unit_of_measurement: "°C" }, "en", { precisions }),
    "21.0 °C",
  );
  assert.equal(
    say("sensor.b", "21.46", { unit_of_measurement: "W" }, "en", { precisions }),
    "21 W",
  );
  assert.equal(say("number.c", "5", { step: 1 }), "5");
  assert.equal(say("number.c", "5.0", { step: 1 }), "5");
});

test("LIVE-4: what has no unit and no class of numbers is a text as it is", () => {
  assert.equal(say("sensor.code", "007"), "007");
  assert.equal(say("input_text.code", "007"), "007");
  assert.equal(say("sensor.code", "007", { state_class: "measurement" }), "7");
  assert.equal(say("sensor.code", "007", { device_class: "battery" }), "7");
  assert.equal(say("sensor.code", "007", { device_class: "enum" }), "007");
  assert.equal(say("counter.visits", "1000"), "1,000");
  assert.equal(say("sensor.code", "", { state_class: "measurement" }), "");
});

test("LIVE-4: percent and degrees stand as far from their number as the language has them", () => {
  const percent = { unit_of_measurement: "%" };
  assert.equal(say("sensor.h", "48", percent), "48%");
  assert.equal(say("sensor.h", "48", percent, "de"), "48 %");
  assert.equal(say("sensor.h", "48", percent, "fr"), "48 %");
  assert.equal(say("sensor.h", "90", { unit_of_measurement: "°" }, "de"), "90°");
});

test("LIVE-4: money is written as the language writes its currency, and as a number where it is none", () => {
  const money = { device_class: "monetary", unit_of_measurement: "EUR" };
  assert.equal(say("sensor.cost", "1234.5", money), "€1,234.50");
  assert.equal(say("sensor.cost", "1234.5", money, "de"), "1.234,50 €");
  assert.equal(say("sensor.cost", "1234.5", money, "de", { precisions: () => 0 }), "1.235 €");
  assert.equal(
    say("sensor.cost", "3.5", { ...money, unit_of_measurement: "credits" }),
    "3.5 credits",
  );
});

test("LIVE-4: a duration of days, hours or minutes is told in two units", () => {
  const of = (unit: string): Readonly<Record<string, string>> => ({
    device_class: "duration",
    unit_of_measurement: unit,
  });
  assert.equal(say("sensor.d", "1.5", of("h")), "1h 30m");
  assert.equal(say("sensor.d", "0.1", of("h")), "0h 6m");
  assert.equal(say("sensor.d", "2.25", of("d")), "2d 6h");
  assert.equal(say("sensor.d", "3", of("min")), "3m");
  assert.equal(say("sensor.d", "45", of("s")), "45 s");
});

test("LIVE-5: a moment is told in the language and in the time zone of whoever reads it", () => {
  const moment = "2026-10-04T22:30:00+00:00";
  const time = { device_class: "timestamp" };
  const there = { timeZone: "Europe/Berlin" };
  assert.equal(say("sensor.next", moment, time, "en", there), "October 5, 2026 at 12:30 AM");
  assert.equal(say("sensor.next", moment, time, "de", there), "5. Oktober 2026 um 00:30");
  assert.equal(
    say("sensor.next", moment, time, "de", { timeZone: "UTC" }),
    "4. Oktober 2026 um 22:30",
  );
  assert.equal(say("scene.film", moment, {}, "fr", there), "5 octobre 2026 à 00:30");
  assert.equal(say("sensor.next", "soon", time), "soon");
  assert.equal(say("sensor.next", moment), moment, "without a class it is a text");
});

test("LIVE-5: a day and a time of day are the same in every time zone", () => {
  const far = { timeZone: "Pacific/Auckland" };
  assert.equal(say("input_datetime.a", "2026-10-04", {}, "de", far), "4. Oktober 2026");
  assert.equal(
    say("input_datetime.a", "2026-10-04 07:05:00", {}, "de", far),
    "4. Oktober 2026 um 07:05",
  );
  assert.equal(say("time.alarm", "07:05:00", {}, "en", far), "7:05 AM");
  assert.equal(say("time.alarm", "07:05:00", {}, "de", far), "07:05");
  assert.equal(
    say("sensor.day", "2026-10-04", { device_class: "date" }, "en", far),
    "October 4, 2026",
  );
  assert.equal(say("date.a", "some day", {}, "en", far), "some day");
});

/** The same with what a real Home Assistant has said, and its registry. */
const sayAsHome = (
  entity: string,
  state: string,
  attributes: Readonly<Record<string, unknown>> = {},
  language: keyof typeof words = "en",
): string => {
  const translations = recordedWords(language);
  const word = (id: string, known: EntityState): string | undefined =>
    stateWord(
      { entity: id, attributes: known.attributes, registered: registry[id], translations },
      known.state,
    );
  return say(entity, state, attributes, language, { word });
};

test("LIVE-6: a state is told in Home Assistant's own words for its integration, its class or its domain, in each language", () => {
  const door = { device_class: "door" };
  assert.equal(sayAsHome("binary_sensor.door", "on", door), "Open");
  assert.equal(sayAsHome("binary_sensor.door", "off", door, "de"), "Geschlossen");
  assert.equal(sayAsHome("binary_sensor.wet", "on", { device_class: "moisture" }, "fr"), "Humide");
  assert.equal(sayAsHome("binary_sensor.plain", "on", {}, "de"), "Ein");
  assert.equal(sayAsHome("binary_sensor.odd", "on", { device_class: "odd" }, "fr"), "Activé");
  assert.equal(sayAsHome("lock.front", "jammed", {}, "de"), "Verklemmt");
  assert.equal(sayAsHome("climate.hall", "heat_cool", {}, "de"), "Heizen/Kühlen");
  assert.equal(sayAsHome("alarm_control_panel.a", "armed_away", {}, "en"), "Armed away");
  assert.equal(sayAsHome("weather.home", "partlycloudy", {}, "fr"), "Éclaircies");
  assert.equal(sayAsHome("person.anna", "not_home", {}, "de"), "Abwesend");
  assert.equal(sayAsHome("person.anna", "Office", {}, "de"), "Office", "a zone has its own name");
  assert.equal(sayAsHome("sensor.thermostat", "eco", { device_class: "enum" }), "Eco");
  assert.equal(
    sayAsHome("select.speed", "ridiculous_speed", {}, "de"),
    "Lächerliche Geschwindigkeit",
  );
  assert.equal(sayAsHome("light.a", "unavailable", {}, "de"), "Nicht verfügbar");
});

test("LIVE-6: as long as these words are not here, those that are the same wherever they are are ours", () => {
  assert.equal(say("lock.front", "jammed", {}, "de"), "Verklemmt");
  assert.equal(say("cover.blind", "opening", {}, "fr"), "Ouverture");
  assert.equal(say("light.a", "unavailable", kWh, "de"), "Nicht verfügbar");
  assert.equal(say("sensor.a", "unknown", kWh, "fr"), "Inconnu");
});

test("LIVE-6: a state for which there is no word, or that is somebody's own, stays as it is", () => {
  for (const tell of [say, sayAsHome]) {
    assert.equal(tell("vacuum.robot", "mopping"), "mopping");
    assert.equal(tell("input_select.mode", "on", {}, "de"), "on");
    for (const state of ["constructor", "toString", "__proto__"]) {
      assert.equal(tell("light.a", state), state);
      assert.equal(tell("climate.a", state, { device_class: state }), state);
      assert.equal(tell("binary_sensor.a", state, { device_class: "__proto__" }), state);
    }
  }
  assert.equal(say("sensor.mode", "open", {}, "de"), "open");
});

test("LIVE-6: our words are those that Home Assistant has for such a state, and each is one", () => {
  for (const [language, table] of Object.entries(words))
    for (const [state, word] of Object.entries(table)) {
      assert(word.trim() === word && word !== "", state);
      const said = [...recordedWords(language)].filter(([key]) =>
        /^component\.\w+\.entity_component\._\.state\.\w+$/.test(key),
      );
      const same = said.filter(([key]) => key.endsWith(`.${state}`)).map(([, each]) => each);
      assert(
        same.length === 0 || same.includes(word.replaceAll("’", "'")),
        `${language}: ${state} is ${same.join()}`,
      );
    }
});

test("LIVE-6: whoever knows better says it, and only what they do not say is ours", () => {
  const format = (entity: string, { state }: EntityState): string | undefined =>
    entity === "light.a" ? `<${state}>` : undefined;
  const wording = { words: { states: english }, format };
  assert.equal(stateText("light.a", { state: "on" }, wording), "<on>");
  assert.equal(stateText("light.b", { state: "on" }, wording), "On");
});

test("LIVE-11: what a thermostat measures and how far a blind is open is told with its state", () => {
  const wording = { words: { states: { ...english, heat: "Heat" } }, temperatureUnit: "°C" };
  const climate = { state: "heat", attributes: { current_temperature: 21.5, temperature: 23 } };
  assert.equal(wholeStateText("climate.a", climate, wording), "Heat · 21.5 °C");
  assert.equal(stateTexts.measured("climate.a", climate, wording), "21.5 °C");
  assert.equal(stateTexts.measured("climate.a", climate, { words: { states: english } }), "21.5°");
  assert.equal(stateTexts.measured("climate.a", { state: "heat" }, wording), "Heat");
  const blind = { state: "open", attributes: { current_position: 40 } };
  assert.equal(wholeStateText("cover.a", blind, wording), "Open · 40%");
  assert.equal(
    wholeStateText("light.a", { state: "on", attributes: { brightness: 3 } }, wording),
    "On",
  );
});

test("LIVE-6: an entity is called as the house calls it, else by its own name", () => {
  const state = { state: "on", attributes: { friendly_name: "Lamp" } };
  assert.equal(entityName("light.a", state), "Lamp");
  assert.equal(
    entityName("light.a", state, () => "Hall lamp"),
    "Hall lamp",
  );
  assert.equal(
    entityName("light.a", state, () => undefined),
    "Lamp",
  );
  assert.equal(entityName("light.a", undefined), undefined);
});
