import { html, type TemplateResult } from "lit";
import { readLength } from "../../../model/editing/parse-length.ts";
import {
  rotateBackground,
  scaleBackground,
  straightening,
} from "../../../model/editing/background-image.ts";
import { distance, minus, plus, turned } from "../../../model/geometry/vector.ts";
import { forFingers } from "../for-fingers.ts";
import type { ComponentContext } from "../../canvas/component.ts";

/** Ends the setting of points. */
export const endCalibration = ({ view }: ComponentContext): void =>
  view.update({ tool: "select", calibration: [] });

const scale = (level: string, form: EventTarget | null, context: ComponentContext): void => {
  const [from, to] = context.view.state.calibration;
  const input = form instanceof HTMLFormElement ? form.querySelector("input") : null;
  const metres = readLength(input?.value ?? "", context.language) ?? 0;
  if (from === undefined || to === undefined || metres <= 0) return;
  context.session.edit({ action: "imagePlace" }, (plan) =>
    scaleBackground(plan, level, [from, to], metres),
  );
  endCalibration(context);
};

/** Turns the image so that the points lie straight across or down, and the points with it. */
const straighten = (level: string, { session, view }: ComponentContext): void => {
  const [from, to] = view.state.calibration;
  if (from === undefined || to === undefined) return;
  const degrees = straightening([from, to]);
  session.edit({ action: "imagePlace" }, (plan) => rotateBackground(plan, level, degrees, from));
  view.update({ calibration: [from, plus(from, turned(minus(to, from), degrees))] });
};

/** The button that begins the scaling of a level's tracing image, or the form while points are set. */
export const calibration = (level: string, context: ComponentContext): TemplateResult => {
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
      <input
        id="distance"
        inputmode="decimal"
        autocomplete="off"
        required
        ?disabled=${drawn === 0}
      />
    </label>
    <div class="row">
      <button class="main" ?disabled=${drawn === 0}>${words.scale}</button>
      <button type="button" ?disabled=${drawn === 0} @click=${() => straighten(level, context)}>
        ${words.straighten}
      </button>
      <button type="button" @click=${() => endCalibration(context)}>${texts.panels.cancel}</button>
    </div>
  </form>`;
};
