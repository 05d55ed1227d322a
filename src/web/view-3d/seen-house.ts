import { type PerspectiveCamera, Raycaster, Vector2, Vector3 } from "three";
import type { Vector } from "../../model/solids/mesh.ts";
import type { PicturePlace } from "./gestures.ts";
import type { House } from "./house.ts";

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
  pixelOf([x, y, z]: Vector): PicturePlace | undefined {
    const { clientWidth: width, clientHeight: height } = this.#picture;
    const seen = new Vector3(x, y, z).applyMatrix4(this.#camera.matrixWorldInverse);
    if (seen.z > -this.#camera.near) return undefined;
    seen.applyMatrix4(this.#camera.projectionMatrix);
    return [((seen.x + 1) / 2) * width, ((1 - seen.y) / 2) * height];
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
