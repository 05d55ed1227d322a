import { Composer, type CST, type Document, type ErrorCode, type ParsedNode } from "yaml";

import { YamlProblem } from "./problem.ts";
import { readTokens } from "./read-tokens.ts";

/**
 * The root of the one document of a text, in the package's nodes: every scalar a string, no alias
 * followed, no tag given a meaning. Undefined where the text has no document. A `YamlProblem` where
 * it is no YAML, or more than one document.
 */
export const readDocument = (text: string, maxDepth: number): ParsedNode | undefined => {
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
  // Without the comments that it has not got, the package measures keys wrongly; `Guard` has done it.
  const error = document?.errors.find(({ code }) => code !== "KEY_OVER_1024_CHARS");
  if (error !== undefined) throw explained(error.code, error.pos[0], text);
  return document?.contents ?? undefined;
};

/** A text can have a million errors, and the package makes an exception of each; most of that is its stack. */
const feed = (composer: Composer, token: CST.Token): void => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    // The composer gives a document out only before the next one, of which there is none.
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
  BAD_DQ_ESCAPE: "a backslash in double quotes, and no escape that there is",
  BAD_INDENT: "not indented as what it belongs to",
  BAD_PROP_ORDER: "an anchor or tag before the sign that it belongs behind",
  BAD_SCALAR_START: "a value that starts with this character needs quotes",
  BLOCK_AS_IMPLICIT_KEY: "a list or mapping cannot start on the line of a key",
  BLOCK_IN_FLOW: 'a list or mapping without brackets of its own, or a lone "-", in brackets',
  MISSING_CHAR: 'a blank, ":", "," or closing quote or bracket is missing before this',
  MULTILINE_IMPLICIT_KEY: 'a key and its ":" must be on one line',
  MULTIPLE_ANCHORS: "a second anchor for the same value",
  MULTIPLE_TAGS: "a second tag for the same value",
  RESOURCE_EXHAUSTION: "nested too deeply",
  TAB_AS_INDENT: "a tab, where only blanks can indent",
};
