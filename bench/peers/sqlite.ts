/**
 * A bare websocket server over SQLite, with as little as the job takes. A change is parsed, inserted as one row in a
 * transaction of its own, acknowledged, and sent to all connections that have sent nothing.
 */

import { join } from "node:path";
import Database from "better-sqlite3";
import * as t from "io-ts";
import type { RawData, WebSocket } from "ws";
import { answerAsPeer, type PeerServer } from "./peer.ts";
import { listenForWebSockets } from "../processes/child.ts";

const change = t.type({ op: t.literal("replace"), path: t.string, value: t.number });

const commandCodec = t.union([
  t.type({ id: t.number, type: t.literal("floorplan/plan/save"), plan: t.UnknownRecord }),
  t.type({ id: t.number, type: t.literal("floorplan/plan/get") }),
  t.type({ id: t.number, type: t.literal("floorplan/plan/change"), changes: t.array(change) }),
]);

const row = t.type({ json: t.string });

/** Each commit appends to the log of the database and syncs it. */
const schema = `
  CREATE TABLE IF NOT EXISTS plan (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS change (rev INTEGER PRIMARY KEY, json TEXT NOT NULL);
`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Replaces what is at a path that exists. */
const apply = (plan: unknown, { path, value }: t.TypeOf<typeof change>): void => {
  const names = path.split("/").slice(1);
  const last = names.pop() ?? "";
  let at = plan;
  for (const name of names) at = isRecord(at) ? at[name] : undefined;
  if (isRecord(at)) at[last] = value;
};

/** The plan and its changes in a database. */
class Store {
  readonly #plan;
  readonly #changes;
  readonly #savePlan;
  readonly #insert;
  readonly #newest;

  constructor(path: string) {
    const database = new Database(path);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.exec(schema);
    this.#plan = database.prepare("SELECT json FROM plan WHERE id = 1");
    this.#changes = database.prepare("SELECT json FROM change ORDER BY rev");
    this.#savePlan = database.prepare("INSERT OR REPLACE INTO plan VALUES (1, ?)");
    this.#insert = database.prepare("INSERT INTO change VALUES (?, ?)");
    this.#newest = database.prepare("SELECT max(rev) AS rev FROM change");
  }

  get rev(): number {
    const newest = this.#newest.get();
    return isRecord(newest) ? Number(newest["rev"] ?? 0) : 0;
  }

  save(plan: unknown): void {
    this.#savePlan.run(JSON.stringify(plan));
  }

  insert(rev: number, changes: string): void {
    this.#insert.run(rev, changes);
  }

  /** The plan with all of its changes. */
  read(): unknown {
    const found = this.#plan.get();
    const plan: unknown = row.is(found) ? JSON.parse(found.json) : {};
    for (const each of this.#changes.all()) {
      const changes: unknown = row.is(each) ? JSON.parse(each.json) : undefined;
      if (t.array(change).is(changes)) for (const made of changes) apply(plan, made);
    }
    return plan;
  }
}

const textOf = (data: RawData): string => {
  if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
  return data.toString();
};

const serve = async (folder: string): Promise<PeerServer> => {
  const store = new Store(join(folder, "plan.db"));
  let { rev } = store;
  const viewers = new Set<WebSocket>();
  /** Answers a command; a change is sent to the viewers after its reply. */
  const answer = (text: string, ws: WebSocket): void => {
    const command: unknown = JSON.parse(text);
    if (!commandCodec.is(command)) throw new Error(`there is no such command: ${text}`);
    const reply = (result: unknown): void =>
      ws.send(JSON.stringify({ id: command.id, type: "result", success: true, result }));
    switch (command.type) {
      case "floorplan/plan/save":
        store.save(command.plan);
        return reply({ rev });
      case "floorplan/plan/get":
        return reply(store.read());
      case "floorplan/plan/change": {
        const changes = JSON.stringify(command.changes);
        store.insert(rev + 1, changes);
        const event = `{"rev":${rev + 1},"from":${rev},"changes":${changes}}`;
        rev += 1;
        reply({ ok: true, rev });
        for (const viewer of viewers) viewer.send(event);
      }
    }
  };
  const port = await listenForWebSockets((ws) => {
    viewers.add(ws);
    ws.on("close", () => viewers.delete(ws));
    ws.on("message", (data) => {
      viewers.delete(ws);
      answer(textOf(data), ws);
    });
  });
  return { port, settle: () => Promise.resolve() };
};

answerAsPeer({
  serve,
  // Its editors speak the service's commands: `load/changes.ts`.
  connect: () => Promise.reject(new Error("it has no editor of its own")),
  hello: () => Promise.resolve({ frames: [], greetings: 0 }),
});
