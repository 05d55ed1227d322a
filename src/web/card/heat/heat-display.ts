import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type FloorHeat, floorHeat } from "../../../model/heat/floor-heat.ts";
import { wholePlan } from "../../../model/elements/layers.ts";
import { quantitiesOn } from "../../../model/heat/floor-readings.ts";
import { energy } from "../../../model/heat/quantities.ts";
import type { DrawnLater } from "../../home-assistant/replay/film.ts";
import type { Hass } from "../../home-assistant/home-assistant.ts";
import { languagesOf } from "../../i18n/translation-controller.ts";
import type { DrawnFloor, DrawOptions } from "../../renderer/options.ts";
import { choose } from "../config.ts";
import { valueText } from "./heat-legend.ts";
import {
  drawHeat,
  type HeatPicture,
  pictureOf,
  type ShownHeat,
} from "../../renderer/heat/heat-picture.ts";
import { HeatSolver } from "./heat-solver.ts";

/** The card that shows a heat map. */
export interface HeatHost extends ReactiveControllerHost {
  readonly config: { readonly heat_map: string | undefined };
  readonly hass: Hass | undefined;
  readonly renderRoot: ParentNode;
  /** Draws on the floor; set once it can. */
  heat: DrawOptions["heat"];
  /** What is drawn now; undefined for nothing. */
  shownHeat?: ShownHeat | undefined;
}

/** What a map depends on besides the states, and the key of what it depends on of these. */
const keyOf = ({ scale, request, sums }: FloorHeat): string =>
  JSON.stringify([
    scale,
    request?.readings,
    request?.barriers.map(({ metres }) => metres),
    sums && [...sums],
  ]);

/** What is shown of a floor: a picture, nothing, or that it failed. */
interface Shown {
  readonly floor: DrawnFloor;
  readonly key: string;
  readonly picture: HeatPicture | undefined;
  readonly hasFailed: boolean;
}

const isPast = ({ options: { sunAt } }: DrawnFloor): boolean => typeof sunAt === "number";

/** Whether a room has no value. */
const isBlank = (picture: HeatPicture | undefined): boolean => {
  if (picture === undefined) return false;
  const { heat, map } = picture;
  return heat.rooms.length > (map?.map.rooms.length ?? heat.sums?.size ?? 0);
};

/** The lists that a map depends on besides what its key names. */
const lists = ["rooms", "walls", "openings"] as const;

/** Makes the heat map of the floor that a card draws, one at a time and always of what was drawn last, and shows its legend. */
class HeatDisplay implements ReactiveController {
  readonly #host: HeatHost;
  readonly #solver = new HeatSolver();
  // By its name, as a dashboard may have it from another address.
  readonly #legend = document.createElement("floorplan-heat-legend");
  #chosen = "";
  /** What was drawn last, until it has been looked at. */
  #next: DrawnFloor | undefined;
  /** Settles once what was drawn last is shown; undefined if it is. */
  #looking: Promise<void> | undefined;
  #shown: Shown | undefined;
  /** The scale of a film, which grows with what it shows so that its colours mean the same throughout. */
  #filmed: (Pick<FloorHeat, "quantity" | "scale"> & { readonly isPast: boolean }) | undefined;

  constructor(host: HeatHost) {
    this.#host = host;
    this.#legend.addEventListener("chosen", (event) => {
      if (event instanceof CustomEvent) this.#chosen = String(event.detail);
      host.requestUpdate();
    });
    host.renderRoot.addEventListener("film-step", (event) => {
      const told: DrawnLater | undefined = event instanceof CustomEvent ? event.detail : undefined;
      if (this.#looking !== undefined) told?.(this.#looking);
    });
    host.heat = (floor) => this.#draw(floor);
    host.requestUpdate();
  }

  hostUpdated(): void {
    const stage = this.#host.renderRoot.querySelector(".stage");
    if (stage !== null && this.#legend.parentNode !== stage) stage.append(this.#legend);
    const languages = languagesOf(this.#host.hass);
    if (String(languages) !== String(this.#legend.languages)) this.#legend.languages = languages;
  }

  /** What is shown; undefined for nothing. */
  get #quantity(): string | undefined {
    const { heat_map: wanted } = this.#host.config;
    return (wanted === choose ? this.#chosen : wanted) || undefined;
  }

  #draw(floor: DrawnFloor): ReturnType<Exclude<DrawOptions["heat"], undefined>> {
    // Sensors count whether their layer is shown or not.
    this.#next = { ...floor, plan: wholePlan(floor.plan) };
    this.#looking ??= Promise.resolve().then(() => this.#look());
    const { picture, floor: of } = this.#shown ?? {};
    const isHere =
      picture !== undefined &&
      picture.heat.quantity === this.#quantity &&
      of?.level === floor.level &&
      of?.plan["rooms"] === floor.plan["rooms"];
    this.#host.shownHeat = isHere ? { picture, level: floor.level } : undefined;
    if (!isHere) return [];
    const { scale = 60, language } = floor.options;
    const text = valueText(language ?? "en", picture.heat.scale);
    const size = picture.map === undefined ? 0 : scale;
    return [{ key: "", causes: [picture, size], draw: () => drawHeat(picture, scale, text) }];
  }

  /** Makes maps until what was drawn last is shown. */
  async #look(): Promise<void> {
    try {
      for (let floor = this.#next; floor !== undefined; floor = this.#next) {
        this.#next = undefined;
        await this.#show(floor);
      }
    } finally {
      this.#looking = undefined;
    }
  }

  async #show(floor: DrawnFloor): Promise<void> {
    const { plan, level, options } = floor;
    const { states } = options;
    const quantity = states && this.#quantity;
    const isOffered = this.#host.config.heat_map === choose;
    const choices = states && isOffered ? quantitiesOn(plan, level, states) : [];
    const heat =
      states && quantity !== undefined
        ? floorHeat(plan, level, states, quantity, this.#filmScale(floor, quantity))
        : undefined;
    if (heat !== undefined)
      this.#filmed = { quantity: heat.quantity, scale: heat.scale, isPast: isPast(floor) };
    const key = heat === undefined ? "" : keyOf(heat);
    const before = this.#shown;
    const isSame =
      before?.key === key &&
      before.floor.level === level &&
      lists.every((list) => before.floor.plan[list] === plan[list]);
    const shown = isSame ? before : { floor, key, ...(await this.#made(heat)) };
    this.#shown = shown;
    const { picture, hasFailed } = shown;
    this.#legend.state = { choices, quantity, heat, hasBlank: isBlank(picture), hasFailed };
    if (!isSame) this.#host.requestUpdate();
  }

  async #made(heat: FloorHeat | undefined): Promise<Pick<Shown, "picture" | "hasFailed">> {
    try {
      const map = heat?.request && (await this.#solver.solve(heat.request));
      return { picture: heat && (await pictureOf(heat, map)), hasFailed: false };
    } catch (error) {
      console.warn("floorplan: the heat map could not be made", error);
      return { picture: undefined, hasFailed: true };
    }
  }

  /** The scale that a film has so far; undefined at present. Energy is of the day then, and no longer of a meter's life. */
  #filmScale(floor: DrawnFloor, quantity: string): FloorHeat["scale"] | undefined {
    const filmed = this.#filmed;
    if (!isPast(floor) || filmed?.quantity !== quantity) return undefined;
    return filmed.isPast || quantity !== energy ? filmed.scale : undefined;
  }
}

const known = new WeakSet<HeatHost>();

/** Shows heat maps on a card from now on, as its configuration says. */
export const showHeat = (host: HeatHost): void => {
  if (known.has(host)) return;
  known.add(host);
  host.addController(new HeatDisplay(host));
};
