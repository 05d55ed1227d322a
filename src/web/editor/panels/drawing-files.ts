import { html, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import { shownLevel } from "../../../model/elements/levels.ts";
import { usualScale } from "../../renderer/export/page-layout.ts";
import { asPng } from "../as-png.ts";
import { download, fileNameOf } from "../download.ts";
import { floorName, exportFloor, floorsOf, tracingOf } from "../../canvas/export/floor-export.ts";
import type { ComponentContext } from "../../canvas/component.ts";
import { printFloors } from "../../canvas/export/print-view.ts";
import { labelled, selectInput } from "../../canvas/inspector/inputs.ts";

/** Scales that are offered, and widths in pixels. */
const [offeredScales, widths] = [
  [20, 50, 100, 200],
  [1000, 2000, 4000, 8000],
];

/** The choices of somebody who takes the drawing out of the editor, and the buttons that do so. */
export class DrawingFiles {
  readonly #changed: () => void;
  #isWhole = false;
  #scale = usualScale;
  #width = 2000;
  #isTraced = false;
  #isBusy = false;
  #problem: string | undefined;

  /** `changed` is called whenever it has to be shown again. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  content(context: ComponentContext): TemplateResult {
    const { texts, language, session } = context;
    const { plan } = session.state;
    const words = texts.out;
    const floors = floorsOf(plan);
    const shown = this.#floors(context);
    const button = (name: string, work: () => Promise<void>): TemplateResult =>
      html`<button ?disabled=${this.#isBusy} @click=${() => void this.#do(context, work)}>
        ${name}
      </button>`;
    const only = floorName(plan, shownLevel(plan, context.view.state.level));
    return html`<p class="muted">${words.hint}</p>
      ${
        floors.length < 2
          ? undefined
          : this.#choice(
              words.floor,
              [
                ["shown", only],
                ["all", words.allFloors],
              ],
              this.#isWhole ? "all" : "shown",
              (chosen) => (this.#isWhole = chosen === "all"),
            )
      }
      ${this.#choice(
        words.scale,
        offeredScales.map((scale) => [String(scale), `1 : ${scale}`]),
        String(this.#scale),
        (chosen) => (this.#scale = Number(chosen)),
      )}
      ${this.#choice(
        words.width,
        widths.map((width) => [String(width), words.pixels(width.toLocaleString(language))]),
        String(this.#width),
        (chosen) => (this.#width = Number(chosen)),
      )}
      ${
        shown.some((floor) => tracingOf(plan, floor) !== undefined)
          ? html`<label class="row"
              ><input
                type="checkbox"
                .checked=${this.#isTraced}
                @change=${() => (this.#isTraced = !this.#isTraced)}
              />
              ${words.traced}</label
            >`
          : undefined
      }
      <div class="row">
        ${button(words.svg, () => this.#download(context, "svg"))}
        ${button(words.png, () => this.#download(context, "png"))}
        ${button(words.print, () => printFloors(context, shown, this.#isTraced))}
      </div>
      ${this.#problem === undefined ? undefined : html`<p class="bad" role="alert">${this.#problem}</p>`}`;
  }

  #floors({ session, view }: ComponentContext): readonly (string | undefined)[] {
    const { plan } = session.state;
    return this.#isWhole ? floorsOf(plan) : [shownLevel(plan, view.state.level)];
  }

  #choice(
    name: string,
    options: readonly (readonly [string, string])[],
    chosen: string,
    take: (value: string) => void,
  ): TemplateResult {
    const commit = (value: string): void => {
      take(value);
      this.#changed();
    };
    return labelled(name, selectInput(options, chosen, commit));
  }

  async #do({ texts }: ComponentContext, work: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    this.#problem = undefined;
    this.#changed();
    // What draws on paper is the only thing that may be away.
    await work().catch(() => (this.#problem = texts.out.notLoaded));
    this.#isBusy = false;
    this.#changed();
  }

  async #download(context: ComponentContext, type: "svg" | "png"): Promise<void> {
    const { session, texts } = context;
    const { plan, rev } = session.state;
    for (const floor of this.#floors(context)) {
      const isTraced = this.#isTraced;
      const svg = await exportFloor(context, plan, { floor, scale: this.#scale, isTraced });
      const content =
        type === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await asPng(svg, this.#width);
      if (content === undefined) this.#problem = texts.out.noPng;
      else download(this.#nameOf(plan, floor, `${rev}.${type}`, context), content);
    }
  }

  #nameOf(
    plan: PlanData,
    floor: string | undefined,
    end: string,
    { texts }: ComponentContext,
  ): string {
    const parts = [texts.panels.file.fileName, fileNameOf(floorName(plan, floor)), end];
    return parts.filter((part) => part !== "").join("-");
  }
}
