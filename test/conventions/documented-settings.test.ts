import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  defaultText,
  environmentName,
  optionName,
  type SettingName,
  settingNames,
} from "../../src/server/config.ts";
import { settings } from "../../src/server/settings.ts";
import { runProgram } from "../support/program.ts";
import { root } from "../support/source-files.ts";

/** Finds `--plan-bytes` but not within `--plan-bytes-more`. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`--${optionName(name)}(?![a-z0-9-])`).test(text);

const units = [
  ["days", 86_400_000],
  ["hours", 3_600_000],
  ["minutes", 60_000],
  ["seconds", 1000],
] as const;

/** Milliseconds in words, in the largest unit of which they are a whole number, such as `15 minutes`. */
const inWords = (ms: number): string => {
  const [word, unit] = units.find(([, size]) => ms % size === 0) ?? ["milliseconds", 1];
  return `${ms / unit} ${word}`;
};

/** The default as the page has it: milliseconds also in words. */
const documentedDefault = (name: SettingName): string => {
  const text = defaultText(name);
  if (text === "") return "none";
  return name.endsWith("Ms") ? `${text} (${inWords(Number(text))})` : text;
};

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

test("HOUSE-4: docs/settings.md has a line of every setting, with its variable and default, times also in words, and of nothing else", async () => {
  const page = await readFile(join(root, "docs/settings.md"), "utf8");
  const rows = page
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const found = rows.map(([, option, variable, value]) => [option, variable, value]);
  const expected = settingNames.map((name) => [
    `\`--${optionName(name)}\``,
    `\`${environmentName(name)}\``,
    documentedDefault(name),
  ]);
  assert.deepEqual(found, expected, "in the order of the help");
  assert(rows.every(([, , , , what]) => what !== undefined && what.length > 10));
});

test("HOUSE-4: there are at most 54 settings", () => {
  assert(settingNames.length <= 54, `${settingNames.length}: what nobody has to set is a limit`);
});
