import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { PerspectiveCamera } from "three";
import type { Ref } from "../../model/elements/entities.ts";
import { levelsOf, shownLevel } from "../../model/elements/levels.ts";
import { roomsOn } from "../../model/elements/rooms.ts";
import { TranslationController } from "../i18n/translation-controller.ts";
import { view3dTranslator } from "../i18n/view-3d-translator.ts";
import { roomName } from "../renderer/element-look.ts";
import { dotStyle } from "../home-assistant/positions/positions-style.ts";
import { floorLabels } from "./floor-labels.ts";
import type { Arrangement } from "./house.ts";
import { fieldOfView } from "./orbit.ts";
import { PartLooks } from "./part-looks.ts";
import { isLeftOut, SeenPlan } from "./seen-plan.ts";
import { StillControls, type StillSource } from "./still-controls.ts";
import { trackedLayer } from "./solids-mesh.ts";
import { optionsOf, type ShownView3d } from "./shown-view-3d.ts";
import { controlsView } from "./view-3d-controls.ts";
import { view3dStyle } from "./view-3d-style.ts";
import { endPieces, makePieces, type Pieces } from "./view-pieces.ts";
import { walkFrom, type WalkStart } from "./walk-start.ts";

/** How many rooms screen readers are told. */
const mostNames = 30;

/** A house in 3D, which is drawn when something changes. */
export class FloorplanView3d extends LitElement {
  static override readonly properties = {
    shown: { attribute: false },
    arrangement: { state: true },
    hasWholeWalls: { state: true },
    isWalking: { state: true },
  };
  static override readonly styles = [view3dStyle, dotStyle];
  declare shown: ShownView3d | undefined;
  declare arrangement: Arrangement;
  declare hasWholeWalls: boolean;
  declare isWalking: boolean;
  readonly #translations = new TranslationController(
    this,
    view3dTranslator,
    () => this.shown?.languages ?? [],
  );
  readonly #still = new StillControls(this, () => this.#stillSource);
  readonly #camera = new PerspectiveCamera(fieldOfView);
  readonly #looks = new PartLooks();
  readonly #seen = new SeenPlan();
  #pieces: Pieces | undefined;

  constructor() {
    super();
    this.arrangement = "alone";
    this.hasWholeWalls = false;
    this.isWalking = false;
    // The plan beneath takes no gesture from here.
    for (const type of ["pointerdown", "pointermove", "pointerup", "wheel"])
      this.addEventListener(type, (event) => event.stopPropagation());
    this.addEventListener("keydown", (event) => {
      if (this.shown?.editing === undefined || event.defaultPrevented) event.stopPropagation();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const pieces = this.#pieces;
    this.#pieces = undefined;
    if (pieces !== undefined) endPieces(pieces);
  }

  /** Marks an element, as one that has the focus in the plan; none if it is undefined or not shown. */
  mark(ref: Ref | undefined): void {
    this.#pieces?.mark.mark(ref);
  }

  protected override render(): TemplateResult {
    const { shown } = this;
    if (shown === undefined) return html``;
    const { texts, language } = this.#translations.translation;
    const { plan, level, words } = shown;
    const options = optionsOf(shown, language);
    const names = roomsOn(plan, shownLevel(plan, level))
      .filter(({ entity }) => !isLeftOut(entity.data, options))
      .map(({ entity }) => roomName(entity.data, words.drawing));
    return html`<div
        class="scene"
        tabindex="0"
        role="group"
        aria-label="${texts.title}. ${this.isWalking ? texts.walkKeys : texts.keys}"
      >
        <canvas
          role="img"
          aria-label="${texts.title}: ${names.slice(0, mostNames).join(", ")}"
        ></canvas>
      </div>
      <div class="labels" aria-hidden="true"></div>
      <svg class="tracked" aria-hidden="true"></svg>
      <div class="ring" hidden></div>
      <slot></slot>
      ${controlsView({
        words: { ...texts, ...words.card },
        arrangement: levelsOf(plan).length > 1 ? this.arrangement : undefined,
        hasWholeWalls: this.hasWholeWalls,
        isWalking: this.isWalking,
        arrange: (arrangement) => (this.arrangement = arrangement),
        switchWalls: () => (this.hasWholeWalls = !this.hasWholeWalls),
        switchWalk: () => {
          if (this.isWalking) this.#endWalk();
          else this.#beginWalk();
        },
        zoom: (factor) => {
          if (factor === undefined) this.#pieces?.framing.fit();
          else this.#pieces?.navigation.zoom(factor);
        },
        close: () => shown.close(false),
        offersPicture: this.#still.isOffered,
        switchPicture: this.#still.toggle,
      })}
      ${this.#still.render()}`;
  }

  protected override firstUpdated(): void {
    const pieces = makePieces({
      view: this,
      root: this.renderRoot,
      camera: this.#camera,
      shown: () => this.shown,
      isWalking: () => this.isWalking,
      endWalk: () => this.#endWalk(),
    });
    if (pieces === undefined) this.shown?.close(true);
    this.#pieces = pieces;
    pieces?.scene.focus({ preventScroll: true });
  }

  protected override updated(properties: PropertyValues<this>): void {
    const [pieces, shown] = [this.#pieces, this.shown];
    if (pieces === undefined || shown === undefined) return;
    const { house, light, heat, tracked, labels, navigation, framing, picture } = pieces;
    const { plan, pastAt } = shown;
    const isAsked = [...properties.keys()].some((name) => name !== "shown");
    const isOther = isAsked || plan !== properties.get("shown")?.plan;
    const level = shownLevel(plan, shown.level);
    const arrangement = levelsOf(plan).length < 2 || this.isWalking ? "alone" : this.arrangement;
    const options = optionsOf(shown, this.#translations.translation.language);
    const changed = this.#looks.take(plan, options);
    const isNew = house.show({
      ...this.#seen.of(plan, options),
      level,
      arrangement,
      lowersWalls: !this.hasWholeWalls && !this.isWalking,
      hasCeilings: this.isWalking,
      hasPatterns: shown.isPlain !== true,
      states: options.states,
      look: this.#looks.of,
    });
    if (changed.size > 0)
      house.repaint(({ ref }) => ref !== undefined && changed.has(ref), this.#looks.of);
    light.show({ plan, options, pastAt, style: getComputedStyle(this), isNew });
    const { walk } = navigation;
    if (walk !== undefined && walk.level !== level) this.#walkFrom(walk);
    const hasHeat = heat.show(shown.heat, plan, house);
    // Of a house that stands whole, one sees into the highest floor alone.
    const seen = [...house.floors].filter(([id]) => arrangement !== "stacked" || id === level);
    const hasLabels = labels.show(
      seen.flatMap(([id, { group }]) => floorLabels(plan, id, group.position.y, options)),
    );
    tracked.show(shown.targets, new Map(seen.map(([id, { group }]) => [id, group])));
    if (!this.isWalking) framing.follow(level, arrangement);
    // Light and trackers ask for their frames themselves.
    if (isOther || isNew || changed.size > 0 || hasHeat || hasLabels) picture.request();
  }

  get #stillSource(): StillSource | undefined {
    const [pieces, shown] = [this.#pieces, this.shown];
    if (pieces === undefined || shown === undefined) return undefined;
    const { house, labels, navigation, picture } = pieces;
    return {
      ...this.#translations.translation,
      shown,
      isOneFloor: house.floors.size === 1,
      view: {
        picture,
        labels,
        element: this,
        prepare: (height) => {
          house.lookFrom(navigation.orbit.towardsEye, this.#camera, { height, isCoarse: false });
          this.#camera.layers.disable(trackedLayer);
        },
        restore: () => this.#camera.layers.enable(trackedLayer),
      },
    };
  }

  /** Begins in the room in the middle of the view. */
  #beginWalk(): void {
    const { navigation, scene } = this.#pieces ?? {};
    if (navigation === undefined) return;
    this.#walkFrom(navigation.orbit.looksAt);
    this.isWalking = true;
    scene?.focus({ preventScroll: true });
  }

  /** Walks on the shown floor from the room in which a place is. */
  #walkFrom(start: WalkStart): void {
    const { house, navigation } = this.#pieces ?? {};
    if (house === undefined || navigation === undefined || this.shown === undefined) return;
    navigation.walk = walkFrom(start, house, this.shown, () => this.shown);
  }

  #endWalk(): void {
    const { navigation, scene } = this.#pieces ?? {};
    if (navigation !== undefined) navigation.walk = undefined;
    this.isWalking = false;
    // The button that ends it goes.
    scene?.focus({ preventScroll: true });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "floorplan-view-3d": FloorplanView3d;
  }
}

// A dashboard may load the module twice, from two addresses.
if (customElements.get("floorplan-view-3d") === undefined)
  customElements.define("floorplan-view-3d", FloorplanView3d);

export { canDraw } from "./picture.ts";
export type { ShownView3d } from "./shown-view-3d.ts";
