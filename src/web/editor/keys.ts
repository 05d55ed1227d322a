import type { Point } from "../../geometry/vector.ts";
import { type KindToolName, kindToolNames, kindTools } from "./kinds.ts";
import type { ToolName } from "./view.ts";

/** What a key does anywhere in the editor, except while a text is typed. */
export type Shortcut =
  | { readonly does: "tool"; readonly tool: ToolName }
  | {
      readonly does:
        | "undo"
        | "redo"
        | "save"
        | "copy"
        | "cut"
        | "paste"
        | "duplicate"
        | "remove"
        | "selectAll"
        | "rotate"
        | "rotateBack"
        | "snap"
        | "zoomIn"
        | "zoomOut"
        | "fit"
        | "help"
        | "cancel";
    };

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
  ...kindToolNames.map((name) => [kindTools[name].key, name] as const),
]);

const withControl: Readonly<Record<string, Exclude<Shortcut["does"], "tool">>> = {
  y: "redo",
  s: "save",
  c: "copy",
  x: "cut",
  v: "paste",
  d: "duplicate",
  a: "selectAll",
};

const plain: Readonly<Record<string, Exclude<Shortcut["does"], "tool">>> = {
  delete: "remove",
  backspace: "remove",
  r: "rotate",
  s: "snap",
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  "0": "fit",
  "?": "help",
  escape: "cancel",
};

/** The letter that chooses a tool. */
export const keyOfTool = (name: KindToolName | "select"): string =>
  name === "select" ? "V" : kindTools[name].key.toUpperCase();

/** What a key does, if it is a shortcut. */
export const shortcutOf = ({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: Key): Shortcut | undefined => {
  const letter = key.toLowerCase();
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (letter === "z") return { does: shiftKey ? "redo" : "undo" };
    const does = withControl[letter];
    return does === undefined ? undefined : { does };
  }
  if (letter === "r" && shiftKey) return { does: "rotateBack" };
  const tool = tools.get(letter);
  if (tool !== undefined) return { does: "tool", tool };
  const does = plain[letter];
  return does === undefined ? undefined : { does };
};

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The way of an arrow key, in metres: a step, or ten with Shift. */
export const arrowOf = (
  { key, shiftKey }: Pick<Key, "key" | "shiftKey">,
  step: number,
): Point | undefined => {
  const [x, z] = arrows[key] ?? [];
  const metres = shiftKey ? step * 10 : step;
  return x === undefined || z === undefined ? undefined : [x * metres, z * metres];
};
