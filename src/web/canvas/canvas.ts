import { html, nothing, type TemplateResult } from "lit";
import { boundsOf } from "../../model/elements/places.ts";
import type { Box } from "../../model/geometry/polygon.ts";
import { fineWheel, Pointers, turnWheel } from "../ui/pointers.ts";
import { drawingStyle, followFocus, placeFocusRing } from "../renderer/index.ts";
import { type ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { Ref } from "../../model/elements/entities.ts";
import { drawCanvas, drawScale } from "./draw-canvas.ts";
import { doubleClickAt, hitAt } from "./hit-testing.ts";
import { type KeyedCanvas, keyOnCanvas } from "./canvas-keys.ts";
import { canvasStyle } from "./canvas-style.ts";
import { boxOfImage, reveal, type ScreenSize, sheetOf, shownImage } from "./fit-view.ts";
import type { SelectionCommands } from "./commands/selection-commands.ts";
import { EditorComponent, type EditorContext, hasNoFocus } from "./component.ts";
import { ToolController, type ToolControllerHost } from "./tool-controller.ts";
import { measureModeButton } from "./measures/draw-measures.ts";
import { LengthEditor } from "./measures/length-field.ts";
import { nameFieldView } from "./name-field.ts";
import { openMenuOfPointer } from "./commands/open-menu.ts";
import { othersStyle } from "./draw-presence.ts";

/** The editable drawing, operated by pointer, touch and keyboard. */
export class Canvas extends EditorComponent implements ToolControllerHost, KeyedCanvas {
  static override properties = {
    ...EditorComponent.properties,
    commands: { attribute: false },
    covered: { attribute: false },
  };
  static override styles = [drawingStyle, canvasStyle, othersStyle];

  declare commands: SelectionCommands | undefined;
  /** Returns how many pixels at the bottom are covered. */
  declare covered: () => number;
  readonly viewport = new Viewport({ left: 0, top: 0, width: 10, height: 7 });
  readonly toolController = new ToolController(this);
  readonly typing = new LengthEditor(this);
  readonly #pointers = new Pointers(this.toolController, this.toolController);
  readonly #size = new ResizeObserver(() => this.#resized());
  #shownLevel: string | undefined;
  #shownImage: string | undefined;
  #hasPlan = false;
  #hadFocus = false;

  constructor() {
    super();
    this.covered = () => 0;
  }

  override reads(context: EditorContext): readonly unknown[] {
    return [...super.reads(context), context.view.input];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
    this.viewport.rested = () => this.moved();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    this.viewport.rested = undefined;
  }

  /** Size of the uncovered part in pixels. */
  get screen(): ScreenSize {
    return { width: this.clientWidth, height: this.clientHeight - this.covered() };
  }

  /** Fits everything to the screen. */
  fit(): void {
    const { session, view } = this.context ?? {};
    const { plan = {} } = session?.state ?? {};
    this.viewport.show(sheetOf(plan, view?.state.level, this.screen, this.#imageBox()));
    this.viewport.fit();
    this.moved();
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
    if (found instanceof SVGElement) found.focus();
  }

  /** Opens the name field over an element. */
  rename(ref: Ref): void {
    this.context?.view.send({ type: "open", field: { kind: "name", ref } });
    this.moved();
  }

  /** Called when the viewport or the drawing has changed. */
  moved(): void {
    this.requestUpdate();
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
    this.#takeLevel(context);
    const isTaken = this.toolController.take(context);
    const { selection, tool } = context.view.state;
    const isElsewhere = this.toolController.isSelectedElsewhere(selection);
    // Scrolls to elements selected elsewhere, such as in the outline, or to the image on which points are to be set.
    const things = isElsewhere ? boundsOf(context.session.state.plan, selection) : undefined;
    const box = isTaken && tool === "calibrate" ? this.#imageBox() : things;
    if (box !== undefined) reveal(this.viewport, box, this.screen);
  }

  override render(): TemplateResult | typeof nothing {
    const { context, viewport } = this;
    if (context === undefined) return nothing;
    const { press, isSpaceHeld, cross, field } = context.view.input;
    const naming = field?.kind === "name" ? field.ref : undefined;
    const overlay = this.typing.over(context, this.toolController.overlay);
    const cursor = press === "pan" || isSpaceHeld ? "grab" : this.toolController.cursor;
    return html`<div
        class="stage"
        tabindex="0"
        role="application"
        aria-label=${context.texts.editor.drawing}
        .style=${`cursor:${cursor}`}
        @pointerdown=${this.#pressed}
        @pointermove=${this.#pointers.move}
        @pointerup=${this.#pointers.up}
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
        ${drawCanvas(context, viewport, { overlay, cross, hasHandles: naming === undefined })}
      </div>
      <div class="foot">${drawScale(viewport, context.language)} ${measureModeButton(context)}</div>
      ${nameFieldView(context, naming, this, this.#named)} ${this.typing.field(context)}`;
  }

  override updated(): void {
    // The focused element may have been removed.
    if (this.#hadFocus && hasNoFocus()) this.focus();
    placeFocusRing(this.renderRoot.querySelector(".plan"));
    this.typing.follow();
    this.context?.canvasDrawn();
  }

  // --- events

  readonly #pressed = (event: PointerEvent): void => {
    const { context } = this;
    if (context === undefined || this.typing.isOn(event)) return;
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

  /** Suppresses the mouse events after a tap, which would press or blur what the tap opened. */
  readonly #lifted = (event: TouchEvent): void => {
    const [touch] = event.changedTouches;
    const root = this.getRootNode();
    if (touch === undefined || !(root instanceof ShadowRoot)) return;
    const isCovered = root.elementFromPoint(touch.clientX, touch.clientY) !== this;
    if (event.cancelable && (isCovered || this.#isNaming)) event.preventDefault();
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
      this.moved();
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

  readonly #named = (): void => {
    this.context?.view.send({ type: "close", kind: "name" });
    this.moved();
    void this.updateComplete.then(() => this.focus());
  };

  // --- parts

  get #isNaming(): boolean {
    return this.context?.view.input.field?.kind === "name";
  }

  #takeLevel({ session, view }: EditorContext): void {
    const { level } = view.state;
    const isHere = session.state.connection !== "waiting";
    const image = shownImage(session.state.plan, level)?.url;
    const isNewImage = image !== this.#shownImage && this.viewport.isFitted;
    this.#shownImage = image;
    if (level === this.#shownLevel && (this.#hasPlan || !isHere) && !isNewImage) return;
    this.#shownLevel = level;
    this.#hasPlan = isHere;
    this.fit();
  }

  #imageBox(): Box | undefined {
    const { session, view, client } = this.context ?? {};
    const image = shownImage(session?.state.plan ?? {}, view?.state.level);
    const loaded = (): void => {
      if (this.viewport.isFitted) this.fit();
    };
    return image && boxOfImage(image, client?.imageUrl(image.url) ?? "", loaded);
  }

  get #stage(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(".stage");
  }

  #resized(): void {
    this.viewport.resize(this.clientWidth, this.clientHeight);
    this.moved();
  }
}
