import { css, type CSSResult, unsafeCSS } from "lit";
import type { Tone } from "./options.ts";

/** Colors by name, each by day and by night. */
export type Colors = Readonly<Record<string, readonly [day: string, night: string]>>;

/**
 * Custom properties such as `--plan-ink` for colors by day and by night. Both are written out, as browsers of old
 * tablets lack `light-dark()`.
 */
export const palette = (
  prefix: string,
  colors: Colors,
): { readonly day: CSSResult; readonly night: CSSResult } => {
  const by = (look: 0 | 1): CSSResult =>
    unsafeCSS(
      Object.entries(colors)
        .map(([name, pair]) => `--${prefix}-${name}: ${pair[look]};`)
        .join(" "),
    );
  return { day: by(0), night: by(1) };
};

/** Colors of rooms' floors. */
const floors: Readonly<Record<Tone | "garden", readonly [day: string, night: string]>> = {
  water: ["#dcebf1", "#1f2c36"],
  honey: ["#f8ecd0", "#302d25"],
  lilac: ["#e9e4f2", "#2a2a3a"],
  sand: ["#f4e8d8", "#2d2b29"],
  rose: ["#f5e2dc", "#31292d"],
  sage: ["#e2ebdb", "#252e2b"],
  stone: ["#ebe8e2", "#272a30"],
  mist: ["#e0e6e9", "#232b33"],
  garden: ["#dbe8cc", "#1f2c22"],
};

const tones = Object.keys(floors).map(
  (tone) => `.plan .${tone} { --plan-tone: var(--tone-${tone}); }`,
);

const things = {
  paper: ["#faf8f4", "#14181e"],
  ink: ["#2f353c", "#e8eaed"],
  "soft-ink": ["#5d6670", "#a9b1bb"],
  wall: ["#454d57", "#5d6875"],
  piece: ["#fffdfa", "#3a424d"],
  "piece-soft": ["#f3efe8", "#454e5a"],
  line: ["#8d929a", "#6f7985"],
  glass: ["#cfe3f0", "#3d566b"],
  badge: ["#ffffff", "#2c333d"],
  "badge-ink": ["#4a535d", "#c9d0d8"],
  accent: ["#1a6fb5", "#6cb6f2"],
  on: ["#e08a00", "#ffb733"],
  light: ["#ffc84a", "#ffcf66"],
  dusk: ["none", "inline"],
  sun: ["rgb(255 214 92 / 45%)", "rgb(255 226 150 / 22%)"],
  gap: ["#efebe3", "#262b33"],
  leaf: ["#6d4c2f", "#c39a6f"],
  green: ["#8fb573", "#5b7d4a"],
  added: ["#2f8f4e", "#5fcf85"],
  removed: ["#c2382e", "#ff7b70"],
  moved: ["#7a4fc0", "#b794f6"],
} as const satisfies Colors;

const plan = palette("plan", things);
const tone = palette("tone", floors);

/** One of the drawing's colors as `#rrggbb` by its name, such as `plan-ink` or `tone-water`. */
export const drawingColour = (name: string, isNight: boolean): string | undefined => {
  const [prefix, ...rest] = name.split("-");
  const colors: Colors = prefix === "tone" ? floors : things;
  return colors[rest.join("-")]?.[isNight ? 1 : 0];
};

/** Colors of drawings by day and by night. */
export const colorStyle = css`
  .plan {
    ${plan.day} ${tone.day}
  }
  .plan[data-look="night"],
  :host([data-look="night"]) .plan {
    ${plan.night} ${tone.night}
  }
  @media (prefers-color-scheme: dark) {
    :host(:not([data-look="day"])) .plan:not([data-look="day"]) {
      ${plan.night} ${tone.night}
    }
  }
  ${unsafeCSS(tones.join(" "))}
`;
