import type { Json } from "../model/json.ts";
import { textIn } from "../json/read.ts";

/** The letters of a colour, and the functions of CSS that make one (CSS Color 5), with `var` for those of a theme. */
const colour =
  /^(?:[\w\s.,%/#)+-]|(?<![\w-])(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?|light-dark|var)\(){1,200}$/i;

/**
 * The colour in a value of a plan: nothing for what cannot be one, above all for `url(…)`, which a paint of SVG
 * would fetch from wherever it says. Whatever a plan holds becomes a value of CSS or a paint through this alone.
 * What looks like a colour and is none, such as `#12`, the browser leaves out.
 */
export const colourIn = (value: Json | undefined): string | undefined => {
  const text = textIn(value);
  return text !== undefined && colour.test(text) ? text : undefined;
};
