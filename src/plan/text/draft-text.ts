import { isLeft } from "fp-ts/lib/Either.js";
import { type Draft, type DraftList, type DraftMember, SubmittedPlan } from "../draft.ts";
import { listFields } from "../plan-codecs.ts";
import { type CooperativeTask, runAtOnce } from "../raw-json/json-cursor.ts";
import type { JsonText } from "../raw-json/raw-json.ts";
import { noLimits, readPlan } from "../read-plan.ts";
import { afterComma, Chunk, listOf, type ListText, withComma } from "./list-text.ts";
import { PlanMember, PlanText } from "./plan-text.ts";

/**
 * A plan of more members has all but its lists in few pieces: no plan of a home has a tenth of them. It must never get
 * less, as logs hold patches of plans that were within it.
 */
export const maxMembers = 1000;

/** What lies between two places of a source, with a comma before it. */
type Take = (source: Buffer, start: number, end: number) => Buffer;

const copied: Take = (source, start, end) => afterComma(source.subarray(start, end));

/** A list that starts at `start` in a source and ends at `end`, in chunks of its own. */
const listFrom = (
  source: Buffer,
  start: number,
  end: number,
  { cuts, count }: DraftList,
  take: Take,
): ListText => {
  const chunks: Chunk[] = [];
  let [from, before] = [start + 1, 0];
  const cut = (to: number, upTo: number): void => {
    chunks.push(new Chunk(take(source, from, to), upTo - before));
    from = to + 1;
    before = upTo;
  };
  for (let at = 0; at < cuts.length; at += 2) cut(start + (cuts[at] ?? 0), cuts[at + 1] ?? 0);
  if (count > before) cut(end - 1, count);
  return listOf(chunks);
};

const memberOf = (source: Buffer, member: DraftMember, take: Take): PlanMember => {
  const { name, start, valueStart, end, list } = member;
  const stop = list === undefined ? end : valueStart + 1;
  const text = take(source, start, stop);
  const own = list && listFrom(source, valueStart, end, list, take);
  return new PlanMember(name, text, valueStart - start + 1, own);
};

/** A member of a draft, in memory of its own, so that it never keeps a whole message. */
export const memberFrom = (source: Buffer, member: DraftMember): PlanMember =>
  memberOf(source, member, copied);

/** The members of a draft that has very many: the lists that count, and runs of all others. */
const fewMembers = ({ source, members }: Draft): readonly PlanMember[] => {
  const isField = new Set<string>(listFields);
  const last = new Map<string, DraftMember>();
  for (const member of members) if (isField.has(member.name)) last.set(member.name, member);
  const lists = new Set(last.values());
  const few: PlanMember[] = [];
  let run: { readonly start: number; end: number } | undefined;
  const endRun = (): void => {
    if (run !== undefined)
      few.push(new PlanMember(undefined, withComma(source, run.start, run.end), 0));
    run = undefined;
  };
  for (const member of members) {
    const isList = lists.has(member);
    // The revision that came with a plan is left out: members around it are not adjacent.
    if (isList || run?.end !== member.start - 1) endRun();
    if (isList) few.push(memberOf(source, member, withComma));
    else if (run === undefined) run = { start: member.start, end: member.end };
    else run.end = member.end;
  }
  endRun();
  return few;
};

/** A draft's text, in the memory of its source. */
export const textOfDraft = (draft: Draft): PlanText =>
  new PlanText(
    draft.members.length > maxMembers
      ? fewMembers(draft)
      : draft.members.map((member) => memberOf(draft.source, member, withComma)),
  );

/** The members of a plan that is stored as JSON, `rev` included, in steps. Undefined for what is no plan. */
export function* draftOfJson(json: JsonText): CooperativeTask<Draft | undefined> {
  const [only] = json;
  const whole = json.length === 1 && only !== undefined ? only : Buffer.concat(json);
  const read = yield* readPlan(noLimits)(whole, 0);
  if (!(read?.value instanceof SubmittedPlan)) return undefined;
  const { draft } = read.value;
  return isLeft(draft) ? undefined : draft.right;
}

/**
 * The text of a plan that is stored as JSON, in steps. What is no plan, which no writer of a log has ever stored, is one
 * piece.
 */
export function* textInSteps(json: JsonText): CooperativeTask<PlanText> {
  const draft = yield* draftOfJson(json);
  return draft === undefined
    ? new PlanText([new PlanMember(undefined, Buffer.concat(json), 0)])
    : textOfDraft(draft);
}

/** The same, at once. */
export const textOfJson = (json: JsonText): PlanText => runAtOnce(textInSteps(json));
