import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { PlanData, Ref } from "../../model/elements/entities.ts";
import type { Touch } from "../../model/bindings/touch-actions.ts";
import type { CardWords } from "../i18n/card-translator.ts";
import { languagesOf } from "../i18n/translation-controller.ts";
import { view3dButtonTranslator, view3dTranslator } from "../i18n/view-3d-translator.ts";
import type { PastEvent } from "../home-assistant/replay/replay-bar.ts";
import { type Hass, type HomeAssistant, nothingKnown } from "../home-assistant/home-assistant.ts";
import type { FloorplanView3d, ShownView3d } from "../view-3d/floorplan-view-3d.ts";
import type { FloorplanPositions } from "../home-assistant/positions/floorplan-positions.ts";
import type { ShownHeat } from "../renderer/heat/heat-picture.ts";
import type { LayerFilter } from "./layers/layer-display.ts";

/** The card that can be shown in 3D. */
export interface View3dCard extends ReactiveControllerHost {
  readonly renderRoot: Node & ParentNode;
  readonly plan: PlanData | undefined;
  readonly level: string | undefined;
  readonly config: { readonly plain: boolean };
  readonly hass: Hass | undefined;
  readonly homeAssistant: HomeAssistant | undefined;
  readonly words: CardWords;
  readonly preview?: boolean | undefined;
  readonly layered?: LayerFilter | undefined;
  readonly shownHeat?: ShownHeat | undefined;
}

/** What a touch of an element does on the card. */
export interface Touches {
  touch(ref: Ref, touch: Touch): Promise<void>;
  awaitsSecond(ref: Ref): boolean;
  tellNotLoaded(): void;
}

const svgName = "http://www.w3.org/2000/svg";

/** A cube. */
const sign = "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5";

/** What lies over the plan in 3D, as over the plan. */
const legends = ":scope > :is(floorplan-layer-menu, floorplan-heat-legend)";

/** Shows a card's plan in 3D, over its stage, when somebody presses the button for it. */
class View3dSwitch implements ReactiveController {
  readonly #card: View3dCard;
  readonly #touches: Touches;
  readonly #button = document.createElement("button");
  #view: FloorplanView3d | undefined;
  /** The languages whose words were asked for last. */
  #spoken = "";
  #past: PastEvent["detail"] | undefined;

  constructor(card: View3dCard, touches: Touches) {
    this.#card = card;
    this.#touches = touches;
    const picture = document.createElementNS(svgName, "svg");
    picture.setAttribute("viewBox", "0 0 24 24");
    picture.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(svgName, "path");
    path.setAttribute("d", sign);
    picture.append(path);
    this.#button.append(picture);
    this.#button.addEventListener("click", () => void this.#open());
    // The plan beneath takes no gesture from here.
    for (const type of ["pointerdown", "keydown"])
      this.#button.addEventListener(type, (event) => event.stopPropagation());
    // The bar tells its card alone, so this does not bubble.
    card.renderRoot.addEventListener("past", this.#lookedBack, { capture: true });
    card.renderRoot.addEventListener("targets", () => card.requestUpdate());
    card.renderRoot.addEventListener("focusin", ({ target }) => {
      const ref = target instanceof Element ? target.closest("[data-ref]") : null;
      this.#view?.mark(ref?.getAttribute("data-ref") ?? undefined);
    });
  }

  readonly #lookedBack = (event: Event): void => {
    if (!(event instanceof CustomEvent)) return;
    const { detail }: PastEvent = event;
    this.#past = detail;
  };

  hostUpdated(): void {
    if (this.#replayBar === null) this.#past = undefined;
    const controls = this.#card.renderRoot.querySelector(".controls");
    if (controls !== null && this.#button.parentNode !== controls) controls.prepend(this.#button);
    void this.#speak();
    const { open } = view3dButtonTranslator.now(languagesOf(this.#card.hass)).texts;
    this.#button.title = open;
    this.#button.setAttribute("aria-label", open);
    if (this.#view === undefined) return;
    if (this.#view.isConnected) this.#view.shown = this.#shown;
    else this.#view = undefined;
  }

  hostDisconnected(): void {
    this.#close();
  }

  /** The bar that is there while one looks back, also before anything of then is known. */
  get #replayBar(): Element | null {
    return this.#card.renderRoot.querySelector("floorplan-replay");
  }

  /** What is shown now. */
  get #shown(): ShownView3d {
    const { plan = {}, level, config, homeAssistant, hass, words, preview } = this.#card;
    const { layered, shownHeat, renderRoot } = this.#card;
    const past = this.#past;
    const now = homeAssistant?.now ?? nothingKnown;
    const whole = past?.plan ?? plan;
    return {
      // Nothing of a plan with layers, until it is known what is not shown.
      plan: layered?.(whole, undefined) ?? (whole["layers"] === undefined ? whole : {}),
      level,
      homeAssistant:
        past === undefined
          ? now
          : { ...now, standing: "connected", states: past.states, rendered: () => undefined },
      pastAt: past?.atMs,
      isPlain: config.plain,
      heat: shownHeat,
      targets: renderRoot.querySelector<FloorplanPositions>("floorplan-positions")?.targets,
      languages: languagesOf(hass),
      words,
      touch: (ref, touch) => {
        if (ref !== undefined && preview !== true && this.#replayBar === null)
          void this.#touches.touch(ref, touch);
      },
      awaitsSecond: (ref) => this.#touches.awaitsSecond(ref),
      close: (isLost) => {
        this.#close();
        this.#button.focus();
        if (isLost) void this.#tell("lost");
      },
    };
  }

  async #open(): Promise<void> {
    const { renderRoot } = this.#card;
    try {
      const { canDraw } = await import("../view-3d/floorplan-view-3d.ts");
      if (!canDraw()) return await this.#tell("missing");
    } catch {
      return this.#touches.tellNotLoaded();
    }
    await view3dTranslator.ready(languagesOf(this.#card.hass));
    const stage = renderRoot.querySelector(".stage");
    // The card may have gone meanwhile.
    if (stage?.isConnected !== true || this.#view !== undefined) return undefined;
    this.#view = document.createElement("floorplan-view-3d");
    this.#view.shown = this.#shown;
    // Below the menu of the layers and the legend of a heat map.
    stage.insertBefore(this.#view, stage.querySelector(legends));
    stage.querySelector(".controls")?.toggleAttribute("inert", true);
    return undefined;
  }

  #close(): void {
    this.#view?.remove();
    this.#view = undefined;
    this.#card.renderRoot.querySelector(".controls")?.toggleAttribute("inert", false);
  }

  async #tell(what: "missing" | "lost"): Promise<void> {
    const { language, texts } = await this.#words();
    const notice = document.createElement("div");
    notice.className = "notice";
    notice.lang = language;
    notice.setAttribute("role", "alert");
    const text = document.createElement("span");
    text.textContent = texts[what];
    const understood = document.createElement("button");
    understood.textContent = texts.understood;
    understood.addEventListener("click", () => notice.remove());
    notice.append(text, understood);
    this.#card.renderRoot.querySelector(".card")?.append(notice);
  }

  /** Loads the words of the card's language, which may become another one. */
  async #speak(): Promise<void> {
    const languages = languagesOf(this.#card.hass);
    if (String(languages) === this.#spoken) return;
    this.#spoken = String(languages);
    await view3dButtonTranslator.load(languages);
    this.#card.requestUpdate();
  }

  async #words(): Promise<ReturnType<typeof view3dTranslator.now>> {
    const languages = languagesOf(this.#card.hass);
    await view3dTranslator.ready(languages);
    return view3dTranslator.now(languages);
  }
}

/** Offers a card's plan in 3D from now on; the code for it is loaded with the first press of its button. */
export const offerView3d = async (card: View3dCard, touches: Touches): Promise<void> => {
  await view3dButtonTranslator.ready(languagesOf(card.hass));
  card.addController(new View3dSwitch(card, touches));
  card.requestUpdate();
};
