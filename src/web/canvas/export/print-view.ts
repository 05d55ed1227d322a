import type { ReactiveController } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import {
  exportFloor,
  type ExportModule,
  floorsOf,
  loadedExport,
  loadExport,
  sheetOptions,
} from "./floor-export.ts";
import type { EditorContext } from "../component.ts";

/** Print styles of the document: only the pages of floors, portrait or landscape as each floor needs. */
const printStyle = `
  @media screen {
    .floorplan-sheets {
      display: none;
    }
  }
  @page {
    margin: 10mm;
  }
  @page upright {
    size: portrait;
  }
  @page lying {
    size: landscape;
  }
  @media print {
    html, body {
      display: block !important;
      position: static !important;
      height: auto !important;
      min-height: 0 !important;
      margin: 0 !important;
      padding: 0 !important;
      overflow: visible !important;
      background: none !important;
    }
    body > :not(.floorplan-sheets) {
      display: none !important;
    }
    .floorplan-sheets > section {
      break-after: page;
      break-inside: avoid;
      print-color-adjust: exact;
      -webkit-print-color-adjust: exact;
    }
    .floorplan-sheets > section:last-child {
      break-after: auto;
    }
    .floorplan-sheets > .upright {
      page: upright;
    }
    .floorplan-sheets > .lying {
      page: lying;
    }
    .floorplan-sheets svg {
      display: block;
      max-width: 100%;
    }
  }
`;

/** Printable millimetres common to A4 and Letter. */
const [short, long] = [188, 250];

interface Sheet {
  readonly svg: string;
  readonly isLandscape: boolean;
}

type Printed = Pick<EditorContext, "session" | "client" | "texts" | "language">;

/** The editor's state; `say` shows a sentence in its status line. */
type Editing = Printed & { readonly say: (sentence: string) => void };

const elementOf = ({ svg, isLandscape }: Sheet): Element => {
  const sheet = document.createElement("section");
  sheet.className = isLandscape ? "lying" : "upright";
  const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
  sheet.append(document.importNode(documentElement, true));
  return sheet;
};

/** The pages printed in place of the editor, between `beforeprint` and `afterprint`. */
class Sheets {
  readonly #style = new CSSStyleSheet();
  #shown: Element | undefined;

  constructor() {
    this.#style.replaceSync(printStyle);
  }

  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  show(sheets: readonly Sheet[]): void {
    this.hide();
    const pages = document.createElement("div");
    pages.className = "floorplan-sheets";
    pages.append(...sheets.map(elementOf));
    document.body.append(pages);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#style];
    this.#shown = pages;
  }

  hide(): void {
    this.#shown?.remove();
    this.#shown = undefined;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (style) => style !== this.#style,
    );
  }
}

const sheets = new Sheets();

const fitOf = (paper: ExportModule, plan: PlanData, floor: string | undefined) =>
  paper.fitOnSheet(plan, floor, short, long);

/** Prints floors, one per page, at the largest common scale that fits; the browser can save them as PDF. */
export const printFloors = async (
  context: Printed,
  floors: readonly (string | undefined)[],
  isTraced: boolean,
): Promise<void> => {
  const { plan } = context.session.state;
  const paper = await loadExport();
  const made = floors.map(async (floor): Promise<Sheet> => {
    const { scale, isLandscape } = fitOf(paper, plan, floor);
    return { svg: await exportFloor(context, plan, { floor, scale, isTraced }), isLandscape };
  });
  sheets.show(await Promise.all(made));
  window.print();
};

/**
 * Prints the floors in place of the editor on Ctrl+P, and on the browser's print menu if the module is already loaded.
 */
export class PrintView implements ReactiveController {
  readonly #host: Element;
  readonly #context: () => Editing | undefined;

  constructor(host: Element, context: () => Editing | undefined) {
    this.#host = host;
    this.#context = context;
  }

  hostConnected(): void {
    document.addEventListener("keydown", this.#key);
    window.addEventListener("beforeprint", this.#before);
    window.addEventListener("afterprint", this.#after);
  }

  hostDisconnected(): void {
    document.removeEventListener("keydown", this.#key);
    window.removeEventListener("beforeprint", this.#before);
    window.removeEventListener("afterprint", this.#after);
    sheets.hide();
  }

  readonly #key = (event: KeyboardEvent): void => {
    const isPrint = event.key.toLowerCase() === "p" && (event.ctrlKey || event.metaKey);
    const context = this.#context();
    if (!isPrint || event.shiftKey || event.altKey || event.defaultPrevented) return;
    if (context === undefined || !this.#host.checkVisibility()) return;
    event.preventDefault();
    void printFloors(context, floorsOf(context.session.state.plan), false).catch(() =>
      context.say(context.texts.exportDialog.notLoaded),
    );
  };

  /** `beforeprint` cannot wait, so only a loaded module can print. */
  readonly #before = (): void => {
    const [context, paper] = [this.#context(), loadedExport()];
    if (sheets.isShown || context === undefined || !this.#host.checkVisibility()) return;
    // Load it for the next time.
    if (paper === undefined) return void loadExport().catch(() => undefined);
    const { plan } = context.session.state;
    sheets.show(
      floorsOf(plan).map((floor) => {
        const { scale, isLandscape } = fitOf(paper, plan, floor);
        return { svg: paper.floorSvg(plan, sheetOptions(context, floor, scale)), isLandscape };
      }),
    );
  };

  readonly #after = (): void => sheets.hide();
}
