import type { Point } from "../../model/geometry/vector.ts";
import type { Ref } from "../../model/elements/entities.ts";
import type { PressKind } from "../ui/pointers.ts";
import type { KindToolName } from "./tools/kind-tools.ts";

/** The tools of the canvas. */
export type ToolName =
  | "select"
  | "ruler"
  | KindToolName
  | "calibrate"
  | "image"
  | "scan"
  | TrackerToolName;

/** The tools that calibrate a tracker: by points, by a sensor's pose, and by where somebody stands before it. */
export type TrackerToolName = "trackerPoints" | "trackerPose" | "trackerStand";

/** The chosen mode: it lasts until changed, and is shown in bars and panels. */
export interface ToolMode {
  readonly tool: ToolName;
  /** The type of furniture or kind of device to place. */
  readonly piece: string;
  /** Whether each press of the select tool adds to or removes from the selection, as for touch. */
  readonly isPicking: boolean;
  /** The calibration points of the tracing image, at most two. */
  readonly calibration: readonly Point[];
}

/** An open field over the drawing for a name or a length. */
export type OpenField =
  | { readonly kind: "name"; readonly ref: Ref }
  | {
      readonly kind: "length";
      /** The name of the shown length, such as `wall:2`. */
      readonly name: string;
      /** The initial text: the key that opened it (`isBegun`), else the current length. */
      readonly first: { readonly text: string; readonly isBegun: boolean };
    };

/** The current input: it ends when a pointer, a key or a field is released, and only the canvas shows it. */
export interface InputMode {
  /** What the pressed pointers are doing. */
  readonly press: PressKind;
  /** Whether the space bar is held, so that every press pans. */
  readonly isSpaceHeld: boolean;
  /** The keyboard's crosshair in metres. */
  readonly cross: Point | undefined;
  readonly field: OpenField | undefined;
}

/**
 * The state of the editor's state machine. Its regions are parallel: tool, pointers, space bar, crosshair, open field.
 * What a tool has begun (corners, a drag) is the tool's own state.
 */
export type Mode = ToolMode & InputMode;

/** Events that change the mode. */
export type ModeEvent =
  | ({ readonly type: "choose" } & Partial<ToolMode>)
  | { readonly type: "press"; readonly press: PressKind }
  | { readonly type: "space"; readonly isHeld: boolean }
  | { readonly type: "cross"; readonly at: Point | undefined }
  | { readonly type: "open"; readonly field: OpenField }
  /** A field was answered or cancelled; a field opened since stays. */
  | { readonly type: "close"; readonly kind: OpenField["kind"] }
  /** Escape when the tool has nothing to cancel. */
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

/** The mode after an event; the same object if nothing changes. */
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
