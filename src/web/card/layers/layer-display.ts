import { css, type ReactiveController, type ReactiveControllerHost } from "lit";
import { getOrElseW, isRight } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import {
  hidesLabels,
  isAtScale,
  isForViewer,
  isSwitchedOn,
  layersOf,
  type LayerView,
  type PlanLayer,
  shownLayers,
  type ViewerRight,
  withLayers,
} from "../../../model/elements/layers.ts";
import { isObject } from "../../../model/json.ts";
import { askService } from "../../connection/asking.ts";
import type { PlanSource } from "../../connection/plan-client.ts";
import type { Hass, HomeAssistant } from "../../home-assistant/home-assistant.ts";
import { languagesOf } from "../../i18n/translation-controller.ts";
import type { RestingView } from "../../renderer/options.ts";
import { dress } from "../../ui/dialog.ts";
import { choose } from "../config.ts";
import { keepChoice, keptChoices } from "./layer-choices.ts";
import "./layer-menu.ts";

/** The part of a plan that its layers show to the user of a client. */
export type LayerFilter = (plan: PlanData, client: PlanSource | undefined) => PlanData;

/** The card whose plan has layers. */
export interface LayerHost extends ReactiveControllerHost {
  readonly config: { readonly layers: string | undefined };
  readonly hass: Hass | undefined;
  readonly homeAssistant: HomeAssistant | undefined;
  readonly renderRoot: ParentNode;
  readonly view: RestingView | undefined;
  layered: LayerFilter | undefined;
}

/** Names of rooms are part of the rooms' own drawing, so they are hidden there. */
const unlabelled = css`
  .stage[data-unlabelled] .sheet .labels {
    display: none;
  }
  .stage[data-unlabelled] floorplan-view-3d {
    --plan-room-names: none;
  }
`;

/** What a card shows where its configuration says that the plan alone decides. */
const byDefault = "default";

/** Pixels per metre while no size is known. */
const usualScale = 60;

/** Leaves out of the drawing of a card what the layers of its plan hide, and shows the menu of these layers. */
class LayerDisplay implements ReactiveController {
  readonly #host: LayerHost;
  // By its name, as a dashboard may have it from another address.
  readonly #menu = document.createElement("floorplan-layer-menu");
  /** The client that was asked what its user may do, and its answer once there. */
  #asked: PlanSource | undefined;
  #isAdmin: boolean | undefined;
  /** The plan that was drawn last, and which layers of it. */
  #drawn: PlanData = {};
  #shown: readonly PlanLayer[] = [];

  constructor(host: LayerHost) {
    this.#host = host;
    this.#menu.addEventListener("switched", (event) => {
      if (!(event instanceof CustomEvent)) return;
      const { id, isOn }: { readonly id: string; readonly isOn: boolean } = event.detail;
      keepChoice(id, isOn);
      host.requestUpdate();
    });
    host.layered = (plan, client) => this.#filter(plan, client);
    host.requestUpdate();
  }

  hostUpdated(): void {
    const { renderRoot, hass } = this.#host;
    const stage = renderRoot.querySelector(".stage");
    if (stage === null) return;
    if (this.#menu.parentNode !== stage) {
      dress(stage, unlabelled, "layers");
      stage.append(this.#menu);
    }
    stage.toggleAttribute("data-unlabelled", hidesLabels(this.#drawn, this.#shown));
    const view = this.#view;
    const offered = this.#mayChoose
      ? layersOf(this.#drawn).filter((layer) => isForViewer(layer, view.rights))
      : [];
    this.#menu.state = offered.map((layer) => ({
      id: layer.id,
      name: layer.name,
      isOn: isSwitchedOn(layer, view.chosen),
      reach: isAtScale(layer, view.scale) ? "here" : view.scale < layer.from ? "nearer" : "farther",
    }));
    const languages = languagesOf(hass);
    if (String(languages) !== String(this.#menu.languages)) this.#menu.languages = languages;
  }

  #filter(plan: PlanData, client: PlanSource | undefined): PlanData {
    if (client !== undefined && layersOf(plan).some((layer) => layer.for !== undefined))
      void this.#ask(client);
    this.#drawn = plan;
    this.#shown = shownLayers(plan, this.#view);
    return withLayers(plan, this.#shown);
  }

  get #mayChoose(): boolean {
    const { layers } = this.#host.config;
    return layers === undefined || layers === choose;
  }

  get #view(): LayerView {
    return {
      scale: this.#host.view?.scale ?? usualScale,
      rights: this.#rights,
      chosen: this.#chosen,
    };
  }

  /** What people chose in this browser, or the configuration, which then names all layers that are on. */
  get #chosen(): ReadonlyMap<string, boolean> {
    const { layers } = this.#host.config;
    if (this.#mayChoose) return keptChoices();
    if (layers === undefined || layers === byDefault) return new Map();
    const named = new Set(layers.split(",").map((each) => each.trim()));
    return new Map(layersOf(this.#drawn).map(({ id }) => [id, named.has(id)]));
  }

  get #rights(): LayerView["rights"] {
    const { control = false, standing = "unknown" } = this.#host.homeAssistant?.now ?? {};
    if (this.#isAdmin === undefined || standing === "unknown") return undefined;
    const rights: readonly ViewerRight[] = [
      ...(this.#isAdmin ? (["admin"] as const) : []),
      ...(control ? (["control"] as const) : []),
    ];
    return new Set(rights.length === 0 ? ["viewer"] : rights);
  }

  /** Asks whether the user may draw; what was refused is asked for again with the next drawing. */
  async #ask(client: PlanSource): Promise<void> {
    if (this.#asked === client) return;
    this.#asked = client;
    this.#isAdmin = undefined;
    const answer = await askService<"auth/current_user", boolean>(
      client,
      "auth/current_user",
      {},
      "user",
      (user) => (isObject(user) ? user["is_admin"] === true : undefined),
    );
    if (this.#asked !== client) return;
    this.#asked = isRight(answer) ? client : undefined;
    this.#isAdmin = getOrElseW(() => undefined)(answer);
    if (isRight(answer)) this.#host.requestUpdate();
  }
}

/** Shows the layers of a card's plan from now on, as the plan, the configuration and the menu say. */
export const showLayers = (host: LayerHost): void => host.addController(new LayerDisplay(host));
