import { imageEndings } from "../../connection/tracing-image.ts";
import type { Texts } from "../../i18n/editor-speaker.ts";

/** Signs that stand in no text: what a parser quotes of a picture or an archive tells nobody anything. */
const binary = /[\p{Cc}\ufffd]/u;

/** What is said of a file that holds no JSON: an image has its use elsewhere, and of what is no text only its name is told. */
export const noPlanFile = (
  { name, reason }: { readonly name: string; readonly reason: string },
  { panels, forms }: Texts,
): string => {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  if (imageEndings.some((known) => known === ending)) return forms.imageNoPlan(name);
  return binary.test(reason) ? forms.noPlanFile(name) : panels.file.noJson(name, reason);
};
