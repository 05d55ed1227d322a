import {
  entitiesOf,
  findRef,
  findRefs,
  listOfRef,
  newName,
  type PlanData,
  type Ref,
  refOf,
} from "../../model/elements/entities.ts";
import { levelOf } from "../../model/elements/levels.ts";
import { type JsonObject, textIn, withField } from "../../model/json.ts";
import { standingCollections } from "../../model/kinds/kinds.ts";
import { updateElements } from "../../model/editing/change.ts";

/** The text that says what an item is picked and moved together with. */
export const groupOf = (data: JsonObject): string | undefined => textIn(data["group"]);

/** A text for a new group, which nobody else gives to theirs. */
export const newGroup = (): string => newName("group");

const isItem = (ref: Ref): boolean => {
  const list = listOfRef(ref);
  return list !== undefined && standingCollections.includes(list);
};

/** The elements and, once each, all items of their floor that are in a group with one of them. */
export const withGroups = (plan: PlanData, refs: readonly Ref[]): readonly Ref[] => {
  const keyOf = (data: JsonObject): string | undefined => {
    const group = groupOf(data);
    return group && JSON.stringify([levelOf(plan, data) ?? "", group]);
  };
  const items = findRefs(plan, refs.filter(isItem));
  const groups = new Set(items.flatMap(({ data }) => keyOf(data) ?? []));
  if (groups.size === 0) return refs;
  const members = standingCollections
    .flatMap((collection) => entitiesOf(plan, collection))
    .filter(({ data }) => groups.has(keyOf(data) ?? ""));
  return [...new Set([...refs, ...members.map(refOf)])];
};

/** Of some elements, those that can be in a group. */
export const groupable = (plan: PlanData, refs: readonly Ref[]): readonly Ref[] =>
  refs.filter((ref) => isItem(ref) && findRef(plan, ref) !== undefined);

/** Puts items into a group, or out of the one that they are in. */
export const setGroup = (
  plan: PlanData,
  refs: readonly Ref[],
  group: string | undefined,
): PlanData =>
  updateElements(
    plan,
    new Map(groupable(plan, refs).map((ref) => [ref, (data) => withField(data, "group", group)])),
  );
