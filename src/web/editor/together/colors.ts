/** A color by day and one by night, as `#rrggbb`. */
export type Color = readonly [day: string, night: string];

/**
 * The colors of the others, which their outlines and names are drawn in: each stands out from the drawing by
 * 3 to 1 at least, and the name on it, which is white by day and dark by night, by 4.5 to 1. None is that of
 * what one has selected oneself.
 */
export const colors: readonly Color[] = [
  ["#b3261e", "#ffb4ab"],
  ["#6a1b9a", "#d9b3ff"],
  ["#8a4b00", "#ffc26b"],
  ["#1d4ed8", "#a9c4ff"],
  ["#2e6b14", "#a5dd86"],
  ["#a3155e", "#ff9fcf"],
  ["#5d4037", "#d9bfb4"],
  ["#3f5060", "#b9cad8"],
];

/** The color of an index, as a value of CSS; more editors than there are colors share them. */
export const colorOf = (index: number): string => {
  const [day, night] = colors[((index % colors.length) + colors.length) % colors.length] ?? [
    "",
    "",
  ];
  return `light-dark(${day}, ${night})`;
};
