import {
  BackSide,
  Color,
  FrontSide,
  type IUniform,
  Matrix4,
  ShaderMaterial,
  Texture,
  Vector2,
  Vector3,
  Vector4,
} from "three";
import type { FloorTexture } from "./floor-textures.ts";

/** The light of sun and sky, which all floors have in common; colours in linear light. */
export interface SkyUniforms {
  readonly sun: IUniform<Color>;
  /** The direction to the sun. */
  readonly towardsSun: IUniform<Vector3>;
  /** What comes from above, and what the ground reflects. */
  readonly sky: IUniform<Color>;
  readonly ground: IUniform<Color>;
  /** How far away the sun sees something, and from space to the places in that picture. */
  readonly shadows: IUniform<Texture>;
  readonly toShadows: IUniform<Matrix4>;
  /** How strongly lamps light: by day less. */
  readonly lampPower: IUniform<number>;
  /** The colour of a lowered wall's cut. */
  readonly cutColour: IUniform<Color>;
  /** The horizontal direction from what is looked at to the eye, shorter the more it looks from above. */
  readonly eye: IUniform<Vector2>;
}

/** What the surfaces of one floor have in common. A change shows in the next frame. */
export interface FloorUniforms {
  /** The height at which lowered walls end, and that at which all others do, in metres above the floor. */
  readonly cutAt: IUniform<Vector2>;
  /** The light of the lamps seen from above, and where it is: left, top, width and height in metres. */
  readonly lamps: IUniform<Texture>;
  readonly lampsArea: IUniform<Vector4>;
}

/** The uniforms of a sky without any light. */
export const skyUniforms = (): SkyUniforms => ({
  sun: { value: new Color() },
  towardsSun: { value: new Vector3(0, 1, 0) },
  sky: { value: new Color() },
  ground: { value: new Color() },
  shadows: { value: new Texture() },
  toShadows: { value: new Matrix4() },
  lampPower: { value: 1 },
  cutColour: { value: new Color() },
  eye: { value: new Vector2() },
});

/** A height above that of all walls, in metres. */
export const whole = 1000;

/** The uniforms of a floor on which no lamp is on and no wall is lowered. */
export const floorUniforms = (): FloorUniforms => ({
  cutAt: { value: new Vector2(whole, whole) },
  lamps: { value: new Texture() },
  lampsArea: { value: new Vector4(0, 0, 0, 0) },
});

// Few values go from corners to pixels: each costs time for every triangle where the processor draws.
const varyings = `
flat varying vec3 vBase;
flat varying vec2 vShineTop;
varying vec3 vPlace;
varying vec2 vLight;
varying vec2 vLamp;
varying vec3 vShadow;
#ifdef HAS_PATTERN
varying vec2 vPattern;
#endif
`;

const vertexShader = `
attribute vec4 cut;
attribute vec4 paint;
uniform vec2 eye;
uniform vec2 cutAt;
uniform vec4 lampsArea;
uniform vec3 towardsSun;
uniform mat4 toShadows;
#ifdef HAS_PATTERN
uniform vec4 toPattern;
#endif
${varyings}
void main() {
  vec3 place = position;
  #ifdef IS_INSIDE
  // Bodies that meet within a wall have a side each there, one of which looks at the eye: the inside is a little before it.
  place -= normal * 0.004;
  #endif
  float towards = dot(cut.xy, eye);
  float lowered = max(cut.z * smoothstep(-0.05, -0.3, towards), cut.w * smoothstep(0.05, 0.3, towards));
  vShineTop = vec2(paint.w, mix(cutAt.y, cutAt.x, lowered));
  vBase = paint.rgb;
  vPlace = position;
  vLight = vec2(normal.y * 0.5 + 0.5, max(0.0, dot(normal, towardsSun)));
  // A wall is lit as the room is before it.
  vLamp = (position.xz + normal.xz * 0.12 - lampsArea.xy) / max(lampsArea.zw, vec2(0.001));
  #ifdef HAS_PATTERN
  vPattern = vec2(dot(position.xz, toPattern.xy), dot(position.xz, toPattern.zw));
  #endif
  vec4 world = modelMatrix * vec4(place, 1.0);
  vShadow = (toShadows * (world + vec4(normal * 0.03, 0.0))).xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

const fragmentShader = `
uniform vec2 cutAt;
uniform vec3 sun;
uniform vec3 sky;
uniform vec3 ground;
uniform vec3 cutColour;
uniform vec4 lampsArea;
uniform float lampPower;
uniform float opacity;
uniform sampler2D lamps;
uniform sampler2D shadows;
#ifdef HAS_PATTERN
uniform sampler2D pattern;
#endif
${varyings}
void main() {
  if (vPlace.y > vShineTop.y) discard;
  #ifdef IS_INSIDE
  if (vShineTop.y > cutAt.y * 0.999) discard;
  gl_FragColor = vec4(sqrt(cutColour), 1.0);
  #else
  vec3 light = mix(ground, sky, vLight.x) + vShineTop.x;
  if (vLight.y > 0.0 && texture2D(shadows, vShadow.xy).r > vShadow.z - 0.0006) light += sun * vLight.y;
  if (lampsArea.z > 0.0) {
    vec3 lamp = texture2D(lamps, vLamp).rgb;
    light += lamp * lamp * lampPower * (0.55 + 0.45 * vLight.x);
  }
  gl_FragColor = vec4(sqrt(vBase * light), opacity);
  #ifdef HAS_PATTERN
  gl_FragColor.rgb *= texture2D(pattern, vPattern).rgb;
  #endif
  #endif
}
`;

/** What a surface belongs to; `inside` is that of walls, which is seen where they are lowered. */
export type SurfaceKind = "surface" | "inside";

/**
 * A material whose colours are those of its corners, lit by sun, sky and lamps. `opacity`: 1 for all but glass; `pattern`: that
 * of a floor, if it has one.
 */
export const houseMaterial = (
  kind: SurfaceKind,
  uniforms: FloorUniforms & SkyUniforms,
  opacity = 1,
  pattern?: FloorTexture,
): ShaderMaterial =>
  new ShaderMaterial({
    uniforms: {
      ...uniforms,
      opacity: { value: opacity },
      ...(pattern && {
        pattern: { value: pattern.texture },
        toPattern: { value: pattern.toTexture },
      }),
    },
    vertexShader,
    fragmentShader,
    defines: {
      ...(kind === "inside" && { IS_INSIDE: "" }),
      ...(pattern && { HAS_PATTERN: "" }),
    },
    transparent: opacity < 1,
    depthWrite: opacity === 1,
    side: kind === "inside" ? BackSide : FrontSide,
  });
