import { findRefs } from "../../../model/elements/entities.ts";
import { kinds } from "../../../model/kinds/kinds.ts";
import { kindOf } from "../../../model/kinds/opening.ts";
import { bodiesOf, groupable, groupOf } from "../../../model/editing/arrange.ts";
import { hasLabelPlace } from "../../../model/editing/room-annotations.ts";
import type { Action } from "./actions.ts";
import type { EditorContext } from "../component.ts";

/** An entry that runs an action; `keys`: its shortcut. */
export interface MenuAction {
  readonly action: Action;
  readonly word: string;
}

/** An entry with a submenu. */
interface SubMenu {
  readonly word: string;
  readonly entries: readonly MenuAction[];
}

export type MenuEntry = MenuAction | SubMenu;

type MenuSection = readonly MenuEntry[];

const some = (isOffered: boolean, ...entries: readonly MenuEntry[]): MenuSection =>
  isOffered ? entries : [];

/** The actions for the current selection in non-empty sections. */
export const menuEntries = ({
  session,
  view,
  texts,
}: Pick<EditorContext, "session" | "view" | "texts">): readonly MenuSection[] => {
  const { plan } = session.state;
  const { arranging: words, editor } = texts;
  const found = findRefs(plan, view.state.selection);
  const refs = view.state.selection;
  const only = found.length === 1 ? found[0] : undefined;
  const kind = only === undefined ? undefined : kinds[only.collection];
  const isDoor = only !== undefined && kind?.place === "wall" && kindOf(only.data) === "door";
  const canTurn = kind === undefined || kind.place === "polygon" || kind.isTurnable === true;
  const bodies = found.length < 2 ? 0 : bodiesOf(plan, refs).length;
  const items = findRefs(plan, groupable(plan, refs));
  const groups = new Set(items.map(({ data }) => groupOf(data)));
  const isGroup = groups.size === 1 && !groups.has(undefined);
  const isSome = found.length > 0;
  const wasDragged = only?.collection === "rooms" && hasLabelPlace(plan, only.data);

  const ofArranging = (
    ...actions: readonly (Action & keyof typeof words)[]
  ): readonly MenuAction[] =>
    actions.flatMap((action) => {
      const word = words[action];
      return typeof word === "string" ? [{ action, word }] : [];
    });
  const ofEditor = (...actions: readonly (Action & keyof typeof editor)[]): readonly MenuAction[] =>
    actions.flatMap((action) => {
      const word = editor[action];
      return typeof word === "string" ? [{ action, word }] : [];
    });

  const sections: readonly MenuSection[] = [
    [
      ...some(kind?.nameField !== undefined, ...ofEditor("rename")),
      ...some(wasDragged, { action: "labelBack", word: texts.walls.labelBack }),
      ...some(isSome && canTurn, ...ofEditor("rotate")),
      ...some(isDoor, ...ofEditor("hinge", "swing")),
    ],
    [
      ...some(isSome, ...ofEditor("duplicate"), ...ofArranging("copy", "cut")),
      ...ofArranging("paste", "pasteInPlace"),
    ],
    [
      ...some(bodies > 1, {
        word: words.align,
        entries: ofArranging(
          "alignLeft",
          "alignCentre",
          "alignRight",
          "alignTop",
          "alignMiddle",
          "alignBottom",
        ),
      }),
      ...some(bodies > 2, {
        word: words.distribute,
        entries: ofArranging("distributeHorizontally", "distributeVertically"),
      }),
      ...some(items.length > 0, {
        word: words.order,
        entries: ofArranging("toFront", "forward", "backward", "toBack"),
      }),
      ...some(items.length > 1 && !isGroup, ...ofArranging("group")),
      ...some(
        [...groups].some((group) => group !== undefined),
        ...ofArranging("ungroup"),
      ),
    ],
    some(isSome, ...ofEditor("remove")),
    [...ofArranging("selectAll", "pick"), ...ofEditor("fit")],
  ];
  return sections.filter((section) => section.length > 0);
};
