import type { ReactiveController, ReactiveControllerHost } from "lit";
import { filesToImport } from "../../ui/choose-files.ts";
import type { EditorContext } from "../../editor/context.ts";

/** What reads and shows foreign files; loaded when somebody has some. */
type Importing = typeof import("./main.ts");

const isImage = ({ type }: File): boolean => type.startsWith("image/");

/** The files of other programs among what was dropped, with the images that lie beside them; images alone are to be traced. */
export const foreignFiles = (data: DataTransfer | null): readonly File[] => {
  const files = [...(data?.files ?? [])];
  return files.every(isImage) ? [] : files;
};

/** Imports files that are dropped onto the editor, or chosen by any part of it: shows what comes before anything is changed. */
export class ImportView implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #context: () => EditorContext | undefined;
  #loaded: Importing | undefined;

  constructor(
    host: ReactiveControllerHost & HTMLElement,
    context: () => EditorContext | undefined,
  ) {
    this.#host = host;
    this.#context = context;
  }

  hostConnected(): void {
    this.#host.addEventListener("import-files", this.#given);
    this.#host.addEventListener("drop", this.#dropped);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener("import-files", this.#given);
    this.#host.removeEventListener("drop", this.#dropped);
  }

  hostUpdated(): void {
    const context = this.#context();
    if (context !== undefined) this.#loaded?.renewImport(this.#host, context);
  }

  readonly #given = (event: Event): void => {
    event.stopPropagation();
    void this.#open(filesToImport(event));
  };

  readonly #dropped = (event: DragEvent): void => {
    const files = foreignFiles(event.dataTransfer);
    if (files.length > 0) void this.#open(files);
  };

  async #open(files: readonly File[]): Promise<void> {
    try {
      this.#loaded ??= await import("./main.ts");
    } catch {
      const context = this.#context();
      return context?.say(context.texts.panels.file.notLoaded);
    }
    const context = this.#context();
    if (context !== undefined) this.#loaded.openImport(this.#host, context, files);
  }
}
