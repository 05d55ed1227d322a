import assert from "node:assert/strict";
import { right } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Json } from "../../../src/model/json.ts";
import { EditingClient } from "../../../src/web/connection/editing-client.ts";

/** A command as it is sent. */
export type Message = Readonly<Record<string, unknown>>;

/** A service of which a test says what it answers; an answer that is undefined is an unknown command. */
export const service = (answer: (message: Message) => Json | undefined) => {
  const asked: Message[] = [];
  const events = new Map<string, (event: Json) => void>();
  const ask = (message: Message): Promise<Json> => {
    asked.push(message);
    const given = answer(message);
    return given === undefined
      ? Promise.reject({ code: "unknown_command", message: "type: no such command" })
      : Promise.resolve(given);
  };
  const connection = {
    connected: true,
    sendMessagePromise: ask,
    subscribeMessage: async (receive: (event: Json) => void, message: Message) => {
      await ask(message);
      events.set(String(message["type"]), receive);
      return () => Promise.resolve();
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  const isConnection = (_given: object): _given is Connection => true;
  assert(isConnection(connection));
  const client = new EditingClient(
    {
      base: "http://127.0.0.1",
      token: () => Promise.resolve(""),
      reach: () => Promise.resolve(right(connection)),
      connected: Promise.resolve(connection),
      onFailure: () => undefined,
      close: () => undefined,
    },
    "floorplan",
  );
  return { client, asked, events };
};

/** Lets everything go on that waits for an answer. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

/** What the service tells of a revision. */
export const entry = (rev: number, name?: string): Json => ({
  rev,
  saved_at: "2026-10-04T12:00:00.123+00:00",
  rooms: 1,
  items: 2,
  ...(name === undefined ? {} : { by: { id: `id-${name}`, name } }),
});

/** A plan with a room and this furniture. */
export const plan = (...furniture: readonly Json[]): PlanData => ({
  rooms: [{ id: "k", name: "Kitchen", points: [] }],
  furniture,
});

export const item = (id: string, type: string, x: number): Json => ({ id, type, x, z: 1 });
