import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../support/service.ts";
import { root } from "./source-files.ts";

/** What the linter prints. */
interface Findings {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/** Runs the project's linter, with its own settings and its own types, over modules in a folder of their own; gives the rules that each breaks, by its path. */
export const lintModules = async (
  t: TestContext,
  modules: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const folder = await temporaryFolder(t);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await copyFile(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  const config = { extends: join(root, "tsconfig.json"), include: ["**/*.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  for (const [path, code] of modules) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), code);
  }
  const linter = spawn(
    join(root, "node_modules/.bin/oxlint"),
    ["--type-aware", "--deny-warnings", "-f", "json", "."],
    { cwd: folder, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise<number | null>((resolve) => {
    linter.once("close", resolve);
  });
  const { diagnostics }: Findings = JSON.parse(await text(linter.stdout));
  const code = await ended;
  assert.equal(code === 0, diagnostics.length === 0, `exit code ${code}`);
  const found = new Map<string, string[]>([...modules.keys()].map((path) => [path, []]));
  for (const { code: rule, filename } of diagnostics)
    [...found].find(([path]) => filename.endsWith(path))?.[1].push(rule);
  return found;
};
