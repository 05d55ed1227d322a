import { findRef, idOf, listOfRef, type PlanData, type Ref } from "../../elements/entities.ts";
import { floorHeightsOf } from "../../elements/heights.ts";
import { levelsOf } from "../../elements/levels.ts";
import { type JsonObject, textIn } from "../../json.ts";
import { lampsOf } from "../../solids/furnishing.ts";
import type { Part } from "../../solids/material.ts";
import type { Solid } from "../../solids/solid.ts";
import { solidsOf } from "../../solids/solids.ts";
import { binaryFile, GltfBuffer } from "./gltf-buffer.ts";
import { gltfMaterial, type Surface, surfaceName } from "./gltf-materials.ts";

const lights = "KHR_lights_punctual";

/** The light of a lamp: as bright as a usual bulb of 800 lumens in all directions, in candela, and as warm (2700 K). */
const lampLight: JsonObject = { type: "point", intensity: 64, color: [1, 0.65, 0.32] };

/** What a plan without a name, and a floor without one, are called. */
const [planName, floorName] = ["Floor plan", "Floor"];

/** Collects the scene of a file. */
class Scene {
  readonly buffer = new GltfBuffer();
  readonly nodes: JsonObject[] = [];
  readonly meshes: JsonObject[] = [];
  readonly materials: JsonObject[] = [];
  readonly #materials = new Map<string, number>();
  /** Equal pieces share their parts, and so their mesh. */
  readonly #meshes = new Map<readonly Part[], number>();

  add(node: JsonObject): number {
    this.nodes.push(node);
    return this.nodes.length - 1;
  }

  meshOf({ name, parts, floor }: Solid): number {
    const known = this.#meshes.get(parts);
    if (known !== undefined) return known;
    const primitives = parts.map(({ mesh, material }): JsonObject => {
      const { positions, normals, indices } = this.buffer.add(mesh);
      const surface: Surface =
        floor === undefined ? { of: "body", material } : { of: "floor", material: floor };
      return {
        attributes: { POSITION: positions, NORMAL: normals },
        indices,
        material: this.#materialOf(surface),
      };
    });
    const made = this.meshes.push({ name, primitives }) - 1;
    this.#meshes.set(parts, made);
    return made;
  }

  #materialOf(surface: Surface): number {
    const name = surfaceName(surface);
    const known = this.#materials.get(name);
    if (known !== undefined) return known;
    const made = this.materials.push(gltfMaterial(surface)) - 1;
    this.#materials.set(name, made);
    return made;
  }
}

/** What a node says of its element: the list that has it, and its id. */
const extrasOf = (plan: PlanData, ref: Ref | undefined): JsonObject => {
  const [id, list] = ref === undefined ? [] : [idOf(findRef(plan, ref)?.data), listOfRef(ref)];
  return id === undefined ? {} : { extras: { list, id } };
};

const nodeOf = (plan: PlanData, scene: Scene, solid: Solid): JsonObject => {
  const { name, ref, at, rotation } = solid;
  const half = (-rotation * Math.PI) / 360;
  return {
    name,
    mesh: scene.meshOf(solid),
    ...(at.every((each) => each === 0) ? {} : { translation: at }),
    ...(rotation === 0 ? {} : { rotation: [0, Math.sin(half), 0, Math.cos(half)] }),
    ...extrasOf(plan, ref),
  };
};

const hasTriangles = ({ parts }: Solid): boolean =>
  parts.length > 0 && parts.every(({ mesh }) => mesh.indices.length > 0);

/**
 * Floors of a plan, by their ids, as a file of binary glTF 2.0: a node for each floor, in it one for each piece of wall, opening, piece of furniture and
 * device, and one for the light of each lamp. Metres, `y` up. Nodes are called as in the plan, and say their element's list and
 * id in `extras`.
 */
export const glbOf = (
  plan: PlanData,
  floors: readonly (string | undefined)[],
): Uint8Array<ArrayBuffer> => {
  const scene = new Scene();
  let hasLamps = false;
  const roots = floors.map((id) => {
    const name = levelsOf(plan).find((level) => level.id === id)?.name ?? floorName;
    const solids = solidsOf(plan, id).filter(hasTriangles);
    const lamps = lampsOf(plan, id);
    hasLamps ||= lamps.length > 0;
    const children = [
      ...solids.map((solid) => scene.add(nodeOf(plan, scene, solid))),
      ...lamps.map((lamp) =>
        scene.add({
          name: `Light of ${lamp.name}`,
          translation: lamp.at,
          extensions: { [lights]: { light: 0 } },
        }),
      ),
    ];
    const { elevation } = floorHeightsOf(plan, id);
    return scene.add({
      name,
      ...(elevation === 0 ? {} : { translation: [0, elevation, 0] }),
      ...(children.length === 0 ? {} : { children }),
    });
  });
  const json: JsonObject = {
    asset: { version: "2.0", generator: "floorplan" },
    scene: 0,
    scenes: [{ name: textIn(plan["name"]) ?? planName, nodes: roots }],
    nodes: scene.nodes,
    ...(scene.meshes.length === 0 ? {} : { meshes: scene.meshes, materials: scene.materials }),
    ...scene.buffer.fields,
    ...(hasLamps
      ? {
          extensionsUsed: [lights],
          extensions: { [lights]: { lights: [{ name: "Lamp", ...lampLight }] } },
        }
      : {}),
  };
  return binaryFile(json, scene.buffer.bytes);
};
