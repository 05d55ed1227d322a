import { isLeft } from "fp-ts/lib/Either.js";
import { type Draft, type DraftList, type DraftMember, SubmittedPlan } from "../draft.ts";
import { countsOf, listFields } from "../plan-codecs.ts";
import { type CooperativeTask, runAtOnce } from "../raw-json/json-cursor.ts";
import type { JsonText } from "../raw-json/raw-json.ts";
import { closeObject } from "../raw-json/tokens.ts";
import { noLimits, readPlan } from "../read-plan.ts";
import { Chunk } from "./chunk.ts";
import { afterComma, listOf, type ListText, withComma } from "./list-text.ts";
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

/** Where members are that are adjacent in their source: the revision that came with a plan is left out between them. */
const runsOf = (members: readonly DraftMember[]) => {
  const runs: { readonly start: number; end: number }[] = [];
  for (const { start, end } of members) {
    const last = runs.at(-1);
    if (last?.end === start - 1) last.end = end;
    else runs.push({ start, end });
  }
  return runs;
};

const isDocumentedList = new Set<string>(listFields);

/** The member of each documented list that counts: the last one. */
const listsOf = ({ members }: Draft): ReadonlyMap<string, DraftMember> => {
  const last = new Map<string, DraftMember>();
  for (const member of members)
    if (isDocumentedList.has(member.name)) last.set(member.name, member);
  return last;
};

/** The members of a draft that has very many: the lists that count, and runs of all others. */
const fewMembers = (draft: Draft): readonly PlanMember[] => {
  const { source, members } = draft;
  const lists = new Set(listsOf(draft).values());
  const few: PlanMember[] = [];
  let others: DraftMember[] = [];
  const endOthers = (): void => {
    for (const { start, end } of runsOf(others))
      few.push(new PlanMember(undefined, withComma(source, start, end), 0));
    others = [];
  };
  for (const member of members) {
    if (!lists.has(member)) {
      others.push(member);
      continue;
    }
    endOthers();
    few.push(memberOf(source, member, withComma));
  }
  endOthers();
  return few;
};

/** A draft's rooms and items. */
export const countsOfDraft = (draft: Draft): ReturnType<typeof countsOf> => {
  const lists = listsOf(draft);
  return countsOf((field) => lists.get(field)?.list?.count ?? 0);
};

const closing = Buffer.of(closeObject);

/** A draft as a revision's JSON, in few pieces, in the memory of its source. */
export const jsonOfDraft = ({ source, members }: Draft, rev: number): JsonText => {
  const [first, ...others] = runsOf(members);
  if (first === undefined) return [Buffer.from(`{"rev":${rev}`), closing];
  return [
    // With the comma, so that the members behind it need no copy.
    Buffer.from(`{"rev":${rev},`),
    source.subarray(first.start, first.end),
    ...others.map(({ start, end }) => withComma(source, start, end)),
    closing,
  ];
};

/** A draft's text, in the memory of its source. */
export const textOfDraft = (draft: Draft): PlanText =>
  new PlanText(
    draft.members.length > maxMembers
      ? fewMembers(draft)
      : draft.members.map((member) => memberOf(draft.source, member, withComma)),
  );

const isMemberText = (
  source: Buffer,
  { start, end }: DraftMember,
  { text, list }: PlanMember,
): boolean => {
  const own = start + text.length - 1;
  if (own > end || source.compare(text, 1, text.length, start, own) !== 0) return false;
  if (list === undefined) return own === end;
  let at = own;
  for (const [position, chunk] of list.chunks.entries()) {
    // The first element follows the bracket, all others a comma.
    const skipped = position === 0 ? 1 : 0;
    const to = at + chunk.text.length - skipped;
    if (to > end || source.compare(chunk.text, skipped, chunk.text.length, at, to) !== 0)
      return false;
    at = to;
  }
  return at === end - 1;
};

/** Whether a plan's text is that of a draft, byte for byte. */
export const isTextOf = ({ source, members }: Draft, { members: own }: PlanText): boolean =>
  members.length === own.length &&
  own.every((known, at) => {
    const member = members[at];
    return (
      member !== undefined && member.name === known.name && isMemberText(source, member, known)
    );
  });

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
