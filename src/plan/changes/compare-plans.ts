import { isLeft } from "fp-ts/lib/Either.js";
import { applyPatch } from "./apply-patch.ts";
import type { Draft, DraftMember } from "../draft.ts";
import { noLimits } from "../read-plan.ts";
import { isTextOf, maxMembers, memberFrom, textOfDraft } from "../text/draft-text.ts";
import { type PlanMember, PlanText, type RevisionText } from "../text/plan-text.ts";
import { compareLists } from "./compare-lists.ts";
import { compareValues, pairMembers, Writer } from "./compare-values.ts";
import { type Operation, operationsText } from "./patch.ts";

/** Bytes of a list that may be replaced: a longer one is checked for too long. */
const maxReplaced = 64 * 1024;

/** What leads from a member to the one in its place: nothing if they are the same, undefined if that is much. */
const compareMembers = (
  before: PlanMember,
  source: Buffer,
  { valueStart, end, list }: DraftMember,
  write: Writer,
): readonly Operation[] | undefined => {
  const value = source.subarray(valueStart, end);
  if (before.list !== undefined && list !== undefined) {
    const place = { source, start: valueStart + 1, end: end - 1 };
    const operations = compareLists(before.list, place, write);
    return operations ?? (value.length <= maxReplaced ? [write.replace(value)] : undefined);
  }
  if (before.list !== undefined || list !== undefined) return [write.replace(value)];
  const own = before.text.subarray(before.valueStart);
  return own.equals(value) ? [] : compareValues(own, value, write);
};

/** What has become of a plan's members. */
interface Paired {
  readonly removed: readonly string[];
  readonly kept: readonly (readonly [PlanMember, DraftMember])[];
  readonly added: readonly DraftMember[];
}

const hasKeyOf = (member: DraftMember, source: Buffer, known: PlanMember): boolean =>
  member.name === known.name &&
  member.valueStart - member.start + 1 === known.valueStart &&
  source.compare(known.text, 1, known.valueStart - 1, member.start, member.valueStart - 1) === 0;

/** Pairs the members of a draft that has all of those before, in their order: what `pairMembers` finds for most saves. */
const pairInOrder = (before: PlanText, { source, members }: Draft): Paired | undefined => {
  const kept: (readonly [PlanMember, DraftMember])[] = [];
  for (const [at, known] of before.members.entries()) {
    const member = members[at];
    if (member === undefined || !hasKeyOf(member, source, known)) return undefined;
    kept.push([known, member]);
  }
  const isEach = new Set(members.map(({ name }) => name)).size === kept.length;
  return isEach && members.length === kept.length ? { removed: [], kept, added: [] } : undefined;
};

const pairByName = (before: PlanText, { source, members }: Draft): Paired | undefined => {
  const found = pairMembers(
    before.members.map((value) => ({ name: value.name ?? "", key: value.key, value })),
    members.map((value) => {
      const key = source.toString("utf8", value.start, value.valueStart - 1);
      return { name: value.name, key, value };
    }),
  );
  return (
    found && {
      removed: found.removed,
      kept: found.kept.map(([old, now]) => [old.value, now.value]),
      added: found.added.map(({ value }) => value),
    }
  );
};

/** All that leads from a plan to another one, as long as each part is known. */
const allOperations = (
  source: Buffer,
  { removed, added }: Paired,
  compared: readonly (readonly Operation[] | undefined)[],
  root: Writer,
): readonly Operation[] | undefined => {
  const operations = removed.map((name) => root.at(name).remove());
  for (const more of compared) {
    if (more === undefined) return undefined;
    operations.push(...more);
  }
  for (const { name, valueStart, end } of added)
    operations.push(root.at(name).add(source.subarray(valueStart, end)));
  return operations;
};

/**
 * Compares a submitted plan with the one before it, by the bytes of their members and elements; neither is parsed. What
 * leads to it is made of the plan before, and is told only if that gives the submitted plan, byte for byte.
 */
export const comparePlans = (before: PlanText, draft: Draft): RevisionText => {
  const { source } = draft;
  const isOdd = !before.isInPieces || draft.members.length > maxMembers;
  const paired = isOdd ? undefined : (pairInOrder(before, draft) ?? pairByName(before, draft));
  if (paired === undefined) return { text: textOfDraft(draft) };
  const root = new Writer();
  const compared = paired.kept.map(([old, now]) =>
    compareMembers(old, source, now, root.at(now.name)),
  );
  const operations = allOperations(source, paired, compared, root);
  if (operations?.length === 0) return { text: before, changes: operationsText([]) };
  const changes = operations && operationsText(operations);
  if (operations !== undefined && changes !== undefined && changes.length < draft.bytes) {
    const made = applyPatch(before, 0, { operations, limits: noLimits });
    if (!isLeft(made) && isTextOf(draft, made.right)) return { text: made.right, changes };
  }
  const kept = paired.kept.map(([old, now], at) =>
    compared[at]?.length === 0 ? old : memberFrom(source, now),
  );
  const added = paired.added.map((member) => memberFrom(source, member));
  return { text: new PlanText([...kept, ...added]) };
};
