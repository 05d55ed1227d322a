import { html, type TemplateResult } from "lit";
import {
  isNearlyStraight,
  straightenBackground,
  straightening,
} from "../../../model/editing/background-image.ts";
import { readLength } from "../../../model/editing/parse-length.ts";
import { backgroundOf } from "../../../model/elements/levels.ts";
import { distance, minus, type Point } from "../../../model/geometry/vector.ts";
import { withKeys } from "../../i18n/word-types.ts";
import { type EditorContext, instructionText } from "../component.ts";
import { sizeOfImage } from "../fit-view.ts";
import { shortNumberIn } from "../formats.ts";

/** Ends the calibration. */
export const endCalibration = ({ view }: EditorContext): void =>
  view.update({ tool: "select", calibration: [] });

/** Degrees below which an image counts as straight. */
const straightEnough = 0.05;

/** What was done to the image, such as `Image turned by 1.3°. Image scaled: 1 m = 84 px.` */
const doneText = (
  level: string,
  { session, client, texts, language }: EditorContext,
  degrees: number,
): string => {
  const { turned: turnedBy, scaled } = texts.panels.tracing;
  const image = backgroundOf(session.state.plan, level);
  const own = image && sizeOfImage(client.imageUrl(image.url), () => undefined);
  const parts = [
    degrees === 0 ? undefined : turnedBy(shortNumberIn(language, Math.abs(degrees))),
    image && own && scaled(shortNumberIn(language, Math.round(own.width / image.width))),
  ];
  return parts.filter((part) => part !== undefined).join(" ");
};

/** Straightens and scales the image by the form, as one undo step, and says what was done. */
const straightenAndScale = (
  level: string,
  form: EventTarget | null,
  context: EditorContext,
): void => {
  const { session, view, language, texts, say } = context;
  const [from, to] = view.state.calibration;
  if (!(form instanceof HTMLFormElement) || from === undefined || to === undefined) return;
  const text = form.querySelector<HTMLInputElement>("#distance")?.value ?? "";
  const metres = readLength(text, language);
  if (metres === undefined || metres <= 0) return say(texts.measures.noLength);
  const isStraightened = form.querySelector<HTMLInputElement>("#straighten")?.checked === true;
  const degrees = isStraightened ? straightening([from, to]) : 0;
  session.edit({ action: "imagePlace" }, (plan) =>
    straightenBackground(plan, level, [from, to], degrees, metres),
  );
  endCalibration(context);
  say(doneText(level, context, degrees));
};

/** The choice to straighten the image along the points, made already where they are nearly straight. */
const straightenChoice = (
  [from, to]: readonly Point[],
  { view, texts, language }: EditorContext,
): TemplateResult | undefined => {
  if (from === undefined || to === undefined) return undefined;
  const degrees = straightening([from, to]);
  if (Math.abs(degrees) < straightEnough) return undefined;
  const [x, z] = minus(to, from);
  const words = texts.panels.tracing.straighten;
  const angle = shortNumberIn(language, Math.abs(degrees));
  return html`<label class="check"
    ><input id="straighten" type="checkbox" .checked=${isNearlyStraight(degrees)} />
    ${Math.abs(x) > Math.abs(z) === (view.state.turn === 0) ? words.across(angle) : words.down(angle)}</label
  >`;
};

/** The button that starts the calibration of a tracing image, or the form during calibration. */
export const calibration = (level: string, context: EditorContext): TemplateResult => {
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
  return html`<form
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      straightenAndScale(level, event.currentTarget, context);
    }}
  >
    <p>${instructionText(withKeys(words.calibrateHint, words.calibrateKeys))}</p>
    <p>
      ${from === undefined ? words.noneSet : to === undefined ? words.firstSet : words.bothSet}
      ${drawn > 0 ? words.measured(shortNumberIn(language, drawn)) : undefined}
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
    ${straightenChoice(points, context)}
    <div class="row">
      <button class="main" ?disabled=${drawn === 0}>${words.apply}</button>
      <button type="button" @click=${() => endCalibration(context)}>${texts.editor.cancel}</button>
    </div>
  </form>`;
};
