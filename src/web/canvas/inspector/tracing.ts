import { css, html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import {
  removeBackground,
  rotateBackground,
  setBackground,
} from "../../../model/editing/background-image.ts";
import { middle, type Point } from "../../../model/geometry/vector.ts";
import { type EditorContext, defineElement } from "../component.ts";
import {
  type Background,
  backgroundOf,
  levelsOf,
  shownLevel,
} from "../../../model/elements/levels.ts";
import type { Gesture } from "../../store/session-state.ts";
import { cornersOfImage } from "../fit-view.ts";
import { calibration, endCalibration } from "./image-calibration.ts";
import { fileButton, labelled, numberInput, valueOf } from "./inputs.ts";
import { imageAccept } from "../../connection/tracing-image.ts";
import { readSettings } from "../../connection/service-settings.ts";
import { firstLevelId } from "../../../model/editing/levels.ts";
import { modelChoice } from "./model-choice.ts";
import { Panel } from "./panel.ts";
import { problemAlert } from "./problems.ts";
import { dropOldProposal, proposalView, WallScan } from "./wall-scan.ts";

/** What the edges of an image are called where the plan is turned. */
const turnedWord = { left: "top", top: "right", width: "width" } as const;

/** The panel of a floor's tracing image: upload, position, scale, opacity, removal. */
class Tracing extends Panel {
  static override styles = css`
    form {
      display: grid;
      gap: 12px;
    }
    progress {
      width: 100%;
      accent-color: var(--fp-accent);
    }
    .fields {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
      gap: 10px;
      align-items: end;
    }
    label {
      display: grid;
      gap: 3px;
    }
    .check {
      display: flex;
      align-items: center;
      gap: 8px;
      min-height: 32px;
    }
    .check input {
      flex: none;
      width: 24px;
    }
    .field > span:first-child {
      font-size: inherit;
    }
  `;

  /** The service's size limit in bytes, once known. */
  #largest: number | undefined;
  #limits: Promise<number | undefined> | undefined;
  /** Number of calibration points at the last rendering. */
  #points = 0;
  readonly #scan = new WallScan(() => this.requestUpdate());
  /** The gesture of dragging the opacity. */
  #fading: Gesture | undefined;

  override willUpdate(): void {
    if (this.context !== undefined) this.context.upload.changed = () => this.requestUpdate();
  }

  override updated(): void {
    if (this.context !== undefined) dropOldProposal(this.context);
    const points = this.context?.view.state.calibration.length ?? 0;
    // After the second point, only the distance is missing.
    if (points === 2 && this.#points < 2)
      this.renderRoot.querySelector<HTMLInputElement>("#distance")?.focus();
    this.#points = points;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const { tool } = this.context?.view.state ?? {};
    this.#scan.stop();
    if (this.context === undefined) return;
    if (tool === "calibrate" || tool === "image") endCalibration(this.context);
    if (tool === "scan") this.context.view.update({ tool: "select", proposal: undefined });
  }

  protected override content(context: EditorContext) {
    void this.#readLimits(context);
    const { session, view, upload, texts } = context;
    const words = texts.panels.tracing;
    const { plan } = session.state;
    const { problem, refused } = upload.state;
    const level = shownLevel(plan, view.state.level);
    const title = levelsOf(plan).find(({ id }) => id === level)?.name;
    const image = level === undefined ? undefined : backgroundOf(plan, level);
    // During calibration, the panel is kept short, as it covers the drawing on a phone.
    if (view.state.tool === "calibrate" && level !== undefined && image !== undefined)
      return html`<h2>${texts.panels.titles.tracing}</h2>
        ${calibration(level, context)}`;
    if (view.state.tool === "scan")
      return html`<h2>${texts.panels.titles.tracing}</h2>
        ${proposalView(context)}`;
    return html`<h2>
        ${texts.panels.titles.tracing}${title === undefined ? undefined : ` · ${title}`}
      </h2>
      ${image === undefined ? html`<p class="muted">${words.intro}</p>` : undefined}
      ${this.#choose(level ?? firstLevelId, image, context)} ${problemAlert(problem, texts)}
      ${refused === undefined ? undefined : html`<div class="bad" role="alert">${refused}</div>`}
      ${level === undefined || image === undefined ? undefined : this.#form(level, image, context)}`;
  }

  /** The fields for position, rotation and opacity of a tracing image. */
  #form(level: string, image: Background, context: EditorContext): TemplateResult {
    const { session, view, texts, language } = context;
    const words = texts.panels.tracing;
    const set = (field: "left" | "top" | "width", value: number): void => {
      // A width of zero would be invisible, so the former one stays.
      if (field === "width" && value <= 0) return this.requestUpdate();
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
        words[isTurned ? turnedWord[field] : field],
        numberInput(image[field], language, (value) => set(field, value)),
      );
    const isTurned = view.state.turn === 90;
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
      ${calibration(level, context)} ${this.#scan.view(level, image, context)}
      <button
        class="danger"
        @click=${() =>
          session.edit({ action: "imageRemove" }, (plan) => removeBackground(plan, level))}
      >
        ${words.removeImage}
      </button>`;
  }

  #middle(image: Background, { client }: EditorContext): Point {
    const [from, , to] = cornersOfImage(image, client.imageUrl(image.url), () =>
      this.requestUpdate(),
    );
    return middle(from ?? [image.left, image.top], to ?? [image.left, image.top]);
  }

  #fade(level: string, opacity: number, { session }: EditorContext): void {
    this.#fading ??= session.begin({ action: "imagePlace" });
    this.#fading.preview((plan) => setBackground(plan, level, { opacity }));
  }

  #faded(): void {
    this.#fading?.commit();
    this.#fading = undefined;
  }

  #choose(level: string, image: Background | undefined, context: EditorContext): TemplateResult {
    const words = context.texts.panels.tracing;
    const upload = context.upload;
    const { running, hasEnded, model } = upload.state;
    if (running !== undefined) {
      return html`<label role="status"
          >${running.isDrawn === true ? words.model.drawing(running.name) : words.uploading(running.name)}
          <progress max="1" .value=${running.part}></progress>
        </label>
        <button @click=${() => upload.stop()}>${context.texts.editor.cancel}</button>`;
    }
    if (model !== undefined)
      return modelChoice(model, upload, () => void this.#draw(context), context);
    return html`${fileButton(
        image === undefined ? words.choose : words.replace,
        `${imageAccept},.glb,.gltf`,
        (file) => void this.#send(level, file, context),
      )}
      <p class="muted">${words.dropHint} ${this.#limit(context)}</p>
      <p role="status">${hasEnded === true ? words.ended : undefined}</p>`;
  }

  #limit({ texts, language }: EditorContext): string {
    if (this.#largest === undefined) return texts.panels.tracing.limits(undefined);
    const unit = { style: "unit", unit: "megabyte", maximumSignificantDigits: 2 } as const;
    const size = new Intl.NumberFormat(language, unit).format(this.#largest / 2 ** 20);
    return texts.panels.tracing.limits(size);
  }

  #readLimits({ client }: EditorContext): Promise<number | undefined> {
    this.#limits ??= readSettings(client.imageUrl("/settings.json")).then(({ imageBytes }) => {
      this.#largest = imageBytes;
      this.requestUpdate();
      return imageBytes;
    });
    return this.#limits;
  }

  async #draw(context: EditorContext): Promise<void> {
    const largest = await this.#readLimits(context);
    await context.upload.draw(largest, context);
  }

  async #send(level: string, file: File, context: EditorContext): Promise<void> {
    const largest = await this.#readLimits(context);
    await context.upload.send(level, file, largest, context);
  }
}

defineElement("floorplan-tracing", Tracing);
