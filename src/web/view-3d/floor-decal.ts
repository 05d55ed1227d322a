import { CanvasTexture, type Group, Mesh, MeshBasicMaterial, PlaneGeometry } from "three";
import type { Box } from "../../model/geometry/polygon.ts";
import { glassLayer } from "./solids-mesh.ts";

/** Pixels of a decal per metre, and along its longer side at most. */
const [perMetre, mostPixels] = [48, 1024];

/**
 * A picture that lies on a floor, in its own colours by day and night: what stands there hides it, and it throws no shadow. It is
 * painted by the calls that draw the plan, in metres of the plan.
 */
export class FloorDecal {
  readonly #canvas = document.createElement("canvas");
  readonly #material = new MeshBasicMaterial({ transparent: true, depthWrite: false });
  readonly #mesh = new Mesh(new PlaneGeometry().rotateX(-Math.PI / 2), this.#material);

  /** `above`: how far it is above the floor, in metres; what is higher is drawn over what is lower. `layer`: of the scene. */
  constructor(above: number, layer = glassLayer) {
    this.#mesh.position.y = above;
    this.#mesh.renderOrder = above - 1;
    this.#mesh.layers.set(layer);
    this.#mesh.visible = false;
  }

  /** Lies on this floor from now on; on none if it is undefined. */
  lieOn(floor: Group | undefined): void {
    if (floor === undefined) this.#mesh.removeFromParent();
    else if (this.#mesh.parent !== floor) floor.add(this.#mesh);
  }

  /** Shows what is painted of an area, in metres; nothing if that is undefined. `pixel`: the size of one, in metres. */
  paint(
    area: Box | undefined,
    painter: (context: CanvasRenderingContext2D, pixel: number) => void,
  ): void {
    const context = this.#canvas.getContext("2d", { willReadFrequently: true });
    this.#mesh.visible = area !== undefined && context !== null;
    if (area === undefined || context === null) return;
    const { left, top, width, height } = area;
    const scale = Math.min(perMetre, mostPixels / Math.max(width, height));
    const [columns, rows] = [width, height].map((each) => Math.max(1, Math.ceil(each * scale)));
    const { map } = this.#material;
    if (map === null || this.#canvas.width !== columns || this.#canvas.height !== rows) {
      Object.assign(this.#canvas, { width: columns, height: rows });
      // The graphics keep the size that a texture has at first.
      map?.dispose();
      this.#material.map = new CanvasTexture(this.#canvas);
      this.#material.needsUpdate = map === null;
    }
    context.resetTransform();
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.setTransform(
      this.#canvas.width / width,
      0,
      0,
      this.#canvas.height / height,
      (-left * this.#canvas.width) / width,
      (-top * this.#canvas.height) / height,
    );
    context.save();
    painter(context, 1 / scale);
    context.restore();
    if (this.#material.map !== null) this.#material.map.needsUpdate = true;
    this.#mesh.scale.set(width, 1, height);
    this.#mesh.position.x = left + width / 2;
    this.#mesh.position.z = top + height / 2;
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    this.lieOn(undefined);
    this.#material.map?.dispose();
    this.#material.dispose();
    this.#mesh.geometry.dispose();
  }
}
