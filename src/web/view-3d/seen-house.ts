import { type PerspectiveCamera, Raycaster, Vector2 } from "three";
import type { Ref } from "../../model/elements/entities.ts";
import type { Vector } from "../../model/solids/mesh.ts";
import type { Solid } from "../../model/solids/solid.ts";
import type { PicturePlace } from "./gestures.ts";
import type { House } from "./house.ts";
import { pixelOf } from "./pixel-of.ts";

/** A ray from the eye, in metres. */
export interface EyeRay {
  readonly from: Vector;
  /** The unit vector to what is seen. */
  readonly towards: Vector;
}

/** A house as a picture shows it now, for what is placed over the picture. */
export class SeenHouse {
  readonly #house: House;
  readonly #camera: PerspectiveCamera;
  readonly #picture: Pick<HTMLElement, "clientWidth" | "clientHeight">;

  constructor(
    house: House,
    camera: PerspectiveCamera,
    picture: Pick<HTMLElement, "clientWidth" | "clientHeight">,
  ) {
    this.#house = house;
    this.#camera = camera;
    this.#picture = picture;
  }

  /** How high the surface of a floor is, in metres; undefined if it is not shown. */
  baseOf(level: string | undefined): number | undefined {
    return this.#house.floors.get(level)?.group.position.y;
  }

  /** Where a place in space is in the picture, in pixels; undefined behind the eye. */
  pixelOf(place: Vector): PicturePlace | undefined {
    const { clientWidth, clientHeight } = this.#picture;
    return pixelOf(place, this.#camera, [clientWidth, clientHeight]);
  }

  /** Where the middle of an element is in the picture, in pixels; undefined behind the eye, or if it is not shown. */
  middleOf(ref: Ref): PicturePlace | undefined {
    const middle = this.#house.middleOf(ref);
    return middle && this.pixelOf(middle.toArray());
  }

  /** The solid that is seen at a place of the picture. */
  solidAt([x, y]: PicturePlace): Solid | undefined {
    const { clientWidth: width, clientHeight: height } = this.#picture;
    const place = new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2);
    return this.#house.solidsAt(place, this.#camera)[0];
  }

  /** The ray from the eye through a place of the picture. */
  rayThrough([x, y]: PicturePlace): EyeRay {
    const { clientWidth: width, clientHeight: height } = this.#picture;
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), this.#camera);
    const { origin, direction } = caster.ray;
    return { from: origin.toArray(), towards: direction.toArray() };
  }
}
