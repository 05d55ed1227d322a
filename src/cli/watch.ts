import { isDeepStrictEqual } from "node:util";
import type { Connection } from "home-assistant-js-websocket";
import type { FloorplanClient } from "../client/client.ts";
import type { OnFollowed } from "../client/follow.ts";
import type { Plan } from "../client/messages.ts";
import { countsOf } from "../plan/plan-codecs.ts";
import { clientOptions, type Input, type CliCommand } from "./cli-command.ts";
import { withClient } from "./client.ts";

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

/** Prints each event of `plan/follow`, but after a reconnect not the plan that is known. */
const changesPrinter = (input: Input): OnFollowed => {
  let shown: Plan | undefined;
  return (plan, changes) => {
    const isKnown = changes === undefined && isDeepStrictEqual(plan, shown);
    shown = plan;
    if (!isKnown) input.out(JSON.stringify(changes ?? { rev: plan.rev ?? 0, plan }));
  };
};

/** Prints what comes, until the connection ends. */
const print = (input: Input, client: FloorplanClient): Promise<unknown> =>
  input.has("changes")
    ? client.follow(changesPrinter(input), {
        onFallback: () =>
          input.err("this service sends no changes, so each line has the whole plan"),
      })
    : client.subscribePlan(printer(input));

export const watch: CliCommand = {
  words: "watch",
  summary: "prints a line per revision, starting with the current one, until interrupted",
  details:
    "Reconnects by itself; with several addresses, to any that answers. With --changes a line is\n{rev, from, changes}, where changes is a JSON Patch from the revision before, or {rev, plan}: at the\nbeginning, after a reconnect, and where the changes would be longer than the plan.",
  options: [
    { name: "json", help: "prints each plan as one line of JSON instead" },
    { name: "changes", help: "prints what each revision changes as one line of JSON instead" },
    ...clientOptions,
  ],
  run: (input) =>
    withClient(input, async (client) => {
      const { connection } = client;
      connection.addEventListener("disconnected", () => input.err("connection lost, reconnecting"));
      connection.addEventListener("ready", () => input.err("reconnected"));
      const ended = Promise.race([interrupted(), refused(connection)]);
      await print(input, client);
      await ended;
      return 0;
    }),
};
