import { html, LitElement, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import type { PlanSource } from "../../connection/plan-client.ts";
import { positionsTranslator } from "../../i18n/positions-translator.ts";
import { TranslationController } from "../../i18n/translation-controller.ts";
import type { PreferredLanguages } from "../../i18n/translator.ts";
import { writeAttribute } from "../../renderer/frame.ts";
import { shownLevel } from "../../../model/elements/levels.ts";
import { MovingTargets } from "./moving-targets.ts";
import { PositionDrawing } from "./position-drawing.ts";
import { roomNameOf } from "./position-room.ts";
import { PositionStore } from "./position-store.ts";
import { ZoneDrawing } from "./zone-drawing.ts";
import { dotRadius, dotStyle, leastDotPixels, positionsStyle } from "./positions-style.ts";
import { type Rooms, RoomNews } from "./room-news.ts";
import type { DrawnLater } from "../replay/film.ts";
import type { PastPositions } from "./past-positions.ts";
import type { HomeAssistant } from "../home-assistant.ts";
import { browserChoice } from "../../ui/browser-choice.ts";
import { loadAgain } from "../../connection/retry.ts";

const loadPast = (): Promise<typeof import("./past-positions.ts")> =>
  loadAgain(() => import("./past-positions.ts"), new AbortController().signal);

/** Inputs of the element. */
export interface ShownPositions {
  readonly client: PlanSource;
  readonly homeAssistant: HomeAssistant | undefined;
  /** The shown plan, and the id of its shown floor. */
  readonly plan: PlanData;
  readonly level: string | undefined;
  /** The earlier moment that is shown, in ms since 1970. */
  readonly pastAt: number | undefined;
  readonly languages: PreferredLanguages;
}

/** Whether screen readers are told who enters which room. */
const announcing = browserChoice("floorplan-announce-positions", ["off", "on"]);

/**
 * The people and things on a plan: a layer over the `<svg>` before it, which it follows, with the positions that the
 * service tells.
 */
export class FloorplanPositions extends LitElement {
  static override readonly properties = { shown: { attribute: false } };
  static override readonly styles = [positionsStyle, dotStyle];
  declare shown: ShownPositions;
  readonly #translations = new TranslationController(
    this,
    positionsTranslator,
    () => this.shown.languages,
  );
  readonly #sheets = new MutationObserver(() => this.#place());
  /** The targets of all floors of the plan, as they are drawn. */
  readonly targets = new MovingTargets();
  readonly #news = new RoomNews((entered) => this.#say(entered));
  #drawing: PositionDrawing | undefined;
  #zones: ZoneDrawing | undefined;
  #store: PositionStore | undefined;
  #past: PastPositions | undefined;
  #client: PlanSource | undefined;
  #said = "";
  #root: Node | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
    const sheet = this.previousElementSibling;
    if (sheet !== null) this.#sheets.observe(sheet, { attributes: true });
    this.#root = this.getRootNode();
    // The view in 3D shows them too, which may be there before this code is.
    this.dispatchEvent(new Event("targets", { bubbles: true }));
    this.#root.addEventListener("film-step", this.#tellLoading);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sheets.disconnect();
    this.#root?.removeEventListener("film-step", this.#tellLoading);
    this.#end();
  }

  protected override render(): TemplateResult {
    const { all, announce } = this.#translations.texts;
    const isOn = announcing.stored() === "on";
    return html`<svg role="group" aria-label=${all}>
        <g class="turned">
          <g class="zones"></g>
          <g class="grounds" aria-hidden="true"></g>
          <g class="dots"></g>
        </g>
      </svg>
      <button class="unseen" aria-pressed=${isOn} hidden @click=${this.#switch}>${announce}</button>
      <p class="unseen" role="status">${this.#said}</p>`;
  }

  protected override updated(): void {
    if (!this.isConnected) return;
    const { client, plan, level, pastAt } = this.shown;
    const [zones, ground, dots] = [".zones", ".grounds", ".dots"].map((name) =>
      this.renderRoot.querySelector<SVGGElement>(name),
    );
    if (!zones || !ground || !dots) return;
    if (client !== this.#client) this.#end();
    this.#client = client;
    const { targets } = this;
    this.#drawing ??= new PositionDrawing(ground, dots, targets);
    this.#drawing.show(shownLevel(plan, level));
    const inZones = (this.#zones ??= new ZoneDrawing(zones));
    const store = (this.#store ??= this.#begin(client, inZones));
    const on = { plan, level, words: this.#translations.texts };
    store.follow(pastAt === undefined ? plan : {});
    if (pastAt === undefined) {
      this.#past = undefined;
      targets.show(on, store.all);
      inZones.show(on, store.all);
    } else {
      const past = this.#pastOf()?.at(plan, pastAt);
      if (past !== undefined) {
        targets.show(on, past.positions, past.trails);
        inZones.show(on, past.positions);
      }
    }
    this.#place();
  }

  #begin(client: PlanSource, zones: ZoneDrawing): PositionStore {
    const store = new PositionStore(client);
    store.subscribe((changed) => {
      this.targets.change(changed.keys());
      zones.change();
      for (const [id, position] of changed)
        if (position !== undefined && position.partOf === undefined)
          this.#news.put(id, roomNameOf(this.shown.plan, position));
      this.#hide();
    });
    return store;
  }

  #end(): void {
    this.#store?.end();
    this.#store = undefined;
    this.#past = undefined;
    this.#news.end();
    this.#said = "";
    this.targets.clear();
    this.#zones?.clear();
  }

  /** What tells earlier positions; undefined until its code is loaded. */
  #pastOf(): PastPositions | undefined {
    if (this.#past === undefined) void this.#loadPast();
    return this.#past;
  }

  /** A film goes on once the positions of its moment are loaded. */
  readonly #tellLoading = (event: Event): void => {
    const told: DrawnLater | undefined = event instanceof CustomEvent ? event.detail : undefined;
    if (this.#past !== undefined) told?.(this.#past.loaded);
  };

  async #loadPast(): Promise<void> {
    const { PastPositions } = await loadPast();
    const { homeAssistant, pastAt } = this.shown;
    if (this.#past !== undefined || homeAssistant === undefined || pastAt === undefined) return;
    this.#past = new PastPositions(homeAssistant, () => this.requestUpdate());
    this.requestUpdate();
  }

  readonly #switch = (): void => {
    announcing.store(announcing.stored() === "off" ? "on" : "off");
    this.#said = "";
    this.requestUpdate();
    // Who asks wants to know where everybody is, too.
    this.#news.sayAll();
  };

  #say(entered: Rooms): void {
    const { entered: words, kinds } = this.#translations.texts;
    const told = entered.flatMap(([id, room]) => {
      const position = this.#store?.get(id);
      return position === undefined ? [] : [words(position.name ?? kinds[position.kind], room)];
    });
    this.#said = announcing.stored() === "on" ? told.join(" ") : "";
    this.requestUpdate();
  }

  /** Takes the view of the sheet. */
  #place(): void {
    const sheet = this.previousElementSibling;
    const layer = this.renderRoot.querySelector("svg");
    if (!(sheet instanceof SVGSVGElement) || layer === null) return;
    writeAttribute(layer, "viewBox", sheet.getAttribute("viewBox") ?? "");
    const turn = sheet.querySelector(".turned")?.getAttribute("transform") ?? "";
    writeAttribute(layer.querySelector(".turned"), "transform", turn);
    const scale = this.clientWidth / (sheet.viewBox.baseVal.width || 1) || 1;
    layer.style.setProperty("--size", Math.max(dotRadius, leastDotPixels / scale).toFixed(3));
    const upright = sheet.style.getPropertyValue("--plan-upright");
    layer.style.setProperty("--plan-upright", upright);
    this.#hide();
  }

  /** Says nothing to screen readers while nobody is there. */
  #hide(): void {
    const isEmpty = this.#drawing?.count === 0 && this.#zones?.count === 0;
    this.renderRoot.querySelector("svg")?.toggleAttribute("hidden", isEmpty);
    this.renderRoot.querySelector("button")?.toggleAttribute("hidden", !this.#store?.all.size);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "floorplan-positions": FloorplanPositions;
  }
}

// A dashboard may load the module twice, from two addresses.
if (customElements.get("floorplan-positions") === undefined)
  customElements.define("floorplan-positions", FloorplanPositions);
