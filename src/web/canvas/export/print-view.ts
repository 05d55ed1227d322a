import type { ReactiveController } from "lit";
import type { Sheet } from "../../renderer/export/index.ts";
import {
  exportSheets,
  floorsOf,
  loadedExport,
  loadExport,
  printOptions,
  type WantedSheets,
} from "./floor-export.ts";
import { storedSheetChoices } from "./sheet-choices.ts";
import type { EditorContext } from "../component.ts";

/** Print styles of the document: only the sheets, each as large as its paper. */
const printStyle = (sizes: readonly PageSize[]): string => `
  @media screen {
    .floorplan-sheets {
      display: none;
    }
  }
  ${sizes.map(({ name, width, height }) => `@page ${name} { size: ${width}mm ${height}mm; margin: 0; }`).join("")}
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
    ${sizes.map(({ name }) => `.floorplan-sheets > .${name} { page: ${name}; }`).join("")}
    .floorplan-sheets svg {
      display: block;
      max-width: 100%;
    }
  }
`;

/** A page to print, in millimetres; `name` is that of its size. */
interface PageSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

interface PrintedPage extends PageSize {
  readonly svg: string;
}

const pageOfSheet = ({ svg, width, height }: Sheet): PrintedPage => ({
  svg,
  name: width > height ? "lying" : "upright",
  width,
  height,
});

type Printed = Pick<EditorContext, "session" | "client" | "view" | "texts" | "language">;

/** The editor's state; `say` shows a sentence in its status line. */
type Editing = Printed & { readonly say: (sentence: string) => void };

const elementOf = ({ svg, name }: PrintedPage): Element => {
  const page = document.createElement("section");
  page.className = name;
  const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
  page.append(document.importNode(documentElement, true));
  return page;
};

/** The pages printed in place of the editor, between `beforeprint` and `afterprint`. */
class Sheets {
  readonly #style = new CSSStyleSheet();
  #shown: Element | undefined;

  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  show(printed: readonly PrintedPage[]): void {
    this.hide();
    // All sheets are of one paper, so that two sizes at most are among them.
    const sizes = new Map(printed.map((page) => [page.name, page]));
    this.#style.replaceSync(printStyle([...sizes.values()]));
    const pages = document.createElement("div");
    pages.className = "floorplan-sheets";
    pages.append(...printed.map(elementOf));
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

/** Prints floors as sheets, one or more per floor; the browser can save them as PDF. Returns the sheets. */
export const printFloors = async (
  context: Printed,
  wanted: WantedSheets,
): Promise<readonly Sheet[]> => {
  const made = await exportSheets(context, context.session.state.plan, wanted);
  sheets.show(made.map(pageOfSheet));
  window.print();
  return made;
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
    const floors = floorsOf(context.session.state.plan);
    const wanted = { floors, choices: storedSheetChoices(), isTraced: false };
    void printFloors(context, wanted).catch(() =>
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
    const options = printOptions(context, storedSheetChoices());
    sheets.show(paper.drawSheets(plan, floorsOf(plan), options).map(pageOfSheet));
  };

  readonly #after = (): void => sheets.hide();
}
