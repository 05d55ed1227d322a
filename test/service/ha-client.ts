import type { TestContext } from "node:test";
import * as ha from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { revOf } from "./revisions.ts";

/** Connects as the frontend does. */
export const connectHa = async (
  t: TestContext,
  url: string,
  token: string,
): Promise<ha.Connection> => {
  // The library takes the browser's WebSocket, which Node.js 20 does not have.
  Object.assign(globalThis, { WebSocket });
  const auth = ha.createLongLivedTokenAuth(url, token);
  const connection = await ha.createConnection({ auth });
  t.after(() => connection.close());
  return connection;
};

/** The plans that a subscription got, in order. */
export interface Watched {
  readonly plans: readonly unknown[];
  readonly revs: () => number[];
  /** Resolves when that many events came. */
  readonly events: (count: number) => Promise<void>;
}

export const watchPlan = async (connection: ha.Connection): Promise<Watched> => {
  const plans: unknown[] = [];
  let wake = (): void => undefined;
  await connection.subscribeMessage(
    (plan: unknown) => {
      plans.push(plan);
      wake();
    },
    { type: "floorplan/plan/subscribe" },
  );
  return {
    plans,
    revs: () => plans.map(revOf),
    events: async (count) => {
      while (plans.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
};

/** Saves a plan and returns the new revision; rejects with the service's `{code, message}`. */
export const saveWithHa = async (
  connection: ha.Connection,
  plan: unknown,
  rev?: number,
): Promise<number> => {
  const guard = rev === undefined ? {} : { rev };
  const message = { type: "floorplan/plan/save", plan, ...guard };
  return revOf(await connection.sendMessagePromise(message));
};

/** Resolves when the connection is lost, or is there again. */
export const happens = (
  connection: ha.Connection,
  event: "disconnected" | "ready",
): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      connection.removeEventListener(event, done);
      resolve();
    };
    connection.addEventListener(event, done);
  });
