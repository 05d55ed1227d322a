import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { messageOf } from "../../wal/index.ts";
import type { Connection } from "home-assistant-js-websocket";
import { anyObject } from "../codec/basic.ts";
import { authorName } from "./author-name.ts";
import { clientOptions } from "./options.ts";
import { commandType, withConnection } from "./client.ts";
import { table } from "./table.ts";
import { fail, type Input, type Verb } from "./verb.ts";

const revision = (given: string | undefined): number | undefined =>
  given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : undefined;

/** `get`: the stored plan. */
export const get: Verb = {
  words: "get",
  summary: "prints the stored plan as JSON",
  options: clientOptions,
  run: (input) =>
    withConnection(input, async (connection) => {
      const plan = await connection.sendMessagePromise({ type: commandType(input, "plan/get") });
      input.out(JSON.stringify(plan, null, 2));
      return 0;
    }),
};

const readPlan = async (file: string): Promise<string> =>
  file === "-" ? text(process.stdin) : readFile(file, "utf8");

/** `JSON.parse` reads 1e999 as infinity, which would be sent on as null. */
const refuseInfinity = (key: string, value: unknown): unknown => {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new RangeError(`${key}: number out of range`);
};

/** `save`: replaces the stored plan. */
export const save: Verb = {
  words: "save",
  args: "FILE",
  summary: "replaces the stored plan by the JSON in FILE (- reads the standard input)",
  details:
    "Without --rev the plan is overwritten, whatever is stored. With --rev N it is saved only\nwhile N is the stored revision (0: while nothing is stored), and refused otherwise.",
  options: [
    { name: "rev", value: "N", help: "the revision that FILE is based on" },
    ...clientOptions,
  ],
  run: async (input) => {
    const guard = input.option("rev");
    const rev = revision(guard);
    if (guard !== undefined && rev === undefined)
      return fail(input, `--rev: expected an integer, not "${guard}"`, 2);
    const [file = "-"] = input.args;
    let plan: unknown;
    try {
      plan = JSON.parse(await readPlan(file), refuseInfinity);
    } catch (error) {
      const name = file === "-" ? "the standard input" : file;
      return fail(input, `${name} cannot be read as JSON: ${messageOf(error)}`);
    }
    return withConnection(input, async (connection) => {
      const saved = await connection.sendMessagePromise<{ readonly rev: number }>({
        type: commandType(input, "plan/save"),
        plan,
        ...(rev === undefined ? {} : { rev }),
      });
      input.out(`saved as revision ${saved.rev}`);
      return 0;
    });
  },
};

interface HistoryEntry {
  readonly rev: number;
  readonly saved_at: string;
  readonly rooms: number;
  readonly items: number;
  readonly by?: unknown;
}

const isUnknownCommand = (error: unknown): boolean =>
  anyObject.is(error) && error["code"] === "unknown_command";

/** The earlier plans, newest first, and who saved them; of a service that does not tell that, without. */
const earlierPlans = async (
  input: Input,
  connection: Connection,
): Promise<readonly HistoryEntry[]> => {
  const ask = (name: string) =>
    connection.sendMessagePromise<readonly HistoryEntry[]>({ type: commandType(input, name) });
  try {
    const [_current, ...earlier] = await ask("history/details");
    return earlier;
  } catch (error) {
    if (!isUnknownCommand(error)) throw error;
    return ask("history/list");
  }
};

const headings = ["REV", "SAVED AT", "ROOMS", "ITEMS", "SAVED BY"];

const rowOf = ({ rev, saved_at, rooms, items, by }: HistoryEntry): readonly string[] =>
  [rev, saved_at, rooms, items, authorName(by) ?? ""].map(String);

/** `history`: earlier plans. */
export const history: Verb = {
  words: "history",
  args: "[REV]",
  summary: "lists the earlier plans and who saved them, or prints the one of a revision as JSON",
  details: "For administrators only. Who saved a plan is told where it is known.",
  options: [
    { name: "json", help: "prints each entry of the list as one line of JSON instead" },
    ...clientOptions,
  ],
  run: (input) => {
    const [wanted] = input.args;
    const rev = revision(wanted);
    if (wanted !== undefined && rev === undefined)
      return fail(input, `REV: expected an integer, not "${wanted}"`, 2);
    return withConnection(input, async (connection) => {
      if (rev !== undefined) {
        const type = commandType(input, "history/get");
        input.out(JSON.stringify(await connection.sendMessagePromise({ type, rev }), null, 2));
        return 0;
      }
      const entries = await earlierPlans(input, connection);
      const lines = input.has("json")
        ? entries.map((entry) => JSON.stringify(entry))
        : table([headings, ...entries.map(rowOf)]);
      for (const line of lines) input.out(line);
      return 0;
    });
  },
};
