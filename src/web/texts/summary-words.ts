import type { Change } from "../../model/merge/difference.ts";
import { isCollection } from "../../model/kinds/kinds.ts";
import { subjectName } from "../i18n/change-words.ts";
import type { Texts } from "../i18n/editor-speaker.ts";

type What = keyof Texts["together"]["one"];

/** As many groups of changes as are told. */
const mostGroups = 3;

const isRename = ({ kind, fields }: Change): boolean =>
  kind === "changed" && fields.length === 1 && (fields[0] === "name" || fields[0] === "text");

const whatOf = (change: Change): What => (isRename(change) ? "renamed" : change.kind);

/** What is told first: what is new or gone is seen at once. */
const order: readonly What[] = ["added", "removed", "renamed", "moved", "changed", "reordered"];

/** Without what only follows from other changes: a room takes its label along, and a list its order. */
const ownChanges = (changes: readonly Change[]): readonly Change[] => {
  const keys = new Set(changes.map(({ subject, key }) => `${subject}/${key}`));
  const own = changes.filter(
    ({ subject, key, kind }) =>
      kind !== "reordered" && !(subject === "labels" && keys.has(`rooms/${key}`)),
  );
  return own.length === 0 ? changes : own;
};

/** What a revision changed, in a line such as `Sofa added, Kitchen renamed, 3 things moved`. */
export const summaryWords = (changes: readonly Change[], texts: Texts): string => {
  const { one, many, nothing, more } = texts.together;
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
  const told = groups.slice(0, mostGroups);
  return (told.length < groups.length ? [...told, more] : told).join(", ");
};
