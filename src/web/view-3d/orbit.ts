import { MathUtils, type PerspectiveCamera, Vector3 } from "three";

/** Degrees of the picture from top to bottom. */
export const fieldOfView = 38;

/** A box in metres: what is to be seen. */
export interface Extent {
  readonly least: Vector3;
  readonly most: Vector3;
}

/** The least and the greatest angle between the eye's direction and straight up, in radians. */
const [steepest, flattest] = [0.02, 1.5];

/** The least and the greatest distance from what is looked at, in metres. */
const [nearest, farthest] = [1, 2000];

/** Radians that a pixel of a drag turns. */
const perPixel = 0.008;

/** From where a house is seen first: a little from the right of its front, from above. */
const first = { around: MathUtils.degToRad(25), down: MathUtils.degToRad(48) };

/** An eye that moves around what it looks at. */
export class Orbit {
  readonly #target = new Vector3();
  #around = first.around;
  #down = first.down;
  #distance = 10;

  /** The horizontal direction from what is looked at to the eye, shorter the more it looks from above. */
  get towardsEye(): readonly [x: number, z: number] {
    // From straight above no wall hides anything.
    const flat = Math.min(1, Math.sin(this.#down) * 2);
    return [Math.sin(this.#around) * flat, Math.cos(this.#around) * flat];
  }

  /** The place in the plan that is looked at, in metres, and the direction to it in radians from up, clockwise. */
  get looksAt(): { readonly place: readonly [x: number, z: number]; readonly heading: number } {
    return { place: [this.#target.x, this.#target.z], heading: -this.#around };
  }

  /** Turns by pixels of a drag, to the right and down. */
  turn(right: number, down: number): void {
    this.#around -= right * perPixel;
    this.#down = MathUtils.clamp(this.#down - down * perPixel, steepest, flattest);
  }

  /** Moves what is looked at along the ground with the pointer, by pixels of a picture that is so many pixels high. */
  pan(right: number, down: number, height: number, camera: PerspectiveCamera): void {
    const metres =
      (2 * this.#distance * Math.tan(MathUtils.degToRad(camera.fov) / 2)) / Math.max(1, height);
    // Towards the horizon a pixel is more of the ground.
    const deep = metres / Math.max(0.35, Math.cos(this.#down));
    const [sin, cos] = [Math.sin(this.#around), Math.cos(this.#around)];
    this.#target.x -= right * metres * cos + down * deep * sin;
    this.#target.z -= down * deep * cos - right * metres * sin;
  }

  /** Comes nearer by a factor greater than 1, or goes away by a smaller one. */
  zoom(factor: number): void {
    this.#distance = MathUtils.clamp(this.#distance / factor, nearest, farthest);
  }

  /** Looks at the whole of an extent; `camera` has the shape of the picture. From the first direction if `afresh`. */
  fit({ least, most }: Extent, camera: PerspectiveCamera, afresh = true): void {
    if (afresh) {
      this.#around = first.around;
      this.#down = first.down;
    }
    this.#target.addVectors(least, most).multiplyScalar(0.5);
    this.#distance = 1;
    this.put(camera);
    const up = Math.tan(MathUtils.degToRad(camera.fov) / 2);
    const corners = [least.x, most.x].flatMap((x) =>
      [least.y, most.y].flatMap((y) => [least.z, most.z].map((z) => new Vector3(x, y, z))),
    );
    // Each corner has to be within the pyramid of view, whose tip moves back along its axis.
    const axis = camera.getWorldDirection(new Vector3());
    const right = new Vector3(1, 0, 0).applyQuaternion(camera.quaternion);
    const top = new Vector3(0, 1, 0).applyQuaternion(camera.quaternion);
    const needed = corners.map((corner) => {
      const from = corner.sub(this.#target);
      const wide = Math.abs(from.dot(right)) / (up * camera.aspect);
      const high = Math.abs(from.dot(top)) / up;
      return Math.max(wide, high) - from.dot(axis);
    });
    this.#distance = MathUtils.clamp(Math.max(...needed) * 1.04, nearest, farthest);
  }

  /** Puts a camera where the eye is. */
  put(camera: PerspectiveCamera): void {
    const flat = Math.sin(this.#down) * this.#distance;
    camera.position.set(
      this.#target.x + Math.sin(this.#around) * flat,
      this.#target.y + Math.cos(this.#down) * this.#distance,
      this.#target.z + Math.cos(this.#around) * flat,
    );
    camera.lookAt(this.#target);
    camera.fov = fieldOfView;
    camera.near = Math.max(0.05, this.#distance / 200);
    camera.far = this.#distance * 4 + 200;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
