import type { Connection } from "home-assistant-js-websocket";
import type { Plan } from "../client/messages.ts";
import { countsOf } from "../plan/stored-plan.ts";
import { clientOptions } from "./options.ts";
import { withClient } from "./client.ts";
import type { Input, Verb } from "./verb.ts";

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

/** Prints what is told, each revision once. */
const printer = (input: Input): ((plan: Plan) => void) => {
  let shown: unknown = "none";
  return (plan) => {
    const { rev } = plan;
    if (rev === shown) return;
    shown = rev;
    input.out(input.has("json") ? JSON.stringify(plan) : line(plan));
  };
};

/** `watch`: every revision, as it is saved. */
export const watch: Verb = {
  words: "watch",
  summary: "prints a line per revision, from the present one on, until interrupted",
  details:
    "Connects again by itself when the service was away; of several addresses, to the one that answers.",
  options: [
    { name: "json", help: "prints each plan as one line of JSON instead" },
    ...clientOptions,
  ],
  run: (input) =>
    withClient(input, async (client) => {
      const { connection } = client;
      connection.addEventListener("disconnected", () => input.err("connection lost, trying again"));
      connection.addEventListener("ready", () => input.err("connected again"));
      const ended = Promise.race([interrupted(), refused(connection)]);
      await client.subscribePlan(printer(input));
      await ended;
      return 0;
    }),
};
