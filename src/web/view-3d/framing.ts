import type { PerspectiveCamera } from "three";
import type { Arrangement, House } from "./house.ts";
import type { Navigation } from "./navigation.ts";

/** What of a house the view has: all that is shown of it, until somebody looks closer. */
export class Framing {
  readonly #house: House;
  readonly #navigation: Navigation;
  readonly #camera: PerspectiveCamera;
  /** The floor and the arrangement that were fitted last. */
  #fitted: string | undefined;
  #hasSize = false;

  constructor(house: House, navigation: Navigation, camera: PerspectiveCamera) {
    this.#house = house;
    this.#navigation = navigation;
    this.#camera = camera;
  }

  /** Shows all of the house; from the front if `afresh`. */
  fit(afresh = true): void {
    const { min, max } = this.#house.extent;
    this.#navigation.fit({ least: min, most: max }, afresh);
  }

  /** Shows all of the house if another floor or arrangement is shown than before. */
  follow(level: string | undefined, arrangement: Arrangement): void {
    const fitted = JSON.stringify([level, arrangement]);
    if (fitted === this.#fitted) return;
    this.fit(this.#fitted === undefined);
    this.#fitted = fitted;
  }

  /** Takes the size of the picture. */
  resize(width: number, height: number): void {
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    if (!this.#hasSize) this.fit();
    this.#hasSize = true;
  }
}
