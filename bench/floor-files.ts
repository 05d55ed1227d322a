/** The least that a recovery could cost: reads the files of a folder and checksums them. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import * as t from "io-ts";
import { answerParent } from "./child.ts";
import { microseconds } from "./clock.ts";

/** Answers with the milliseconds that it took. */
answerParent(t.type({ folder: t.string }), async ({ folder }) => {
  const started = microseconds();
  const names = await readdir(folder);
  let sum = 0;
  for (const name of names.toSorted()) sum = crc32(await readFile(join(folder, name)), sum);
  return (microseconds() - started) / 1000;
});
