/** Somebody who sends one kind of work to a home without a pause, in its own process, also what is refused. */
import * as t from "io-ts";
import { answerParent } from "../processes/child.ts";
import { Editor } from "./editor.ts";

/** What a flood consists of: each connection sends the next command or request once the last is answered. */
const floodKind = t.keyof({ saves: null, patches: null, yaml: null, uploads: null, imports: null });

export type FloodKind = t.TypeOf<typeof floodKind>;

const target = t.type({
  /** The service, without a path. */
  port: t.number,
  home: t.string,
  token: t.string,
  /** A token of the provider. */
  provider: t.string,
});

const question = t.union([
  /** Connects, and saves the plan once. */
  t.intersection([target, t.type({ do: t.literal("connect"), many: t.number, plan: t.string })]),
  t.type({ do: t.literal("begin"), kind: floodKind }),
  /** How much was done and how much was refused since the beginning. */
  t.type({ do: t.literal("end") }),
]);

let editors: readonly Editor[] = [];
let plan = "";
let flooded: t.TypeOf<typeof target> = { port: 0, home: "", token: "", provider: "" };
let counts = { done: 0, refused: 0 };
let isFlooding = false;
let flooding: Promise<unknown> = Promise.resolve();

/** As long as the service reads, and takes long to parse. */
const yamlText = JSON.stringify("- {a: 1, b: [x, y, z]}\n".repeat(40_000));

/** A patch of many operations, which is refused for its revision after it was read, or is made. */
const manyOperations = JSON.stringify(
  Array.from({ length: 200 }, (_, number) => ({
    op: "add",
    path: `/flood-${number % 50}`,
    value: number,
  })),
);

/** A drawing of the most bytes that an image may have, each element of which is checked. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M1 2L3 4"/>'.repeat(786_000)}</svg>`;

/** Sends a request; whether it was done. */
const request = async (method: string, path: string, token: string, body?: FormData | Blob) => {
  const headers = { Authorization: `Bearer ${token}` };
  const init = body === undefined ? { method, headers } : { method, headers, body };
  const response = await fetch(`http://127.0.0.1:${flooded.port}${path}`, init);
  return { isDone: response.ok, body: await response.blob() };
};

const image = new Blob([drawing]);

const upload = async (level: number): Promise<boolean> => {
  const form = new FormData();
  form.set("level", `level-${level}`);
  form.set("file", image, "drawing.svg");
  const { home, token } = flooded;
  return (await request("POST", `/h/${home}/api/floorplan/background`, token, form)).isDone;
};

let backup: Promise<Blob> | undefined;
let imported = 0;

/** Makes another home of the flooding home's backup. */
const importHome = async (): Promise<boolean> => {
  const { home, provider } = flooded;
  backup ??= request("GET", `/provider/homes/${home}/backup`, provider).then(({ body }) => body);
  const path = `/provider/homes/imported-${(imported += 1)}/backup?tokens=keep`;
  return (await request("PUT", path, provider, await backup)).isDone;
};

/** The revision that each connection knows. */
const revs: number[] = [];

/** Does one thing of a flood, on the connection with that number; whether it was done. */
type Send = (editor: Editor, number: number) => Promise<boolean>;

const sendCommand =
  (commandOf: (rev: number) => string): Send =>
  async (editor, number) => {
    const rev = revs[number] ?? 1;
    const reply = await editor.command(commandOf(rev));
    revs[number] = Number(/(?:stored revision is |"rev":)(\d+)/.exec(reply)?.[1] ?? rev);
    return reply.includes('"success":true');
  };

const sends: Readonly<Record<FloodKind, Send>> = {
  saves: sendCommand(() => `"type":"floorplan/plan/save","plan":${plan}}`),
  patches: sendCommand(
    (rev) => `"type":"floorplan/plan/change","rev":${rev},"changes":${manyOperations}}`,
  ),
  yaml: sendCommand(() => `"type":"floorplan/yaml/parse","text":${yamlText}}`),
  uploads: (_editor, number) => upload(number),
  imports: importHome,
};

const isGoingOn = (): boolean => isFlooding;

const flood = async (editor: Editor, number: number, send: Send): Promise<void> => {
  while (isGoingOn()) {
    if (await send(editor, number)) counts.done += 1;
    else counts.refused += 1;
  }
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "connect": {
      plan = asked.plan;
      flooded = asked;
      const { port, home, token, many } = asked;
      const url = `ws://127.0.0.1:${port}/h/${home}/api/websocket`;
      editors = await Promise.all(Array.from({ length: many }, () => Editor.connect(url, token)));
      await editors[0]?.save(plan);
      return {};
    }
    case "begin": {
      counts = { done: 0, refused: 0 };
      isFlooding = true;
      const send = sends[asked.kind];
      flooding = Promise.all(editors.map((editor, number) => flood(editor, number, send)));
      return {};
    }
    case "end":
      isFlooding = false;
      await flooding;
      return counts;
  }
});
