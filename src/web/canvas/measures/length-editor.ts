import { html, nothing, type ReactiveControllerHost, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { type LengthWay, usualWay } from "../../../model/editing/wall-length.ts";
import { distance, middle } from "../../../model/geometry/vector.ts";
import type { Viewport } from "../../renderer/viewport.ts";
import type { EditorContext } from "../component.ts";
import type { ScreenSize } from "../fit-view.ts";
import { typedMetresFormat } from "../formats.ts";
import type { OpenField } from "../mode.ts";
import type { Measure, Overlay, PullPreview } from "../tools/tool.ts";
import { selectedMeasures } from "./element-measures.ts";
import type { FieldExit } from "./length-field.ts";
import { LengthPress, lengthUnder } from "./length-press.ts";

/** The canvas with the length field. */
interface LengthCanvas extends Pick<ReactiveControllerHost, "requestUpdate" | "updateComplete"> {
  readonly context: EditorContext | undefined;
  readonly viewport: Viewport;
  readonly screen: ScreenSize;
  readonly renderRoot: ParentNode;
  readonly focus: () => void;
}

type Typed = Measure & { readonly entry: NonNullable<Measure["entry"]> };

const canBeTyped = (measure: Measure): measure is Typed => measure.entry !== undefined;

/** Controls which length on the drawing is being typed. */
export class LengthEditor {
  readonly press = new LengthPress();
  readonly #canvas: LengthCanvas;
  #measures: readonly Typed[] = [];
  /** How the open wall's length is taken, and what is typed so far. */
  #way = usualWay;
  #metres: number | undefined;
  #pull: PullPreview | undefined;

  constructor(canvas: LengthCanvas) {
    this.#canvas = canvas;
  }

  /** Adds the selection's measures to a tool's overlay, if it has none. */
  over(context: EditorContext, overlay: Overlay): Overlay {
    const measures = overlay.measures ?? selectedMeasures(context);
    this.#measures = measures.filter(canBeTyped);
    const { field } = context.view.input;
    this.#pull = this.#shown(field)?.entry.ways?.preview(this.#metres, this.#way);
    return { ...overlay, measures, pull: this.#pull };
  }

  /** Whether an event is on an editable length. */
  isOn(event: Event): boolean {
    return lengthUnder(event) !== undefined;
  }

  readonly clicked = (event: MouseEvent): void => {
    const name = lengthUnder(event);
    if (this.press.isClick(event) && name !== undefined) this.#open(name);
  };

  /** Handles a key: a digit starts the tool's length, Enter opens the focused one. Returns whether it was used. */
  key(event: KeyboardEvent): boolean {
    const name = lengthUnder(event);
    const isTool = this.#canvas.context?.view.state.tool !== "select";
    const asked = name ?? (isTool ? this.#measures[0]?.entry.name : undefined);
    const isDigit = /^[\d.,]$/.test(event.key);
    const isOpening = name !== undefined && (event.key === "Enter" || event.key === " ");
    if (asked === undefined || event.altKey || !(isDigit || isOpening)) return false;
    this.#open(asked, isDigit ? event.key : "");
    return true;
  }

  /** The open length field. */
  field(context: EditorContext): TemplateResult | typeof nothing {
    const { field } = context.view.input;
    const found = this.#shown(field);
    if (field?.kind !== "length" || found === undefined) return nothing;
    const { viewport, screen } = this.#canvas;
    const [x, y] = viewport.toScreen(middle(found.from, found.to));
    const [aside, down] = found.entry.ways === undefined ? [74, 44] : [116, 116];
    const left = Math.max(aside, Math.min(screen.width - aside, x));
    // A large field goes above its wall, to leave the preview visible.
    const above = found.entry.ways === undefined ? y : y - 90;
    const top = Math.max(down, Math.min(screen.height - down - 16, above));
    return html`${keyed(
      found.entry.name,
      html`<floorplan-length
        .style=${`left:${left}px;top:${top}px;--above:${top}px;--below:${screen.height - top}px`}
        .context=${context}
        .entry=${found.entry}
        .first=${field.first}
        .way=${this.#way}
        .preview=${this.#pull}
        .changed=${(metres: number | undefined, way: LengthWay) => {
          [this.#metres, this.#way] = [metres, way];
          this.#canvas.requestUpdate();
        }}
        .take=${(metres: number | undefined, leaving: FieldExit) =>
          this.#take(found, metres, leaving)}
      ></floorplan-length>`,
    )}`;
  }

  /** Closes the field if its length is no longer shown. */
  follow(): void {
    const { view } = this.#canvas.context ?? {};
    if (view?.input.field?.kind === "length" && this.#shown(view.input.field) === undefined)
      view.send({ type: "close", kind: "length" });
  }

  #shown(field: OpenField | undefined): Typed | undefined {
    const name = field?.kind === "length" ? field.name : undefined;
    return this.#measures.find(({ entry }) => entry.name === name);
  }

  #open(name: string, begun = ""): void {
    const found = this.#measures.find(({ entry }) => entry.name === name);
    const { context } = this.#canvas;
    if (found === undefined || context === undefined) return;
    const length = typedMetresFormat(context.language, distance(found.from, found.to));
    // The right or the lower end moves, unless somebody chooses the other.
    const end = found.entry.ways?.ends.at(-1)?.end ?? usualWay.end;
    [this.#way, this.#metres] = [{ ...usualWay, end }, undefined];
    const first = { text: begun === "" ? length : begun, isBegun: begun !== "" };
    context.view.send({ type: "open", field: { kind: "length", name, first } });
    this.#canvas.requestUpdate();
  }

  #take({ entry }: Typed, metres: number | undefined, leaving: FieldExit): string | undefined {
    const taken = metres === undefined ? {} : entry.take(metres, leaving === "done", this.#way);
    if (taken.problem !== undefined) return taken.problem;
    this.#canvas.context?.view.send({ type: "close", kind: "length" });
    this.#canvas.requestUpdate();
    if (leaving === "elsewhere") return undefined;
    const following = leaving === "next" ? this.#after(entry.name) : undefined;
    void this.#goOn(taken.next ?? following, entry.name);
    return undefined;
  }

  #after(name: string): string | undefined {
    const at = this.#measures.findIndex(({ entry }) => entry.name === name);
    return this.#measures[(at + 1) % this.#measures.length]?.entry.name;
  }

  /** Moves on to the next length, else back to where the field was opened. */
  async #goOn(next: string | undefined, last: string): Promise<void> {
    const canvas = this.#canvas;
    await canvas.updateComplete;
    const isOpen = (): boolean => canvas.context?.view.input.field !== undefined;
    if (!isOpen() && next !== undefined && next !== last) this.#open(next);
    if (isOpen()) return;
    const isSelecting = canvas.context?.view.state.tool === "select";
    const chip = isSelecting
      ? canvas.renderRoot.querySelector(`[data-measure="${CSS.escape(last)}"]`)
      : null;
    if (chip instanceof SVGElement) chip.focus();
    else canvas.focus();
  }
}
