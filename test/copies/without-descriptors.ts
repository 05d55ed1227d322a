/** A program that takes all descriptors that it may have, makes a copy, and prints what became of it. */
import { closeSync, openSync } from "node:fs";
import { defaultConfig } from "../../src/config.ts";
import { startCopy } from "../../src/copies/start-copy.ts";

const taken: number[] = [];
const takeAll = (): void => {
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch {
    // None is left.
  }
};

takeAll();
const outcome = await startCopy(defaultConfig(), new AbortController().signal);
for (const descriptor of taken) closeSync(descriptor);
process.stdout.write(JSON.stringify(outcome));
