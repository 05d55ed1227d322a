import type { Action } from "./actions.ts";
import { type KindToolName, kindToolNames, kindTools } from "../tools/kind-tools.ts";
import type { ToolName } from "../mode.ts";

/** The relevant part of a keyboard event. */
interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const tools: ReadonlyMap<string, ToolName> = new Map<string, ToolName>([
  ["v", "select"],
  ["l", "ruler"],
  ...kindToolNames.map((name) => [kindTools[name].key, name] as const),
]);

/** Shortcuts that work anywhere in the editor, except in text fields. */
const actions: ReadonlyMap<string, Action> = new Map([
  ["ctrl+z", "undo"],
  ["shift+ctrl+z", "redo"],
  ["ctrl+y", "redo"],
  ["ctrl+s", "save"],
  ["ctrl+d", "duplicate"],
  ["ctrl+a", "selectAll"],
  ["ctrl+g", "group"],
  ["shift+ctrl+g", "ungroup"],
  ["ctrl+arrowup", "forward"],
  ["shift+ctrl+arrowup", "toFront"],
  ["ctrl+arrowdown", "backward"],
  ["shift+ctrl+arrowdown", "toBack"],
  ["shift+f10", "menu"],
  ["contextmenu", "menu"],
  ["delete", "remove"],
  ["backspace", "remove"],
  ["r", "rotate"],
  ["shift+r", "rotateBack"],
  ["s", "snap"],
  ["+", "zoomIn"],
  ["=", "zoomIn"],
  ["-", "zoomOut"],
  ["0", "fit"],
  ["?", "help"],
  ["escape", "cancel"],
]);

/** Actions for which the browser sends clipboard events. */
export type ClipboardAction = "copy" | "cut" | "paste" | "pasteInPlace";

const clipboardActions: ReadonlyMap<string, ClipboardAction> = new Map([
  ["ctrl+c", "copy"],
  ["ctrl+x", "cut"],
  ["ctrl+v", "paste"],
  ["shift+ctrl+v", "pasteInPlace"],
]);

/** Keys handled by the canvas itself, for display in the menu. */
const elsewhere: ReadonlyMap<string, Action> = new Map([["f2", "rename"]]);

/**
 * Whether a key is a character. Single characters may only be shortcuts while the drawing has the focus (WCAG 2.1.4),
 * to protect users of speech input and from accidental keys.
 */
export const isCharacter = ({ key, ctrlKey, metaKey }: Key): boolean =>
  key.length === 1 && key !== " " && !ctrlKey && !metaKey;

/** The shortcut of a tool. */
export const keyOfTool = (name: KindToolName | "select" | "ruler"): string => {
  if (name === "select") return "V";
  return name === "ruler" ? "L" : kindTools[name].key.toUpperCase();
};

const nameOf = ({ key, ctrlKey, metaKey }: Key): string =>
  (ctrlKey || metaKey ? "ctrl+" : "") + key.toLowerCase();

/** The tool of a shortcut. */
export const toolOf = (key: Key): ToolName | undefined =>
  key.altKey ? undefined : tools.get(nameOf(key));

/** The action of a shortcut; Shift only matters where it makes another shortcut. */
export const actionOf = (key: Key): Action | undefined => {
  if (key.altKey) return undefined;
  const shifted = key.shiftKey ? actions.get(`shift+${nameOf(key)}`) : undefined;
  return shifted ?? actions.get(nameOf(key));
};

/** The clipboard action of a shortcut. */
export const clipboardActionOf = (key: Key): ClipboardAction | undefined =>
  key.altKey ? undefined : clipboardActions.get((key.shiftKey ? "shift+" : "") + nameOf(key));

/** The order in which shortcuts are written: Ctrl, Shift, key. */
const rankOf = (key: string): number => ["ctrl", "shift"].toReversed().indexOf(key) * -1;

/** The keys of an action's shortcut, such as `ctrl` and `c`; empty if it has none. */
export const keysOf = (action: Action): readonly string[] => {
  const all = [...actions, ...clipboardActions, ...elsewhere];
  const [name] = all.find(([, each]) => each === action) ?? [];
  const keys = name?.split(/\+(?!$)/) ?? [];
  return keys.toSorted((one, other) => rankOf(one) - rankOf(other));
};

/** Whether an event comes from a text field, where keys type. */
export const isTyping = (event: Event): boolean =>
  event
    .composedPath()
    .some(
      (part) =>
        part instanceof HTMLElement &&
        (part.isContentEditable || /^(?:input|textarea|select|dialog)$/i.test(part.tagName)),
    );
