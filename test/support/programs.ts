import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "node:test";

/** The programs that tests use beside Node.js, and Debian's package of each. */
const packages = {
  chromium: "chromium",
  curl: "curl",
  PyYAML: "python3-yaml",
  script: "bsdutils",
  strace: "strace",
} as const;

/** A program that some tests need. */
export type Program = keyof typeof packages;

/** Where a command lies, by `PATH`; undefined where there is none. */
export const whereIs = (command: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** Whether a program is here. */
export const hasProgram = (program: Program): boolean =>
  program === "PyYAML"
    ? spawnSync("python3", ["-c", "import yaml"], { stdio: "ignore" }).status === 0
    : whereIs(program) !== undefined;

/** How one gets a program, such as "strace: apt-get install strace". */
export const wayToGet = (program: Program): string =>
  `${program}: apt-get install ${packages[program]}`;

/**
 * Skips a test that lacks something, which the run then tells and counts. With `CI=true` the test
 * fails instead: a machine that checks everything lacks nothing.
 */
export const skipWithout = (t: Pick<TestContext, "skip">, lacking: string): void => {
  const reason = `needs ${lacking}`;
  assert.notEqual(process.env["CI"], "true", reason);
  t.skip(reason);
};

/** Whether a test can use a program; where it cannot, the test is skipped, or fails with `CI=true`. */
export const mayUse = (t: Pick<TestContext, "skip">, program: Program): boolean => {
  if (hasProgram(program)) return true;
  skipWithout(t, wayToGet(program));
  return false;
};
