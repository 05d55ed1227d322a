import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { fileInData, imageData, imageProblem } from "../../connection/tracing-image.ts";
import type { PlanClient, PlanProblem } from "../../connection/plan-client.ts";
import { placeBackground } from "../../../model/editing/background-image.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import {
  imagesOf,
  imagesWithin,
  type PlanImage,
  withImages,
} from "../../../model/editing/plan-text.ts";

/** State of the last upload. */
interface UploadState {
  /** The running upload: the file's name, and the part sent so far, from 0 to 1. */
  readonly running?: { readonly name: string; readonly part: number };
  readonly problem?: PlanProblem;
  /** Whether the user cancelled it. */
  readonly hasEnded?: boolean;
}

interface UploadContext {
  readonly client: PlanClient;
  readonly session: EditorSession;
  readonly texts: Texts;
}

/** The upload of a tracing image; one at a time, continued while other panels are shown. */
export class Upload {
  /** Set by the shown panel; called after each change. */
  changed: () => void = () => undefined;
  #state: UploadState = {};
  #abort = new AbortController();

  get state(): UploadState {
    return this.#state;
  }

  /** Uploads the image of a level and puts it into the plan. `largest` is the service's limit in bytes, if known. */
  async send(
    level: string,
    file: File,
    largest: number | undefined,
    { client, session, texts }: UploadContext,
  ): Promise<void> {
    const unfit = imageProblem(level, file, largest);
    if (unfit !== undefined) return this.#become({ problem: unfit });
    this.#abort = new AbortController();
    const tell = (part: number): void => this.#become({ running: { name: file.name, part } });
    tell(0);
    const answer = await client.upload(level, file, tell, this.#abort.signal);
    if (isLeft(answer))
      return this.#become(
        answer.left.code === "aborted" ? { hasEnded: true } : { problem: answer.left },
      );
    this.#become({});
    session.edit({ action: "image", name: texts.panels.kinds.backgrounds }, (plan) =>
      placeBackground(plan, level, answer.right, texts.editor.firstLevel),
    );
  }

  /** Cancels the upload; the plan is not changed. */
  stop(): void {
    this.#abort.abort();
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
    const unfit = imageProblem(level, file, undefined);
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
