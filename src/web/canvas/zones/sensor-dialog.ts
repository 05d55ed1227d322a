import { isLeft } from "fp-ts/lib/Either.js";
import { html, nothing, type TemplateResult } from "lit";
import type { Json } from "../../../model/json.ts";
import { type ZoneAnswer, zoneAnswerCodec } from "../../../model/zones/sensor/sensor-answer.ts";
import type { SensorProblem } from "../../../model/zones/sensor/sensor-problem.ts";
import { isWanted } from "../../../model/zones/sensor/zone-at-sensor.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import { askService } from "../../connection/asking.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import type { ZoneSensorTexts } from "../../i18n/en/zone-sensor.ts";
import type { EditorContext } from "../component.ts";
import { hundredthsIn, metresIn, shortNumberIn } from "../formats.ts";
import { problemText } from "../inspector/problems.ts";

/** A zone to be written, as it is saved. */
export interface SavedZone {
  readonly id: string;
  readonly name: string;
  readonly rev: number;
}

type Action = "write" | "restore";

type Stage =
  | { readonly is: "looking" | "writing" }
  | { readonly is: "failed"; readonly problem: PlanProblem }
  | {
      readonly is: "told";
      readonly action: Action;
      readonly answer: ZoneAnswer;
      /** Of a restored write that somebody else has touched. */
      readonly undo?: string | undefined;
    };

const answerIn = (answer: Json): ZoneAnswer | undefined => {
  const read = zoneAnswerCodec.decode(answer);
  return isLeft(read) ? undefined : read.right;
};

/** A problem in words, with figures as the language writes them. */
const problemWords = (
  { problem, entity = "", value = "", least, most, metres = 0 }: SensorProblem,
  { problems }: ZoneSensorTexts,
  language: string,
): string => {
  const number = (figure: number | undefined): string =>
    figure === undefined ? "…" : shortNumberIn(language, figure);
  return problems[problem]({
    entity,
    value: typeof value === "number" ? shortNumberIn(language, value) : value,
    least: number(least),
    most: number(most),
    metres: metresIn(language)(metres),
  });
};

/** The dialog in which a zone is written to its sensor: what is written, what came of it, and the way back. */
export class SensorDialog {
  readonly #zone: SavedZone;
  readonly #context: EditorContext;
  readonly #changed: () => void;
  readonly #takeOver: (points: readonly Point[]) => void;
  #stage: Stage = { is: "looking" };

  /** `changed` is called when there is something else to show. */
  constructor(
    zone: SavedZone,
    context: EditorContext,
    on: { readonly changed: () => void; readonly takeOver: (points: readonly Point[]) => void },
  ) {
    this.#zone = zone;
    this.#context = context;
    this.#changed = on.changed;
    this.#takeOver = on.takeOver;
    void this.#ask("write", { zone: zone.id, rev: zone.rev, dry: true }, "looking");
  }

  /** Whether values are being written, which closing the dialog does not end. */
  get isWriting(): boolean {
    return this.#stage.is === "writing";
  }

  /** The content of the dialog; `close` closes it. */
  content(texts: ZoneSensorTexts, close: () => void): TemplateResult {
    return html`<h2 id="sensor-title">${texts.title(this.#zone.name)}</h2>
      ${this.#told(texts, close)}`;
  }

  #told(texts: ZoneSensorTexts, close: () => void): TemplateResult {
    const stage = this.#stage;
    switch (stage.is) {
      case "looking":
      case "writing":
        return html`<p role="status">${texts[stage.is]}</p>
          ${stage.is === "writing" ? nothing : this.#row([texts.cancel, close])}`;
      case "failed":
        return html`<div class="bad" role="alert">
            ${problemText(stage.problem, this.#context.texts)}
          </div>
          ${this.#row([texts.close, close])}`;
      case "told":
        return this.#answer(stage, texts, close);
    }
  }

  #answer(
    { action, answer, undo }: Extract<Stage, { is: "told" }>,
    texts: ZoneSensorTexts,
    close: () => void,
  ): TemplateResult {
    const { outcome, problems, present } = answer;
    const { language } = this.#context;
    const taken = present?.flatMap(([x, z]): readonly Point[] =>
      x === undefined || z === undefined ? [] : [[x, z]],
    );
    const takeOver: readonly Choice[] =
      taken === undefined ? [] : [[texts.takeOver, () => (this.#takeOver(taken), close())]];
    switch (outcome) {
      case "impossible":
        return html`<div role="alert">
            <p>${texts.outcomes.impossible}</p>
            <ul>
              ${problems.map((each) => html`<li>${problemWords(each, texts, language)}</li>`)}
            </ul>
          </div>
          ${this.#row(...takeOver, [texts.close, close])}`;
      case "planned": {
        const isSame = answer.values.every(({ entity, before, wanted }) =>
          isWanted(entity, before, wanted),
        );
        const write = (): void => {
          const { id, rev } = this.#zone;
          void this.#ask("write", { zone: id, rev }, "writing");
        };
        if (isSame)
          return html`<p role="status">${texts.same}</p>
            ${this.#row([texts.close, close])}`;
        return html`<p role="status">${texts.planned}</p>
          ${this.#table(answer, texts, false)} ${this.#excess(answer, texts)}
          ${this.#row(...takeOver, [texts.cancel, close], [texts.confirm, write, "main"])}`;
      }
      case "changed":
        return html`<p role="status">${texts.outcomes.changed}</p>
          ${this.#table(answer, texts, false)}
          ${this.#row(
            [texts.close, close],
            [texts.force, () => this.#restore(undo ?? "", true), "danger"],
          )}`;
      case "written":
      case "failed":
      case "partly": {
        const done = action === "restore" && outcome === "written" ? "restored" : outcome;
        const again = action === "write" || outcome === "partly" ? answer.undo : undefined;
        const undoing: readonly Choice[] =
          again === undefined ? [] : [[texts.undo, () => this.#restore(again, false)]];
        return html`<p role=${outcome === "written" ? "status" : "alert"}>
            ${texts.outcomes[done]}
          </p>
          ${this.#table(answer, texts, true)} ${this.#row(...undoing, [texts.close, close, "main"])}`;
      }
    }
  }

  #table({ values }: ZoneAnswer, texts: ZoneSensorTexts, isDone: boolean): TemplateResult {
    const words = (state: string | undefined, unit: string | undefined): string =>
      state === undefined ? texts.unknown : unit === undefined ? state : `${state} ${unit}`;
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${texts.entity}>
      <table>
        <thead>
          <tr>
            <th scope="col">${texts.entity}</th>
            <th scope="col">${isDone ? texts.former : texts.before}</th>
            <th scope="col">${texts.wanted}</th>
            ${isDone ? html`<th scope="col">${texts.after}</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${values.map(({ entity, before, wanted, after, unit, failure }) => {
            const shown = unit !== undefined && !entity.includes("text.") ? unit : undefined;
            return html`<tr>
                <th scope="row"><code>${entity}</code></th>
                <td>${words(before, shown)}</td>
                <td>${words(wanted, shown)}</td>
                ${isDone ? html`<td>${words(after, shown)}</td>` : nothing}
              </tr>
              ${failure === undefined ? nothing : this.#failure(failure, texts)}`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  /** A row of its own: beside three values a phone has no room for a sentence. */
  #failure(
    { code, message }: NonNullable<ZoneAnswer["values"][number]["failure"]>,
    texts: ZoneSensorTexts,
  ): TemplateResult {
    return html`<tr>
      <td colspan="4">
        <p class="bad">
          ${texts.failures[code]}
          ${message === undefined ? nothing : html`<span lang="en">${message}</span>`}
        </p>
      </td>
    </tr>`;
  }

  #excess({ excess }: ZoneAnswer, texts: ZoneSensorTexts): TemplateResult | typeof nothing {
    const { language } = this.#context;
    // Less than a hand's breadth is that of rounding.
    if (excess === undefined || excess.square_metres < 0.01) return nothing;
    const percent = shortNumberIn(language, Math.round(excess.percent));
    return html`<p>${texts.excess(hundredthsIn(language, excess.square_metres), percent)}</p>`;
  }

  #row(...choices: readonly Choice[]): TemplateResult {
    return html`<div class="row">
      ${choices.map(
        ([words, choose, style]) =>
          html`<button class=${style ?? nothing} @click=${choose}>${words}</button>`,
      )}
    </div>`;
  }

  #restore(undo: string, force: boolean): void {
    void this.#ask("restore", { undo, ...(force ? { force } : {}) }, "writing", undo);
  }

  async #ask(
    action: Action,
    fields: Asked,
    is: "looking" | "writing",
    undo?: string,
  ): Promise<void> {
    const { client } = this.#context;
    this.#show({ is });
    const answer =
      "zone" in fields
        ? await askService<"zones/write", ZoneAnswer>(
            client,
            `${client.domain}/zones/write`,
            fields,
            "outcome",
            answerIn,
          )
        : await askService<"zones/restore", ZoneAnswer>(
            client,
            `${client.domain}/zones/restore`,
            fields,
            "outcome",
            answerIn,
          );
    this.#show(
      isLeft(answer)
        ? { is: "failed", problem: answer.left }
        : { is: "told", action, answer: answer.right, undo },
    );
  }

  #show(stage: Stage): void {
    this.#stage = stage;
    this.#changed();
  }
}

/** A button of the dialog. */
type Choice = readonly [words: string, choose: () => void, style?: "main" | "danger"];

type Asked =
  | { readonly zone: string; readonly rev: number; readonly dry?: boolean }
  | { readonly undo: string; readonly force?: boolean };
