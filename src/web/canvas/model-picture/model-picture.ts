import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  AmbientLight,
  BackSide,
  Box3,
  Color,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  RepeatWrapping,
  Scene,
  Texture,
  WebGLRenderer,
} from "three";
import {
  type GLTF,
  GLTFLoader,
  type GLTFLoaderPlugin,
  type GLTFParser,
} from "three/examples/jsm/loaders/GLTFLoader.js";
import { binaryFile } from "../../../model/export/gltf/gltf-buffer.ts";
import { checkModelLimit } from "../../../model/import/gltf/model-limits.ts";
import { type CheckedModel, readModel } from "../../../model/import/gltf/read-model.ts";
import type { GivenFile, ImportRefusal } from "../../../model/import/import-result.ts";
import { ImportRefused, refuse } from "../../../model/import/refusal.ts";

/** A model from above, and the rectangle of the plan that its picture covers, in metres. */
export interface ModelPicture {
  readonly png: Blob;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** Why there is no picture: the model is refused, or the browser draws nothing in 3D. */
export type ModelProblem = ImportRefusal | "noWebgl";

/** Pixels per metre, and of the longer side, at most. */
const [finest, longest] = [100, 4096];

/** What is seen of the inside of what is cut, such as a wall, and where nothing is. */
const [inside, paper] = [0x40_40_40, 0xff_ff_ff];

/** Textures from the model's own bytes; the loader would fetch them by addresses that pages do not allow. */
const ownTextures = (parser: GLTFParser): GLTFLoaderPlugin => ({
  name: "own textures",
  loadTexture: async (index) => {
    const json: CheckedTextures = parser.json;
    const { bufferView } = json.images[json.textures[index]?.source ?? 0] ?? {};
    const bytes: ArrayBuffer = await parser.getDependency("bufferView", bufferView ?? 0);
    const picture = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
    const texture = new Texture(picture);
    texture.flipY = false;
    texture.wrapS = RepeatWrapping;
    texture.wrapT = RepeatWrapping;
    texture.needsUpdate = true;
    return texture;
  },
});

/** What the check has made of textures and images. */
interface CheckedTextures {
  readonly textures: readonly { readonly source?: number }[];
  readonly images: readonly { readonly bufferView: number }[];
}

const loaded = ({ buffer, json }: CheckedModel): Promise<GLTF> =>
  new GLTFLoader().register(ownTextures).parseAsync(binaryFile(json, buffer).buffer, "");

/** Calls something for each mesh with one material, as the loader makes them. */
const eachMesh = (model: Object3D, take: (mesh: Mesh, isBothSided: boolean) => void): void =>
  model.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const { material } = part;
    take(part, !Array.isArray(material) && material.side === DoubleSide);
  });

/** The extent of a model. Refuses one without, and one that no house is as large as. */
const extentOf = (model: Object3D, file: string): Box3 => {
  const box = new Box3().setFromObject(model, true);
  const sides = [...box.min.toArray(), ...box.max.toArray()];
  if (!sides.every(Number.isFinite) || !(box.max.x > box.min.x) || !(box.max.z > box.min.z))
    refuse("emptyModel", file);
  checkModelLimit("modelMetres", Math.max(...sides.map(Math.abs)), file);
  return box;
};

/** Draws what is below a height, seen from above; where something solid is cut, one sees that it is. */
const draw = (model: Object3D, box: Box3, height: number, canvas: OffscreenCanvas): void => {
  const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  renderer.setClearColor(paper, 1);
  const [half, middle] = [(box.max.x - box.min.x) / 2, (box.max.z - box.min.z) / 2];
  const deep = height - box.min.y + 1;
  // Nothing nearer than its own height is drawn, so the camera is where the model is cut.
  const camera = new OrthographicCamera(-half, half, middle, -middle, 0, deep);
  camera.position.set((box.min.x + box.max.x) / 2, height, (box.min.z + box.max.z) / 2);
  camera.up.set(0, 0, -1);
  camera.lookAt(camera.position.x, height - 1, camera.position.z);
  const sun = new DirectionalLight(paper, 1.5);
  sun.position.set(-0.5, 2, -1);
  const scene = new Scene();
  scene.add(model, sun, new AmbientLight(paper, 2));
  renderer.render(scene, camera);
  const both: Mesh[] = [];
  eachMesh(model, (mesh, isBothSided) => {
    if (isBothSided) both.push(mesh);
  });
  // A mesh may have others in it, so it is its material that is not drawn again.
  for (const mesh of both) mesh.layers.set(1);
  renderer.autoClear = false;
  scene.overrideMaterial = new MeshBasicMaterial({ color: new Color(inside), side: BackSide });
  renderer.render(scene, camera);
};

/** Whether this browser draws by WebGL 2 in a worker. */
const canDraw = (): boolean =>
  typeof OffscreenCanvas !== "undefined" && new OffscreenCanvas(1, 1).getContext("webgl2") !== null;

/**
 * A model in glTF from above, cut at a height in metres above its lowest point. Runs in a worker. The left is why there is no
 * picture.
 */
export const modelPicture = async (
  file: GivenFile,
  cut: number,
): Promise<Either<ModelProblem, ModelPicture>> => {
  if (!canDraw()) return left("noWebgl");
  const checked = readModel(file);
  if (isLeft(checked)) return checked;
  const { scene: model } = await loaded(checked.right);
  try {
    model.updateMatrixWorld(true);
    const box = extentOf(model, file.name);
    const [width, depth] = [box.max.x - box.min.x, box.max.z - box.min.z];
    const perMetre = Math.min(finest, longest / Math.max(width, depth));
    const size = [width, depth].map((side) => Math.max(1, Math.round(side * perMetre)));
    const canvas = new OffscreenCanvas(size[0] ?? 1, size[1] ?? 1);
    draw(model, box, Math.min(box.min.y + cut, box.max.y + 0.01), canvas);
    const png = await canvas.convertToBlob({ type: "image/png" });
    return right({ png, left: box.min.x, top: box.min.z, width });
  } catch (error) {
    if (error instanceof ImportRefused) return left(error.refusal);
    throw error;
  }
};
