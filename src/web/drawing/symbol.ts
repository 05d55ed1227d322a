/** A plan symbol around its centre, back up, as SVG paths in metres. */
export interface Symbol {
  /** The outline, filled. */
  readonly body: string;
  /** Cushions, basins and the like, filled a little lighter. */
  readonly soft?: string;
  /** Fine lines. */
  readonly line?: string;
}

/** Draws a symbol in its width and depth, in metres. */
export type Maker = (w: number, d: number) => Symbol;
