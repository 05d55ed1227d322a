import type { CST } from "yaml";

import { YamlProblem } from "./problem.ts";

/**
 * Looks at the content of a block scalar (`|`, `>`), `source`, before the package takes it. `stack`
 * is what is open, `at` where it starts in the whole `text`.
 *
 * Where the whole text ends inside of it without a line break, PyYAML's value has none either, and
 * the package's has: chomping takes it away. Directly below a document PyYAML wants it indented.
 */
export const checkBlockScalar = (
  stack: readonly CST.Token[],
  source: string,
  at: number,
  text: string,
): void => {
  const token = stack.at(-1);
  const header = token?.type === "block-scalar" ? token.props[0] : undefined;
  if (header?.type !== "block-scalar-header") return;
  const first = /^( *)[^ \n]/m.exec(source);
  const indent = first?.[1]?.length;
  if (stack.length === 2 && indent === 0)
    throw new YamlProblem(`a text after "${header.source}" must be indented`, at);
  const hasOwnIndent = /[0-9]/.test(header.source);
  const doubtful = hasOwnIndent
    ? blanksAfter(source, text.slice(at))
    : source.slice(0, first?.index ?? 0);
  if (doubtful.split("\n").some(({ length }) => length > (hasOwnIndent ? 0 : (indent ?? 0))))
    throw new YamlProblem("blanks alone in a line, which may belong to the text or not", at);
  const last = source.slice(source.lastIndexOf("\n") + 1);
  const isBlank = /^ *$/.test(last);
  if (at + source.length < text.length || last === "") return;
  if (!isBlank || last.length > (indent ?? last.length) || !source.includes("\n"))
    header.source = `${header.source.replaceAll(/[-+]/g, "")}-`;
};

/** The lines of blanks behind the last line of a block scalar with more than that. */
const blanksAfter = (source: string, rest: string): string => {
  let from = source.length;
  while (from > 0 && " \n".includes(source.charAt(from - 1))) from -= 1;
  const blanks = /[ \n]*/y;
  blanks.lastIndex = from;
  const found = `${from === 0 ? "\n" : ""}${blanks.exec(rest)?.[0] ?? ""}`;
  const next = from + found.length < rest.length ? found.lastIndexOf("\n") : found.length;
  return found.slice(found.indexOf("\n"), next);
};
