import { isLeft } from "fp-ts/lib/Either.js";
import { html, type TemplateResult } from "lit";
import { setWithin } from "../../../model/editing/listed.ts";
import { entriesOf } from "../../../model/elements/entities.ts";
import { isObject, type Json, type JsonObject, textIn } from "../../../model/json.ts";
import { residualsCm } from "../../../model/trackers/calibrate.ts";
import { bestFit, fitSimilarity, type PointPair } from "../../../model/trackers/similarity.ts";
import type { EditorContext } from "../component.ts";
import { formatList, hundredthsIn, shortNumberIn } from "../formats.ts";
import type { TrackerToolName } from "../mode.ts";
import {
  liveTarget,
  partNow,
  type PointsPart,
  pointsPart,
  setPairs,
  takePair,
  type Tracker,
} from "../trackers/calibration.ts";
import { labelled, selectInput } from "./inputs.ts";
import { problemWords } from "./tracker-state.ts";

/** Replaces fields of a tracker. */
export type SetTracker = (change: (tracker: JsonObject) => JsonObject) => void;

/** A button that takes up a tool, or lays it down again. */
export const toolButton = (
  tool: TrackerToolName,
  [start, stop]: readonly [start: string, stop: string],
  { view }: EditorContext,
): TemplateResult => {
  const isOn = view.state.tool === tool;
  return html`<button
    class=${isOn ? "main" : ""}
    aria-pressed=${isOn}
    @click=${() => view.update({ tool: isOn ? "select" : tool, selection: [] })}
  >
    ${isOn ? stop : start}
  </button>`;
};

const numbersIn = (language: string, pair: readonly number[]): string =>
  pair.map((each) => shortNumberIn(language, each)).join(" · ");

const pairRow = (
  tracker: Tracker,
  part: PointsPart,
  at: number,
  cm: number | undefined,
  context: EditorContext,
): TemplateResult | undefined => {
  const { texts, language } = context;
  const words = texts.trackers;
  const pair = part.pairs[at];
  if (pair === undefined) return undefined;
  const place = pair.plan.map((each) => hundredthsIn(language, each)).join(" · ");
  return html`<li class="row">
    <span
      >${words.pair(at + 1, numbersIn(language, pair.source), place)}${
        cm === undefined ? undefined : html`, ${words.off(String(Math.round(cm)))}`
      }</span
    >
    <button
      aria-label=${words.removePair(at + 1)}
      @click=${() => setPairs(context, tracker, part, part.pairs.toSpliced(at, 1))}
    >
      ${texts.panels.remove}
    </button>
  </li>`;
};

/** How well pairs agree, in a sentence; what is wrong with them if they give no map. */
const agreement = ({ pairs, isMirrored }: PointsPart, context: EditorContext): TemplateResult => {
  const words = context.texts.trackers;
  const fit = fitSimilarity(pairs, isMirrored);
  if (isLeft(fit)) return html`<p class="bad">${problemWords(fit.left, context)}</p>`;
  return html`<p>
    ${pairs.length === 2 ? words.exact : words.agree(String(Math.round(fit.right.errorCm)))}
  </p>`;
};

/** What to do with a point that contradicts the others, and that a calibration begins anew. */
const dispute = (tracker: Tracker, part: PointsPart, context: EditorContext): TemplateResult => {
  const { view, texts, language } = context;
  const words = texts.trackers;
  const { key, disputed, anew } = view.state.tracking;
  const settle = (next: { anew?: PointPair }): void => view.update({ tracking: { key, ...next } });
  if (disputed !== undefined)
    return html`<div role="alert" class="stacked">
      <p class="bad">${words.disagrees(`${hundredthsIn(language, disputed.metres)} m`)}</p>
      <div class="row">
        <button class="main" @click=${() => settle({ anew: disputed.pair })}>
          ${words.beginAnew}
        </button>
        <button @click=${() => takePair(context, tracker, part, disputed.pair)}>
          ${words.addAnyway}
        </button>
        <button @click=${() => settle({})}>${words.forget}</button>
      </div>
    </div>`;
  return anew === undefined
    ? html``
    : html`<p role="status">${words.anew}</p>
        <button @click=${() => settle({})}>${words.keepFormer}</button>`;
};

/** Whether the source's second axis points up, which fewer than three points beside a line cannot tell. */
const mirrorChoice = (
  part: PointsPart,
  set: SetTracker,
  { texts }: EditorContext,
): TemplateResult => {
  const words = texts.trackers;
  const { mirrored } = part.data;
  return labelled(
    words.fields.pointsMirrored,
    selectInput(
      [
        ["", words.up],
        ["true", words.mirroredYes],
        ["false", words.mirroredNo],
      ],
      typeof mirrored === "boolean" ? String(mirrored) : "",
      (value) =>
        set((tracker) =>
          setWithin(
            tracker,
            [...part.path, "mirrored"],
            value === "" ? undefined : value === "true",
          ),
        ),
    ),
  );
};

/** The pairs of a tracker or of one of its maps, each with its error. */
const pairList = (
  tracker: Tracker,
  part: PointsPart,
  set: SetTracker,
  context: EditorContext,
): TemplateResult => {
  const fit = bestFit(part.pairs, part.isMirrored);
  const off = isLeft(fit) ? [] : residualsCm(fit.right, part.pairs);
  return html`<ul class="list">
      ${part.pairs.map((_, at) => pairRow(tracker, part, at, off[at], context))}
    </ul>
    ${agreement(part, context)}
    ${part.pairs.length < 2 ? undefined : mirrorChoice(part, set, context)}`;
};

const matrixView = (matrix: Json, { texts, language }: EditorContext): TemplateResult =>
  html`<p><code>${JSON.stringify(matrix)}</code></p>
    <p class="muted" lang=${language}>${texts.trackers.matrixHint}</p>`;

/** One map of a vacuum: its points, or its matrix. */
const mapView = (
  tracker: Tracker,
  name: string,
  set: SetTracker,
  context: EditorContext,
): TemplateResult => {
  const part = pointsPart(context.session.state.plan, tracker, name);
  const { matrix } = part.data;
  const remove = (): void =>
    set((data) => {
      const { [name]: _, ...others } = entriesOf(data["maps"]);
      return { ...data, maps: others };
    });
  return html`<section aria-label=${name}>
    <div class="row">
      <h4>${name}</h4>
      <button
        aria-label=${context.texts.panels.about(context.texts.panels.remove, name)}
        @click=${remove}
      >
        ${context.texts.panels.remove}
      </button>
    </div>
    ${matrix === undefined ? pairList(tracker, part, set, context) : matrixView(matrix, context)}
  </section>`;
};

/** The points of a tracker, or of each of its maps, with the button that sets more by clicking. */
export const pointsView = (
  tracker: Tracker,
  set: SetTracker,
  context: EditorContext,
): TemplateResult => {
  const { session, view, texts, language } = context;
  const words = texts.trackers;
  const { maps, matrix } = tracker.data;
  const part = partNow(context, tracker);
  const live = liveTarget(context, tracker)?.position;
  const now = [
    live?.source && numbersIn(language, live.source),
    isObject(maps) && live !== undefined ? words.mapNow(textIn(live.map) ?? "–") : undefined,
  ].filter((each) => each !== undefined);
  if (matrix !== undefined) return matrixView(matrix, context);
  return html`${toolButton("trackerPoints", [words.calibrate, words.stop], context)}
  ${view.state.tool === "trackerPoints" ? html`<p>${words.now}</p>` : undefined}
  ${now.length === 0 ? undefined : html`<p class="muted">${formatList(language, now)}</p>`}
  ${part === undefined ? undefined : dispute(tracker, part, context)}
  ${
    isObject(maps)
      ? Object.keys(maps).map((name) => mapView(tracker, name, set, context))
      : pairList(tracker, pointsPart(session.state.plan, tracker, undefined), set, context)
  }`;
};
