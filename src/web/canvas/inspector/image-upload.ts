import { isLeft } from "fp-ts/lib/Either.js";
import { imageProblem } from "../../connection/tracing-image.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import { placeBackground } from "../../../model/editing/background-image.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import type { ComponentContext } from "../component.ts";

/** How the last upload stands. */
export interface UploadState {
  /** What is under way: the file's name, and the part that was sent, from 0 to 1. */
  readonly running?: { readonly name: string; readonly part: number };
  readonly problem?: PlanProblem;
  /** Whether it was ended by hand. */
  readonly hasEnded?: boolean;
}

/** The upload of a tracing image, which goes on while other panels are shown. */
export class Upload {
  /** Called after each change, by the panel that is shown. */
  changed: () => void = () => undefined;
  #state: UploadState = {};
  #abort = new AbortController();

  get state(): UploadState {
    return this.#state;
  }

  /** Uploads the image of a level and puts it into the plan. `largest` is the bytes that the service takes, where they are known. */
  async send(
    level: string,
    file: File,
    largest: number | undefined,
    { client, session, texts }: ComponentContext,
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
      placeBackground(plan, level, answer.right, texts.panels.tracing.firstLevel),
    );
  }

  /** Ends what is under way; the plan stays as it is. */
  stop(): void {
    this.#abort.abort();
  }

  #become(state: UploadState): void {
    this.#state = state;
    this.changed();
  }
}

const uploads = new WeakMap<EditorSession, Upload>();

/** The one upload of an editor. */
export const uploadOf = (session: EditorSession): Upload => {
  const known = uploads.get(session) ?? new Upload();
  uploads.set(session, known);
  return known;
};
