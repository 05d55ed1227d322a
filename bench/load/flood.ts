/** Somebody who sends one kind of work to a home without a pause, in its own process, also what is refused. */
import * as t from "io-ts";
import { answerParent } from "../processes/child.ts";
import { Editor } from "./editor.ts";

/** What a flood consists of: each connection sends the next command once the last is answered. */
const floodKind = t.keyof({ saves: null, patches: null, yaml: null });

export type FloodKind = t.TypeOf<typeof floodKind>;

const question = t.union([
  /** Connects, and saves the plan once. */
  t.type({
    do: t.literal("connect"),
    url: t.string,
    token: t.string,
    many: t.number,
    plan: t.string,
  }),
  t.type({ do: t.literal("begin"), kind: floodKind }),
  /** How many commands were done and how many were refused since the beginning. */
  t.type({ do: t.literal("end") }),
]);

let editors: readonly Editor[] = [];
let plan = "";
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

const commands: Readonly<Record<FloodKind, (rev: number) => string>> = {
  saves: () => `"type":"floorplan/plan/save","plan":${plan}}`,
  patches: (rev) => `"type":"floorplan/plan/change","rev":${rev},"changes":${manyOperations}}`,
  yaml: () => `"type":"floorplan/yaml/parse","text":${yamlText}}`,
};

const isGoingOn = (): boolean => isFlooding;

const flood = async (editor: Editor, commandOf: (rev: number) => string): Promise<void> => {
  let rev = 1;
  while (isGoingOn()) {
    const reply = await editor.command(commandOf(rev));
    if (reply.includes('"success":true')) counts.done += 1;
    else counts.refused += 1;
    rev = Number(/(?:stored revision is |"rev":)(\d+)/.exec(reply)?.[1] ?? rev);
  }
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "connect": {
      plan = asked.plan;
      const { url, token, many } = asked;
      editors = await Promise.all(Array.from({ length: many }, () => Editor.connect(url, token)));
      await editors[0]?.save(plan);
      return {};
    }
    case "begin": {
      counts = { done: 0, refused: 0 };
      isFlooding = true;
      const commandOf = commands[asked.kind];
      flooding = Promise.all(editors.map((editor) => flood(editor, commandOf)));
      return {};
    }
    case "end":
      isFlooding = false;
      await flooding;
      return counts;
  }
});
