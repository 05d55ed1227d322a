import type { Point } from "../../model/geometry/vector.ts";
import type { Ref } from "../../model/elements/entities.ts";
import type { PressKind } from "../ui/pointers.ts";
import type { KindToolName } from "./tools/kind-tools.ts";

/** What the pointer does on the canvas. */
export type ToolName = "select" | "ruler" | KindToolName | "calibrate" | "image";

/** What was chosen: it lasts until something else is, and bars and panels show it. */
export interface ToolMode {
  readonly tool: ToolName;
  /** The type of furniture or kind of device that the palette tools place. */
  readonly piece: string;
  /** Whether each press of the select tool adds to the selection, or takes away from it, as for fingers. */
  readonly isPicking: boolean;
  /** The points of the tracing image that were set to scale it by, at most two. */
  readonly calibration: readonly Point[];
}

/** A field over the drawing that waits for a name or for a length. */
export type OpenField =
  | { readonly kind: "name"; readonly ref: Ref }
  | {
      readonly kind: "length";
      /** Which of the lengths that are shown, such as `wall:2`. */
      readonly name: string;
      /** What the field shows at first: the key that opened it (`isBegun`), else the length as it is. */
      readonly first: { readonly text: string; readonly isBegun: boolean };
    };

/** What is being done: it ends when a pointer, a key or a field is let go, and the canvas alone shows it. */
export interface InputMode {
  /** What the pointers that are down do. */
  readonly press: PressKind;
  /** Whether the space bar is held, with which every press pans. */
  readonly isSpaceHeld: boolean;
  /** Where the keyboard draws, in metres. */
  readonly cross: Point | undefined;
  readonly field: OpenField | undefined;
}

/**
 * The state of the editor's state machine. Its regions run beside each other: the tool, the pointers, the space bar,
 * the keyboard's cross, the open field. What a tool has begun (corners, a drag) is the tool's own state.
 */
export type Mode = ToolMode & InputMode;

/** Whatever changes the mode. */
export type ModeEvent =
  | ({ readonly type: "choose" } & Partial<ToolMode>)
  | { readonly type: "press"; readonly press: PressKind }
  | { readonly type: "space"; readonly isHeld: boolean }
  | { readonly type: "cross"; readonly at: Point | undefined }
  | { readonly type: "open"; readonly field: OpenField }
  /** A field has its answer, or is given up; one that was opened since stays. */
  | { readonly type: "close"; readonly kind: OpenField["kind"] }
  /** Escape, where the tool has nothing to give up. */
  | { readonly type: "leave" };

export const firstTool: ToolMode = {
  tool: "select",
  piece: "",
  isPicking: false,
  calibration: [],
};

export const firstInput: InputMode = {
  press: "none",
  isSpaceHeld: false,
  cross: undefined,
  field: undefined,
};

const chosen = (mode: Mode, choice: Partial<ToolMode>): Mode => {
  const { tool = mode.tool, piece = mode.piece, calibration = mode.calibration } = choice;
  const { isPicking = mode.isPicking } = choice;
  const isSameTool = tool === mode.tool && piece === mode.piece;
  return {
    ...mode,
    tool,
    piece,
    calibration,
    isPicking: isPicking && tool === "select",
    cross: isSameTool ? mode.cross : undefined,
  };
};

/** The mode after an event; the same where that changes nothing. */
export const nextMode = (mode: Mode, event: ModeEvent): Mode => {
  switch (event.type) {
    case "choose":
      return chosen(mode, event);
    case "press":
      return { ...mode, press: event.press };
    case "space":
      return { ...mode, isSpaceHeld: event.isHeld };
    case "cross":
      return { ...mode, cross: event.at };
    case "open":
      return { ...mode, field: event.field };
    case "close":
      return mode.field?.kind === event.kind ? { ...mode, field: undefined } : mode;
    case "leave":
      return chosen(mode, mode.isPicking ? { isPicking: false } : { tool: "select" });
  }
};
