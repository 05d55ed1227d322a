import { CST, Lexer, Parser } from "yaml";

import { Guard } from "../../server/yaml/guard.ts";

/**
 * The package's tokens of a text in which LF is the only line break: one for each document and
 * each thing that stands outside of one. The package gets one lexeme after the other, so that what
 * is nested too deeply, or what `Guard` refuses, is a `YamlProblem` before anything is built of it.
 *
 * Of the comments and blank lines between two lexemes it gets a single line break: they mean
 * nothing, and the package takes quadratic time for many of them.
 */
export function* readTokens(text: string, maxDepth: number): Generator<CST.Token, void> {
  const parser = new Parser();
  const guard = new Guard(text, maxDepth);
  let at = 0;
  let isScalar: boolean = false;
  let lineBreak: number | undefined;
  let blanks: Place | undefined;
  for (const source of new Lexer().lex(text)) {
    const type: CST.TokenType | null = isScalar ? null : CST.tokenType(source);
    if (type === "newline") {
      lineBreak = at;
      blanks = undefined;
    } else if (type === "space") {
      blanks = { at, source: (blanks?.source ?? "") + source };
    } else if (type !== "comment") {
      if (!isScalar) guard.check(type ?? "", source, at);
      if (lineBreak !== undefined) yield* feedParser(parser, { at: lineBreak, source: "\n" });
      if (blanks !== undefined) yield* feedParser(parser, blanks);
      lineBreak = undefined;
      blanks = undefined;
      if (isScalar) guard.checkText(parser.stack, source, at);
      yield* feedParser(parser, { at, source });
      guard.checkOpen(parser.stack, type, at);
    }
    isScalar = type === "scalar";
    if (type === null || !marks.has(type)) at += source.length;
  }
  if (lineBreak !== undefined) yield* feedParser(parser, { at: lineBreak, source: "\n" });
  guard.checkEnd(parser.stack, at);
  yield* parser.end();
}

type Place = { readonly at: number; readonly source: string };

const marks: ReadonlySet<CST.TokenType> = new Set(["doc-mode", "flow-error-end", "scalar"]);

function* feedParser(parser: Parser, { at, source }: Place): Generator<CST.Token, void> {
  parser.offset = at;
  yield* parser.next(source);
}
