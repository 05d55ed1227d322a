/** A program that creates a file, prints its partial name, and finishes it when its input ends. */
import { once } from "node:events";
import { right } from "fp-ts/lib/Either.js";
import { putNewFile } from "../../src/server/runtime/new-file.ts";

const [, , path = ""] = process.argv;
await putNewFile(path, {
  fill: async (writing) => {
    await writing.file.writeFile("whole");
    process.stdout.write(`${writing.path}\n`);
    await once(process.stdin.resume(), "end");
    return right(undefined);
  },
});
