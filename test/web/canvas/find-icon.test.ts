import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as icons from "@mdi/js";
import { findIcons } from "../../../src/web/canvas/search.ts";

// As it was built: what browsers load.
const folder = new URL("../../../dist/web/assets/icons/", import.meta.url);
const file = readdirSync(folder).find((name) => /^names-.*\.json$/.test(name)) ?? "";
const listed: unknown = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
assert(Array.isArray(listed));
const names = listed.map(String);

/** How a name is spelled by `@mdi/js`. */
const spelled = (name: string): string =>
  `mdi-${name}`.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

test("PANEL-20: every icon has a name by which it is found, as Home Assistant calls it", () => {
  const keys = Object.keys(icons).filter((key) => key.startsWith("mdi"));
  assert.deepEqual(names.map(spelled).toSorted(), keys.toSorted());
  for (const name of ["lamp", "battery-10", "numeric-1-box", "dice-d20", "keyboard-f12"])
    assert(names.includes(name), name);
  for (const name of ["ev-plug-type2", "molecule-co2", "surround-sound-5-1", "video-4k-box"])
    assert(names.includes(name), name);
});

test("PANEL-20: icons are searched by words, the best first, and without any what homes show most is offered", () => {
  const best = (text: string): string | undefined => findIcons(names, text).names[0];
  assert.equal(best("lamp"), "lamp");
  assert.equal(best("mdi:sofa"), "sofa");
  assert.equal(best("Lamp Ceiling"), undefined);
  assert.equal(best("ceiling light"), "ceiling-light");
  assert.equal(best("light ceiling"), "ceiling-light");
  const lights = findIcons(names, "light");
  assert(lights.names.every((name) => name.includes("light")) && lights.more > 0);
  assert.deepEqual(findIcons(names, "xyzzy"), { names: [], more: 0 });
  const usual = findIcons(names, " ");
  assert(usual.names.length > 50 && usual.names.includes("robot-vacuum"));
  assert.equal(new Set(usual.names).size + usual.more, names.length);
});
