import { html, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import { shownLevel } from "../../../model/elements/levels.ts";
import { textIn, withField } from "../../../model/json.ts";
import { defaultScale, isPaperName, paperNames } from "../../renderer/export/page-layout.ts";
import type { EditorContext } from "../component.ts";
import {
  asPng,
  exportDxf,
  exportFloor,
  exportGlb,
  exportSheets,
  floorName,
  floorsOf,
  tracingOf,
  type WantedSheets,
} from "../export/floor-export.ts";
import { download, fileNameOf } from "../../ui/download.ts";
import { printFloors } from "../export/print-view.ts";
import {
  orientations,
  type SheetChoices,
  storedSheetChoices,
  storeSheetChoices,
} from "../export/sheet-choices.ts";
import { labelled, type Option, selectInput, valueOf } from "./inputs.ts";

/** The offered scales, and widths in pixels. */
const [offeredScales, widths] = [
  [20, 50, 100, 200, 500],
  [1000, 2000, 4000, 8000],
];

/** A drawing as SVG, with its floor. */
interface FloorFile {
  readonly svg: string;
  readonly floor: string | undefined;
}

/** The section for printing drawings and for files of them. */
export class DrawingFiles {
  readonly #changed: () => void;
  #isWhole = false;
  #isSheet = true;
  #choices: SheetChoices = storedSheetChoices();
  /** The scale on paper; on a sheet the largest that fits if undefined. */
  #scale: number | undefined;
  #width = 2000;
  #isTraced = false;
  #isBusy = false;
  #problem: string | undefined;

  /** `changed` is called when it has to be rendered. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  content(context: EditorContext): TemplateResult {
    const { texts, language, session } = context;
    const { plan } = session.state;
    const words = texts.exportDialog;
    const shown = this.#floors(context);
    const button = (name: string, work: () => Promise<void>): TemplateResult =>
      html`<button ?disabled=${this.#isBusy} @click=${() => void this.#do(context, work)}>
        ${name}
      </button>`;
    return html`<p class="muted">${words.hint}</p>
      ${this.#floorChoice(context)}
      ${this.#choice(
        words.layout,
        [
          ["sheet", words.layouts.sheet],
          ["alone", words.layouts.alone],
        ],
        this.#isSheet ? "sheet" : "alone",
        (chosen) => (this.#isSheet = chosen === "sheet"),
      )}
      ${this.#isSheet ? this.#sheetChoices(context) : undefined}
      ${this.#choice(
        words.scale,
        [
          ...(this.#isSheet ? [["", words.largest] as const] : []),
          ...offeredScales.map((scale): Option => [String(scale), `1 : ${scale}`]),
        ],
        this.#isSheet
          ? this.#scale === undefined
            ? ""
            : String(this.#scale)
          : String(this.#scale ?? defaultScale),
        (chosen) => (this.#scale = chosen === "" ? undefined : Number(chosen)),
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
        ${this.#isSheet ? button(words.print, () => this.#print(context)) : undefined}
        ${button(words.svg, () => this.#download(context, "svg"))}
        ${button(words.png, () => this.#download(context, "png"))}
        ${button(words.dxf, () => this.#downloadDxf(context))}
        ${button(words.glb, () => this.#downloadGlb(context))}
      </div>
      ${this.#problem === undefined ? undefined : html`<p class="bad" role="alert">${this.#problem}</p>`}`;
  }

  #floorChoice({ texts, session, view }: EditorContext): TemplateResult | undefined {
    const { plan } = session.state;
    const words = texts.exportDialog;
    if (floorsOf(plan).length < 2) return undefined;
    return this.#choice(
      words.floor,
      [
        ["shown", floorName(plan, shownLevel(plan, view.state.level))],
        ["all", words.allFloors],
      ],
      this.#isWhole ? "all" : "shown",
      (chosen) => (this.#isWhole = chosen === "all"),
    );
  }

  #sheetChoices({ texts, session }: EditorContext): readonly TemplateResult[] {
    const words = texts.exportDialog;
    const { paper, orientation } = this.#choices;
    const choose = (choices: Partial<SheetChoices>): void => {
      this.#choices = { ...this.#choices, ...choices };
      storeSheetChoices(this.#choices);
    };
    const rename = (event: Event): void => {
      const title = valueOf(event).trim();
      const label = { action: "field", name: words.sheetTitle };
      session.edit(label, (plan) => withField(plan, "name", title === "" ? undefined : title));
    };
    const title = html`<input
      type="text"
      .value=${textIn(session.state.plan["name"]) ?? ""}
      placeholder=${texts.sheet.plan}
      @change=${rename}
    />`;
    return [
      labelled(words.sheetTitle, title),
      this.#choice(
        words.paper,
        paperNames.map((name) => [name, name]),
        paper,
        (name) => isPaperName(name) && choose({ paper: name }),
      ),
      this.#choice(
        words.orientation,
        orientations.map((each) => [each, words.orientations[each]]),
        orientation,
        (chosen) => choose({ orientation: orientations.find((each) => each === chosen) ?? "auto" }),
      ),
    ];
  }

  #floors({ session, view }: EditorContext): readonly (string | undefined)[] {
    const { plan } = session.state;
    return this.#isWhole ? floorsOf(plan) : [shownLevel(plan, view.state.level)];
  }

  #choice(
    name: string,
    options: readonly Option[],
    chosen: string,
    take: (value: string) => unknown,
  ): TemplateResult {
    const commit = (value: string): void => {
      take(value);
      this.#changed();
    };
    return labelled(name, selectInput(options, chosen, commit));
  }

  async #do({ texts }: EditorContext, work: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    this.#problem = undefined;
    this.#changed();
    // Only the export module can fail to load.
    await work().catch(() => (this.#problem = texts.exportDialog.notLoaded));
    this.#isBusy = false;
    this.#changed();
  }

  #wanted(context: EditorContext): WantedSheets {
    const [choices, scale, isTraced] = [this.#choices, this.#scale, this.#isTraced];
    return { floors: this.#floors(context), choices, scale, isTraced };
  }

  /** Says if a floor had to be drawn at another scale than the chosen one. */
  #tellScale({ texts }: EditorContext, drawn: readonly { readonly scale: number }[]): void {
    const other = drawn.find(({ scale }) => scale !== (this.#scale ?? scale));
    if (other === undefined) return;
    const [wanted, scale] = [this.#scale, other.scale].map((each) => `1 : ${each}`);
    const { tooLarge } = texts.exportDialog;
    this.#problem = tooLarge(wanted ?? "", this.#choices.paper, scale ?? "");
  }

  async #print(context: EditorContext): Promise<void> {
    this.#tellScale(context, await printFloors(context, this.#wanted(context)));
  }

  async #drawn(context: EditorContext, plan: PlanData): Promise<readonly FloorFile[]> {
    const { floors, scale = defaultScale, isTraced } = this.#wanted(context);
    if (!this.#isSheet)
      return Promise.all(
        floors.map(async (floor) => ({
          svg: await exportFloor(context, plan, { floor, scale, isTraced }),
          floor,
        })),
      );
    const sheets = await exportSheets(context, plan, this.#wanted(context));
    this.#tellScale(context, sheets);
    return sheets;
  }

  async #download(context: EditorContext, type: "svg" | "png"): Promise<void> {
    const { session, texts } = context;
    const { plan, rev } = session.state;
    const drawn = await this.#drawn(context, plan);
    for (const [at, { svg, floor }] of drawn.entries()) {
      const content =
        type === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await asPng(svg, this.#width);
      // A floor with many rooms has them on a second sheet.
      const isSecond = at > 0 && drawn[at - 1]?.floor === floor;
      const name = [floorName(plan, floor), ...(isSecond ? [texts.sheet.table.room] : [])];
      if (content === undefined) this.#problem = texts.exportDialog.noPng;
      else download(this.#nameOf(name, `${rev}.${type}`, context), content);
    }
  }

  async #downloadDxf(context: EditorContext): Promise<void> {
    const { plan, rev } = context.session.state;
    for (const floor of this.#floors(context)) {
      const content = new Blob([await exportDxf(plan, floor)], { type: "image/vnd.dxf" });
      download(this.#nameOf([floorName(plan, floor)], `${rev}.dxf`, context), content);
    }
  }

  async #downloadGlb(context: EditorContext): Promise<void> {
    const { plan, rev } = context.session.state;
    const floors = this.#floors(context);
    const content = new Blob([await exportGlb(plan, floors)], { type: "model/gltf-binary" });
    const names = floors.length === 1 ? [floorName(plan, floors[0])] : [];
    download(this.#nameOf(names, `${rev}.glb`, context), content);
  }

  #nameOf(names: readonly string[], end: string, { texts }: EditorContext): string {
    const parts = [texts.panels.file.fileName, ...names.map(fileNameOf), end];
    return parts.filter((part) => part !== "").join("-");
  }
}
