import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { drawPlan, drawingStyle, planBounds } from "../drawing/index.ts";
import type { Point } from "../drawing/read.ts";
import { type ScreenPoint, Viewport } from "../drawing/viewport.ts";
import type { Ref } from "../model/change.ts";
import { snapPoint } from "../model/snap.ts";
import { nearestWall, wallsOn } from "../model/walls.ts";
import { type CanvasKeys, findHandle, keyOnHandle, keyOnShape } from "./canvas-keys.ts";
import { canvasStyle } from "./canvas-style.ts";
import type { Commands } from "./commands.ts";
import { type EditorContext, metresIn } from "./context.ts";
import { handlesOf } from "./handles.ts";
import { arrowOf } from "./keys.ts";
import {
  drawCross,
  drawHandles,
  drawOverlay,
  drawScale,
  drawSheet,
  type OverlayScene,
} from "./overlay.ts";
import { namingField } from "./naming-field.ts";
import { PointerInput, type PointerTarget } from "./pointer-input.ts";
import { makeTool } from "./tools/index.ts";
import type { PlanPointer, Tool } from "./tools/tool.ts";

/** Where an empty plan is drawn: about the size of a small flat. */
const emptySheet = { left: 0, top: 0, width: 10, height: 7 };

/** The drawing with everything that can be done on it by pointer, touch and keyboard. */
export class Canvas extends LitElement implements PointerTarget, CanvasKeys {
  static override properties = {
    context: { attribute: false },
    commands: { attribute: false },
    naming: { state: true },
    cross: { state: true },
  };
  static override styles = [drawingStyle, canvasStyle];

  declare context: EditorContext | undefined;
  declare commands: Commands | undefined;
  /** What is being given a name. */
  declare naming: Ref | undefined;
  /** Where the keyboard draws. */
  declare cross: Point | undefined;
  readonly viewport = new Viewport(emptySheet);
  readonly #input = new PointerInput(this);
  readonly #size = new ResizeObserver(() => this.#resized());
  #tool: Tool | undefined;
  #toolKey = "";
  #shownLevel: string | undefined;
  #hasPlan = false;
  #pointed: Point | undefined;
  #ends: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
    this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    for (const end of this.#ends.splice(0)) end();
  }

  /** What the tool expects now. */
  get hint(): string {
    return this.#tool?.hint ?? "";
  }

  /** The place that the pointer was over last, in metres. */
  get pointedAt(): Point | undefined {
    return this.#pointed;
  }

  /** The middle of what is shown, in metres. */
  get middle(): Point {
    return this.viewport.toPlan([this.clientWidth / 2, this.clientHeight / 2]);
  }

  /** Shows everything. */
  fit(): void {
    this.viewport.fit();
    this.moved();
  }

  zoom(factor: number): void {
    this.viewport.zoom(factor);
    this.moved();
  }

  /** Gives up what is under way; false if nothing was. */
  giveUp(): boolean {
    this.cross = undefined;
    const wasBusy = this.#tool?.cancel() === true;
    this.#toolChanged();
    return wasBusy;
  }

  /** Puts the focus on the drawing, where the arrow keys work. */
  override focus(): void {
    this.#stage?.focus({ preventScroll: true });
  }

  rename(ref: Ref): void {
    this.naming = ref;
  }

  focusHandle(name: string): void {
    void this.#focusPart(`[data-handle="${name}"]`);
  }

  focusShape(ref: Ref): void {
    void this.#focusPart(`[data-ref="${CSS.escape(ref)}"]`);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has("context")) this.#follow();
    const { context } = this;
    if (context === undefined) return;
    const { plan, connection } = context.session.state;
    const { level, tool, piece } = context.view.state;
    const isOther = level !== this.#shownLevel || (!this.#hasPlan && connection !== "waiting");
    if (isOther) {
      this.#shownLevel = level;
      this.#hasPlan = connection !== "waiting";
      const bounds = planBounds(plan, level);
      this.viewport.show(bounds.width > 0 ? bounds : emptySheet);
      this.viewport.fit();
    }
    const key = `${tool} ${piece}`;
    if (this.#tool === undefined || key !== this.#toolKey) {
      this.#tool?.cancel();
      this.#tool = makeTool(context, tool, piece);
      this.#toolKey = key;
      this.cross = undefined;
      this.#toolChanged();
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { context, viewport } = this;
    if (context === undefined) return nothing;
    const { session, view, texts, language } = context;
    const { plan } = session.state;
    const { level, selection, tool } = view.state;
    const scene: OverlayScene = { viewport, words: texts.tools, metres: metresIn(language) };
    const [only = ""] = selection.length === 1 && tool === "select" ? selection : [];
    const handles = this.naming === undefined ? handlesOf(plan, only) : [];
    const cursor = this.#input.isPanning || this.#input.isSpaceHeld ? "grab" : this.#tool?.cursor;
    return html`<div
        class="stage"
        tabindex="0"
        role="application"
        aria-label=${texts.editor.drawing}
        .style=${`cursor:${cursor ?? "default"}`}
        @pointerdown=${this.#pressed}
        @pointermove=${(event: PointerEvent) => this.#input.move(event)}
        @pointerup=${(event: PointerEvent) => this.#input.up(event)}
        @pointercancel=${(event: PointerEvent) => this.#input.lost(event)}
        @pointerleave=${this.#left}
        @dblclick=${this.#doubled}
        @keydown=${this.#key}
        @keyup=${this.#keyUp}
        @wheel=${this.#wheel}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        <svg
          class="plan"
          viewBox=${viewport.viewBox}
          .style=${Object.entries(viewport.style)
            .map(([name, value]) => `${name}:${value}`)
            .join(";")}
        >
          ${drawSheet(viewport)}
          <g transform=${viewport.transform}>
            ${guard([plan, level, selection, texts, viewport.detail], () =>
              drawPlan(plan, {
                level,
                detail: viewport.detail,
                selected: new Set(selection),
                interactive: "edit",
                traced: true,
                words: texts.drawing,
              }),
            )}
          </g>
        </svg>
        <svg class="over">
          ${drawOverlay(scene, this.#tool?.overlay ?? {})} ${drawHandles(scene, handles)}
          ${this.cross === undefined ? nothing : drawCross(viewport, this.cross)}
        </svg>
      </div>
      ${drawScale(scene)}
      ${this.naming === undefined ? nothing : namingField(context, this.naming, this, this.#named)}`;
  }

  override updated(): void {
    this.dispatchEvent(new CustomEvent("hint-changed", { bubbles: true, composed: true }));
  }

  // --- what the pointer input asks for

  placeOf(event: { readonly clientX: number; readonly clientY: number }): ScreenPoint {
    const { left, top } = this.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  grabs(event: PointerEvent): boolean {
    const { view } = this.context ?? {};
    const { ref, handle } = this.#hit(event);
    if (view?.state.tool !== "select" || handle !== undefined) return true;
    return ref !== undefined && view.state.selection.includes(ref);
  }

  down(event: PointerEvent): void {
    this.#tool?.down(this.#pointer(event));
    this.#toolChanged();
  }

  move(event: PointerEvent): void {
    this.#tool?.move(this.#pointer(event, {}));
    this.#toolChanged();
  }

  up(event: PointerEvent): void {
    this.#tool?.up(this.#pointer(event, {}));
    this.#toolChanged();
  }

  cancel(): void {
    this.#tool?.cancel();
    this.#toolChanged();
  }

  moved(): void {
    this.requestUpdate();
  }

  // --- events

  readonly #pressed = (event: PointerEvent): void => {
    this.cross = undefined;
    const { handle } = this.#hit(event);
    // A press on a handle may focus it; everything else leaves the focus on the drawing.
    this.#stage?.setAttribute("data-quiet", "");
    if (handle === undefined) this.focus();
    if (event.button === 1) event.preventDefault();
    this.#stage?.setPointerCapture(event.pointerId);
    this.#input.down(event);
    this.requestUpdate();
  };

  readonly #left = (): void => {
    if (this.#input.isBusy || this.context?.view.state.tool === "select") return;
    // The ghost goes with the pointer, but a room that was begun stays begun.
    if (this.context?.view.state.tool !== "room" && this.context?.view.state.tool !== "corners")
      this.cancel();
  };

  readonly #doubled = (event: MouseEvent): void => {
    const { context, commands } = this;
    if (context === undefined || context.view.state.tool !== "select") return;
    const [only] = context.view.state.selection;
    const at = this.viewport.toPlan(this.placeOf(event));
    if (only?.startsWith("rooms/") === true) {
      const walls = wallsOn(context.session.state.plan, context.view.state.level);
      const ours = walls.filter(({ room }) => room === only);
      const found = nearestWall(ours, at, 14 / this.viewport.scale);
      if (found !== undefined) return commands?.addCorner(only, found.wall.edge, at);
    }
    if (only !== undefined && /^(rooms|texts|devices)\//.test(only)) this.naming = only;
  };

  readonly #wheel = {
    passive: false,
    handleEvent: (event: WheelEvent): void => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      if (event.shiftKey) this.viewport.pan(-(event.deltaX + event.deltaY) * lines, 0);
      else {
        const speed = event.ctrlKey ? 0.01 : 0.0016;
        this.viewport.zoom(Math.exp(-event.deltaY * lines * speed), this.placeOf(event));
      }
      this.moved();
    },
  };

  readonly #key = (event: KeyboardEvent): void => {
    this.#stage?.removeAttribute("data-quiet");
    const { context, commands } = this;
    if (context === undefined || commands === undefined || event.ctrlKey || event.metaKey) return;
    // Escape gives up a drag first, wherever the focus is.
    if (event.key === "Escape" && this.#input.isBusy) return;
    const part = event.composedPath()[0];
    const element = part instanceof Element ? part : undefined;
    const handle = element?.closest("[data-handle]")?.getAttribute("data-handle");
    const ref = element?.closest("[data-ref]")?.getAttribute("data-ref");
    const isDone =
      typeof handle === "string"
        ? keyOnHandle(context, commands, this, handle, event)
        : typeof ref === "string" && context.view.state.tool === "select"
          ? keyOnShape(context, commands, this, ref, event)
          : this.#keyOnStage(event);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #keyUp = (event: KeyboardEvent): void => {
    if (event.key !== " ") return;
    this.#input.isSpaceHeld = false;
    this.requestUpdate();
  };

  readonly #named = (): void => {
    this.naming = undefined;
    void this.updateComplete.then(() => this.focus());
  };

  // --- parts

  #keyOnStage(event: KeyboardEvent): boolean {
    const { context, commands } = this;
    if (context === undefined || commands === undefined) return false;
    const isSelecting = context.view.state.tool === "select";
    const by = arrowOf(event, isSelecting ? 0.05 : 0.1);
    if (by !== undefined) {
      if (!isSelecting) this.#moveCross(by);
      else if (context.view.state.selection.length > 0) commands.nudge(by);
      else this.viewport.pan(-Math.sign(by[0]) * 60, -Math.sign(by[1]) * 60);
      this.requestUpdate();
      return true;
    }
    if (this.#tool?.key?.(event.key) === true) {
      this.#toolChanged();
      return true;
    }
    if (!isSelecting && (event.key === "Enter" || (event.key === " " && this.cross))) {
      if (this.cross === undefined) this.#moveCross([0, 0]);
      this.#pressAtCross(event);
      return true;
    }
    if (event.key !== " ") return false;
    this.#input.isSpaceHeld = true;
    this.requestUpdate();
    return true;
  }

  #moveCross([x, z]: Point): void {
    const snapping = { isOn: true, tolerance: 0 };
    const nothingNear = { corners: [], walls: [], items: [] };
    const from = this.cross ?? snapPoint(this.middle, nothingNear, snapping).point;
    this.cross = [from[0] + x, from[1] + z];
    const pointer = this.#crossPointer(this.cross);
    this.#tool?.move(pointer);
    const format = metresIn(this.context?.language ?? "en");
    this.context?.say(this.context.texts.tools.moved(format(this.cross[0]), format(this.cross[1])));
    this.#toolChanged();
  }

  #pressAtCross(event: KeyboardEvent): void {
    if (this.cross === undefined) return;
    const pointer = { ...this.#crossPointer(this.cross), isAdding: event.shiftKey };
    this.#tool?.down(pointer);
    this.#tool?.up(pointer);
    this.#toolChanged();
  }

  #crossPointer(at: Point): PlanPointer {
    const isOn = this.context?.view.state.isSnapping === true;
    return { at, isAdding: false, snapping: { isOn, tolerance: 0.001 }, pixel: 0.001 };
  }

  #pointer(event: PointerEvent, hit = this.#hit(event)): PlanPointer {
    const pixel = 1 / this.viewport.scale;
    const isOn = this.context?.view.state.isSnapping === true && !event.altKey;
    const at = this.viewport.toPlan(this.placeOf(event));
    this.#pointed = at;
    return {
      at,
      ...hit,
      isAdding: event.shiftKey,
      snapping: { isOn, tolerance: Math.min(0.2, 7 * pixel) },
      pixel,
    };
  }

  #hit(event: PointerEvent): Pick<PlanPointer, "ref" | "handle"> {
    // Asked of the page, as an event no longer knows its target in here once it is over.
    const root = this.renderRoot;
    const target =
      root instanceof ShadowRoot ? root.elementFromPoint(event.clientX, event.clientY) : null;
    if (target === null || this.context === undefined) return {};
    const name = target.closest("[data-handle]")?.getAttribute("data-handle");
    const handle = typeof name === "string" ? findHandle(this.context, name) : undefined;
    const ref = target.closest("[data-ref]")?.getAttribute("data-ref") ?? undefined;
    return { ref, handle };
  }

  get #stage(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(".stage");
  }

  async #focusPart(selector: string): Promise<void> {
    await this.updateComplete;
    const part = this.renderRoot.querySelector(selector);
    if (part instanceof SVGElement) part.focus();
  }

  #toolChanged(): void {
    this.requestUpdate();
  }

  #resized(): void {
    this.viewport.resize(this.clientWidth, this.clientHeight);
    this.requestUpdate();
  }

  #follow(): void {
    for (const end of this.#ends.splice(0)) end();
    if (this.context === undefined || !this.isConnected) return;
    this.#ends = [
      this.context.session.subscribe(() => this.requestUpdate()),
      this.context.view.subscribe(() => this.requestUpdate()),
    ];
  }
}
