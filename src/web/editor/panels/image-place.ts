import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Background } from "../../../model/elements/levels.ts";
import { middle, type Point } from "../../../model/geometry/vector.ts";
import {
  removeBackground,
  rotateBackground,
  setBackground,
} from "../../../model/editing/background-image.ts";
import type { Gesture } from "../../store/session-state.ts";
import { cornersOfImage } from "../image-box.ts";
import type { ComponentContext } from "../../canvas/component.ts";
import { calibration } from "./calibration.ts";
import { labelled, numberInput, valueOf } from "../../canvas/inspector/inputs.ts";

/** The fields of where a tracing image lies, how it is turned, and how strong it is. */
export class ImagePlace {
  readonly #changed: () => void;
  /** The opacity while it is being dragged. */
  #fading: Gesture | undefined;

  /** `changed` is told when something else is to be shown. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  form(level: string, image: Background, context: ComponentContext): TemplateResult {
    const { session, view, texts, language } = context;
    const words = texts.panels.tracing;
    const set = (field: "left" | "top" | "width", value: number): void => {
      // What has no width could not be seen, so the former one comes back.
      if (field === "width" && value <= 0) return this.#changed();
      session.edit({ action: "imagePlace" }, (plan) =>
        setBackground(plan, level, { [field]: value }),
      );
    };
    const turn = (degrees: number): void => {
      const about = this.#middle(image, context);
      session.edit({ action: "imagePlace" }, (plan) =>
        rotateBackground(plan, level, degrees, about),
      );
    };
    const number = (field: "left" | "top" | "width"): TemplateResult =>
      labelled(
        words[field],
        numberInput(image[field], language, (value) => set(field, value)),
      );
    const isMoving = view.state.tool === "image";
    return html`<button
        class=${isMoving ? "main" : ""}
        aria-pressed=${isMoving}
        @click=${() => view.update({ tool: isMoving ? "select" : "image", selection: [] })}
      >
        ${words.move}
      </button>
      <div class="fields">${number("left")} ${number("top")} ${number("width")}</div>
      <div class="row">
        ${labelled(
          words.rotation,
          numberInput(image.rotation, language, (value) => turn(value - image.rotation)),
        )}
        <button @click=${() => turn(90)}>${words.quarter}</button>
      </div>
      ${labelled(
        words.opacity,
        html`<input
          type="range"
          min="0.05"
          max="1"
          step="0.05"
          .value=${live(String(image.opacity))}
          @input=${(event: Event) => this.#fade(level, Number(valueOf(event)), context)}
          @change=${() => this.#faded()}
        />`,
      )}
      ${calibration(level, context)}
      <button
        class="danger"
        @click=${() =>
          session.edit({ action: "imageRemove" }, (plan) => removeBackground(plan, level))}
      >
        ${words.removeImage}
      </button>`;
  }

  #middle(image: Background, { client }: ComponentContext): Point {
    const [from, , to] = cornersOfImage(image, client.imageUrl(image.url), this.#changed);
    return middle(from ?? [image.left, image.top], to ?? [image.left, image.top]);
  }

  #fade(level: string, opacity: number, { session }: ComponentContext): void {
    this.#fading ??= session.begin({ action: "imagePlace" });
    this.#fading.preview((plan) => setBackground(plan, level, { opacity }));
  }

  #faded(): void {
    this.#fading?.commit();
    this.#fading = undefined;
  }
}
