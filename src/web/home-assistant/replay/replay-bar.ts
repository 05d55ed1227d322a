import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import type { HomeAssistant } from "../home-assistant.ts";
import type { ReplayTexts } from "../../i18n/en/screens.ts";
import { replayTranslator } from "../../i18n/replay-translator.ts";
import type { PreferredLanguages } from "../../i18n/translator.ts";
import { browserLanguages, TranslationController } from "../../i18n/translation-controller.ts";
import { pastPlansOf } from "../../connection/past-plans.ts";
import type { PlanSource } from "../../connection/plan-client.ts";
import { calmPace, Film, usualPace, whenDrawn } from "./film.ts";
import { type PastMoment, Replay } from "./replay.ts";

/** Styles of the bar, in the colours of the drawing. */
const replayStyle = css`
  :host {
    display: grid;
    grid-template-columns: auto auto auto 1fr auto auto;
    align-items: center;
    gap: 2px 8px;
    padding: 4px 12px 8px;
    border-top: 3px solid var(--plan-accent);
  }
  input {
    width: 100%;
    min-width: 0;
    min-height: 36px;
    margin: 0;
    accent-color: var(--plan-accent);
  }
  output {
    min-width: 9em;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  button {
    min-width: 36px;
    min-height: 36px;
    padding: 0 10px;
    color: inherit;
    font: inherit;
    cursor: pointer;
    background: color-mix(in srgb, var(--plan-ink) 8%, transparent);
    border: 0;
    border-radius: 18px;
  }
  svg {
    display: block;
    width: 16px;
    height: 16px;
    margin: auto;
    fill: currentcolor;
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
  }
  button:focus-visible,
  input:focus-visible {
    outline: 2px solid var(--plan-accent);
    outline-offset: 1px;
  }
  p {
    grid-column: 1 / -1;
    min-height: 1.4em;
    margin: 0;
    color: var(--plan-soft-ink);
    font-size: 0.9em;
  }
  @media (max-width: 560px) {
    :host {
      grid-template-columns: auto auto 1fr auto;
    }
    .play {
      grid-column: 1;
      grid-row: 2;
    }
    input {
      grid-column: 2 / -1;
      grid-row: 2;
    }
  }
`;

/** The signs of the button that plays the day, and stops. */
const signs = { play: "M4 2v12l10-6z", pause: "M3 2h4v12H3zM9 2h4v12H9z" } as const;

const prefersStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The bar's event with the moment to show. */
export type PastEvent = CustomEvent<PastMoment>;

/**
 * The bar for looking back: day, time of day, a film of the day, and the way back to now. Dispatches `past` with the moment to show
 * whenever it changes, and `closed`.
 */
class FloorplanReplay extends LitElement {
  static override readonly properties = {
    client: { attribute: false },
    homeAssistant: { attribute: false },
    plan: { attribute: false },
    languages: { attribute: false },
  };
  static override readonly styles = replayStyle;
  declare client: PlanSource;
  declare homeAssistant: HomeAssistant;
  /** Today's plan. */
  declare plan: PlanData;
  declare languages: PreferredLanguages;
  readonly #translations = new TranslationController(this, replayTranslator, () => this.languages);
  readonly #film = new Film({
    minutes: () => this.#replay?.minutes ?? 0,
    lastMinute: () => this.#replay?.lastMinute ?? 0,
    show: (minutes) => this.#showInFilm(minutes),
    changed: () => this.requestUpdate(),
  });
  #replay: Replay | undefined;

  constructor() {
    super();
    this.languages = browserLanguages();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A new plan of today may change the plan of the shown moment, too.
    if (changed.has("client") || changed.has("plan")) this.#begin(this.#replay?.moment);
  }

  protected override render(): TemplateResult {
    const { language, texts: words } = this.#translations.translation;
    const replay = this.#replay;
    if (replay === undefined) return html``;
    const when = new Intl.DateTimeFormat(language, {
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "numeric",
      minute: "2-digit",
    }).format(replay.moment);
    // A film would be told without end.
    const live = this.#film.isPlaying ? "off" : "polite";
    return html`${this.#turn("‹", words.before, -1, true)}
      ${this.#turn("›", words.after, 1, replay.hasNextDay)} ${this.#playButton(words)}
      <input
        type="range"
        min="0"
        max=${replay.lastMinute}
        step="1"
        .value=${String(replay.minutes)}
        aria-label=${words.time}
        aria-valuetext=${when}
        @input=${({ target }: Event) => {
          this.#film.stop();
          if (target instanceof HTMLInputElement) void replay.goTo(target.valueAsNumber);
        }}
        @pointerdown=${() => this.#film.stop()}
        @focus=${() => this.#film.stop()}
      />
      <output aria-live=${live}>${when}</output>
      <button @click=${() => this.dispatchEvent(new CustomEvent("closed"))}>${words.close}</button>
      <p role="status" aria-live=${live}>${this.#notice(words)}</p>`;
  }

  #playButton(words: ReplayTexts): TemplateResult {
    const { isPlaying } = this.#film;
    const label = isPlaying ? words.pause : words.play;
    const path = isPlaying ? signs.pause : signs.play;
    return html`<button
      class="play"
      aria-label=${label}
      title=${label}
      @click=${() => {
        if (isPlaying) this.#film.stop();
        else void this.#film.play(prefersStill() ? calmPace : usualPace);
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d=${path}></path></svg>
    </button>`;
  }

  /** Shows a minute of the film; resolves once it is drawn, with whether its day could be loaded. */
  async #showInFilm(minutes: number): Promise<boolean> {
    const replay = this.#replay;
    if (replay === undefined) return false;
    await replay.goTo(minutes);
    if (replay.problem !== undefined) return false;
    await whenDrawn(this);
    return true;
  }

  #turn(sign: string, label: string, days: number, isPossible: boolean): TemplateResult {
    return html`<button
      aria-label=${label}
      title=${label}
      ?disabled=${!isPossible}
      @click=${() => {
        this.#film.stop();
        this.#replay?.turnDays(days);
      }}
    >
      ${sign}
    </button>`;
  }

  #notice(words: ReplayTexts): string | typeof nothing {
    const replay = this.#replay;
    if (replay === undefined) return nothing;
    if (replay.isLoading) return words.loading;
    if (replay.problem !== undefined) return words.failed;
    const { which, isKnown } = replay.past;
    const said = [isKnown ? "" : words.nothing, which === "then" ? "" : words[which]];
    return said.join(" ").trim();
  }

  #begin(moment = Date.now()): void {
    this.#end();
    const host = {
      plans: pastPlansOf(this.client),
      homeAssistant: () => this.homeAssistant,
      plan: () => this.plan,
      changed: () => {
        this.requestUpdate();
        if (replay === this.#replay)
          this.dispatchEvent(new CustomEvent("past", { detail: replay.past }));
      },
    };
    const replay = new Replay(host, moment);
    this.#replay = replay;
    replay.begin();
  }

  #end(): void {
    this.#film.stop();
    this.#replay?.end();
    this.#replay = undefined;
  }
}

// A dashboard may load the module twice, from two addresses.
if (customElements.get("floorplan-replay") === undefined)
  customElements.define("floorplan-replay", FloorplanReplay);
