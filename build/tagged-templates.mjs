// Finds templates in scripts, with the lexer of TypeScript's compiler. Its parser takes seconds, since it loads a whole
// project; without one, the lexer has to be told what begins with a slash or goes on after a brace.
import { SyntaxKind } from "typescript/unstable/ast";
import { createScanner } from "typescript/unstable/ast/scanner";

/** What ends a value, so that a slash behind it divides; any other slash begins a regular expression. */
const endsOfValues = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.PrivateIdentifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.ThisKeyword,
  SyntaxKind.SuperKeyword,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
]);

/** Words such as `type` and `from`, which are names too. */
const isName = (kind) =>
  kind >= SyntaxKind.FirstContextualKeyword && kind <= SyntaxKind.LastContextualKeyword;

const isSlash = (kind) => kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;

/**
 * The templates that follow a name, each with that name as its `tag` and the `texts` between its expressions, by where
 * they begin and end. None if the code does not end as it should, so that nobody changes what was misunderstood.
 */
export const taggedTemplates = (code) => {
  const scanner = createScanner(true, undefined, code);
  const templates = [];
  // The templates that go on after an expression, and undefined for each brace within.
  const open = [];
  let [before, name] = [SyntaxKind.Unknown, ""];
  for (;;) {
    let kind = scanner.scan();
    if (kind === SyntaxKind.CloseBraceToken && open.at(-1) !== undefined)
      kind = scanner.reScanTemplateToken(true);
    else if (isSlash(kind) && !endsOfValues.has(before) && !isName(before))
      kind = scanner.reScanSlashToken();
    if (scanner.isUnterminated()) return [];
    const [start, end] = [scanner.getTokenStart() + 1, scanner.getTokenEnd()];
    if (kind === SyntaxKind.EndOfFile)
      return open.length === 0 ? templates.filter(({ tag }) => tag !== "") : [];
    if (kind === SyntaxKind.NoSubstitutionTemplateLiteral)
      templates.push({ tag: name, texts: [[start, end - 1]] });
    else if (kind === SyntaxKind.TemplateHead) {
      open.push({ tag: name, texts: [[start, end - 2]] });
      templates.push(open.at(-1));
    } else if (kind === SyntaxKind.TemplateMiddle) open.at(-1).texts.push([start, end - 2]);
    else if (kind === SyntaxKind.TemplateTail) open.pop().texts.push([start, end - 1]);
    else if (kind === SyntaxKind.OpenBraceToken) open.push(undefined);
    else if (kind === SyntaxKind.CloseBraceToken) {
      if (open.length === 0) return [];
      open.pop();
    }
    before = kind;
    name = kind === SyntaxKind.Identifier ? scanner.getTokenText() : "";
  }
};
