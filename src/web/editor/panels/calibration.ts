import { html, type TemplateResult } from "lit";
import { numberIn } from "../../../json/read.ts";
import { scaleBackground } from "../../model/background.ts";
import { distance } from "../../../geometry/vector.ts";
import { forFingers } from "../for-fingers.ts";
import type { PartContext } from "../part.ts";

/** Ends the setting of points. */
export const endCalibration = ({ view }: PartContext): void =>
  view.update({ tool: "select", calibration: [] });

const scale = (level: string, form: EventTarget | null, context: PartContext): void => {
  const [from, to] = context.view.state.calibration;
  const input = form instanceof HTMLFormElement ? form.querySelector("input") : null;
  const metres = numberIn(input?.value ?? "", 0);
  if (from === undefined || to === undefined || metres <= 0) return;
  context.session.edit({ action: "imagePlace" }, (plan) =>
    scaleBackground(plan, level, [from, to], metres),
  );
  endCalibration(context);
};

/** The button that begins the scaling of a level's tracing image, or the form while points are set. */
export const calibration = (level: string, context: PartContext): TemplateResult => {
  const { view, texts, language } = context;
  const words = texts.panels.tracing;
  const { tool, calibration: points } = view.state;
  if (tool !== "calibrate")
    return html`<button
      @click=${() => view.update({ tool: "calibrate", calibration: [], selection: [] })}
    >
      ${words.calibrate}
    </button>`;
  const [from, to] = points;
  const drawn = from === undefined || to === undefined ? 0 : distance(from, to);
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return html`<form
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      scale(level, event.currentTarget, context);
    }}
  >
    <p>${forFingers(words.calibrateHint, context.texts)}</p>
    <p role="status">
      ${words.pointsSet(points.length)}
      ${drawn > 0 ? words.measured(format.format(drawn)) : undefined}
    </p>
    <label
      >${words.trueDistance}
      <input id="distance" type="number" min="0.01" step="any" required ?disabled=${drawn === 0} />
    </label>
    <div class="row">
      <button class="main" ?disabled=${drawn === 0}>${words.scale}</button>
      <button type="button" @click=${() => endCalibration(context)}>${texts.panels.cancel}</button>
    </div>
  </form>`;
};
