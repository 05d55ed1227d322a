import type { Instruction } from "../../i18n/word-types.ts";
import type { Box } from "../../../model/geometry/polygon.ts";
import type { Point, Wall } from "../../../model/geometry/vector.ts";
import type { LengthWay } from "../../../model/editing/wall-length.ts";
import type { Ghost } from "../../renderer/draw-plan.ts";
import { findRef, type PlanData, type Ref } from "../../../model/elements/entities.ts";
import type { Guide, Snapping } from "../snapping.ts";
import type { Gesture, Label } from "../../store/session-state.ts";
import type { Handle } from "../handles.ts";
import { entityName } from "./kind-tools.ts";
import type { WallProposal } from "../../../model/scan/wall-proposal.ts";
import type { EditorContext } from "../component.ts";
import { assignIds, newIdsFor, renamedRef } from "../../../model/editing/change.ts";

/** A pointer, or the keyboard's crosshair, on the plan. */
export interface PlanPointer {
  /** Position in metres. */
  readonly at: Point;
  /** The pressed element; with a handle, the one beneath it. */
  readonly ref?: Ref | undefined;
  /** The pressed handle. */
  readonly handle?: Handle | undefined;
  /** Whether a press adds to the selection, as with Shift. */
  readonly isAdding: boolean;
  readonly snapping: Snapping;
  /** Whether a room comes off its neighbours at once, as with Alt. */
  readonly isDetaching?: boolean;
  /** Metres per screen pixel. */
  readonly pixel: number;
}

/** Snap tolerance in pixels, and its maximum in metres. */
const [snapPixels, snapMetres] = [7, 0.2];

/** Modes that the user has switched on, and what the floor has. */
export interface Switches {
  readonly isSnapping: boolean;
  /** Whether each press adds to the selection, as for touch. */
  readonly isPicking: boolean;
  /** Whether a tracing image is shown. */
  readonly isOverImage: boolean;
}

/** Converts an event to a pointer on the plan: `at` in metres, at a scale in pixels per metre. */
export const pointerOf = (
  event: Pick<PointerEvent, "altKey" | "shiftKey" | "ctrlKey" | "metaKey">,
  at: Point,
  scale: number,
  { isSnapping, isPicking, isOverImage }: Switches,
): PlanPointer => {
  const pixel = 1 / scale;
  const isOn = isSnapping && !event.altKey;
  const tolerance = Math.min(snapMetres, snapPixels * pixel);
  const isAdding = event.shiftKey || event.ctrlKey || event.metaKey || isPicking;
  const snapping = { isOn, tolerance, isOverImage };
  return { at, isAdding, snapping, isDetaching: event.altKey, pixel };
};

/** Converts the crosshair to a pointer, which snaps only to targets at its own place. */
export const crossAt = (
  at: Point,
  isAdding: boolean,
  { isSnapping, isOverImage }: Omit<Switches, "isPicking">,
): PlanPointer => ({
  at,
  isAdding,
  snapping: { isOn: isSnapping, tolerance: 0.001, isOverImage },
  pixel: 0.001,
});

/** The outcome of a typed length: the refusal, or the name of the next length to type. */
interface LengthOutcome {
  readonly problem?: string;
  readonly next?: string | undefined;
}

/** What a length of a wall would do, drawn before it is taken. */
export interface PullPreview {
  /** The wall that moves, and the unit vector in which it moves when the length grows. */
  readonly moving: Wall;
  readonly step: Point;
  /** Whether there are rooms behind that wall, which can move along or get another size. */
  readonly hasRooms: boolean;
  /** The new outlines of the rooms and the furniture that change; none without a length. */
  readonly outlines: readonly (readonly Point[])[];
  /** What happens to other rooms and to furniture; empty if nothing does. */
  readonly effects: string;
}

/** The ways in which a wall can get its length. */
export interface LengthWays {
  /** Its ends with their words, as seen: the left or the upper one first. */
  readonly ends: readonly { readonly end: LengthWay["end"]; readonly word: string }[];
  readonly preview: (metres: number | undefined, way: LengthWay) => PullPreview | undefined;
}

/** An editable length. */
export interface LengthEntry {
  /** Unique among the shown lengths, such as `wall:2`. */
  readonly name: string;
  /** Its label. */
  readonly label: string;
  /** Takes a length in metres in the current kind of measures; `isDone`: no further length has to be typed. */
  readonly take: (metres: number, isDone: boolean, way?: LengthWay) => LengthOutcome;
  /** For the length of a room's wall, what can be chosen. */
  readonly ways?: LengthWays;
}

/** A measure beside a line; `text` if it is not a length. */
export interface Measure {
  readonly from: Point;
  readonly to: Point;
  readonly text?: string;
  /** Its editing, if editable. */
  readonly entry?: LengthEntry;
  /** Whether to draw the line. */
  readonly isLine?: boolean;
}

/** What a tool draws over the plan, without being part of it. */
export interface Overlay {
  readonly guides?: readonly Guide[];
  readonly measures?: readonly Measure[];
  /** Outline of what a click would create. */
  readonly ghost?: readonly Point[];
  /** The element that a click would create, drawn instead of the outline. */
  readonly made?: Ghost;
  readonly isOpen?: boolean;
  /** Corners already set. */
  readonly dots?: readonly Point[];
  readonly marquee?: Box | undefined;
  /** What the length being typed does. */
  readonly pull?: PullPreview | undefined;
  /** The walls that were found in the tracing image. */
  readonly proposal?: WallProposal;
}

/** The context of tools. */
export type ToolContext = Pick<
  EditorContext,
  "session" | "view" | "positions" | "texts" | "language" | "askName" | "say"
>;

/** A tool: handles the pointer on the canvas. */
export interface Tool {
  /** The current hint for the status line. */
  readonly hint: () => Instruction;
  readonly cursor: () => string;
  readonly overlay: () => Overlay;
  /** Whether what was begun stays when the pointer leaves; otherwise it is cancelled. */
  readonly staysBegun?: boolean;
  readonly down?: (pointer: PlanPointer) => void;
  readonly move?: (pointer: PlanPointer) => void;
  readonly up: (pointer: PlanPointer) => void;
  /** Cancels the current action; returns false if there was none. */
  readonly cancel: () => boolean;
  /**
   * The press turned into something else, such as a pinch: it sets no point, and earlier points stay. Defaults to
   * `cancel`.
   */
  readonly letGo?: () => void;
  /** Number of points set so far; `takeBack` removes the last one. */
  readonly points?: () => number;
  readonly takeBack?: () => void;
  /** Handles a key; returns whether it was used. */
  readonly key?: (key: string) => boolean;
}

/** Pixels that a pointer may move before a press becomes a drag. */
export const dragThreshold = 4;

/** The undo label for elements: the name of a single one, or the count. */
export const labelOf = (
  { session, texts }: Pick<ToolContext, "session" | "texts">,
  action: string,
  refs: readonly Ref[],
): Label => {
  const [ref] = refs;
  const entity = ref === undefined ? undefined : findRef(session.state.plan, ref);
  if (refs.length > 1) return { action, name: texts.tools.things(refs.length) };
  return entity === undefined ? { action } : { action, name: entityName(entity, texts) };
};

/** A running drag: what each move does, and how it ends. */
export interface Drag extends Pick<Gesture, "commit" | "cancel"> {
  readonly move: (pointer: PlanPointer) => Overlay;
}

/** A running edit of elements. */
interface ElementEdit extends Pick<Gesture, "commit" | "cancel"> {
  /** Previews a change, which gets the elements' current refs. */
  readonly preview: (change: (plan: PlanData, refs: readonly Ref[]) => PlanData) => void;
}

/** Starts an edit of elements: those without an id get one, and the selection is updated. */
export const beginElementEdit = (
  context: ToolContext,
  action: string,
  refs: readonly Ref[],
): ElementEdit => {
  const { session, view } = context;
  const { selection } = view.state;
  const ids = newIdsFor(session.state.plan, refs);
  const named = refs.map((ref) => renamedRef(ref, ids));
  const gesture = session.begin(labelOf(context, action, selection));
  return {
    preview: (change) => {
      gesture.preview((plan) => change(assignIds(plan, ids), named));
      view.select(selection.map((ref) => renamedRef(ref, ids)));
    },
    commit: () => gesture.commit(),
    cancel: () => {
      gesture.cancel();
      view.select(selection);
    },
  };
};
