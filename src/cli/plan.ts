import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Connection } from "home-assistant-js-websocket";
import { messageOf } from "../../wal/index.ts";
import type { FloorplanClient } from "../client/client.ts";
import type { Details, Plan } from "../client/messages.ts";
import type { JsonObject } from "../model/json.ts";
import { authorName, table } from "./terminal.ts";
import { clientOptions, fail, type Input, type CliCommand } from "./cli-command.ts";
import { withClient } from "./client.ts";
import { countsOf } from "../plan/stored-plan.ts";

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

const readPlan = async (file: string): Promise<string> =>
  file === "-" ? text(process.stdin) : readFile(file, "utf8");

/** `JSON.parse` reads 1e999 as infinity, which would be sent as null. */
const refuseInfinity = (key: string, value: unknown): unknown => {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new RangeError(`${key}: number out of range`);
};

export const save: CliCommand = {
  words: "save",
  args: "FILE",
  summary: "replaces the stored plan by the JSON in FILE (- reads the standard input)",
  details:
    "Without --rev the stored plan is overwritten. With --rev N the save succeeds only while N is the\nstored revision (0: nothing is stored).",
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
    // The service reports a plan that is not an object.
    let plan: JsonObject;
    let content: string | undefined;
    try {
      content = await readPlan(file);
      plan = JSON.parse(content, refuseInfinity);
    } catch (error) {
      const name = file === "-" ? "the standard input" : file;
      const how = content === undefined ? "read" : "read as JSON";
      return fail(input, `${name} cannot be ${how}: ${messageOf(error)}`);
    }
    return withClient(input, async (client) => {
      input.out(`saved as revision ${await client.save(plan, rev)}`);
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

const line = (plan: Plan): string => {
  const rev = plan.rev === undefined ? "no plan yet" : `rev ${plan.rev}`;
  const { rooms, items } = countsOf((list) => {
    const elements = plan[list];
    return Array.isArray(elements) ? elements.length : 0;
  });
  return `${new Date().toISOString()}  ${rev}  ${rooms} rooms  ${items} items`;
};

const refused = (connection: Connection): Promise<never> =>
  new Promise((_resolve, reject) => {
    connection.addEventListener("reconnect-error", (_connection, error) => reject(error));
  });

const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });

/** Prints each revision once. */
const printer = (input: Input): ((plan: Plan) => void) => {
  let shown: unknown = "none";
  return (plan) => {
    const { rev } = plan;
    if (rev === shown) return;
    shown = rev;
    input.out(input.has("json") ? JSON.stringify(plan) : line(plan));
  };
};

export const watch: CliCommand = {
  words: "watch",
  summary: "prints a line per revision, starting with the current one, until interrupted",
  details: "Reconnects by itself; with several addresses, to any that answers.",
  options: [
    { name: "json", help: "prints each plan as one line of JSON instead" },
    ...clientOptions,
  ],
  run: (input) =>
    withClient(input, async (client) => {
      const { connection } = client;
      connection.addEventListener("disconnected", () => input.err("connection lost, reconnecting"));
      connection.addEventListener("ready", () => input.err("reconnected"));
      const ended = Promise.race([interrupted(), refused(connection)]);
      await client.subscribePlan(printer(input));
      await ended;
      return 0;
    }),
};
