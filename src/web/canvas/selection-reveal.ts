import type { PlanData, Ref } from "../../model/elements/entities.ts";
import { boundsOf } from "../../model/elements/places.ts";
import type { Box } from "../../model/geometry/polygon.ts";
import { distance, minus, type Point } from "../../model/geometry/vector.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { EditorContext } from "./component.ts";
import { newlySelected } from "./commands/selection-edits.ts";
import { isShown, reveal, type ScreenSize } from "./fit-view.ts";

/** The canvas in which something is revealed. */
interface RevealingCanvas {
  readonly context: EditorContext | undefined;
  readonly viewport: Viewport;
  /** Its size in pixels, and that of its uncovered part. */
  readonly size: ScreenSize;
  readonly screen: ScreenSize;
  readonly fit: () => void;
  /** Called when the view has changed. */
  readonly moved: () => void;
}

/** What a view shows: the place of the plan in the middle, and its scale. */
interface View {
  readonly middle: Point;
  readonly scale: number;
  readonly isFitted: boolean;
}

/** What was selected, and where it was. */
interface Followed {
  readonly plan: PlanData;
  readonly selection: readonly Ref[];
  readonly box: Box | undefined;
}

const isSameBox = (one: Box, other: Box | undefined): boolean =>
  one.left === other?.left &&
  one.top === other.top &&
  one.width === other.width &&
  one.height === other.height;

/**
 * Keeps what is selected in view: beside what covers the canvas, and when it moves or grows without a pointer; brings
 * the view back once nothing covers it.
 */
export class SelectionReveal {
  readonly #canvas: RevealingCanvas;
  /** The views before and after the last time. */
  #views: readonly [before: View, after: View] | undefined;
  #followed: Followed | undefined;

  constructor(canvas: RevealingCanvas) {
    this.#canvas = canvas;
  }

  /** Brings what is selected into the uncovered part, all of it unless the view is zoomed into it. */
  show(): void {
    const { context, viewport, screen, size } = this.#canvas;
    const { session, view } = context ?? {};
    const box = session && view && boundsOf(session.state.plan, view.state.selection);
    const before = this.#view;
    const isMoved = box !== undefined && reveal(viewport, box, screen, size);
    this.#views = isMoved ? [before, this.#view] : undefined;
    this.#canvas.moved();
  }

  /**
   * Follows what is selected, or was just made, when a typed length, an arrow key or a field moves it off the screen. A
   * fitted view is fitted again once the floor has grown beyond it; another one shows as much as it can.
   */
  follow({ session, view }: EditorContext): void {
    const { viewport, screen, size } = this.#canvas;
    const before = this.#followed;
    this.#followed = undefined;
    if (view.input.press !== "none") return;
    const { plan } = session.state;
    const { selection } = view.state;
    if (plan === before?.plan && selection === before.selection) {
      this.#followed = before;
      return;
    }
    const box = boundsOf(plan, selection);
    this.#followed = { plan, selection, box };
    if (before === undefined || box === undefined) return;
    const isKept = selection === before.selection;
    const isMoved = isKept
      ? !isSameBox(box, before.box)
      : newlySelected(before.plan, plan, selection) !== undefined;
    if (!isMoved) return;
    if (!viewport.isFitted) reveal(viewport, box, screen, isKept ? size : undefined);
    else if (!isShown(viewport, viewport.area(), size)) this.#canvas.fit();
  }

  /** Brings the view back to where it was, unless it has been moved since; one that was fitted since gets the whole canvas. */
  undo(): void {
    const [before, after] = this.#views ?? [];
    this.#views = undefined;
    const { viewport } = this.#canvas;
    if (viewport.isFitted) return this.#canvas.fit();
    const { middle, scale } = this.#view;
    const isSame = after?.scale === scale && distance(after.middle, middle) < 1e-6;
    if (before !== undefined && isSame) {
      if (before.isFitted) return this.#canvas.fit();
      viewport.zoom(before.scale / scale);
      viewport.pan(...minus(this.#centre, viewport.toScreen(before.middle)));
    }
    this.#canvas.moved();
  }

  get #centre(): ScreenPoint {
    const { width, height } = this.#canvas.size;
    return [width / 2, height / 2];
  }

  get #view(): View {
    const { viewport } = this.#canvas;
    const { scale, isFitted } = viewport;
    return { middle: viewport.toPlan(this.#centre), scale, isFitted };
  }
}
