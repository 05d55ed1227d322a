import { type Background, backgroundOf } from "../../../elements/background.ts";
import { css, html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { imageAccept } from "../../client/image-file.ts";
import { readSettings } from "../../client/settings.ts";
import { removeBackground, setBackground } from "../../model/background.ts";
import { addLevel } from "../../model/levels.ts";
import { levelsOf, shownLevel } from "../../../elements/levels.ts";
import { calibration, endCalibration } from "./calibration.ts";
import { fileButton, labelled, numberInput, valueOf } from "./inputs.ts";
import { define, type PartContext } from "../part.ts";
import { Panel } from "./panel.ts";
import { problemAlert } from "./problem-text.ts";
import { uploadOf } from "./upload.ts";

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

  override willUpdate(): void {
    if (this.context !== undefined)
      uploadOf(this.context.session).changed = () => this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const { tool } = this.context?.view.state ?? {};
    if (this.context !== undefined && (tool === "calibrate" || tool === "image"))
      endCalibration(this.context);
  }

  protected override content(context: PartContext) {
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
      ${level === undefined ? this.#needsLevel(context) : this.#choose(level, image, context)}
      ${problemAlert(problem, texts)}
      ${level === undefined || image === undefined ? undefined : this.#place(level, image, context)}`;
  }

  #needsLevel({ session, view, texts }: PartContext): TemplateResult {
    const words = texts.panels.tracing;
    const add = (): void => {
      const { id } = addLevel(session.state.plan, words.firstLevel, words.firstLevel);
      session.edit({ action: "field", name: words.firstLevel }, (plan) => ({
        ...plan,
        levels: [{ id, name: words.firstLevel }],
      }));
      view.update({ level: id });
    };
    return html`<p>${words.needsLevel}</p>
      <button @click=${add}>${words.addLevel}</button>`;
  }

  #choose(level: string, image: Background | undefined, context: PartContext): TemplateResult {
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
      <p class="muted">${this.#limit(context)}</p>
      <p role="status">${hasEnded === true ? words.ended : undefined}</p>`;
  }

  #limit({ texts, language }: PartContext): string {
    if (this.#largest === undefined) return texts.panels.tracing.limits(undefined);
    const unit = { style: "unit", unit: "megabyte", maximumSignificantDigits: 2 } as const;
    const size = new Intl.NumberFormat(language, unit).format(this.#largest / 2 ** 20);
    return texts.panels.tracing.limits(size);
  }

  #readLimits({ client }: PartContext): Promise<number | undefined> {
    this.#limits ??= readSettings(client.imageUrl("/settings.json")).then(({ imageBytes }) => {
      this.#largest = imageBytes;
      this.requestUpdate();
      return imageBytes;
    });
    return this.#limits;
  }

  async #send(level: string, file: File, context: PartContext): Promise<void> {
    const largest = await this.#readLimits(context);
    await uploadOf(context.session).send(level, file, largest, context);
  }

  #place(level: string, image: Background, context: PartContext): TemplateResult {
    const { session, texts } = context;
    const words = texts.panels.tracing;
    const set = (field: "left" | "top" | "width" | "opacity", value: number): void => {
      // What has no width could not be seen, so the former one comes back.
      if (field === "width" && value <= 0) return this.requestUpdate();
      session.edit({ action: "imagePlace" }, (plan) =>
        setBackground(plan, level, { [field]: value }),
      );
    };
    const number = (field: "left" | "top" | "width"): TemplateResult =>
      labelled(
        words[field],
        numberInput(image[field], 0.05, (value) => set(field, value)),
      );
    const isMoving = context.view.state.tool === "image";
    return html`<button
        class=${isMoving ? "main" : ""}
        aria-pressed=${isMoving}
        @click=${() => context.view.update({ tool: isMoving ? "select" : "image", selection: [] })}
      >
        ${words.move}
      </button>
      <div class="fields">${number("left")} ${number("top")} ${number("width")}</div>
      ${labelled(
        words.opacity,
        html`<input
          type="range"
          min="0.05"
          max="1"
          step="0.05"
          .value=${live(String(image.opacity))}
          @change=${(event: Event) => set("opacity", Number(valueOf(event)))}
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
}

define("floorplan-tracing", Tracing);
