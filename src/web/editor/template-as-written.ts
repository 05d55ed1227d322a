import { isTemplate } from "../../model/bindings/element-bindings.ts";
import type { Rendered } from "../../model/bindings/entity-state.ts";

/** Letters of a template that are shown: enough to tell it from others, and to leave room for them. */
const mostLetters = 16;

/**
 * What stands for the result of a template on a drawing that is edited: the template itself, in one line and
 * shortened, so that people see what they wrote. It is never what a condition asks for.
 */
export const templateAsWritten: Rendered = (template) => {
  if (!isTemplate(template)) return undefined;
  const line = template.replaceAll(/\s+/g, " ").trim();
  return line.length <= mostLetters ? line : `${line.slice(0, mostLetters - 1).trimEnd()}…`;
};
