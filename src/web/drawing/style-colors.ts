import { css, unsafeCSS } from "lit";
import type { Tone } from "./options.ts";

/** The floors of rooms by day and by night. */
const floors: Readonly<Record<Tone | "garden", string>> = {
  water: "#dcebf1, #1f2c36",
  honey: "#f8ecd0, #302d25",
  lilac: "#e9e4f2, #2a2a3a",
  sand: "#f4e8d8, #2d2b29",
  rose: "#f5e2dc, #31292d",
  sage: "#e2ebdb, #252e2b",
  stone: "#ebe8e2, #272a30",
  mist: "#e0e6e9, #232b33",
  garden: "#dbe8cc, #1f2c22",
};

const floorStyle = Object.entries(floors).map(
  ([tone, colors]) => `.plan .${tone} { --plan-tone: light-dark(${colors}); }`,
);

/** The colors of drawings by day and by night. */
export const colorStyle = css`
  .plan {
    color-scheme: light dark;
    --plan-paper: light-dark(#faf8f4, #14181e);
    --plan-ink: light-dark(#2f353c, #e8eaed);
    --plan-soft-ink: light-dark(#5d6670, #a9b1bb);
    --plan-wall: light-dark(#454d57, #5d6875);
    --plan-piece: light-dark(#fffdfa, #3a424d);
    --plan-piece-soft: light-dark(#f3efe8, #454e5a);
    --plan-line: light-dark(#8d929a, #6f7985);
    --plan-glass: light-dark(#cfe3f0, #3d566b);
    --plan-badge: light-dark(#ffffff, #2c333d);
    --plan-badge-ink: light-dark(#4a535d, #c9d0d8);
    --plan-accent: light-dark(#1a6fb5, #6cb6f2);
    --plan-on: light-dark(#e08a00, #ffb733);
    --plan-light: light-dark(#ffc84a, #ffcf66);
    --plan-gap: light-dark(#efebe3, #262b33);
    --plan-leaf: light-dark(#6d4c2f, #c39a6f);
    --plan-green: light-dark(#8fb573, #5b7d4a);
    --plan-added: light-dark(#2f8f4e, #5fcf85);
    --plan-removed: light-dark(#c2382e, #ff7b70);
    --plan-moved: light-dark(#7a4fc0, #b794f6);
  }
  .plan[data-look="day"] {
    color-scheme: light;
  }
  .plan[data-look="night"] {
    color-scheme: dark;
  }
  ${unsafeCSS(floorStyle.join(" "))}
`;
