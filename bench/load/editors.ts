/** Editors in their own process, which save on command. */
import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { answerParent, microseconds } from "../processes/child.ts";
import { Editor } from "./editor.ts";
import { sum } from "../report/statistics.ts";

const planReply = t.type({
  result: t.partial({ rev: t.number, counts: t.record(t.string, t.number) }),
});

/** Saves of guarded editors: acknowledged, and counted in the plan at the end. */
export interface GuardedSaves {
  readonly saved: number;
  readonly counted: number;
  /** Microseconds. */
  readonly lasted: number;
}

const read = async (editor: Editor) => {
  const reply: unknown = JSON.parse(await editor.command('"type":"floorplan/plan/get"}'));
  if (!planReply.is(reply)) throw new Error("the service did not answer with a plan");
  return { rev: reply.result.rev ?? 0, counts: reply.result.counts ?? {} };
};

/** Reads, adds one to the editor's own count, and saves on the revision that was read; starts over on a conflict. */
const countUp = async (editor: Editor, name: string, isOver: () => boolean): Promise<number> => {
  let saved = 0;
  while (!isOver()) {
    const { rev, counts } = await read(editor);
    const next = { ...counts, [name]: (counts[name] ?? 0) + 1 };
    const made = await editor.save(JSON.stringify({ counts: next }), rev);
    if (!Number.isNaN(made.rev)) saved += 1;
  }
  return saved;
};

/** Lets `many` editors count up in one plan for `ms`: no update is lost if the counts equal the saves. */
const countTogether = async (
  url: string,
  token: string,
  many: number,
  ms: number,
): Promise<GuardedSaves> => {
  const editors = await Promise.all(Array.from({ length: many }, () => Editor.connect(url, token)));
  const started = microseconds();
  const isOver = (): boolean => microseconds() >= started + ms * 1000;
  const saves = await Promise.all(
    editors.map((editor, position) => countUp(editor, `editor ${position}`, isOver)),
  );
  const lasted = microseconds() - started;
  const [first] = editors;
  if (first === undefined) throw new Error("there is at least one editor");
  const { counts } = await read(first);
  return { saved: sum(saves), counted: sum(Object.values(counts)), lasted };
};

const question = t.union([
  /** Connects editors that save the plan; without a token to a baseline. */
  t.type({
    do: t.literal("connect"),
    url: t.string,
    token: t.union([t.string, t.undefined]),
    many: t.number,
    plan: t.string,
  }),
  /** Each of the first `many` editors saves `each` times back to back: how long each save took. */
  t.type({ do: t.literal("save"), many: t.number, each: t.number }),
  /** The first editor saves once: when it sent the save, how long the reply took in microseconds, and the reply. */
  t.type({ do: t.literal("try") }),
  /** Each of the first `many` editors saves back to back for `ms`. */
  t.type({ do: t.literal("save-for"), many: t.number, ms: t.number }),
  /** All save at a pace, together `perSecond`: when each revision was due. */
  t.type({ do: t.literal("pace"), perSecond: t.number, ms: t.number }),
  /** New editors read, change and save with `rev` for `ms`, and start over on a conflict. */
  t.type({
    do: t.literal("guarded"),
    url: t.string,
    token: t.string,
    many: t.number,
    ms: t.number,
  }),
]);

let editors: readonly Editor[] = [];
let plan = "";

const saveUntil = async (editor: Editor, isOver: (saves: number) => boolean): Promise<number[]> => {
  const took: number[] = [];
  while (!isOver(took.length)) took.push((await editor.save(plan)).took);
  return took;
};

const saveAll = async (many: number, isOver: (saves: number) => boolean) => {
  const started = microseconds();
  const took = await Promise.all(editors.slice(0, many).map((editor) => saveUntil(editor, isOver)));
  return { started, lasted: microseconds() - started, took: took.flat() };
};

/** A late save does not delay the next ones: each is measured from when it was due. */
const pace = async (perSecond: number, ms: number): Promise<(readonly [number, number])[]> => {
  const gap = (1_000_000 * editors.length) / perSecond;
  const begin = microseconds();
  const sent = await Promise.all(
    editors.map(async (editor, position) => {
      const dues: (readonly [number, number])[] = [];
      const first = begin + (position * gap) / editors.length;
      for (let due = first; due < begin + ms * 1000; due += gap) {
        const early = due - microseconds();
        if (early > 0) await sleep(early / 1000);
        dues.push([(await editor.save(plan)).rev, due]);
      }
      return dues;
    }),
  );
  return sent.flat();
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "connect": {
      plan = asked.plan;
      const connecting = Array.from({ length: asked.many }, () =>
        Editor.connect(asked.url, asked.token),
      );
      editors = await Promise.all(connecting);
      return {};
    }
    case "save":
      return saveAll(asked.many, (saves) => saves >= asked.each);
    case "try": {
      const [editor] = editors;
      if (editor === undefined) throw new Error("connect first");
      return editor.save(plan);
    }
    case "save-for": {
      const end = microseconds() + asked.ms * 1000;
      return saveAll(asked.many, () => microseconds() >= end);
    }
    case "pace":
      return pace(asked.perSecond, asked.ms);
    case "guarded":
      return countTogether(asked.url, asked.token, asked.many, asked.ms);
  }
});
