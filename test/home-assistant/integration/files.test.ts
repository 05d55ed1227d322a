import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { anyObject } from "../../../src/model/codec.ts";
import type { Message } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { documentOf, within } from "../../server/api/documented.ts";
import { components } from "./installed.ts";

const folder = join(components, "floorplan");

const jsonIn = (file: string): Message => {
  const read: unknown = JSON.parse(readFileSync(join(folder, file), "utf8"));
  assert(anyObject.is(read));
  return read;
};

/** The texts in a Python tuple of `const.py`. */
const listed = (name: string): readonly string[] => {
  const constants = readFileSync(join(folder, "const.py"), "utf8");
  const tuple = new RegExp(`^${name}: Final = \\(([^)]*)\\)`, "m").exec(constants)?.[1] ?? "";
  return [...tuple.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text);
};

test("INTEG-2: the integration passes on every command of the service, and knows which ones subscribe", async (t) => {
  const operations = Object.keys(
    within(await documentOf(await startTestService(t), "asyncapi"), "operations"),
  );
  const commands = operations
    .filter((name) => name.startsWith("floorplan.") && !name.endsWith(".event"))
    .map((name) => name.replace("floorplan.", "").replaceAll(".", "/"))
    .toSorted();
  const subscribing = operations
    .filter((name) => name.startsWith("floorplan.") && name.endsWith(".event"))
    .map((name) => name.replace(/^floorplan\.|\.event$/g, "").replaceAll(".", "/"))
    .toSorted();
  assert.deepEqual(listed("SUBSCRIPTIONS"), subscribing);
  assert.deepEqual([...listed("COMMANDS"), ...subscribing].toSorted(), commands);
});

/** The path of each text, with the names in braces that it has. */
const textsIn = (value: unknown, path = ""): readonly string[] =>
  typeof value === "string"
    ? [`${path} ${[...value.matchAll(/\{\w+\}/g)].map(String).toSorted().join()}`]
    : Object.entries(Object(value)).flatMap(([name, each]) => textsIn(each, `${path}/${name}`));

test("INTEG-8: the integration speaks each language of the page, with the same texts and placeholders", () => {
  const english = textsIn(jsonIn("translations/en.json"));
  assert.deepEqual(readdirSync(join(folder, "translations")), ["de.json", "en.json", "fr.json"]);
  for (const language of ["de", "fr"])
    assert.deepEqual(textsIn(jsonIn(`translations/${language}.json`)), english, language);
});

test("INTEG-8: the integration has the version of the service", () => {
  const project = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  assert.equal(jsonIn("manifest.json")["version"], Object(JSON.parse(project)).version);
});
