import type { Input } from "./verb.ts";

/** Tells of what lay among images and is none of the home. */
export const reportLeftOut = ({ out }: Pick<Input, "out">, others: number): void => {
  if (others > 0) out(`left out, being no images of this home: ${others}`);
};
