import { type CSSResult, unsafeCSS } from "lit";

/** Colors by name, each by day and by night. */
export type Colors = Readonly<Record<string, readonly [day: string, night: string]>>;

/**
 * Custom properties such as `--plan-ink` for colors by day and by night. They are written out for both,
 * as browsers of old tablets do not know `light-dark()`.
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
