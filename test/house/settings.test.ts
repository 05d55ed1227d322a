import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { defaultText, optionName, settingNames, settings } from "../../src/server/settings.ts";
import { runProgram } from "../support/program.ts";
import { root } from "./source-files.ts";

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

test("HOUSE-4: README.md names every setting", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const missing = settingNames.filter((name) => !mentions(readme, name)).map(optionName);
  assert.deepEqual(missing, [], `README.md lacks ${missing.join(", ")}`);
});
