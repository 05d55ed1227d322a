import { isLeft } from "fp-ts/lib/Either.js";
import { imageProblem } from "../../client/image-file.ts";
import type { PlanProblem } from "../../client/plan-client.ts";
import { placeBackground } from "../../model/background.ts";
import type { EditorSession } from "../../session/editor-session.ts";
import type { PanelContext } from "./panel.ts";

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
  #state: UploadState = {};
  #abort = new AbortController();
  readonly #listeners = new Set<() => void>();

  get state(): UploadState {
    return this.#state;
  }

  /** Calls the listener after each change; the answer ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Uploads the image of a level and puts it into the plan. `largest` is the bytes that the service takes, where they are known. */
  async send(
    level: string,
    file: File,
    largest: number | undefined,
    { client, session, texts }: Pick<PanelContext, "client" | "session" | "texts">,
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
      placeBackground(plan, level, answer.right),
    );
  }

  /** Ends what is under way; the plan stays as it is. */
  stop(): void {
    this.#abort.abort();
  }

  #become(state: UploadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const uploads = new WeakMap<EditorSession, Upload>();

/** The one upload of an editor. */
export const uploadOf = (session: EditorSession): Upload => {
  const known = uploads.get(session) ?? new Upload();
  uploads.set(session, known);
  return known;
};
