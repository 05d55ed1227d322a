import type { Instruction } from "../../i18n/word-types.ts";
import type { Box } from "../../../model/geometry/polygon.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import type { Ghost } from "../../renderer/draw-plan.ts";
import { findRef, type PlanData, type Ref } from "../../../model/elements/entities.ts";
import type { Guide, Snapping } from "../snapping.ts";
import type { Gesture, Label } from "../../store/session-state.ts";
import type { Handle } from "../handles.ts";
import { entityName } from "./kind-tools.ts";
import type { EditorContext } from "../component.ts";
import { assignIds, newIdsFor, renamedRef } from "../../../model/editing/change.ts";

/** A pointer, or the keyboard's cross, over the plan. */
export interface PlanPointer {
  /** In metres. */
  readonly at: Point;
  readonly ref?: Ref | undefined;
  /** The handle that it pressed. */
  readonly handle?: Handle | undefined;
  /** Whether a press adds to the selection. */
  readonly isAdding: boolean;
  readonly snapping: Snapping;
  /** Metres for a pixel of the screen. */
  readonly pixel: number;
}

/** Pixels from which something is snapped to, and the metres that this is at most. */
const [snapPixels, snapMetres] = [7, 0.2];

/** What the person has switched on. */
interface Switches {
  readonly isSnapping: boolean;
  /** Whether each press adds to the selection, as for fingers. */
  readonly isPicking: boolean;
}

/** What an event over the plan is to tools: `at` in metres, where the screen has so many pixels for a metre. */
export const pointerOf = (
  event: Pick<PointerEvent, "altKey" | "shiftKey" | "ctrlKey" | "metaKey">,
  at: Point,
  scale: number,
  { isSnapping, isPicking }: Switches,
): PlanPointer => {
  const pixel = 1 / scale;
  const isOn = isSnapping && !event.altKey;
  const tolerance = Math.min(snapMetres, snapPixels * pixel);
  const isAdding = event.shiftKey || event.ctrlKey || event.metaKey || isPicking;
  return { at, isAdding, snapping: { isOn, tolerance }, pixel };
};

/** What the cross of the keyboard is to tools: it is where it is, and snaps to what lies there. */
export const crossAt = (at: Point, isAdding: boolean, isSnapping: boolean): PlanPointer => ({
  at,
  isAdding,
  snapping: { isOn: isSnapping, tolerance: 0.001 },
  pixel: 0.001,
});

/** What became of a length that was typed: why it cannot be, or the name of the one to be typed next. */
interface LengthOutcome {
  readonly problem?: string;
  readonly next?: string | undefined;
}

/** A length that can be typed. */
export interface LengthEntry {
  /** Names it among those that are shown, such as `wall:2`. */
  readonly name: string;
  /** What it is the length of. */
  readonly label: string;
  /** Takes metres as they are measured; `isDone`: nothing more is to be typed unless it must. */
  readonly take: (metres: number, isDone: boolean) => LengthOutcome;
}

/** A length to be written beside a line; `text` where it is no length. */
export interface Measure {
  readonly from: Point;
  readonly to: Point;
  readonly text?: string;
  /** How it is typed, where it can be. */
  readonly entry?: LengthEntry;
  /** Whether the line itself is drawn. */
  readonly isLine?: boolean;
}

/** What is drawn over the plan while a tool works; nothing of it is in the plan. */
export interface Overlay {
  readonly guides?: readonly Guide[];
  readonly measures?: readonly Measure[];
  /** What a click would make. */
  readonly ghost?: readonly Point[];
  /** The element that a click would make, drawn in place of the outline. */
  readonly made?: Ghost;
  readonly isOpen?: boolean;
  /** Corners that are set already. */
  readonly dots?: readonly Point[];
  readonly marquee?: Box | undefined;
}

/** What tools work with. */
export type ToolContext = Pick<
  EditorContext,
  "session" | "view" | "texts" | "language" | "askName" | "say"
>;

/** What the pointer does on the canvas, from one press to the next. */
export interface Tool {
  /** What it expects now, for the status line. */
  readonly hint: () => Instruction;
  readonly cursor: () => string;
  readonly overlay: () => Overlay;
  /** Whether what was begun stays when the pointer leaves; else it is given up. */
  readonly staysBegun?: boolean;
  readonly down?: (pointer: PlanPointer) => void;
  readonly move?: (pointer: PlanPointer) => void;
  readonly up: (pointer: PlanPointer) => void;
  /** Gives up what is under way; false if nothing was. */
  readonly cancel: () => boolean;
  /** The press became something else, such as a pinch: it sets no point, and those before it stay. Without it, `cancel`. */
  readonly letGo?: () => void;
  /** How many points of what is begun are set; `takeBack` takes back the last of them. */
  readonly points?: () => number;
  readonly takeBack?: () => void;
  /** Keys of its own; true if it took this one. */
  readonly key?: (key: string) => boolean;
}

/** Pixels that a pointer may tremble before a press becomes a drag. */
export const dragThreshold = 4;

/** The label of an undo step about some elements: it names one, and counts several. */
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

/** A drag under way: what each move of the pointer does, and how it ends. */
export interface Drag extends Pick<Gesture, "commit" | "cancel"> {
  readonly move: (pointer: PlanPointer) => Overlay;
}

/** An edit of some elements under way. */
interface ElementEdit extends Pick<Gesture, "commit" | "cancel"> {
  /** Shows the plan with this change, which is told what the elements are called in it. */
  readonly preview: (change: (plan: PlanData, refs: readonly Ref[]) => PlanData) => void;
}

/** Begins to edit some elements: those without an id get one, and the selection follows. */
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
