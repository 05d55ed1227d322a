import type { Connection } from "home-assistant-js-websocket";
import { anyObject } from "../codec/basic.ts";
import { countsOf } from "../plan/draft.ts";
import { clientOptions } from "./options.ts";
import { commandType, withConnection } from "./client.ts";
import type { Verb } from "./verb.ts";

const line = (plan: Readonly<Record<string, unknown>>): string => {
  const rev = typeof plan["rev"] === "number" ? `rev ${plan["rev"]}` : "no plan yet";
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

/** `watch`: every revision, as it is saved. */
export const watch: Verb = {
  words: "watch",
  summary: "prints a line per revision, from the present one on, until interrupted",
  details: "Connects again by itself when the service was away.",
  options: [
    { name: "json", help: "prints each plan as one line of JSON instead" },
    ...clientOptions,
  ],
  run: (input) =>
    withConnection(input, async (connection) => {
      connection.addEventListener("disconnected", () => input.err("connection lost, trying again"));
      connection.addEventListener("ready", () => input.err("connected again"));
      let shown: unknown = "none";
      const ended = Promise.race([interrupted(), refused(connection)]);
      await connection.subscribeMessage(
        (plan: unknown) => {
          const rev = anyObject.is(plan) ? plan["rev"] : undefined;
          if (rev === shown) return;
          shown = rev;
          if (input.has("json")) input.out(JSON.stringify(plan));
          else if (anyObject.is(plan)) input.out(line(plan));
        },
        { type: commandType(input, "plan/subscribe") },
      );
      await ended;
      return 0;
    }),
};
