import type { ReactiveController, ReactiveControllerHost } from "lit";
import { filesToImport } from "../../ui/choose-files.ts";
import { isImageName } from "../../../model/import/images.ts";
import { isModelName } from "../../connection/tracing-image.ts";
import type { EditorContext } from "../component.ts";
import { shownLevel } from "../../../model/elements/levels.ts";
import { readSettings } from "../../connection/service-settings.ts";
import { firstLevelId } from "../../../model/editing/levels.ts";

/** The import module; loaded on first use. */
type Importing = typeof import("./main.ts");

/**
 * Whether a file is traced if it comes alone: an image, or a model with its buffers, of which a picture is made. By its ending:
 * systems call drawings images too, such as `image/vnd.dxf`.
 */
const isTraced = ({ name }: File, _: number, files: readonly File[]): boolean =>
  isImageName(name) ||
  isModelName(name) ||
  (/\.bin$/i.test(name) && files.some((file) => isModelName(file.name)));

/** Dropped files of other programs with the images beside them; images and models alone are for tracing. */
const foreignFiles = (data: DataTransfer | null): readonly File[] => {
  const files = [...(data?.files ?? [])];
  return files.every(isTraced) ? [] : files;
};

/** Imports files that are dropped onto the editor or chosen in any part of it; shows a preview first. */
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

/** The image to trace, or the model that others belong to. */
const imageIn = (data: DataTransfer | null): File | undefined => {
  const files = [...(data?.files ?? [])];
  if (foreignFiles(data).length > 0) return undefined;
  return files.find(({ name }) => isModelName(name)) ?? files[0];
};

/** Keeps the browser from opening a dropped file. */
const stay = (event: DragEvent): void => {
  if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
};

/** Uploads an image for the shown floor; the panel shows the progress. */
const take = async (file: File, context: EditorContext): Promise<void> => {
  const { client, session, view, upload, texts, say } = context;
  const level = shownLevel(session.state.plan, view.state.level) ?? firstLevelId;
  const { imageBytes } = await readSettings(client.imageUrl("/settings.json"));
  if (upload.state.running !== undefined) return say(texts.panels.tracing.notWhileUploading);
  await upload.send(level, file, imageBytes, context);
};

/**
 * Takes images dropped onto an editor, or pasted into it, as the tracing image of the shown floor, and opens its panel.
 * Returns a function that stops this.
 */
export const takeImages = (
  host: HTMLElement,
  contextOf: () => EditorContext | undefined,
): (() => void) => {
  const given = (event: Event, data: DataTransfer | null): void => {
    const context = contextOf();
    const file = imageIn(data);
    if (context === undefined || file === undefined) return;
    event.preventDefault();
    context.showPanel("tracing");
    void take(file, context);
  };
  const dropped = (event: DragEvent): void => {
    stay(event);
    given(event, event.dataTransfer);
  };
  const pasted = (event: ClipboardEvent): void => {
    const [target] = event.composedPath();
    const isHere = event.composedPath().includes(host) || target === document.body;
    if (isHere && host.checkVisibility()) given(event, event.clipboardData);
  };
  host.addEventListener("dragover", stay);
  host.addEventListener("drop", dropped);
  document.addEventListener("paste", pasted);
  return () => {
    host.removeEventListener("dragover", stay);
    host.removeEventListener("drop", dropped);
    document.removeEventListener("paste", pasted);
  };
};
