import type { Connection } from "home-assistant-js-websocket";
import type { Plan } from "../client/messages.ts";
import { countsOf } from "../plan/draft.ts";
import { clientOptions } from "./options.ts";
import { withClient } from "./client.ts";
import type { Input, Verb } from "./verb.ts";

/** Where there are several nodes: how often the one that is watched is asked for a sign of life, and how long that may take. */
const pingMs = 5000;
const pongMs = 3000;

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

/** Goes on at another node where the present one has died without a word; returns what ends it. */
const watchPulse = (connection: Connection): (() => void) => {
  const ask = (): void => {
    const { socket, connected } = connection;
    if (!connected) return;
    const patience = setTimeout(() => {
      if (connection.socket === socket) connection.reconnect(true);
    }, pongMs);
    connection
      .ping()
      .catch(() => undefined)
      .finally(() => clearTimeout(patience));
  };
  const timer = setInterval(ask, pingMs);
  return () => clearInterval(timer);
};

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
      const { connection, nodes } = client;
      connection.addEventListener("disconnected", () => input.err("connection lost, trying again"));
      connection.addEventListener("ready", () => input.err("connected again"));
      const ended = Promise.race([interrupted(), refused(connection)]);
      const endPulse = nodes.areSeveral ? watchPulse(connection) : (): void => undefined;
      try {
        await client.subscribePlan(printer(input));
        await ended;
        return 0;
      } finally {
        endPulse();
      }
    }),
};
