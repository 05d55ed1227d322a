import type { IncomingMessage } from "node:http";
import { type FileHandle, lstat, open, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf } from "../../wal/index.ts";
import { createdCodec, usagesCodec } from "../homes/provider/provider-codecs.ts";
import { putNewFile } from "../server/runtime/new-file.ts";
import { type CliCommand, fail } from "./cli-command.ts";
import { jsonOption, printRows } from "./homes.ts";
import { homePath, providerOptions, withProvider } from "./provider-client.ts";
import { table } from "./terminal.ts";

const taken = (file: string): string => `${file} is there already: name a file that is not`;

/** Writes an answer's body to a new file, whole or not at all. */
const writeBody = async (body: IncomingMessage, file: string): Promise<Either<string, void>> => {
  try {
    return await putNewFile<string, void>(file, {
      replaces: false,
      fill: async (writing) => right(await writeFile(writing.file, body)),
    });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
    return left(isTaken ? taken(file) : `${file} could not be written: ${messageOf(error)}`);
  }
};

export const homesExport: CliCommand = {
  words: "homes export",
  args: "HOME FILE",
  summary: "writes a backup of a home to a file, also while it is used",
  details:
    "The file is as floorplan backup writes it: homes import takes it, and floorplan restore makes a\nsingle home of it. A file that is there already is not overwritten.",
  options: providerOptions,
  run: (input) =>
    withProvider(input, async (client) => {
      const file = resolve(input.args[1] ?? "");
      // Said before a backup is made for nothing.
      if ((await ifThere(lstat(file))) !== undefined) return left(taken(file));
      const path = homePath(input, "/backup");
      const sent = await client.send({ method: "GET", path, takesLong: true });
      const written = isLeft(sent) ? sent : await writeBody(sent.right, file);
      return map(() => input.out(`exported ${input.args[0] ?? ""} to ${file}`))(written);
    }),
};

export const homesImport: CliCommand = {
  words: "homes import",
  args: "HOME FILE",
  summary: "creates a home from a backup, also from that of a single home",
  details:
    "The backup's tokens stay invalid, since some may have been revoked since; a link for a new\nadministrator is printed instead.",
  options: [
    { name: "with-tokens", help: "make the backup's tokens valid again instead of a link" },
    ...providerOptions,
  ],
  run: async (input) => {
    const file = resolve(input.args[1] ?? "");
    let reading: FileHandle;
    try {
      reading = await open(file);
    } catch (error) {
      return fail(input, `${file} cannot be read: ${messageOf(error)}`);
    }
    try {
      const { size } = await reading.stat();
      const data = { bytes: size, pieces: reading.createReadStream({ autoClose: false }) };
      const query = input.has("with-tokens") ? "?tokens=keep" : "";
      return await withProvider(input, async (client) => {
        const path = homePath(input, `/backup${query}`);
        const made = await client.ask(createdCodec, { method: "PUT", path, data, takesLong: true });
        return map(({ id, link }: { readonly id: string; readonly link?: string }) => {
          input.out(`imported ${id}`);
          if (link !== undefined) input.out(link);
        })(made);
      });
    } finally {
      await reading.close();
    }
  },
};

const topOption = { name: "top", value: "N", help: "how many of the largest homes (default 20)" };

export const homesUsage: CliCommand = {
  words: "homes usage",
  summary: "shows what the largest homes use, and all of them together",
  details: "With --json, a line for each home, and a last one of all together.",
  options: [topOption, jsonOption, ...providerOptions],
  run: (input) =>
    withProvider(input, async (client) => {
      const top = encodeURIComponent(input.option(topOption.name) ?? "20");
      const used = await client.ask(usagesCodec, { method: "GET", path: `usage?top=${top}` });
      if (isLeft(used)) return used;
      const { totals, homes } = used.right;
      const head = ["HOME", "PLAN", "IMAGES", "CONNECTIONS", "SAVES", "UPLOADS", "LAST USE"];
      printRows(input, homes, head, (home) => [
        home.id,
        String(home.plan_bytes),
        String(home.image_bytes),
        String(home.connections),
        String(home.saves),
        String(home.uploads),
        home.used_at ?? "not yet",
      ]);
      if (input.has(jsonOption.name)) input.out(JSON.stringify({ totals }));
      else {
        input.out("");
        const rows = Object.entries(totals).map(([name, value]) => [
          name.replaceAll("_", " "),
          String(value),
        ]);
        for (const line of table(rows)) input.out(line);
      }
      return right(undefined);
    }),
};
