import { isLeft } from "fp-ts/lib/Either.js";
import type { FloorplanClient } from "../client/client.ts";
import type { Details, Operation } from "../client/messages.ts";
import { isList, isObject, type JsonObject } from "../model/json.ts";
import { authorName, table } from "./terminal.ts";
import { clientOptions, fail, type CliCommand } from "./cli-command.ts";
import { withClient } from "./client.ts";
import { readJson, sentAs } from "./json-file.ts";

const revision = (given: string | undefined): number | undefined =>
  given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : undefined;

export const get: CliCommand = {
  words: "get",
  summary: "prints the stored plan as JSON",
  options: clientOptions,
  run: (input) =>
    withClient(input, async (client) => {
      input.out(JSON.stringify(await client.getPlan(), null, 2));
      return 0;
    }),
};

export const save: CliCommand = {
  words: "save",
  args: "FILE",
  summary: "replaces the stored plan by the JSON in FILE (- reads the standard input)",
  details:
    "Without --rev the stored plan is overwritten. With --rev N the save succeeds only while N is the\nstored revision (0: nothing is stored). Numbers are stored as FILE spells them.",
  options: [
    { name: "rev", value: "N", help: "the revision that FILE is based on" },
    ...clientOptions,
  ],
  run: async (input) => {
    const guard = input.option("rev");
    const rev = revision(guard);
    if (guard !== undefined && rev === undefined)
      return fail(input, `--rev: expected an integer, not "${guard}"`, 2);
    const read = await readJson<JsonObject>(input);
    if (isLeft(read)) return fail(input, read.left);
    const { text, value } = read.right;
    // What is no object is refused by the service, in its own words.
    const plan = isObject(value) ? sentAs(text, value) : value;
    return withClient(input, async (client) => {
      input.out(`saved as revision ${await client.save(plan, rev)}`);
      return 0;
    });
  },
};

export const change: CliCommand = {
  words: "change",
  args: "FILE",
  summary: "changes the stored plan by the JSON Patch in FILE (- reads the standard input)",
  details:
    "FILE has a list of operations (RFC 6902). They are made all or none, and only while N is the stored\nrevision (0: nothing is stored). Numbers are stored as FILE spells them.",
  options: [
    { name: "rev", value: "N", help: "required: the revision that FILE changes" },
    ...clientOptions,
  ],
  run: async (input) => {
    const guard = input.option("rev");
    if (guard === undefined)
      return fail(input, "--rev is missing: the revision that FILE changes", 2);
    const rev = revision(guard);
    if (rev === undefined) return fail(input, `--rev: expected an integer, not "${guard}"`, 2);
    const read = await readJson<readonly Operation[]>(input);
    if (isLeft(read)) return fail(input, read.left);
    const { name, text, value: changes } = read.right;
    if (!isList(changes)) return fail(input, `${name}: expected a list of operations`);
    return withClient(input, async (client) => {
      input.out(`saved as revision ${await client.change(rev, sentAs(text, changes))}`);
      return 0;
    });
  },
};

/** The earlier plans, newest first, with their authors unless an older service does not tell them. */
const earlierPlans = async ({ history: asked }: FloorplanClient): Promise<readonly Details[]> => {
  try {
    const [_current, ...earlier] = await asked.details();
    return earlier;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "unknown_command"))
      throw error;
    return asked.list();
  }
};

const headings = ["REV", "SAVED AT", "ROOMS", "ITEMS", "SAVED BY"];

const rowOf = ({ rev, saved_at, rooms, items, by }: Details): readonly string[] =>
  [rev, saved_at, rooms, items, authorName(by) ?? ""].map(String);

export const history: CliCommand = {
  words: "history",
  args: "[REV]",
  summary: "lists the earlier plans and who saved them, or prints the plan of a revision as JSON",
  details: "For administrators only. The author of a plan is shown if known.",
  options: [
    { name: "json", help: "prints each entry of the list as one line of JSON instead" },
    ...clientOptions,
  ],
  run: (input) => {
    const [wanted] = input.args;
    const rev = revision(wanted);
    if (wanted !== undefined && rev === undefined)
      return fail(input, `REV: expected an integer, not "${wanted}"`, 2);
    return withClient(input, async (client) => {
      if (rev !== undefined) {
        input.out(JSON.stringify(await client.history.get(rev), null, 2));
        return 0;
      }
      const entries = await earlierPlans(client);
      const lines = input.has("json")
        ? entries.map((entry) => JSON.stringify(entry))
        : table([headings, ...entries.map(rowOf)]);
      for (const line of lines) input.out(line);
      return 0;
    });
  },
};
