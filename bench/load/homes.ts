/** Screens of many homes in their own process. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { type RawData, WebSocket } from "ws";
import { answerParent, microseconds } from "../processes/child.ts";
import { placesFrom } from "./lamp.ts";

const question = t.union([
  /** Connects screens that follow the plan, so many in each of these homes, beside those that are connected. */
  t.type({
    do: t.literal("open"),
    port: t.number,
    token: t.string,
    homes: t.array(t.string),
    screens: t.number,
  }),
  /** Opens one home after another, and leaves it: microseconds from connecting until its plan is there. */
  t.type({ do: t.literal("visit"), port: t.number, token: t.string, homes: t.array(t.string) }),
  /** A screen of each of the first homes moves a lamp at a pace, `perSecond` in all: microseconds from when each was due. */
  t.type({
    do: t.literal("pace"),
    homes: t.number,
    perSecond: t.number,
    ms: t.number,
    path: t.string,
  }),
  /** So many screens of each of the first homes save back to back, at least once; with a path they move a lamp, else they save `plan`. */
  t.intersection([
    t.type({ do: t.literal("save-for"), homes: t.number, screens: t.number, ms: t.number }),
    t.partial({ path: t.string, plan: t.string }),
  ]),
  /** Closes all connections. */
  t.type({ do: t.literal("leave") }),
]);

const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString("latin1") : "");

const result = /^\{(?:"id":\d+,)?"type":"result","success":(true|false)/;
const revision = /"rev":(\d+)/;
const longest = 300;

/** One connection, which awaits one reply at a time among the events. */
class Screen {
  readonly #ws: WebSocket;
  #lastId = 0;
  #moves = 0;
  #rev = 0;
  #replied: ((text: string) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on("message", (data) => {
      const text = textOf(data);
      this.#rev = Number(revision.exec(text)?.[1] ?? this.#rev);
      const [, success] = result.exec(text) ?? [];
      if (success === "true") this.#replied?.(text);
      else if (success === "false")
        this.#failed?.(new Error(`a screen was answered ${text.slice(0, longest)}`));
    });
    ws.on("close", (code, reason) =>
      this.#failed?.(new Error(`a screen's connection ended with ${code} ${reason.toString()}`)),
    );
  }

  static async connect(port: number, home: string, token: string): Promise<Screen> {
    const url = `ws://127.0.0.1:${port}/h/${home}/api/websocket`;
    const ws = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
    const ended = once(ws, "close").then(([code]: unknown[]) => {
      throw new Error(`a screen's connection ended with ${String(code)}`);
    });
    ended.catch(() => undefined);
    const greeted = once(ws, "message");
    await Promise.race([greeted, ended]);
    const admitted = once(ws, "message");
    ws.send(JSON.stringify({ type: "auth", access_token: token }));
    const [answer]: unknown[] = await Promise.race([admitted, ended]);
    if (!String(answer).includes("auth_ok")) throw new Error(`a screen got ${String(answer)}`);
    return new Screen(ws);
  }

  /** Sends a command, given as JSON text without its opening brace and id. */
  command(rest: string): Promise<string> {
    this.#lastId += 1;
    const replied = new Promise<string>((resolve, reject) => {
      this.#replied = resolve;
      this.#failed = reject;
    });
    this.#ws.send(`{"id":${this.#lastId},${rest}`);
    return replied;
  }

  /** Moves what is at a path to another place. */
  move(path: string): Promise<string> {
    const [x = 0] = placesFrom((this.#moves += 1), 1);
    const changes = `[{"op":"replace","path":"${path}","value":${x}}]`;
    return this.command(`"type":"floorplan/plan/change","rev":${this.#rev},"changes":${changes}}`);
  }

  save(plan: string): Promise<string> {
    return this.command(`"type":"floorplan/plan/save","plan":${plan}}`);
  }

  leave(): void {
    this.#failed = undefined;
    this.#ws.terminate();
  }
}

/** The screens of each home. */
let homes: Screen[][] = [];

/** How many homes are opened at a time. */
const opening = 8;

const openHome = async (port: number, token: string, home: string, screens: number) => {
  const opened: Screen[] = [];
  for (let screen = 0; screen < screens; screen += 1) {
    const made = await Screen.connect(port, home, token);
    await made.command('"type":"floorplan/plan/subscribe"}');
    opened.push(made);
  }
  homes.push(opened);
};

const open = async (port: number, token: string, ids: readonly string[], screens: number) => {
  const left = ids.values();
  const openNext = async (): Promise<void> => {
    for (const home of left) await openHome(port, token, home, screens);
  };
  await Promise.all(Array.from({ length: opening }, openNext));
};

const visit = async (port: number, token: string, home: string): Promise<number> => {
  const from = microseconds();
  const screen = await Screen.connect(port, home, token);
  await screen.command('"type":"floorplan/plan/get"}');
  const took = microseconds() - from;
  screen.leave();
  return took;
};

/** A late save does not delay the others: each is measured from when it was due. */
const pace = async (many: number, perSecond: number, ms: number, path: string) => {
  const gap = (1_000_000 * many) / perSecond;
  const begin = microseconds() + 10_000;
  const took: number[] = [];
  await Promise.all(
    homes.slice(0, many).map(async ([screen], position) => {
      const first = begin + (position * gap) / many;
      for (let due = first; due < begin + ms * 1000; due += gap) {
        const early = due - microseconds();
        if (early > 0) await sleep(early / 1000);
        await screen?.move(path);
        took.push(microseconds() - due);
      }
    }),
  );
  return took;
};

type Saving = Extract<t.TypeOf<typeof question>, { readonly do: "save-for" }>;

const saveFor = async ({ homes: many, screens, ms, path, plan = "" }: Saving) => {
  const started = microseconds();
  const end = started + ms * 1000;
  const took: number[] = [];
  const busy = homes.slice(0, many).flatMap((each) => each.slice(0, screens));
  await Promise.all(
    busy.map(async (screen) => {
      do {
        const from = microseconds();
        await (path === undefined ? screen.save(plan) : screen.move(path));
        took.push(microseconds() - from);
      } while (microseconds() < end);
    }),
  );
  return { started, lasted: microseconds() - started, took };
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "open":
      await open(asked.port, asked.token, asked.homes, asked.screens);
      return {};
    case "visit": {
      const took: number[] = [];
      for (const home of asked.homes) took.push(await visit(asked.port, asked.token, home));
      return took;
    }
    case "pace":
      return pace(asked.homes, asked.perSecond, asked.ms, asked.path);
    case "save-for":
      return saveFor(asked);
    case "leave":
      for (const screen of homes.flat()) screen.leave();
      homes = [];
      return {};
  }
});
