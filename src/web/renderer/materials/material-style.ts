import type { FloorTile } from "./floor-patterns.ts";

/** Colours by name, by day and by night. */
const colours = {
  wood: ["#bf9d63", "#8a7052"],
  planks: ["#cdb999", "#51483c"],
  pavers: ["#c6c2ba", "#44484c"],
  mineral: ["#6d6a63", "#8d98a3"],
  textile: ["#6a6f7c", "#8f97a8"],
  grass: ["#5f8a3c", "#6d9a58"],
  "dim-by": ["0.03", "0.11"],
  "dark-by": ["0.055", "0.2"],
  joint: ["#3f3122", "#04070a"],
  "joint-by": ["0.17", "0.42"],
  sill: ["#e6dccd", "#2c2d30"],
  timber: ["#ecd9b9", "#5d4e3d"],
  "timber-soft": ["#e2cba4", "#695845"],
  walnut: ["#c6ab8e", "#574130"],
  "walnut-soft": ["#d2baa0", "#634b39"],
  painted: ["#f4f2ed", "#5e6368"],
  "painted-soft": ["#e9e6df", "#696f75"],
  lacquer: ["#4b525a", "#262b32"],
  "lacquer-soft": ["#f6f4ec", "#80868a"],
  baize: ["#b2967a", "#4f3b2c"],
  "baize-soft": ["#b3c8b4", "#3d5848"],
  cloth: ["#bcc4c7", "#4b5561"],
  "cloth-soft": ["#d0d7d9", "#57626f"],
  linen: ["#e9e1d4", "#565a63"],
  "linen-soft": ["#faf7f1", "#666b75"],
  ceramic: ["#fdfefe", "#6c7783"],
  "ceramic-soft": ["#edf3f5", "#7b8793"],
  steel: ["#e1e5e8", "#49525c"],
  "steel-soft": ["#d0d7db", "#56606b"],
  ebony: ["#5a616a", "#272d35"],
  "ebony-soft": ["#767e87", "#3a424c"],
  slab: ["#ddd9d1", "#4c4f52"],
  "slab-soft": ["#ebe8e2", "#595d61"],
  rugged: ["#d9c6b4", "#4d4644"],
  "rugged-soft": ["#e6d8ca", "#5a5250"],
  edge: ["#3c342c", "#e1e8f0"],
  "edge-by": ["0.42", "0.26"],
  outer: ["#39414a", "#7d8997"],
  inner: ["#626c76", "#535e6a"],
  // Black, as thin layers of any other colour are rounded to a hue of their own.
  "house-shadow": ["rgb(0 0 0/.16)", "rgb(0 0 0/.65)"],
  "wall-shadow": ["rgb(0 0 0/.15)", "rgb(0 0 0/.55)"],
  "piece-shadow": ["rgb(0 0 0/.12)", "rgb(0 0 0/.3)"],
} as const satisfies Readonly<Record<string, readonly [day: string, night: string]>>;

/** The opacity of strokes of grass. */
const grassBy = 0.55;

/** What the pattern of a floor is drawn with over its colour by day: areas and lines, and their opacities. */
export interface PatternInk {
  readonly areas: string;
  readonly dim: number;
  readonly dark: number;
  readonly lines: string;
  readonly joints: number;
}

/** The ink of patterns of a colour. */
export const patternInk = (colour: FloorTile["colour"]): PatternInk => {
  const [joint] = colours.joint;
  const isGrass = colour === "grass";
  return {
    areas: joint,
    dim: Number(colours["dim-by"][0]),
    dark: Number(colours["dark-by"][0]),
    lines: isGrass ? colours.grass[0] : joint,
    joints: isGrass ? grassBy : Number(colours["joint-by"][0]),
  };
};

const themed = (look: 0 | 1): string =>
  Object.entries(colours)
    .map(([name, pair]) => `--made-${name}:${pair[look]}`)
    .join(";");

/** What is displayed with materials alone. */
const covers = ".cover,.house path,.wall-shadow path,.piece-shadow path,.facade path,.deep";

const woven = [
  "timber",
  "walnut",
  "painted",
  "lacquer",
  "baize",
  "cloth",
  "linen",
  "ceramic",
  "steel",
  "ebony",
  "slab",
  "rugged",
];

const pieces = woven
  .map(
    (name) =>
      `.plan .material .${name}:not([color])>.body{fill:var(--made-${name})}.plan .material .${name}>.soft{fill:var(--made-${name}-soft)}`,
  )
  .join("");

/** The colours of drawings without materials, in place of those of materials. */
const plainColours = [
  ["outer", "wall"],
  ["inner", "wall"],
  ["sill", "gap"],
  ["edge", "line"],
  ...woven.flatMap((name) => [
    [name, "piece"],
    [`${name}-soft`, "piece-soft"],
  ]),
]
  .map(([made, plan]) => `--made-${made}:var(--plan-${plan})`)
  .join(";");

/**
 * The style of materials, within a drawing of the class `material`; any other looks as without them, but for leaves, water
 * and glass. With high contrast, or in colours that somebody chose for everything, there are none.
 */
export const materialStyle = `
.plan{${themed(0)}}
.plan[data-look="night"],:host([data-look="night"]) .plan{${themed(1)}}
@media (prefers-color-scheme:dark){:host(:not([data-look="day"])) .plan:not([data-look="day"]){${themed(1)}}}
.plan .green .soft{fill:var(--plan-green);fill-opacity:.7;stroke:none}
.plan .wet .soft{fill:var(--plan-glass)}
.plan .glazed{fill:var(--plan-glass);stroke:var(--plan-line);stroke-width:.012;transition:transform .4s ease}
.plan .material :is(${covers}){display:inline;pointer-events:none}
.plan .wood{color:var(--made-wood)}
.plan .mineral{color:var(--made-mineral)}
.plan .planks{color:var(--made-planks)}
.plan .pavers{color:var(--made-pavers)}
.plan .textile{color:var(--made-textile)}
.plan .grass{color:var(--made-grass)}
.plan .wash{fill:currentColor}
.plan :is(.dim,.dark){fill:var(--made-joint)}
.plan .dim{fill-opacity:var(--made-dim-by)}
.plan .dark{fill-opacity:var(--made-dark-by)}
.plan .joints{fill:none;stroke:var(--made-joint);stroke-opacity:var(--made-joint-by)}
.plan .grass .joints{stroke:currentColor;stroke-opacity:${grassBy};stroke-linecap:round;stroke-linejoin:round}
.plan :is(.house,.wall-shadow,.facade) path{fill:none}
.plan :is(.house,.wall-shadow,.piece-shadow) path{stroke-linecap:round;stroke-linejoin:round}
.plan .house path{stroke:var(--made-house-shadow)}
.plan .wall-shadow path{stroke:var(--made-wall-shadow)}
.plan .piece-shadow path{fill:var(--made-piece-shadow);stroke:var(--made-piece-shadow)}
.plan .facade path{stroke:var(--made-outer);stroke-linecap:square}
.plan .material .outer:not(.own){stroke:var(--made-outer)}
.plan .material .own{fill:var(--made-outer)}
.plan .material :is(.walls,.wall){stroke:var(--made-inner)}
.plan .material .partition .solid{fill:var(--made-inner)}
.plan .material .thing:not(.window)>.gap{fill:var(--made-sill)}
.plan .material .furniture:not(.on,.selected,.marked)>:is(.body,.soft,.fine){stroke:var(--made-edge);stroke-opacity:var(--made-edge-by)}
.plan .material .furniture:not(.on,.selected,.marked)>.body{stroke-width:.014}
.plan .material .furniture :is(.soft,.fine){stroke-width:.009}
.plan .material .furniture .deep{fill:var(--made-ebony)}
.plan .material .ebony>.fine{--made-edge:#e1e8f0}
.plan .material .furniture[color]>.body{fill-opacity:.7}
${pieces}
@media (prefers-contrast:more),(forced-colors:active){
.plan .material :is(${covers}){display:none}
.plan .material{${plainColours};--made-edge-by:1}
.plan .material .furniture:not(.on,.selected,.marked)>.body{stroke-width:.02}
.plan .material .furniture :is(.soft,.fine){stroke-width:.012}
}`;
