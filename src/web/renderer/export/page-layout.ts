import type { Box } from "../../../model/geometry/polygon.ts";

/** Margin around a floor in metres, for outer walls, outward doors and dimensions. */
const around = 0.5;

/** Millimetres of the page's margin, of the title and of the scale line. */
const [margin, titleHeight, scaleHeight] = [5, 10, 12];

/** Usual scales of plans, those on scale rulers among them, as the denominator. */
export const scales = [10, 20, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000] as const;

/** The default scale: a flat fits on a sheet or two of A4. */
export const defaultScale = 50;

/** Papers by name, in millimetres: the short and the long side. */
export const papers = {
  A4: [210, 297],
  A3: [297, 420],
  Letter: [215.9, 279.4],
} as const satisfies Readonly<Record<string, readonly [short: number, long: number]>>;

/** The name of a paper. */
export type PaperName = keyof typeof papers;

/** Whether a text is the name of a paper. */
export const isPaperName = (name: string): name is PaperName => Object.hasOwn(papers, name);

/** The names of all papers. */
export const paperNames: readonly PaperName[] = Object.keys(papers).filter(isPaperName);

/** Where people write letters on paper of their own size (CLDR, `paperSize` US-Letter). */
const lettersIn = /-(?:BZ|CA|CL|CO|CR|GT|MX|NI|PA|PH|PR|SV|US|VE)\b/;

/** The usual paper where a language is spoken (BCP 47). */
export const usualPaper = (language: string): PaperName =>
  lettersIn.test(language) ? "Letter" : "A4";

/** How a paper lies, or `auto` for what gives the larger drawing. */
export type Orientation = "auto" | "portrait" | "landscape";

/** A rectangle on paper, in millimetres. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A floor on its page, in millimetres. */
export interface Page {
  readonly width: number;
  readonly height: number;
  /** Position of the plan's origin. */
  readonly left: number;
  readonly top: number;
  /** Millimetres per metre. */
  readonly millimetres: number;
  /** Positions of the title and of the scale line. */
  readonly title: number;
  readonly foot: number;
  readonly margin: number;
}

/** Lays out a floor with title and scale on a page of the size that it needs. */
export const pageOf = (box: Box, scale: number): Page => {
  const millimetres = 1000 / scale;
  const [wide, high] = [box.width + around * 2, box.height + around * 2];
  const height = high * millimetres;
  return {
    // The scale bar needs its width even below a small floor.
    width: Math.max(60, wide * millimetres + margin * 2),
    height: height + margin * 2 + titleHeight + scaleHeight,
    left: margin + (around - box.left) * millimetres,
    top: margin + titleHeight + (around - box.top) * millimetres,
    millimetres,
    title: margin + 6,
    foot: margin + titleHeight + height + 4,
    margin,
  };
};
