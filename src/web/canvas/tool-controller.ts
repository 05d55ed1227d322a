import type { Instruction } from "../i18n/word-types.ts";
import { kinds } from "../../model/kinds/kinds.ts";
import { kindTools, pieceOf, toolWords } from "./tools/kind-tools.ts";
import type { ToolName } from "./mode.ts";
import { calibrateTool, imageTool } from "./tools/tracing-image.ts";
import { cornersTool, roomTool } from "./tools/room.ts";
import { lineTool, rulerTool } from "./tools/two-points.ts";
import { openingTool } from "./tools/opening.ts";
import { placeTool } from "./tools/place.ts";
import { startMultiSelect, selectTool } from "./tools/select.ts";
import {
  crossAt,
  type Overlay,
  type PlanPointer,
  pointerOf,
  type Tool,
  type ToolContext,
} from "./tools/tool.ts";
import { plus, type Point } from "../../model/geometry/vector.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { Ref } from "../../model/elements/entities.ts";
import { reveal, type ScreenSize } from "./fit-view.ts";
import type { EditorContext } from "./component.ts";
import { metresIn } from "./formats.ts";
import {
  LongPress,
  type PointerTarget,
  type PointerTool,
  type PressKind,
  type PressState,
} from "../ui/pointers.ts";
import { pointOnGrid } from "./snapping.ts";
import { cursorOverWall, grabTargetAt } from "./hit-testing.ts";

/** The tool of that name; `piece` is what was chosen for it to place. */
const makeTool = (context: ToolContext, name: ToolName, piece: string): Tool => {
  if (name === "select") return selectTool(context);
  if (name === "ruler") return rulerTool(context);
  if (name === "calibrate") return calibrateTool(context);
  if (name === "image") return imageTool(context);
  const { list, isByCorners, opening } = kindTools[name];
  switch (kinds[list].place) {
    case "polygon":
      return isByCorners === true ? cornersTool(context) : roomTool(context);
    case "wall":
      return openingTool(context, opening ?? "door");
    case "line":
      return lineTool(context, name);
    case "point":
      return placeTool(context, toolWords(name, context.texts).hint, pieceOf(name, piece));
  }
};

/** The canvas, as the tool controller knows it. */
export interface ToolControllerHost {
  readonly viewport: Viewport;
  /** The part of it that can be seen. */
  readonly screen: ScreenSize;
  /** Where the drawn shapes are looked for. */
  readonly renderRoot: Node;
  readonly placeOf: (event: Pick<MouseEvent, "clientX" | "clientY">) => ScreenPoint;
  /** What is drawn has changed. */
  readonly moved: () => void;
}

/** Owns the tool in use, and passes it pointers and, by a cross, keys. */
export class ToolController implements PointerTarget, PointerTool, PressState {
  readonly #host: ToolControllerHost;
  #context: EditorContext | undefined;
  #tool: Tool | undefined;
  #toolKey = "";
  #pointed: Point | undefined;
  #selection: readonly Ref[] = [];
  /** The shape of the pointer over a wall that can be pulled. */
  #overWall: string | undefined;
  readonly #longPress = new LongPress();

  constructor(host: ToolControllerHost) {
    this.#host = host;
  }

  get viewport(): Viewport {
    return this.#host.viewport;
  }

  /** What the tool expects now. */
  get hint(): Instruction {
    return this.#tool?.hint() ?? "";
  }

  get cursor(): string {
    return this.#overWall ?? this.#tool?.cursor() ?? "default";
  }

  get overlay(): Overlay {
    return this.#tool?.overlay() ?? {};
  }

  /** How many points are set of what the tool draws. */
  get points(): number {
    return this.#tool?.points?.() ?? 0;
  }

  /** The place that the pointer was over last, in metres. */
  get pointedAt(): Point | undefined {
    return this.#pointed;
  }

  /** Takes the chosen tool; true if it is another one. */
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

  /** Whether something else than a tool has selected since this was last asked. */
  isSelectedElsewhere(selection: readonly Ref[]): boolean {
    const isOther = selection !== this.#selection;
    this.#selection = selection;
    return isOther;
  }

  /** A tool made the selection, so it is in view already. */
  selected(): void {
    this.#selection = this.#context?.view.state.selection ?? [];
  }

  /** Cancels what the tool has begun; false if there was nothing. */
  giveUp(): boolean {
    this.#putCross(undefined);
    this.moved();
    return this.#tool?.cancel() === true;
  }

  /** Takes back the last point of what is drawn; false if there is none. */
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
    // A finger has nothing else to move the view with.
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
    this.#act((tool) => tool.down?.({ ...this.#pointer(event), ...hit }));
  }

  move(event: PointerEvent): void {
    const context = this.#context;
    // What is dragged stays under the pointer, which keeps its shape.
    if (context !== undefined && this.press !== "tool")
      this.#overWall = cursorOverWall(this.#host, context, event);
    this.#longPress.moved(this.placeOf(event));
    this.#act((tool) => tool.move?.(this.#pointer(event)));
  }

  up(event: PointerEvent): void {
    if (this.#longPress.end()) return;
    this.#act((tool) => tool.up(this.#pointer(event)));
  }

  cancel(): void {
    this.#longPress.end();
    this.#act((tool) => (tool.letGo === undefined ? tool.cancel() : tool.letGo()));
  }

  moved(): void {
    this.#host.moved();
  }

  /** The pointer left: the ghost goes; a tool may keep what it has begun. */
  left(): void {
    if (this.#tool?.staysBegun !== true) this.cancel();
  }

  // --- what the keys do

  /** Moves the cross by metres and announces its place. It appears in the middle of the view. */
  moveCross(by: Point): void {
    const [context, tool] = [this.#context, this.#tool];
    if (context === undefined || tool === undefined) return;
    const { width, height } = this.#host.screen;
    const at = plus(this.#cross ?? pointOnGrid(this.viewport.toPlan([width / 2, height / 2])), by);
    this.#putCross(at);
    tool.move?.(crossAt(at, false, this.#isSnapping));
    const [x, z] = at.map(metresIn(context.language));
    context.say(context.texts.tools.moved(x ?? "", z ?? ""));
    this.selected();
    reveal(this.viewport, { left: at[0], top: at[1], width: 0, height: 0 }, this.#host.screen);
  }

  /** Presses the tool at the cross; where there is none yet, it appears first. */
  pressCross(isAdding: boolean): void {
    if (this.#cross === undefined) this.moveCross([0, 0]);
    const at = this.#cross;
    if (at === undefined) return;
    const pointer = crossAt(at, isAdding, this.#isSnapping);
    this.#tool?.down?.(pointer);
    this.#tool?.up(pointer);
    this.selected();
  }

  keyOfTool(key: string): boolean {
    return this.#tool?.key?.(key) === true;
  }

  // --- parts

  get #cross(): Point | undefined {
    return this.#context?.view.input.cross;
  }

  #putCross(at: Point | undefined): void {
    this.#context?.view.send({ type: "cross", at });
  }

  #act(act: (tool: Tool) => void): void {
    if (this.#tool !== undefined) act(this.#tool);
    this.selected();
    this.moved();
  }

  /** A long press starts a multiple selection; on empty floor it opens the menu. */
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
      this.moved();
    });
  }

  get #isSnapping(): boolean {
    return this.#context?.view.state.isSnapping === true;
  }

  #pointer(event: PointerEvent): PlanPointer {
    const at = this.viewport.toPlan(this.placeOf(event));
    this.#pointed = at;
    const isPicking = this.#context?.view.state.isPicking === true;
    return pointerOf(event, at, this.viewport.scale, { isSnapping: this.#isSnapping, isPicking });
  }
}
