/** A plan symbol around its centre, back up, as SVG paths in metres. */
export interface PlanSymbol {
  /** The outline, filled. */
  readonly body: string;
  /** Cushions, basins and the like, filled a little lighter. */
  readonly soft?: string;
  /** Fine lines. */
  readonly line?: string;
}

/** Draws a symbol in its width and depth, in metres. */
export type SymbolMaker = (w: number, d: number) => PlanSymbol;

/** A type of furniture: all that is to be known of it, besides its words. */
export interface FurnitureType {
  /** Its usual width and depth, in metres. */
  readonly size: readonly [w: number, d: number];
  readonly symbol: SymbolMaker;
  /** Whether it usually stands with its back to a wall. */
  readonly atWall?: boolean;
  /** Whether it grows, and is green. */
  readonly isGreen?: boolean;
  /** False where plans have it, and it is drawn, but the palette does not offer it. */
  readonly isOffered?: boolean;
}
