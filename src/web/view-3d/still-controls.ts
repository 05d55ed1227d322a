import { isLeft } from "fp-ts/lib/Either.js";
import { html, type LitElement, nothing, type ReactiveController, type TemplateResult } from "lit";
import { levelsOf, shownLevel } from "../../model/elements/levels.ts";
import { numberIn } from "../../model/json.ts";
import type { View3dTexts } from "../i18n/en/view-3d.ts";
import { download, fileNameOf } from "../ui/download.ts";
import type { ShownView3d } from "./shown-view-3d.ts";
import { stillOf, stillSize, type StillView } from "./still.ts";

/** The offered widths in pixels; undefined is that of the screen. */
const widths = [undefined, 1920, 3840];

/** What a picture is made of, and its name. */
export interface StillSource {
  readonly view: StillView;
  readonly shown: ShownView3d;
  /** Whether one floor alone is seen. */
  readonly isOneFloor: boolean;
  readonly texts: View3dTexts;
  readonly language: string;
}

/** The name of a picture's file: as other exports, with the revision. */
const fileOf = ({ shown, isOneFloor, texts }: StillSource): string => {
  const { plan, level, rev = numberIn(plan["rev"], undefined) } = shown;
  const floor = levelsOf(plan).find(({ id }) => id === shownLevel(plan, level));
  const name = isOneFloor ? fileNameOf(floor?.name ?? "") : "";
  const parts = [texts.fileName, "3d", name, rev === undefined ? "" : String(rev)];
  return `${parts.filter((part) => part !== "").join("-")}.png`;
};

/** Saves what a view shows as a picture, at a width that one chooses. */
export class StillControls implements ReactiveController {
  readonly #host: LitElement;
  readonly #source: () => StillSource | undefined;
  #isOffered = false;
  #problem: string | undefined;

  constructor(host: LitElement, source: () => StillSource | undefined) {
    this.#host = host;
    this.#source = source;
    host.addController(this);
    // Before the view, whose Escape leads back to the plan.
    host.addEventListener("keydown", this.#key, { capture: true });
  }

  hostDisconnected(): void {
    this.#isOffered = false;
  }

  /** Whether the widths are offered. */
  get isOffered(): boolean {
    return this.#isOffered;
  }

  /** Offers the widths, or no longer. */
  readonly toggle = (): void => {
    this.#isOffered = !this.#isOffered;
    this.#problem = undefined;
    this.#host.requestUpdate();
  };

  /** The choice of the width, over the view. */
  render(): TemplateResult | typeof nothing {
    const source = this.#source();
    if (!this.#isOffered || source === undefined) return nothing;
    const { texts, language } = source;
    const wordOf = (width: number | undefined): string =>
      width === undefined ? texts.screenWidth : texts.pixels(width.toLocaleString(language));
    return html`<div class="widths" role="group" aria-label=${texts.savePicture}>
      ${widths.map(
        (width) => html`<button @click=${() => void this.#save(width)}>${wordOf(width)}</button>`,
      )}
      ${this.#problem === undefined ? nothing : html`<p role="alert">${this.#problem}</p>`}
    </div>`;
  }

  /** Gives the focus to the button that offers the widths, as the one that had it goes. */
  async #focusButton(): Promise<void> {
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>("button[aria-expanded]")?.focus();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.#isOffered) return;
    this.toggle();
    void this.#focusButton();
    event.preventDefault();
    event.stopPropagation();
  };

  async #save(width: number | undefined): Promise<void> {
    const source = this.#source();
    if (source === undefined) return;
    const { texts, language, view } = source;
    const size = stillSize(view.element, width);
    const still = await stillOf(view, size);
    if (isLeft(still)) {
      const write = (pixels: number): string => pixels.toLocaleString(language);
      const { most } = still.left;
      this.#problem =
        most === undefined
          ? texts.pictureNotMade
          : texts.pictureTooLarge(write(size.width), write(size.height), write(most));
    } else {
      download(fileOf(source), still.right);
      this.#isOffered = false;
      this.#problem = undefined;
      void this.#focusButton();
    }
    this.#host.requestUpdate();
  }
}
