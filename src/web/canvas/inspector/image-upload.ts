import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  fileInData,
  imageData,
  imageProblem,
  isModelName,
} from "../../connection/tracing-image.ts";
import type { PlanClient, PlanProblem } from "../../connection/plan-client.ts";
import { type ImagePlace, placeBackground } from "../../../model/editing/background-image.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import {
  imagesOf,
  imagesWithin,
  type PlanImage,
  withImages,
} from "../../../model/editing/plan-text.ts";

/** A model of which a picture from above is to become a floor's tracing image. */
export interface ChosenModel {
  readonly level: string;
  readonly file: File;
  /** Metres above its lowest point at which it is cut, so that one sees into its rooms. */
  readonly cut: number;
}

/** State of the last upload. */
interface UploadState {
  /** A model that waits for how it is drawn. */
  readonly model?: ChosenModel;
  /** Why a file was refused before it was sent, in words. */
  readonly refused?: string;
  /** The running upload: the file's name, and the part sent so far, from 0 to 1; of a model, whether it is still drawn. */
  readonly running?: { readonly name: string; readonly part: number; readonly isDrawn?: boolean };
  readonly problem?: PlanProblem;
  /** Whether the user cancelled it. */
  readonly hasEnded?: boolean;
}

/** A file that is sent, and the rectangle of the plan that it covers, if that is known. */
interface TracedFile {
  readonly level: string;
  readonly file: File;
  readonly place?: ImagePlace;
}

interface UploadContext {
  readonly client: PlanClient;
  readonly session: EditorSession;
  readonly texts: Texts;
  readonly language: string;
}

/** Where a model is cut unless somebody chooses otherwise, as floor plans are. */
const usualCut = 1.2;

/** The upload of a tracing image; one at a time, continued while other panels are shown. */
export class Upload {
  /** Set by the shown panel; called after each change. */
  changed: () => void = () => undefined;
  #state: UploadState = {};
  #abort = new AbortController();

  get state(): UploadState {
    return this.#state;
  }

  /**
   * Uploads the image of a level and puts it into the plan; of a model, first asks how it is drawn. `largest` is the service's
   * limit in bytes, if known.
   */
  async send(
    level: string,
    file: File,
    largest: number | undefined,
    context: UploadContext,
  ): Promise<void> {
    if (isModelName(file.name)) return this.#become({ model: { level, file, cut: usualCut } });
    await this.#upload({ level, file }, largest, context);
  }

  /** Changes where the chosen model is cut. */
  cutAt(cut: number): void {
    const { model } = this.#state;
    if (model !== undefined && cut > 0) this.#become({ model: { ...model, cut } });
    else this.changed();
  }

  /** Draws the chosen model from above, and uploads the picture, which has the model's own scale. */
  async draw(largest: number | undefined, context: UploadContext): Promise<void> {
    const { model } = this.#state;
    if (model === undefined) return;
    const { cut, file, level } = model;
    const { language, texts } = context;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#become({ running: { name: file.name, part: 0, isDrawn: true } });
    const drawn = await import("../model-picture/draw-model.ts")
      .then(({ drawModel }) => drawModel({ model: file, cut }, language, signal))
      .catch(() => left(texts.panels.file.notLoaded));
    if (signal.aborted) return;
    if (isLeft(drawn))
      return this.#become(drawn.left === undefined ? { hasEnded: true } : { refused: drawn.left });
    const { png, ...place } = drawn.right;
    const picture = new File([png], `${file.name}.png`, { type: png.type });
    await this.#upload({ level, file: picture, place }, largest, context);
  }

  async #upload(
    { file, level, place }: TracedFile,
    largest: number | undefined,
    { client, session, texts }: UploadContext,
  ): Promise<void> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const tell = (part: number): void => this.#become({ running: { name: file.name, part } });
    tell(0);
    const unfit = await imageProblem(level, file, largest);
    if (signal.aborted) return;
    if (unfit !== undefined) return this.#become({ problem: unfit });
    const answer = await client.upload(level, file, tell, signal);
    if (isLeft(answer))
      return this.#become(
        answer.left.code === "aborted" ? { hasEnded: true } : { problem: answer.left },
      );
    this.#become({});
    session.edit({ action: "image", name: texts.panels.kinds.backgrounds }, (plan) =>
      placeBackground(plan, level, answer.right, texts.editor.firstLevel, place),
    );
  }

  /** Cancels the upload, or what is before it; the plan is not changed. */
  stop(): void {
    this.#abort.abort();
    const { model, running } = this.#state;
    if (model !== undefined || running?.part === 0) this.#become({ hasEnded: true });
  }

  #become(state: UploadState): void {
    this.#state = state;
    this.changed();
  }
}

/** A plan with embedded images, and the floors whose images could not be read. */
interface Packed {
  readonly plan: PlanData;
  readonly missing: readonly string[];
}

/** Embeds the tracing images into a plan in place of their addresses. */
export const packImages = async (plan: PlanData, client: PlanClient): Promise<Packed> => {
  const images = imagesOf(plan).filter(({ url }) => !url.startsWith("data:"));
  const read = await Promise.all(
    images.map(async ({ level, url }) => {
      const found = await imageData(client.imageUrl(url));
      return { level, url: found?.data };
    }),
  );
  const here = read.flatMap(({ level, url }) => (url === undefined ? [] : [{ level, url }]));
  const missing = read.flatMap(({ level, url }) => (url === undefined ? [level] : []));
  return { plan: withImages(plan, here), missing };
};

/** Why embedded images could not be taken: one is damaged, or the service refused it. */
type Unpackable = { readonly damaged: string } | PlanProblem;

/**
 * Uploads embedded images one by one, as the service limits parallel uploads, and replaces them by their addresses.
 * `tell` gets the floor whose image is being sent. Stops at the first that fails.
 */
export const unpackImages = async (
  plan: PlanData,
  client: PlanClient,
  tell: (level: string) => void,
  signal: AbortSignal,
): Promise<Either<Unpackable, PlanData>> => {
  const files: { readonly level: string; readonly file: File }[] = [];
  for (const { level, url } of imagesWithin(plan)) {
    const file = fileInData(url);
    if (file === undefined) return left({ damaged: level });
    const unfit = await imageProblem(level, file, undefined);
    if (unfit !== undefined) return left(unfit);
    files.push({ level, file });
  }
  const images: PlanImage[] = [];
  for (const { level, file } of files) {
    tell(level);
    const answer = await client.upload(level, file, () => undefined, signal);
    if (isLeft(answer)) return answer;
    images.push({ level, url: answer.right });
  }
  return right(withImages(plan, images));
};
