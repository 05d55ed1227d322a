import type { Instruction } from "../i18n/word-types.ts";
import { makeTool, setsPoints } from "./tools/make-tool.ts";
import { startMultiSelect } from "./tools/select.ts";
import {
  crossAt,
  type Overlay,
  type PlanPointer,
  pointerOf,
  type Switches,
  type Tool,
} from "./tools/tool.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { Ref } from "../../model/elements/entities.ts";
import { newlySelected } from "./commands/selection-edits.ts";
import { type ScreenSize, shownImage } from "./fit-view.ts";
import type { EditorContext } from "./component.ts";
import { moveCrosshair } from "./crosshair.ts";
import {
  LongPress,
  type PointerTarget,
  type PointerTool,
  type PressKind,
  type PressState,
} from "../ui/pointers.ts";
import { cursorOverWall, grabTargetAt } from "./hit-testing.ts";

/** The canvas as the tool controller sees it. */
export interface ToolControllerHost {
  readonly viewport: Viewport;
  /** Size of the visible part. */
  readonly screen: ScreenSize;
  /** Root of the drawn shapes. */
  readonly renderRoot: Node;
  readonly placeOf: (event: Pick<MouseEvent, "clientX" | "clientY">) => ScreenPoint;
  /** Called when the drawing has changed. */
  readonly moved: () => void;
  /** Focuses an element's shape, once rendered. */
  readonly focusPart: (part: "ref", name: string) => Promise<void>;
  /** Called when a gesture has moved the view. */
  readonly swept: () => void;
}

/** Owns the current tool, and forwards pointers and, with a crosshair, keys to it. */
export class ToolController implements PointerTarget, PointerTool, PressState {
  readonly #host: ToolControllerHost;
  #context: EditorContext | undefined;
  #tool: Tool | undefined;
  #toolKey = "";
  #pointed: Point | undefined;
  #selection: readonly Ref[] = [];
  /** The cursor over a draggable wall. */
  #overWall: string | undefined;
  /** Whether the pressed pointer grabbed a corner or an end, and whether it is a finger. */
  #isPointGrabbed = false;
  #isTouch = false;
  readonly #longPress = new LongPress();

  constructor(host: ToolControllerHost) {
    this.#host = host;
  }

  get viewport(): Viewport {
    return this.#host.viewport;
  }

  /** The current hint of the tool. */
  get hint(): Instruction {
    return this.#tool?.hint() ?? "";
  }

  get cursor(): string {
    return this.#overWall ?? this.#tool?.cursor() ?? "default";
  }

  get overlay(): Overlay {
    return this.#tool?.overlay() ?? {};
  }

  /** Number of points set in the current drawing. */
  get points(): number {
    return this.#tool?.points?.() ?? 0;
  }

  /** The pointer's last place in metres. */
  get pointedAt(): Point | undefined {
    return this.#pointed;
  }

  /**
   * The place to magnify in metres: where a point, a corner or an end is dragged by a finger, or by anything over a
   * tracing image.
   */
  get magnified(): Point | undefined {
    const { tool = "select" } = this.#context?.view.state ?? {};
    const isPoint = tool === "select" ? this.#isPointGrabbed : setsPoints(tool);
    const isHard = this.#isTouch || this.#switches.isOverImage;
    return this.press === "tool" && isPoint && isHard ? this.#pointed : undefined;
  }

  /** Switches to the chosen tool; returns whether it changed. */
  take(context: EditorContext): boolean {
    const { tool, piece } = context.view.state;
    const key = `${tool} ${piece}`;
    if (this.#context === context && key === this.#toolKey) return false;
    this.#tool?.cancel();
    this.#tool = makeTool(context, tool, piece);
    this.#context = context;
    this.#toolKey = key;
    this.#overWall = undefined;
    return true;
  }

  /** Whether the selection was changed by anything but a tool since the last call. */
  isSelectedElsewhere(selection: readonly Ref[]): boolean {
    const isOther = selection !== this.#selection;
    this.#selection = selection;
    return isOther;
  }

  /** Notes a selection by a tool, which is in view already. */
  selected(): void {
    this.#selection = this.#context?.view.state.selection ?? [];
  }

  /** Cancels what the tool has begun; returns false if there was nothing. */
  giveUp(): boolean {
    this.#context?.view.send({ type: "cross", at: undefined });
    this.#host.moved();
    return this.#tool?.cancel() === true;
  }

  /** Removes the last point of the current drawing; returns false if there is none. */
  takeBack(): boolean {
    if (this.points === 0) return false;
    this.#act((tool) => tool.takeBack?.());
    return true;
  }

  // --- what the pointer does

  get press(): PressKind {
    return this.#context?.view.input.press ?? "none";
  }

  set press(press: PressKind) {
    this.#context?.view.send({ type: "press", press });
  }

  get isSpaceHeld(): boolean {
    return this.#context?.view.input.isSpaceHeld === true;
  }

  get tool(): PointerTool {
    return this;
  }

  placeOf(event: MouseEvent): ScreenPoint {
    return this.#host.placeOf(event);
  }

  pressed(event: PointerEvent): void {
    this.#holding(event);
  }

  panned(event: PointerEvent): void {
    this.#longPress.moved(this.placeOf(event));
  }

  tapped(up: PointerEvent, down: PointerEvent): void {
    if (this.#longPress.end()) return;
    this.#down(down);
    this.up(up);
  }

  grabs(event: PointerEvent): boolean {
    if (this.#context === undefined) return false;
    // On touch, a press in empty space has to pan.
    if (event.pointerType !== "touch") return true;
    const { tool, selection, isPicking } = this.#context.view.state;
    const { ref, handle } = grabTargetAt(this.#host, this.#context, event);
    const isGrabbed = handle !== undefined || selection.includes(ref ?? "");
    return tool !== "select" || isPicking || isGrabbed;
  }

  down(event: PointerEvent): void {
    if (event.pointerType === "touch") this.#holding(event);
    this.#down(event);
  }

  #down(event: PointerEvent): void {
    const context = this.#context;
    const hit = context === undefined ? {} : grabTargetAt(this.#host, context, event);
    const { kind } = hit.handle ?? {};
    this.#isPointGrabbed = kind === "corner" || kind === "end";
    this.#isTouch = event.pointerType === "touch";
    this.#act((tool) => tool.down?.({ ...this.#pointer(event), ...hit }));
  }

  move(event: PointerEvent): void {
    const context = this.#context;
    // During a drag the cursor stays the same.
    if (context !== undefined && this.press !== "tool")
      this.#overWall = cursorOverWall(this.#host, context, event);
    this.#longPress.moved(this.placeOf(event));
    this.#act((tool) => tool.move?.(this.#pointer(event)));
  }

  up(event: PointerEvent): void {
    if (this.#longPress.end()) return;
    this.#making(() => this.#act((tool) => tool.up(this.#pointer(event))));
  }

  cancel(): void {
    this.#longPress.end();
    this.#act((tool) => (tool.letGo === undefined ? tool.cancel() : tool.letGo()));
  }

  /** A pointer has panned or zoomed the view. */
  moved(): void {
    this.#host.swept();
  }

  /** The pointer left: hides the preview; a tool may keep what it has begun. */
  left(): void {
    if (this.#tool?.staysBegun !== true) this.cancel();
  }

  // --- what the keys do

  /** Moves the tool with the crosshair, in metres. */
  moveCross(by: Point): void {
    const [context, tool] = [this.#context, this.#tool];
    if (context === undefined || tool === undefined) return;
    moveCrosshair(this.#host, context, by, (at) => tool.move?.(crossAt(at, false, this.#switches)));
    this.selected();
  }

  /** Presses the tool at the crosshair, which first has to appear. */
  pressCross(isAdding: boolean): void {
    if (this.#cross === undefined) this.moveCross([0, 0]);
    const at = this.#cross;
    if (at === undefined) return;
    const pointer = crossAt(at, isAdding, this.#switches);
    this.#making(() => {
      this.#tool?.down?.(pointer);
      this.#tool?.up(pointer);
    });
    this.selected();
  }

  keyOfTool(key: string): boolean {
    return this.#making(() => this.#tool?.key?.(key) === true);
  }

  // --- parts

  get #cross(): Point | undefined {
    return this.#context?.view.input.cross;
  }

  #act(act: (tool: Tool) => void): void {
    if (this.#tool !== undefined) act(this.#tool);
    this.selected();
    this.#host.moved();
  }

  /** Does something; what it makes gets the focus, unless its name is asked for first. */
  #making<Result>(act: () => Result): Result {
    const { session, view } = this.#context ?? {};
    const before = session?.state.plan;
    const result = act();
    const made = view && newlySelected(before, session?.state.plan, view.state.selection);
    if (made !== undefined && view?.input.field === undefined)
      void this.#host.focusPart("ref", made);
    return result;
  }

  /** Starts a multiple selection on a long press; on an empty floor it opens the menu. */
  #holding(event: PointerEvent): void {
    const context = this.#context;
    if (context === undefined || context.view.state.tool !== "select") return;
    const { ref, handle } = grabTargetAt(this.#host, context, event);
    if (handle !== undefined) return;
    this.#longPress.begin(this.placeOf(event), () => {
      this.#tool?.cancel();
      this.#pointer(event);
      if (ref === undefined) context.openMenu({ x: event.clientX, y: event.clientY });
      else startMultiSelect(context, ref);
      this.selected();
      this.#host.moved();
    });
  }

  /** What is switched on, and whether a tracing image switches the grid off. */
  get #switches(): Switches {
    const { session, view } = this.#context ?? {};
    const { isSnapping = false, isPicking = false, level } = view?.state ?? {};
    const isOverImage = shownImage(session?.state.plan ?? {}, level) !== undefined;
    return { isSnapping, isPicking, isOverImage };
  }

  #pointer(event: PointerEvent): PlanPointer {
    const at = this.viewport.toPlan(this.placeOf(event));
    this.#pointed = at;
    return pointerOf(event, at, this.viewport.scale, this.#switches);
  }
}
