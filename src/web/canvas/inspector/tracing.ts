import { css, html, type TemplateResult } from "lit";
import {
  type Background,
  backgroundOf,
  levelsOf,
  shownLevel,
} from "../../../model/elements/levels.ts";
import { imageAccept } from "../../connection/tracing-image.ts";
import { readSettings } from "../../connection/service-settings.ts";
import { firstLevelId } from "../../../model/editing/levels.ts";
import { calibration, endCalibration } from "../../editor/panels/calibration.ts";
import { ImagePlace } from "../../editor/panels/image-place.ts";
import { fileButton } from "./inputs.ts";
import { type ComponentContext, defineElement } from "../component.ts";
import { Panel } from "./panel.ts";
import { problemAlert } from "../../editor/panels/problem-text.ts";
import { uploadOf } from "./image-upload.ts";

/** The image under a floor that is traced: uploaded, placed, scaled, faded, removed. */
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
    .field > span:first-child {
      font-size: inherit;
    }
  `;

  /** Bytes that the service takes, as soon as it has said so. */
  #largest: number | undefined;
  #limits: Promise<number | undefined> | undefined;
  /** Points of the calibration that were set when this was last shown. */
  #points = 0;
  readonly #place = new ImagePlace(() => this.requestUpdate());

  override willUpdate(): void {
    if (this.context !== undefined)
      uploadOf(this.context.session).changed = () => this.requestUpdate();
  }

  override updated(): void {
    const points = this.context?.view.state.calibration.length ?? 0;
    // With the second point, only the distance is missing.
    if (points === 2 && this.#points < 2)
      this.renderRoot.querySelector<HTMLInputElement>("#distance")?.focus();
    this.#points = points;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const { tool } = this.context?.view.state ?? {};
    if (this.context !== undefined && (tool === "calibrate" || tool === "image"))
      endCalibration(this.context);
  }

  protected override content(context: ComponentContext) {
    void this.#readLimits(context);
    const { session, view, texts } = context;
    const words = texts.panels.tracing;
    const { plan } = session.state;
    const { problem } = uploadOf(session).state;
    const level = shownLevel(plan, view.state.level);
    const title = levelsOf(plan).find(({ id }) => id === level)?.name;
    const image = level === undefined ? undefined : backgroundOf(plan, level);
    // While points are set, what is beside the drawing stays short: on a phone it lies over it.
    if (view.state.tool === "calibrate" && level !== undefined && image !== undefined)
      return html`<h2>${texts.panels.titles.tracing}</h2>
        ${calibration(level, context)}`;
    return html`<h2>
        ${texts.panels.titles.tracing}${title === undefined ? undefined : ` · ${title}`}
      </h2>
      ${image === undefined ? html`<p class="muted">${words.intro}</p>` : undefined}
      ${this.#choose(level ?? firstLevelId, image, context)} ${problemAlert(problem, texts)}
      ${level === undefined || image === undefined ? undefined : this.#place.form(level, image, context)}`;
  }

  #choose(level: string, image: Background | undefined, context: ComponentContext): TemplateResult {
    const words = context.texts.panels.tracing;
    const upload = uploadOf(context.session);
    const { running, hasEnded } = upload.state;
    if (running !== undefined) {
      return html`<label role="status"
          >${words.uploading(running.name)}
          <progress max="1" .value=${running.part}></progress>
        </label>
        <button @click=${() => upload.stop()}>${context.texts.panels.cancel}</button>`;
    }
    return html`${fileButton(
        image === undefined ? words.choose : words.replace,
        imageAccept,
        (file) => void this.#send(level, file, context),
      )}
      <p class="muted">${words.dropHint} ${this.#limit(context)}</p>
      <p role="status">${hasEnded === true ? words.ended : undefined}</p>`;
  }

  #limit({ texts, language }: ComponentContext): string {
    if (this.#largest === undefined) return texts.panels.tracing.limits(undefined);
    const unit = { style: "unit", unit: "megabyte", maximumSignificantDigits: 2 } as const;
    const size = new Intl.NumberFormat(language, unit).format(this.#largest / 2 ** 20);
    return texts.panels.tracing.limits(size);
  }

  #readLimits({ client }: ComponentContext): Promise<number | undefined> {
    this.#limits ??= readSettings(client.imageUrl("/settings.json")).then(({ imageBytes }) => {
      this.#largest = imageBytes;
      this.requestUpdate();
      return imageBytes;
    });
    return this.#limits;
  }

  async #send(level: string, file: File, context: ComponentContext): Promise<void> {
    const largest = await this.#readLimits(context);
    await uploadOf(context.session).send(level, file, largest, context);
  }
}

defineElement("floorplan-tracing", Tracing);
