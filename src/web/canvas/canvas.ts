import { html, nothing, type TemplateResult } from "lit";
import { boundsOf } from "../../model/elements/places.ts";
import { fineWheel, Pointers, turnWheel } from "../ui/pointers.ts";
import { followFocus, placeFocusRing } from "../renderer/index.ts";
import { editedDrawingStyle } from "../renderer/style-editing.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { Ref } from "../../model/elements/entities.ts";
import { drawCanvas } from "./draw-canvas.ts";
import { doubleClickAt, hitAt } from "./hit-testing.ts";
import { type KeyedCanvas, keyOnCanvas } from "./canvas-keys.ts";
import { canvasStyle } from "./canvas-style.ts";
import { reveal, type ScreenSize } from "./fit-view.ts";
import { FloorView } from "./floor-view.ts";
import type { SelectionCommands } from "./commands/selection-commands.ts";
import { EditorComponent, type EditorContext, hasNoFocus } from "./component.ts";
import { ToolController, type ToolControllerHost } from "./tool-controller.ts";
import { boxOfFoot, drawFoot, footStyle, FootSpace } from "./foot.ts";
import { Lift } from "./lift.ts";
import { drawLoupe, loupeStyle } from "./loupe.ts";
import { LengthEditor } from "./measures/length-editor.ts";
import { nameFieldView } from "./name-field.ts";
import { openMenuOfPointer } from "./commands/open-menu.ts";
import { SelectionReveal } from "./selection-reveal.ts";
import { othersStyle } from "./draw-presence.ts";

/** The editable drawing, operated by pointer, touch and keyboard. */
export class Canvas extends EditorComponent implements ToolControllerHost, KeyedCanvas {
  static override properties = {
    ...EditorComponent.properties,
    commands: { attribute: false },
    covered: { attribute: false },
  };
  static override styles = [editedDrawingStyle, canvasStyle, footStyle, othersStyle, loupeStyle];

  declare commands: SelectionCommands | undefined;
  /** Returns how many pixels are covered: `width` at the right, `height` at the bottom. */
  declare covered: () => ScreenSize;
  readonly #floor = new FloorView(this);
  readonly toolController = new ToolController(this);
  readonly typing = new LengthEditor(this);
  /** For what covers a part of the drawing. */
  readonly selectionReveal = new SelectionReveal(this);
  readonly #pointers = new Pointers(this.toolController, this.toolController);
  readonly #lift = new Lift();
  readonly #foot = new FootSpace(() => {
    if (this.covered().width === 0) this.#floor.resized();
  });
  readonly #resizing = new ResizeObserver(() => {
    this.#size = undefined;
    this.#foot.measure();
    this.#floor.resized();
  });
  /** Kept until it changes, since measuring makes the browser lay out the page. */
  #size: ScreenSize | undefined;
  #hadFocus = false;
  #isSwept = false;
  /** Whether the press began elsewhere. */
  #isBrought = false;

  constructor() {
    super();
    this.covered = () => ({ width: 0, height: 0 });
  }

  override reads(context: EditorContext): readonly unknown[] {
    return [...super.reads(context), context.view.input, context.positions.now];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizing.observe(this);
    this.viewport.rested = () => this.moved();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizing.disconnect();
    this.viewport.rested = undefined;
  }

  /** Its size in pixels. */
  get size(): ScreenSize {
    this.#size ??= { width: this.clientWidth, height: this.clientHeight };
    return this.#size;
  }

  /** Size of the uncovered part in pixels. */
  get screen(): ScreenSize {
    const { width, height } = this.covered();
    return { width: this.size.width - width, height: this.size.height - height };
  }

  /** Size of the foot, at the left and bottom, in pixels. */
  get foot(): ScreenSize {
    return this.#foot.size;
  }

  get viewport(): Viewport {
    return this.#floor.viewport;
  }

  /** Fits everything to the screen. */
  fit(): void {
    this.#floor.fit();
    void this.#fitFoot();
  }

  /** Its switches may have more room now, or less. */
  async #fitFoot(): Promise<void> {
    await this.updateComplete;
    if (this.#foot.measure()) this.#floor.resized();
  }

  zoom(factor: number): void {
    this.viewport.zoom(factor);
    this.moved();
  }

  /** Focuses the drawing. */
  override focus(): void {
    this.#stage?.focus({ preventScroll: true });
  }

  /** Whether a key was pressed with the focus in the drawing. */
  isFor(event: KeyboardEvent): boolean {
    const stage = this.#stage;
    return stage !== null && event.composedPath().includes(stage);
  }

  /** Focuses a part of the drawing, once rendered. */
  async focusPart(part: "handle" | "ref", name: string): Promise<void> {
    // The element may have got its id only now.
    this.requestUpdate();
    await this.updateComplete;
    const found = this.renderRoot.querySelector(`[data-${part}="${CSS.escape(name)}"]`);
    if (found instanceof SVGElement) found.focus({ preventScroll: true });
    else this.focus();
  }

  /** Opens the name field over an element. */
  rename(ref: Ref): void {
    this.context?.view.send({ type: "open", field: { kind: "name", ref } });
    this.moved();
  }

  /** Takes a press that began on something else, such as a piece of the palette, for the chosen tool. */
  takePress(event: PointerEvent): void {
    if (this.context === undefined) return;
    this.toolController.take(this.context);
    this.#isBrought = true;
    this.#beginPress(event);
  }

  /** Called when the viewport or the drawing has changed. */
  moved(): void {
    this.requestUpdate();
  }

  /** Called when a gesture has moved the viewport; draws once per frame, however many events there are. */
  swept(): void {
    if (this.#isSwept) return;
    this.#isSwept = true;
    requestAnimationFrame(() => {
      this.#isSwept = false;
      this.moved();
    });
  }

  /** Position of an event on the canvas. */
  placeOf(event: { readonly clientX: number; readonly clientY: number }): ScreenPoint {
    const { left, top } = this.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  override willUpdate(): void {
    this.#hadFocus = this.shadowRoot?.activeElement != null;
    const { context } = this;
    if (context === undefined) return;
    this.#floor.follow(context);
    const isTaken = this.toolController.take(context);
    const { selection, tool } = context.view.state;
    const isElsewhere = this.toolController.isSelectedElsewhere(selection);
    // Scrolls to elements selected elsewhere, such as in the outline, or to the image on which points are to be set.
    const things = isElsewhere ? boundsOf(context.session.state.plan, selection) : undefined;
    const box = isTaken && tool === "calibrate" ? this.#floor.imageBox : things;
    if (box !== undefined) reveal(this.viewport, box, this.screen);
    this.selectionReveal.follow(context);
  }

  override render(): TemplateResult | typeof nothing {
    const { context, viewport } = this;
    if (context === undefined) return nothing;
    const { view } = context;
    const { press, isSpaceHeld, cross, field } = view.input;
    const naming = field?.kind === "name" ? field.ref : undefined;
    const overlay = this.typing.over(context, this.toolController.overlay);
    const { magnified } = this.toolController;
    const cursor = press === "pan" || isSpaceHeld ? "grab" : this.toolController.cursor;
    return html`<div
        class="stage"
        tabindex="0"
        role="application"
        aria-label=${context.texts.editor.drawing}
        .style=${`cursor:${cursor}`}
        @pointerdown=${this.#pressed}
        @pointermove=${this.#moved}
        @pointerup=${this.#released}
        @touchend=${this.#lifted}
        @pointercancel=${this.#pointers.lost}
        @pointerleave=${() => this.toolController.press !== "none" || this.toolController.left()}
        @click=${this.typing.clicked}
        @dblclick=${this.#doubled}
        @keydown=${this.#key}
        @keyup=${this.#keyUp}
        @wheel=${this.#wheel}
        @focusin=${followFocus}
        @focusout=${followFocus}
        @contextmenu=${(event: MouseEvent) => openMenuOfPointer(this, event)}
      >
        ${drawCanvas(context, viewport, { overlay, cross, hasHandles: naming === undefined, screen: this.screen, foot: boxOfFoot(this.foot, this.size), lifted: this.#lift.take(context) })}
      </div>
      ${drawFoot(context, viewport, this.covered().width)}
      ${magnified === undefined ? nothing : drawLoupe(context, viewport, magnified, overlay, this.screen)}
      ${nameFieldView(context, naming, this, this.#named)} ${this.typing.field(context)}`;
  }

  override updated(): void {
    // The focused element may have been removed.
    if (this.#hadFocus && hasNoFocus()) this.focus();
    placeFocusRing(this.renderRoot.querySelector(".plan"));
    this.typing.follow();
    this.#foot.follow(this.renderRoot);
    this.context?.canvasDrawn();
  }

  // --- events

  readonly #pressed = (event: PointerEvent): void => {
    const { context } = this;
    this.#isBrought = false;
    if (context === undefined || this.typing.press.takes(event, this.renderRoot, context)) return;
    this.#beginPress(event);
  };

  readonly #beginPress = (event: PointerEvent): void => {
    const { context } = this;
    if (context === undefined) return;
    context.view.send({ type: "cross", at: undefined });
    const { handle } = hitAt(this.renderRoot, context, event);
    // A press may focus a handle; otherwise the focus stays on the drawing.
    this.#stage?.setAttribute("data-quiet", "");
    if (handle === undefined) this.focus();
    if (event.button === 1) event.preventDefault();
    this.#stage?.setPointerCapture(event.pointerId);
    this.#pointers.down(event);
    this.moved();
  };

  readonly #moved = (event: PointerEvent): void => {
    const dragged = this.typing.press.dragged(event);
    if (dragged !== undefined) this.#beginPress(dragged);
    this.#pointers.move(event);
  };

  /** What is brought from elsewhere and let go beside the drawing is given up. */
  readonly #released = (event: PointerEvent): void => {
    const isBrought = this.#isBrought;
    this.#isBrought = false;
    if (isBrought && !this.#isOn(event)) {
      this.#pointers.lost(event);
      this.context?.view.update({ piece: "" });
    } else this.#pointers.up(event);
  };

  /** Whether a place of the page is on the drawing, and not covered. */
  #isOn({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): boolean {
    const root = this.getRootNode();
    return root instanceof ShadowRoot && root.elementFromPoint(clientX, clientY) === this;
  }

  /** Suppresses the mouse events after a tap, which would press or blur what the tap opened. */
  readonly #lifted = (event: TouchEvent): void => {
    const [touch] = event.changedTouches;
    if (touch === undefined || !event.cancelable) return;
    if (!this.#isOn(touch) || this.#isNaming) event.preventDefault();
  };

  readonly #doubled = (event: MouseEvent): void => {
    const { context, commands } = this;
    if (context === undefined || commands === undefined || this.typing.isOn(event)) return;
    const at = this.viewport.toPlan(this.placeOf(event));
    const { handle } = hitAt(this.renderRoot, context, event);
    const pointer = { at, pixel: 1 / this.viewport.scale, handle };
    const named = doubleClickAt(context, commands, pointer);
    if (named !== undefined) this.rename(named);
  };

  readonly #wheel = {
    passive: false,
    handleEvent: (event: WheelEvent): void => {
      event.preventDefault();
      turnWheel(this.viewport, event, this.placeOf(event), fineWheel);
      this.swept();
    },
  };

  readonly #key = (event: KeyboardEvent): void => {
    this.#stage?.removeAttribute("data-quiet");
    const { context, commands } = this;
    if (context === undefined || commands === undefined || event.ctrlKey || event.metaKey) return;
    // Escape cancels a drag first, wherever the focus is.
    if (event.key === "Escape" && context.view.input.press !== "none") return;
    const isTyped = this.typing.key(event);
    if (!isTyped && !keyOnCanvas({ context, commands, canvas: this }, event)) return;
    this.toolController.selected();
    event.preventDefault();
    event.stopPropagation();
    this.moved();
  };

  readonly #keyUp = (event: KeyboardEvent): void => {
    if (event.key !== " ") return;
    this.context?.view.send({ type: "space", isHeld: false });
    this.moved();
  };

  /** The named element gets the focus, unless somebody has moved it elsewhere. */
  readonly #named = (hadFocus: boolean): void => {
    const { view } = this.context ?? {};
    const { field } = view?.input ?? {};
    view?.send({ type: "close", kind: "name" });
    this.moved();
    if (hadFocus && field?.kind === "name") void this.focusPart("ref", field.ref);
    else if (hasNoFocus()) this.focus();
  };

  // --- parts

  get #isNaming(): boolean {
    return this.context?.view.input.field?.kind === "name";
  }

  get #stage(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(".stage");
  }
}
