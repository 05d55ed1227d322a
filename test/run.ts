/**
 * Runs the tests of the named files, or all of them. Loading Node.js, tsx and the service costs more
 * than most files do, so several share a process; each is a suite of its own there, under its name.
 * One file alone: `node --import tsx --test FILE`.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { inProcesses, writeEntries } from "./support/shared-process.ts";

/** How long the tests of a file may take; a process may take three times that with all of its files. */
const bound = 240_000;

const allFiles = (): readonly string[] =>
  readdirSync(fileURLToPath(new URL(".", import.meta.url)), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", name))
    .toSorted();

/** What drives many pages, or those of a real Home Assistant, takes minutes, so the campaign does it. */
const isLong = (file: string): boolean => file.includes("/long/");

const named = process.argv.slice(2);
const files = named.length > 0 ? named : allFiles().filter((file) => !isLong(file));
const folder = mkdtempSync(join(tmpdir(), "floorplan-tests-"));
process.once("exit", () => rmSync(folder, { recursive: true }));

const passed = new Set<string>();
const failed = new Set<string>();
const skipped: string[] = [];
const events = run({
  files: [...writeEntries(folder, inProcesses(files), bound)],
  // Twice as many as cores, since many wait for the disk or for another process.
  concurrency: 2 * availableParallelism(),
  timeout: 3 * bound,
})
  .on("test:pass", ({ name, nesting, skip }) => {
    if (nesting === 0) passed.add(name);
    if (skip !== undefined && skip !== false) skipped.push(String(skip));
  })
  .on("test:fail", ({ name, nesting }) => {
    if (nesting === 0) failed.add(name);
  });
for await (const text of events.compose(new spec())) process.stdout.write(String(text));

const unfinished = files.filter((file) => !passed.has(file) && !failed.has(file));
for (const file of failed) process.stdout.write(`failed: ${file}\n`);
for (const file of unfinished)
  process.stdout.write(`not finished: ${file}, whose process ended before\n`);
if (failed.size + unfinished.length > 0) process.exitCode = 1;
const reasons = [...new Set(skipped)].toSorted().map((reason) => `; ${reason}`);
if (named.length === 0)
  process.stdout.write(
    `not run here: ${allFiles().filter(isLong).join(", ")}; npm run test:campaign does\n`,
  );
process.stdout.write(`${skipped.length} skipped${reasons.join("")}\n`);
