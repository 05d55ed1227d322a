import { Composer, CST, type Document, type ErrorCode, Lexer, type ParsedNode, Parser } from "yaml";
import { type Either, left, map, right } from "fp-ts/lib/Either.js";
import { Guard } from "./guard.ts";
import { type Json, type YamlError, type YamlLimits, YamlProblem } from "./types.ts";
import { constructJson } from "./construct.ts";

/**
 * The package's tokens of a text whose only line break is LF: one per document and per thing outside of one. The
 * package gets one lexeme at a time, so what is nested too deeply, or what `Guard` rejects, throws a `YamlProblem`
 * before anything is built.
 *
 * Comments and blank lines between two lexemes become a single line break: they mean nothing, and the package takes
 * quadratic time for many of them.
 */
function* readTokens(text: string, maxDepth: number): Generator<CST.Token, void> {
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

/**
 * The root of a text's only document, in the package's nodes: every scalar a string, no alias followed, no tag
 * resolved. Undefined without a document. Throws a `YamlProblem` for invalid YAML or a second document.
 */
const readDocument = (text: string, maxDepth: number): ParsedNode | undefined => {
  const composer = new Composer({
    version: "1.1",
    schema: "failsafe",
    resolveKnownTags: false,
    uniqueKeys: false,
  });
  let hasDocument = false;
  for (const token of readTokens(text, maxDepth)) {
    if (token.type === "error") throw explained("UNEXPECTED_TOKEN", token.offset, text);
    if (token.type === "document") {
      if (hasDocument) throw new YamlProblem("more than one document", token.offset);
      hasDocument = true;
    }
    feed(composer, token);
  }
  const [document]: readonly Document.Parsed[] = [...composer.end(true, text.length)];
  // Without the dropped comments the package measures keys wrongly; `Guard` has checked them.
  const error = document?.errors.find(({ code }) => code !== "KEY_OVER_1024_CHARS");
  if (error !== undefined) throw explained(error.code, error.pos[0], text);
  return document?.contents ?? undefined;
};

/** A text can have a million errors, and the package makes an exception of each, mostly stack trace. */
const feed = (composer: Composer, token: CST.Token): void => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    // The composer emits a document only when the next begins, and there is none.
    composer.next(token).next();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

const explained = (code: ErrorCode, at: number, text: string): YamlProblem => {
  const found = JSON.stringify(/^\\?[^]/u.exec(text.slice(at, at + 3))?.[0] ?? "the end");
  return new YamlProblem(sentences[code] ?? `${found} is not expected here`, at);
};

const sentences: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: "an alias has no anchor or tag of its own",
  BAD_DQ_ESCAPE: "an unknown escape in double quotes",
  BAD_INDENT: "indentation does not match its parent",
  BAD_PROP_ORDER: 'an anchor or tag must come after the "-", "?" or ":"',
  BAD_SCALAR_START: "a value that starts with this character needs quotes",
  BLOCK_AS_IMPLICIT_KEY: "a list or mapping cannot start on the line of a key",
  BLOCK_IN_FLOW: 'a list or mapping in brackets needs brackets of its own, and "-" is not allowed',
  MISSING_CHAR: 'expected a space, ":", "," or a closing quote or bracket before this',
  MULTILINE_IMPLICIT_KEY: 'a key and its ":" must be on one line',
  MULTIPLE_ANCHORS: "a second anchor for the same value",
  MULTIPLE_TAGS: "a second tag for the same value",
  RESOURCE_EXHAUSTION: "nested too deeply",
  TAB_AS_INDENT: "only spaces can indent, not a tab",
};

/**
 * Reads one YAML document as PyYAML's SafeLoader does, as JSON.
 *
 * In: at most `limits.yamlBytes` bytes. Out: the data, or an `invalid` error that says what is wrong and where, and
 * names the limit if one is exceeded. What JSON cannot hold is an error, never changed.
 *
 * docs/yaml.md lists where the two differ.
 */
export const parseYaml = (text: string, limits: YamlLimits): Either<YamlError, Json> => {
  try {
    if (Buffer.byteLength(text) > limits.yamlBytes)
      throw new YamlProblem(`a text longer than yaml-bytes, ${limits.yamlBytes} bytes`);
    checkCharacters(text);
    const root = readDocument(withLineFeeds(text), limits.yamlDepth);
    return right(root === undefined ? null : constructJson(root, limits));
  } catch (error) {
    if (error instanceof YamlProblem) return left(located(error, withLineFeeds(text)));
    throw error;
  }
};

/** The same as JSON in UTF-8, in memory of its own, which another thread can be given without a copy. */
export const yamlToJson = (
  text: string,
  limits: YamlLimits,
): Either<YamlError, Uint8Array<ArrayBuffer>> =>
  map((data: Json) => new TextEncoder().encode(JSON.stringify(data)))(parseYaml(text, limits));

/** Drops a byte order mark, which takes no column, so line and column stay right. */
const withLineFeeds = (text: string): string =>
  text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");

const refusedCharacter =
  /[^\t\n\r\u0020-\u007E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const checkCharacters = (text: string): void => {
  const found = refusedCharacter.exec(text);
  if (found === null) return;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  throw new YamlProblem(`the character U+${code} is not allowed in a text`, found.index);
};

const located = ({ message, offset }: YamlProblem, text: string): YamlError => {
  if (offset === undefined) return { kind: "invalid", message };
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = Array.from(before.at(-1)?.replaceAll("\uFEFF", "") ?? "").length + 1;
  return {
    kind: "invalid",
    message: `${message} (line ${line}, column ${column})`,
    line,
    column,
  };
};
