import * as t from "io-ts";
import { microseconds } from "./clock.ts";
import { Editor } from "./editor.ts";
import { sum } from "./statistics.ts";

const planReply = t.type({
  result: t.partial({ rev: t.number, counts: t.record(t.string, t.number) }),
});

/** What guarded editors did: the saves that they were told of, and those that the plan tells of in the end. */
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

/** Reads, adds one to the editor's own count, and saves on the revision it read; a conflict begins again. */
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

/** Lets `many` editors count up in one plan for `ms`: no update is lost if the counts are the saves. */
export const countTogether = async (
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
