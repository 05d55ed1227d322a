import { readFileSync } from "node:fs";
import * as t from "io-ts";
import { anyObject, guardCodec } from "../../../src/model/codec.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { EntityIcons } from "../../../src/model/bindings/entity-display.ts";
import { decoded } from "./decoded.ts";

const table = guardCodec("object", (value): value is JsonObject => anyObject.is(value));
const recorded = t.type({
  icons: t.type({ entity_component: table, entity: table }),
  words: t.record(
    t.string,
    t.type({
      entity_component: t.record(t.string, t.string),
      entity: t.record(t.string, t.string),
    }),
  ),
});

const file = new URL("../../samples/home-assistant/resources.json", import.meta.url);

/** The recorded icons, and words by language, of a real Home Assistant. */
export const resources = decoded(recorded, JSON.parse(readFileSync(file, "utf8")));

const defined = (object: JsonObject): ReadonlyMap<string, Json> =>
  new Map(
    Object.entries(object).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );

/** Its icons, ready for lookup. */
export const recordedIcons: EntityIcons = {
  components: defined(resources.icons.entity_component),
  platforms: defined(resources.icons.entity),
};

/** Its words of a language. */
export const recordedWords = (language: string): ReadonlyMap<string, string> => {
  const { entity_component = {}, entity = {} } = resources.words[language] ?? {};
  return new Map(Object.entries({ ...entity_component, ...entity }));
};
