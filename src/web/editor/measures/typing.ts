import { html, nothing, type ReactiveControllerHost, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { distance, middle } from "../../../model/geometry/vector.ts";
import type { Viewport } from "../../renderer/viewport.ts";
import type { ScreenSize } from "../../canvas/fit-view.ts";
import type { EditorContext } from "../context.ts";
import type { Measure, Overlay } from "../../canvas/tools/tool.ts";
import type { LengthField, Leaving } from "../../canvas/measures/length-field.ts";
import { selectedMeasures } from "../../canvas/measures/element-measures.ts";

/** The canvas, on which lengths are typed. */
interface Ground extends Pick<ReactiveControllerHost, "requestUpdate" | "updateComplete"> {
  readonly context: EditorContext | undefined;
  readonly viewport: Viewport;
  readonly screen: ScreenSize;
  readonly renderRoot: ParentNode;
  /** What is being given a name, which has the focus then. */
  readonly naming: unknown;
  readonly focus: () => void;
}

type Typed = Measure & { readonly entry: NonNullable<Measure["entry"]> };

const canBeTyped = (measure: Measure): measure is Typed => measure.entry !== undefined;

/** The number of a length as it stands in its field: what the drawing shows, and a millimetre where there is one. */
const numberIn = (language: string, metres: number): string =>
  metres.toLocaleString(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
    useGrouping: false,
  });

const nameUnder = ({ target }: Event): string | undefined => {
  const chip = target instanceof Element ? target.closest("[data-measure]") : null;
  return chip?.getAttribute("data-measure") ?? undefined;
};

/** Which of the lengths on the drawing is being typed. */
export class LengthEditor {
  readonly #ground: Ground;
  #measures: readonly Typed[] = [];
  #name: string | undefined;
  #first: LengthField["first"] = { text: "", isBegun: false };

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** What a tool shows, with the lengths of what is selected where it shows none. */
  over(context: EditorContext, overlay: Overlay): Overlay {
    const measures = overlay.measures ?? selectedMeasures(context);
    this.#measures = measures.filter(canBeTyped);
    return { ...overlay, measures };
  }

  /** Whether an event is on a length that can be typed. */
  isOn(event: Event): boolean {
    return nameUnder(event) !== undefined;
  }

  readonly clicked = (event: Event): void => {
    const name = nameUnder(event);
    if (name !== undefined) this.#open(name);
  };

  /** A digit begins the length that a tool asks for; Enter opens the one that has the focus. True if it was taken. */
  key(event: KeyboardEvent): boolean {
    const name = nameUnder(event);
    const isTool = this.#ground.context?.view.state.tool !== "select";
    const asked = name ?? (isTool ? this.#measures[0]?.entry.name : undefined);
    const isDigit = /^[\d.,]$/.test(event.key);
    const isOpening = name !== undefined && (event.key === "Enter" || event.key === " ");
    if (asked === undefined || event.altKey || !(isDigit || isOpening)) return false;
    this.#open(asked, isDigit ? event.key : "");
    return true;
  }

  /** The field of the length that is being typed. */
  field(context: EditorContext): TemplateResult | typeof nothing {
    const found = this.#measures.find(({ entry }) => entry.name === this.#name);
    if (found === undefined) this.#name = undefined;
    if (found === undefined) return nothing;
    const { viewport, screen } = this.#ground;
    const [x, y] = viewport.toScreen(middle(found.from, found.to));
    const left = Math.max(74, Math.min(screen.width - 74, x));
    const top = Math.max(44, Math.min(screen.height - 60, y));
    return html`${keyed(
      found.entry.name,
      html`<floorplan-length
        .style=${`left:${left}px;top:${top}px`}
        .context=${context}
        .entry=${found.entry}
        .first=${this.#first}
        .take=${(metres: number | undefined, leaving: Leaving) =>
          this.#take(found, metres, leaving)}
      ></floorplan-length>`,
    )}`;
  }

  #open(name: string, begun = ""): void {
    const found = this.#measures.find(({ entry }) => entry.name === name);
    const { context } = this.#ground;
    if (found === undefined || context === undefined) return;
    const length = numberIn(context.language, distance(found.from, found.to));
    this.#first = { text: begun === "" ? length : begun, isBegun: begun !== "" };
    this.#name = name;
    if (name.startsWith("wall:")) context.say(context.texts.measures.moves);
    this.#ground.requestUpdate();
  }

  #take({ entry }: Typed, metres: number | undefined, leaving: Leaving): string | undefined {
    const taken = metres === undefined ? {} : entry.take(metres, leaving === "done");
    if (taken.problem !== undefined) return taken.problem;
    this.#name = undefined;
    this.#ground.requestUpdate();
    if (leaving === "elsewhere") return undefined;
    const following = leaving === "next" ? this.#after(entry.name) : undefined;
    void this.#goOn(taken.next ?? following, entry.name);
    return undefined;
  }

  #after(name: string): string | undefined {
    const at = this.#measures.findIndex(({ entry }) => entry.name === name);
    return this.#measures[(at + 1) % this.#measures.length]?.entry.name;
  }

  /** To the next length, else back to where the field was opened. */
  async #goOn(next: string | undefined, last: string): Promise<void> {
    const ground = this.#ground;
    await ground.updateComplete;
    if (next !== undefined && next !== last) this.#open(next);
    if (this.#name !== undefined || ground.naming !== undefined) return;
    const isSelecting = ground.context?.view.state.tool === "select";
    const chip = isSelecting
      ? ground.renderRoot.querySelector(`[data-measure="${CSS.escape(last)}"]`)
      : null;
    if (chip instanceof SVGElement) chip.focus();
    else ground.focus();
  }
}
