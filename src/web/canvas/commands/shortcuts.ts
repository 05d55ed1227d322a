import type { Action } from "./actions.ts";
import { type KindToolName, kindToolNames, kindTools } from "../tools/kind-tools.ts";
import type { ToolName } from "../mode.ts";

/** What of a keyboard event matters. */
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

/** What keys do anywhere in the editor, except while a text is typed. */
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

/** What the browser tells by events of its own, once the key is passed on to it. */
export type ClipboardAction = "copy" | "cut" | "paste" | "pasteInPlace";

const clipboardActions: ReadonlyMap<string, ClipboardAction> = new Map([
  ["ctrl+c", "copy"],
  ["ctrl+x", "cut"],
  ["ctrl+v", "paste"],
  ["shift+ctrl+v", "pasteInPlace"],
]);

/** Keys that the canvas handles itself; the menu shows them beside their actions. */
const elsewhere: ReadonlyMap<string, Action> = new Map([["f2", "rename"]]);

/**
 * Whether a key is a character, which may be a shortcut only while that has the focus which it is for (WCAG 2.1.4):
 * people who speak to their computer, or press keys by mistake, would do much with a single one.
 */
export const isCharacter = ({ key, ctrlKey, metaKey }: Key): boolean =>
  key.length === 1 && key !== " " && !ctrlKey && !metaKey;

/** The letter that chooses a tool. */
export const keyOfTool = (name: KindToolName | "select" | "ruler"): string => {
  if (name === "select") return "V";
  return name === "ruler" ? "L" : kindTools[name].key.toUpperCase();
};

const nameOf = ({ key, ctrlKey, metaKey }: Key): string =>
  (ctrlKey || metaKey ? "ctrl+" : "") + key.toLowerCase();

/** The tool that a key chooses. */
export const toolOf = (key: Key): ToolName | undefined =>
  key.altKey ? undefined : tools.get(nameOf(key));

/** What a key does, if it is a shortcut; Shift matters only where it makes another one. */
export const actionOf = (key: Key): Action | undefined => {
  if (key.altKey) return undefined;
  const shifted = key.shiftKey ? actions.get(`shift+${nameOf(key)}`) : undefined;
  return shifted ?? actions.get(nameOf(key));
};

/** What a key does with the clipboard. */
export const clipboardActionOf = (key: Key): ClipboardAction | undefined =>
  key.altKey ? undefined : clipboardActions.get((key.shiftKey ? "shift+" : "") + nameOf(key));

/** As people read shortcuts: Ctrl, Shift, and the key itself. */
const rankOf = (key: string): number => ["ctrl", "shift"].toReversed().indexOf(key) * -1;

/** The keys that do something, such as `ctrl` and `c`; none where only a button does. */
export const keysOf = (action: Action): readonly string[] => {
  const all = [...actions, ...clipboardActions, ...elsewhere];
  const [name] = all.find(([, each]) => each === action) ?? [];
  const keys = name?.split(/\+(?!$)/) ?? [];
  return keys.toSorted((one, other) => rankOf(one) - rankOf(other));
};

/** Whether an event comes from a text field, where keys are letters and no shortcuts. */
export const isTyping = (event: Event): boolean =>
  event
    .composedPath()
    .some(
      (part) =>
        part instanceof HTMLElement &&
        (part.isContentEditable || /^(?:input|textarea|select|dialog)$/i.test(part.tagName)),
    );
