import { makesText } from "./apply-patch.ts";
import type { Draft, DraftMember } from "../draft.ts";
import { maxMembers, memberFrom, textOfDraft } from "../text/draft-text.ts";
import { PlanMember, PlanText, type RevisionText } from "../text/plan-text.ts";
import { compareLists } from "./compare-lists.ts";
import { compareValues, pairMembers, Writer } from "./compare-values.ts";
import { type Operation, operationsText } from "./patch.ts";

/** Bytes of a list that may be replaced: a longer one is checked for too long. */
const maxReplaced = 64 * 1024;

/** A member that shares what is the same with the one before it, and what leads to it; undefined if that is much. */
const compareMembers = (
  before: PlanMember,
  source: Buffer,
  after: DraftMember,
  write: Writer,
): readonly [PlanMember, readonly Operation[] | undefined] => {
  const { name, valueStart, end, list } = after;
  const value = source.subarray(valueStart, end);
  if (before.list !== undefined && list !== undefined) {
    const place = { source, start: valueStart + 1, end: end - 1, count: list.count };
    const compared = compareLists(before.list, place, write);
    if (compared === undefined) {
      const isShort = value.length <= maxReplaced;
      return [memberFrom(source, after), isShort ? [write.replace(value)] : undefined];
    }
    const { list: shared, operations } = compared;
    const isSame = operations.length === 0;
    return [
      isSame ? before : new PlanMember(name, before.text, before.valueStart, shared),
      operations,
    ];
  }
  if (before.list !== undefined || list !== undefined)
    return [memberFrom(source, after), [write.replace(value)]];
  const own = before.text.subarray(before.valueStart);
  if (own.equals(value)) return [before, []];
  return [memberFrom(source, after), compareValues(own, value, write)];
};

/** A plan that shares nothing with the one before. */
const apart = (draft: Draft): RevisionText => ({ text: textOfDraft(draft) });

/** Compares a submitted plan with the one before it, by the bytes of their members and elements; neither is parsed. */
export const comparePlans = (before: PlanText, draft: Draft): RevisionText => {
  const { source } = draft;
  const isOdd = !before.isInPieces || draft.members.length > maxMembers;
  const paired = isOdd
    ? undefined
    : pairMembers(
        before.members.map((value) => ({ name: value.name ?? "", key: value.key, value })),
        draft.members.map((value) => {
          const key = source.toString("utf8", value.start, value.valueStart - 1);
          return { name: value.name, key, value };
        }),
      );
  if (paired === undefined) return apart(draft);
  const { removed, kept, added } = paired;
  const root = new Writer();
  const members: PlanMember[] = [];
  let operations: Operation[] | undefined = removed.map((name) => root.at(name).remove());
  for (const [old, now] of kept) {
    const [member, more] = compareMembers(old.value, source, now.value, root.at(now.name));
    members.push(member);
    if (more === undefined) operations = undefined;
    else operations?.push(...more);
  }
  for (const { name, value } of added) {
    members.push(memberFrom(source, value));
    operations?.push(root.at(name).add(source.subarray(value.valueStart, value.end)));
  }
  const text = new PlanText(members);
  const changes = operations && operationsText(operations);
  if (operations === undefined || changes === undefined || changes.length >= text.bytes)
    return { text };
  if (operations.length === 0) return { text: before, changes };
  return { text, changes: makesText(before, operations, text) ? changes : undefined };
};
