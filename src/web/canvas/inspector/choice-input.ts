import type { TemplateResult } from "lit";
import { textIn } from "../../../model/json.ts";
import { humanizeIdentifier } from "../../i18n/word-types.ts";
import { type Option, selectInput } from "./inputs.ts";
import type { FieldInput } from "./typed-input.ts";

/** A choice of one option or none; an unknown value is added as an option. */
export const choice = (
  { value, isMixed, context }: FieldInput,
  options: readonly Option[],
  commit: (value: string) => void,
  none = context.texts.panels.properties.unset,
): TemplateResult => {
  const text = textIn(value) ?? "";
  const isKnown = text === "" || options.some(([each]) => each === text);
  const own: readonly Option[] = isMixed || isKnown ? [] : [[text, humanizeIdentifier(text)]];
  const placeholder = context.texts.panels.properties.mixed;
  const all: readonly Option[] = [["", none], ...options, ...own];
  return selectInput(all, isMixed ? undefined : text, commit, { placeholder });
};
