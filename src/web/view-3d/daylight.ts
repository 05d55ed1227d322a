import {
  type Box3,
  Color,
  DepthTexture,
  Matrix4,
  MeshBasicMaterial,
  NearestFilter,
  OrthographicCamera,
  type Scene,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import type { SolarPosition } from "../../model/geometry/solar-position.ts";
import { linearOf } from "./colours.ts";
import { type SkyUniforms, skyUniforms } from "./house-material.ts";

/** Side of the square of shadows in pixels. */
const shadowPixels = 2048;

/** Where the sun stands where nothing is known of it: a forenoon in summer. */
const usual: SolarPosition = { azimuth: 140, elevation: 52 };

/** The same at night, where the page is dark. */
const usualNight: SolarPosition = { azimuth: 140, elevation: -20 };

/** The lowest sun that throws shadows of a length that can be drawn, and the height of the moon at night, in degrees. */
const [lowest, moon] = [8, 55];

/** The light of day and night by what gives it, from 0 to 1. */
const lights = {
  sky: ["#8fa0c8", 0.3, "#f4f8ff", 0.74],
  ground: ["#5c6380", 0.16, "#efe6da", 0.46],
  sun: ["#9db4e8", 0.12, "#fff1dc", 0.62],
} as const;

/** The colour of a low sun. */
const dusk = "#ffb070";

const inRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Part of the day's light at a height of the sun in degrees: from 0 in a dark night to 1. */
export const dayPart = (elevation: number): number => {
  const part = Math.max(0, Math.min(1, (elevation + 8) / 20));
  return part * part * (3 - 2 * part);
};

/** The direction to the sun in the plan's space, at night to the moon. `north`: degrees clockwise from up on the drawing. */
export const towardsSun = ({ azimuth, elevation }: SolarPosition, north: number): Vector3 => {
  const up = inRadians(elevation < -4 ? moon : Math.max(lowest, elevation));
  const around = inRadians(azimuth + north);
  return new Vector3(
    Math.sin(around) * Math.cos(up),
    Math.sin(up),
    -Math.cos(around) * Math.cos(up),
  );
};

const colour = (css: string, part: number): Color =>
  new Color().fromArray(linearOf(css) ?? [1, 1, 1]).multiplyScalar(part);

const between = (name: keyof typeof lights, part: number): Color => {
  const [night, atNight, day, byDay] = lights[name];
  return colour(night, atNight).lerp(colour(day, byDay), part);
};

/** What gives light to all of a house: the sky, and the sun with its shadows. */
export class Daylight {
  readonly uniforms: SkyUniforms = skyUniforms();
  readonly #camera = new OrthographicCamera();
  readonly #seen = new WebGLRenderTarget(shadowPixels, shadowPixels, {
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthTexture: new DepthTexture(shadowPixels, shadowPixels),
  });
  readonly #plain = new MeshBasicMaterial();
  #part = 1;
  #isStale = true;

  /** Whether the shadows have to be drawn anew. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** How much of the day's light there is, from 0 in a dark night to 1. */
  get part(): number {
    return this.#part;
  }

  /**
   * Lights what is in an extent. `sun` is undefined where nothing is known of it: then it is night where the page is dark. The
   * shadows have to be drawn anew then.
   */
  shine(sun: SolarPosition | undefined, north: number, isDark: boolean, around: Box3): void {
    const at = sun ?? (isDark ? usualNight : usual);
    const part = dayPart(at.elevation);
    this.#part = part;
    const { uniforms } = this;
    const height = Math.max(0, Math.min(1, at.elevation / 25));
    uniforms.sky.value = between("sky", part);
    uniforms.ground.value = between("ground", part);
    uniforms.sun.value = between("sun", part);
    if (at.elevation > -4) uniforms.sun.value.lerp(colour(dusk, lights.sun[3] * part), 1 - height);
    const towards = towardsSun(at, north);
    uniforms.towardsSun.value.copy(towards);
    const middle = around.getCenter(new Vector3());
    const radius = Math.max(1, around.getSize(new Vector3()).length() / 2);
    Object.assign(this.#camera, {
      left: -radius,
      right: radius,
      top: radius,
      bottom: -radius,
      near: 0,
      far: radius * 4,
    });
    this.#camera.position.copy(middle).addScaledVector(towards, radius * 2);
    this.#camera.lookAt(middle);
    this.#camera.updateProjectionMatrix();
    this.#camera.updateMatrixWorld();
    uniforms.toShadows.value = new Matrix4()
      .makeTranslation(0.5, 0.5, 0.5)
      .scale(new Vector3(0.5, 0.5, 0.5))
      .multiply(this.#camera.projectionMatrix)
      .multiply(this.#camera.matrixWorldInverse);
    this.#isStale = true;
  }

  /** Draws what the sun sees of a scene that shows all of itself: what it does not see is in the shadow. */
  drawShadows(renderer: WebGLRenderer, scene: Scene): void {
    this.#isStale = false;
    scene.overrideMaterial = this.#plain;
    renderer.setRenderTarget(this.#seen);
    renderer.clear();
    renderer.render(scene, this.#camera);
    renderer.setRenderTarget(null);
    scene.overrideMaterial = null;
    this.uniforms.shadows.value = this.#seen.depthTexture ?? this.uniforms.shadows.value;
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    this.#seen.depthTexture?.dispose();
    this.#seen.dispose();
    this.#plain.dispose();
  }
}
