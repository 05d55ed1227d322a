import type { Action } from "./actions.ts";
import { type KindToolName, kindToolNames, kindTools } from "./kinds.ts";
import type { ToolName } from "./view.ts";

/** What of a keyboard event matters. */
export interface Key {
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
  ["ctrl+c", "copy"],
  ["ctrl+x", "cut"],
  ["ctrl+v", "paste"],
  ["ctrl+d", "duplicate"],
  ["ctrl+a", "selectAll"],
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
