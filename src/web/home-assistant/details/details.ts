import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import { textIn } from "../../../model/json.ts";
import { isAskedFirst, offeredCall } from "../../../model/bindings/perform-action.ts";
import { domainOf, type EntityState } from "../../../model/bindings/entity-state.ts";
import { entityName } from "../../../model/bindings/entity-display.ts";
import { stateText, wholeStateText } from "../../../model/bindings/state-text.ts";
import { dialogStyle, swallowPress } from "../../ui/dialog.ts";
import { type DetailsSubject, entitiesOfRoom } from "../plan-references.ts";
import { pendingStyle } from "../actions/pending-mark.ts";
import { confirmAndCall, type Notice, unansweredNotice } from "../actions/service-call.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import type { IconSource } from "../../renderer/options.ts";
import { iconView } from "../../renderer/icons/icon-shape.ts";
import type { HomeAssistant, HomeAssistantState } from "../home-assistant.ts";
import { detailsTranslator } from "../../i18n/details-translator.ts";
import { serviceMessageView } from "../../i18n/problem-words.ts";
import type { PreferredLanguages } from "../../i18n/translator.ts";
import { browserLanguages, TranslationController } from "../../i18n/translation-controller.ts";
import { chartView, LastDayHistory } from "./history-chart.ts";
import { controlView } from "./control-view.ts";
import { attributesOf, type Control, type ServiceRequest } from "./control.ts";
import { controlsFor } from "./entity-controls.ts";
import { Pictures } from "./pictures.ts";
import { detailsStyle } from "./details-style.ts";
import { type ControlKey, PendingValues, valueOf } from "./pending-values.ts";

/** Units of time in seconds, the longest first. */
const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** How long ago a time was, such as `3 minutes ago`; from seconds since 1970 or ISO 8601, empty for anything else. */
const timeAgoText = (
  moment: string | number | undefined,
  language: string,
  nowMs = Date.now(),
): string | undefined => {
  const ms = typeof moment === "number" ? moment * 1000 : Date.parse(moment ?? "");
  if (!Number.isFinite(ms) || ms <= 0) return undefined;
  const seconds = Math.max(0, Math.round((nowMs - ms) / 1000));
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(
    -Math.floor(seconds / size),
    unit,
  );
};

/** What a media player plays: its title, and whose it is. */
const playingText = (entity: string, state: EntityState): string => {
  if (domainOf(entity) !== "media_player") return "";
  const { text } = attributesOf(state);
  const by = text("media_artist") ?? text("media_series_title") ?? text("media_album_name");
  return [text("media_title"), by].filter((part) => part !== undefined && part !== "").join(" · ");
};

/** A control, and the value that it was given. */
interface GivenValue {
  readonly key: ControlKey;
  readonly value: ReturnType<PendingValues["of"]>;
  readonly control: Control;
}

/** How often relative times are renewed. */
const renewMs = 60_000;

/**
 * Shows entities, or a room, in a dialog: states, controls, and the last 24 hours. Dispatches `closed`, and `entity`
 * with the id of a chosen entity if `delegates` says that the page shows it.
 */
class FloorplanDetails extends LitElement {
  static override readonly properties = {
    homeAssistant: { attribute: false },
    now: { attribute: false },
    plan: { attribute: false },
    subject: { attribute: false },
    icons: { attribute: false },
    languages: { attribute: false },
    delegates: { attribute: false },
    chosen: { state: true },
    notice: { state: true },
  };
  static override readonly styles = [dialogStyle, detailsStyle, pendingStyle];
  declare homeAssistant: HomeAssistant;
  /** The current state; a new object renders again. */
  declare now: HomeAssistantState;
  declare plan: PlanData;
  declare subject: DetailsSubject;
  declare icons: IconSource;
  declare languages: PreferredLanguages | undefined;
  declare delegates: boolean;
  /** The chosen entity of a room. */
  declare chosen: string | undefined;
  declare notice: Notice | undefined;
  #renewing: ReturnType<typeof setInterval> | undefined;
  readonly #days = new LastDayHistory(() => this.requestUpdate());
  readonly #pictures = new Pictures(() => this.requestUpdate());
  readonly #pending = new PendingValues(
    () => this.requestUpdate(),
    (entity) => {
      const name = this.#nameOf(entity);
      this.notice = unansweredNotice(this.#translations.texts, name);
    },
  );
  readonly #translations = new TranslationController(
    this,
    detailsTranslator,
    () => this.languages ?? browserLanguages(),
  );

  constructor() {
    super();
    this.delegates = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#renewing = setInterval(() => {
      this.#days.renew(this.homeAssistant, this.#detailed);
      this.requestUpdate();
    }, renewMs);
  }

  override disconnectedCallback(): void {
    clearInterval(this.#renewing);
    this.#pictures.end();
    this.#pending.clear();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("subject")) {
      this.chosen = undefined;
      this.notice = undefined;
      this.#days.forget();
      this.#pending.clear();
    }
    for (const entity of this.#detailed) {
      const state = this.now.states(entity);
      if (state !== undefined) this.#pending.compare(entity, state, controlsFor(entity, state));
    }
    this.#days.want(this.homeAssistant, this.#detailed);
    this.#pictures.show(this.homeAssistant, this.#detailed);
  }

  protected override firstUpdated(): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog === null) return;
    dialog.showModal();
    swallowPress(dialog);
  }

  protected override render(): TemplateResult {
    const { acting, details } = this.#translations.texts;
    const { subject, chosen, notice } = this;
    const [first = ""] = this.#detailed;
    const isList = subject.kind === "room" && chosen === undefined;
    const title = isList ? this.#roomName : this.#nameOf(first);
    return html`<dialog
      aria-labelledby="title"
      @close=${() => this.dispatchEvent(new CustomEvent("closed"))}
      @click=${this.#clicked}
    >
      <div class="head">
        ${
          chosen === undefined
            ? nothing
            : html`<button aria-label=${details.back} @click=${() => (this.chosen = undefined)}>
                ‹
              </button>`
        }
        <h2 id="title">${title}</h2>
        <button aria-label=${details.close} @click=${this.close}>×</button>
      </div>
      ${
        notice === undefined
          ? nothing
          : html`<p class="notice" role="alert">
              ${notice.text}
              ${notice.said === undefined ? nothing : html`<small>${serviceMessageView(notice.said)}</small>`}
            </p>`
      }
      ${this.#mayNot ? html`<p class="soft">${acting.refused.control}</p>` : nothing}
      ${isList ? this.#list() : this.#detailed.map((entity, at) => this.#entity(entity, at > 0))}
    </dialog>`;
  }

  readonly close = (): void => {
    this.renderRoot.querySelector("dialog")?.close();
  };

  readonly #clicked = (event: MouseEvent): void => {
    const { target, currentTarget, clientX: x, clientY: y } = event;
    // Clicks by keyboard have no position.
    if (target !== currentTarget || !(target instanceof Element) || event.detail === 0) return;
    const { left, right, top, bottom } = target.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) this.close();
  };

  /** The entities shown in detail. */
  get #detailed(): readonly string[] {
    if (this.chosen !== undefined) return [this.chosen];
    return this.subject.kind === "entities" ? this.subject.entities : [];
  }

  /** Whether there are controls that this user may not use. */
  get #mayNot(): boolean {
    if (this.now.control) return false;
    return this.#detailed.some((entity) => {
      const state = this.now.states(entity);
      return state !== undefined && controlsFor(entity, state).length > 0;
    });
  }

  get #roomName(): string {
    if (this.subject.kind !== "room") return "";
    return textIn(this.subject.room.data["name"]) ?? this.#translations.texts.drawing.things.rooms;
  }

  #nameOf(entity: string): string {
    return entityName(entity, this.now.states(entity)) ?? entity;
  }

  #wording() {
    const { texts, language } = this.#translations.translation;
    const { format, word, precisions, timeZone, temperatureUnit } = this.now;
    const words = texts.drawing;
    return { words, language, format, word, precisions, timeZone, temperatureUnit };
  }

  #icon(entity: string, state: EntityState | undefined): TemplateResult {
    return iconView(this.now.icon(entity, state) ?? "", this.icons);
  }

  #list(): TemplateResult {
    const { details } = this.#translations.texts;
    const all = this.subject.kind === "room" ? entitiesOfRoom(this.plan, this.subject.room) : [];
    if (all.length === 0) return html`<p class="soft">${details.empty}</p>`;
    return html`<ul class="things">
      ${all.map((entity) => {
        const state = this.now.states(entity);
        return html`<li>
          <button @click=${() => this.#choose(entity)}>
            ${this.#icon(entity, state)}
            <span class="name">${this.#nameOf(entity)}</span>
            <span
              >${state === undefined ? "–" : wholeStateText(entity, state, this.#wording())}</span
            >
          </button>
        </li>`;
      })}
    </ul>`;
  }

  #choose(entity: string): void {
    if (!this.delegates) this.chosen = entity;
    else {
      this.close();
      this.dispatchEvent(new CustomEvent("entity", { detail: entity }));
    }
  }

  #entity(entity: string, isNamed: boolean): TemplateResult {
    const { details } = this.#translations.texts;
    const { language } = this.#translations.translation;
    const state = this.now.states(entity);
    const name = isNamed ? html`<h3>${this.#nameOf(entity)}</h3>` : nothing;
    if (state === undefined)
      return html`<section>
        ${name}
        <p class="now">${this.#icon(entity, state)} ${details.unknown}</p>
        ${this.#day(entity)}
      </section>`;
    const when = timeAgoText(state.last_changed, language);
    const playing = playingText(entity, state);
    return html`<section>
      ${name}
      <p class="now">
        ${this.#icon(entity, state)} ${wholeStateText(entity, state, this.#wording())}
      </p>
      ${this.#picture(entity)} ${playing === "" ? nothing : html`<p>${playing}</p>`}
      ${when === undefined ? nothing : html`<p class="soft">${details.changed(when)}</p>`}
      <fieldset class="controls" ?disabled=${!this.now.control}>
        ${controlsFor(entity, state).map((control) =>
          controlView(control, {
            words: details,
            language,
            optionWord: (option, attribute) =>
              attribute === undefined
                ? stateText(entity, { ...state, state: option }, this.#wording())
                : (this.now.attributeWord(entity, state, attribute, option) ?? option),
            wish: (key, value, wish) => void this.#wish(entity, wish, { key, value, control }),
            given: (key) => this.#pending.of(entity, key),
            isPending: (key) => this.#pending.isSent(entity, key),
            drag: (key, value) => this.#pending.drag(entity, key, value),
          }),
        )}
      </fieldset>
      ${this.#day(entity)}
    </section>`;
  }

  /** Why something could not be loaded. */
  #notLoaded(what: "day" | "picture", { code, message }: PlanProblem): TemplateResult {
    const { details, errors } = this.#translations.texts;
    const { [what]: lead, because } = details.notLoaded;
    const known: Readonly<Record<string, string>> = because;
    const reason = Object.hasOwn(known, code) ? known[code] : undefined;
    const said =
      message === "" ? because.unknown : serviceMessageView({ intro: errors.said, message });
    return html`<p class="soft">${lead} ${reason ?? said}</p>`;
  }

  #picture(entity: string): TemplateResult | typeof nothing {
    return this.#pictures.view(entity, this.#nameOf(entity), (problem) =>
      this.#notLoaded("picture", problem),
    );
  }

  #day(entity: string): TemplateResult {
    const { details } = this.#translations.texts;
    const day = this.#days.of(entity);
    if (day === undefined) return html`<p class="soft">${details.loadingDay}</p>`;
    if ("problem" in day) return this.#notLoaded("day", day.problem);
    const state = this.now.states(entity);
    const wording = this.#wording();
    const attributes = state?.attributes ?? {};
    return chartView(day.past, day.fromMs, day.toMs, {
      words: details,
      entity,
      language: wording.language,
      timeZone: wording.timeZone,
      wordOf: (text) => stateText(entity, { state: text, attributes }, wording),
    });
  }

  /** Does what a control was operated for, whose value stays until the state has it. */
  async #wish(
    entity: string,
    { service, data }: ServiceRequest,
    { key, value, control }: GivenValue,
  ): Promise<void> {
    const call = offeredCall(entity, service, data);
    if (call === undefined) return;
    this.notice = undefined;
    const question = isAskedFirst({ kind: "call", call }, this.now.states) ? "" : undefined;
    const host = this.shadowRoot ?? this;
    const words = this.#translations.texts;
    const sent = (): void => {
      const before = { state: this.now.states(entity), value: valueOf(control)?.value };
      this.#pending.send(entity, key, value, before);
    };
    const notice = await confirmAndCall({ host, words }, this.homeAssistant, call, question, {
      sent,
    });
    this.notice = notice;
    // A button has no value that the state could come to have.
    if (notice === undefined && control.kind !== "buttons") return;
    this.#pending.drop(entity, key, { value });
    this.requestUpdate();
  }
}

// A page may load it twice, from two addresses.
if (customElements.get("floorplan-details") === undefined)
  customElements.define("floorplan-details", FloorplanDetails);
