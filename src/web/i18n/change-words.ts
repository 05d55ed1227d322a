import { type Change, differences, type Subject } from "../../model/merge/difference.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { isObject, type Json } from "../../model/json.ts";
import { isCollection, kinds } from "../../model/kinds/kinds.ts";
import type { Texts } from "./editor-translator.ts";
import { kindName, subjectWord, thingName } from "./element-names.ts";
import { fieldWords } from "./field-words.ts";

/** The name of a changed element, else its kind. */
export const subjectName = (
  { subject, name, key }: Pick<Change, "subject" | "name" | "key">,
  value: Json | undefined,
  texts: Texts,
): string => {
  if (subject === "plan") return fieldWords(key, texts);
  const kind = subjectWord(subject, texts);
  if (subject === "labels" || subject === "backgrounds")
    return name === "" ? kind : `${kind} ${name}`;
  const isInWall = isCollection(subject) && kinds[subject].place === "wall";
  if (isInWall) return kindName(subject, isObject(value) ? value : {}, texts);
  return isObject(value) ? thingName(subject, value, texts) : name || kind;
};

/** Collections whose elements are named by their type, as they have no name of their own. */
const byType: ReadonlySet<Subject> = new Set<Subject>(["openings", "furniture"]);

/** A change as a sentence, such as `Door moved 0.40 m in Kitchen`. */
export const changeWords = (change: Change, texts: Texts, language: string): string => {
  const { kind, subject, distance, room, fields, before, after } = change;
  const words = texts.changes;
  if (kind === "reordered") {
    const own = subject === "levels" ? texts.editor.levels : subjectWord(subject, texts);
    return words.reordered(isCollection(subject) ? texts.kinds[subject].many : own);
  }
  const value = after ?? before;
  // Within a room, the type is clear enough, and the entity's name would mostly repeat the room's.
  const name =
    isCollection(subject) && byType.has(subject) && room !== undefined && isObject(value)
      ? kindName(subject, value, texts)
      : subjectName(change, value, texts);
  const where = room === undefined || room === change.name ? "" : words.inRoom(room);
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const far = distance === undefined ? "" : ` ${format.format(distance)} m`;
  if (kind === "moved") return words.moved(name, far, where);
  if (kind !== "changed") return words[kind](name, where);
  const list = new Intl.ListFormat(language).format(
    fields.slice(0, 4).map((field) => fieldWords(field, texts)),
  );
  return words.changed(name, where, subject === "plan" ? "" : list);
};

type What = keyof Texts["collaboration"]["one"];

/** The most groups of changes in a summary. */
const maxGroups = 3;

const isRename = ({ kind, fields }: Change): boolean =>
  kind === "changed" && fields.length === 1 && (fields[0] === "name" || fields[0] === "text");

const whatOf = (change: Change): What => (isRename(change) ? "renamed" : change.kind);

/** The order of groups in a summary: what is new or gone comes first, as it is most visible. */
const order: readonly What[] = ["added", "removed", "renamed", "moved", "changed", "reordered"];

/** Leaves out changes that follow from others: a deleted room's label, a list's order. */
const ownChanges = (changes: readonly Change[]): readonly Change[] => {
  const keys = new Set(changes.map(({ subject, key }) => `${subject}/${key}`));
  const own = changes.filter(
    ({ subject, key, kind }) =>
      kind !== "reordered" && !(subject === "labels" && keys.has(`rooms/${key}`)),
  );
  return own.length === 0 ? changes : own;
};

/** A revision's changes in a line such as `Sofa added, Kitchen renamed, 3 things moved`. */
export const summaryWords = (changes: readonly Change[], texts: Texts): string => {
  const { one, many, nothing, more } = texts.collaboration;
  if (changes.length === 0) return nothing;
  const groups = order.flatMap((what) => {
    const found = ownChanges(changes).filter((change) => whatOf(change) === what);
    const [first] = found;
    if (first === undefined) return [];
    if (found.length > 1) return [many[what](found.length)];
    const { subject } = first;
    const name =
      what === "reordered" && isCollection(subject)
        ? texts.kinds[subject].many
        : subjectName(first, first.after ?? first.before, texts);
    return [one[what](name)];
  });
  const told = groups.slice(0, maxGroups);
  return (told.length < groups.length ? [...told, more] : told).join(", ");
};

/** The most sentences in a list of changes. */
const maxListed = 3;

/** A revision's changes as sentences: the first ones, equal ones once with their number, and how many more there are. */
export const listedChanges = (
  changes: readonly Change[],
  texts: Texts,
  language: string,
): string => {
  const { one, nothing, moreChanges } = texts.collaboration;
  if (changes.length === 0) return nothing;
  const sentenceOf = (change: Change): string =>
    isRename(change)
      ? one.renamed(subjectName(change, change.before ?? change.after, texts))
      : changeWords(change, texts, language);
  const own = ownChanges(changes);
  const counts = new Map<string, number>();
  for (const what of order)
    for (const change of own) {
      if (whatOf(change) !== what) continue;
      const sentence = sentenceOf(change);
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
    }
  const told = [...counts].slice(0, maxListed);
  const others = own.length - told.reduce((sum, [, count]) => sum + count, 0);
  const list = told
    .map(([sentence, count]) => (count === 1 ? sentence : `${sentence} (${count} ×)`))
    .join(", ");
  return others === 0 ? list : `${list} ${moreChanges(others)}`;
};

/** What a plan with unsaved work changes, in such a line; empty where only typed text is not saved, which is no change. */
export const unsavedWords = (base: PlanData, plan: PlanData, texts: Texts): string => {
  const changes = differences(base, plan);
  return changes.length === 0 ? "" : summaryWords(changes, texts);
};
