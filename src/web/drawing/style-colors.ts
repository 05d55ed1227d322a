import { css, unsafeCSS } from "lit";

const day = unsafeCSS(`
  --plan-paper: #faf8f4; --plan-ink: #2f353c; --plan-soft-ink: #5d6670; --plan-wall: #454d57;
  --plan-piece: #fffdfa; --plan-piece-soft: #f3efe8; --plan-line: #8d929a; --plan-glass: #cfe3f0;
  --plan-badge: #ffffff; --plan-badge-ink: #4a535d; --plan-accent: #1a6fb5; --plan-on: #e08a00;
  --plan-light: #ffc84a; --plan-gap: #efebe3; --plan-leaf: #6d4c2f;
  --plan-green: #8fb573; --plan-added: #2f8f4e; --plan-removed: #c2382e; --plan-moved: #7a4fc0;
  --tone-water: #dcebf1; --tone-honey: #f8ecd0; --tone-lilac: #e9e4f2; --tone-sand: #f4e8d8;
  --tone-rose: #f5e2dc; --tone-sage: #e2ebdb; --tone-stone: #ebe8e2; --tone-mist: #e0e6e9;
  --tone-garden: #dbe8cc;`);

const night = unsafeCSS(`
  --plan-paper: #14181e; --plan-ink: #e8eaed; --plan-soft-ink: #a9b1bb; --plan-wall: #5d6875;
  --plan-piece: #3a424d; --plan-piece-soft: #454e5a; --plan-line: #6f7985; --plan-glass: #3d566b;
  --plan-badge: #2c333d; --plan-badge-ink: #c9d0d8; --plan-accent: #6cb6f2; --plan-on: #ffb733;
  --plan-light: #ffcf66; --plan-gap: #262b33; --plan-leaf: #c39a6f;
  --plan-green: #5b7d4a; --plan-added: #5fcf85; --plan-removed: #ff7b70; --plan-moved: #b794f6;
  --tone-water: #1f2c36; --tone-honey: #302d25; --tone-lilac: #2a2a3a; --tone-sand: #2d2b29;
  --tone-rose: #31292d; --tone-sage: #252e2b; --tone-stone: #272a30; --tone-mist: #232b33;
  --tone-garden: #1f2c22;`);

/** The colors of drawings by day and by night. */
export const colorStyle = css`
  .plan {
    ${day}
  }
  .plan[data-look="night"] {
    ${night}
  }
  @media (prefers-color-scheme: dark) {
    .plan:not([data-look="day"]) {
      ${night}
    }
  }
`;
