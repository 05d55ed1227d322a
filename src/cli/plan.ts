import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { messageOf } from "../../wal/index.ts";
import { clientOptions } from "./options.ts";
import { commandType, withConnection } from "./client.ts";
import { table } from "./table.ts";
import { fail, type Verb } from "./verb.ts";

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
}

/** `history`: earlier plans. */
export const history: Verb = {
  words: "history",
  args: "[REV]",
  summary: "lists the earlier plans, or prints the one of a revision as JSON",
  details: "For administrators only.",
  options: clientOptions,
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
      const type = commandType(input, "history/list");
      const entries = await connection.sendMessagePromise<readonly HistoryEntry[]>({ type });
      const rows = entries.map((entry) =>
        [entry.rev, entry.saved_at, entry.rooms, entry.items].map(String),
      );
      for (const line of table([["REV", "SAVED AT", "ROOMS", "ITEMS"], ...rows])) input.out(line);
      return 0;
    });
  },
};
