import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { defaultText, environmentName, optionName, settingNames } from "../../src/server/config.ts";
import { settings } from "../../src/server/settings.ts";
import { runProgram } from "../support/program.ts";
import { root } from "../support/source-files.ts";

/** Finds `--plan-bytes` but not within `--plan-bytes-more`. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`--${optionName(name)}(?![a-z0-9-])`).test(text);

test("HOUSE-4: the help of serve explains every setting and names its default", async (t) => {
  const { out } = await runProgram(t, ["serve", "--help"]);
  assert(settingNames.length > 20, `${settingNames.length} settings are found`);
  for (const name of settingNames) {
    const line = out.split("\n").find((each) => mentions(each, name));
    assert(line !== undefined, `--${optionName(name)} is in the help`);
    assert(line.includes(settings[name].help), line);
    assert(line.includes(`(default ${defaultText(name)})`), line);
  }
});

test("HOUSE-4: docs/settings.md has a line of every setting, with its variable and default, and of nothing else", async () => {
  const page = await readFile(join(root, "docs/settings.md"), "utf8");
  const rows = page
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const found = rows.map(([, option, variable, value]) => [option, variable, value]);
  const expected = settingNames.map((name) => [
    `\`--${optionName(name)}\``,
    `\`${environmentName(name)}\``,
    defaultText(name) === "" ? "none" : defaultText(name),
  ]);
  assert.deepEqual(found, expected, "in the order of the help");
  assert(rows.every(([, , , , what]) => what !== undefined && what.length > 10));
});

test("HOUSE-4: there are at most 45 settings", () => {
  assert(settingNames.length <= 45, `${settingNames.length}: what nobody has to set is a limit`);
});
