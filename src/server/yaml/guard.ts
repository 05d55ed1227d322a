import { CST } from "yaml";
import { YamlProblem } from "./types.ts";
import { isKnownTag } from "./scalars.ts";

/**
 * Checks a block scalar (`|` or `>`) with the content `source` before the package reads it. `stack` lists the open
 * collections, and `at` is where the content starts in `text`.
 *
 * If the text ends inside it without a line break, PyYAML's value has none either, but the package's has: chomping
 * removes it. Directly below a document PyYAML wants it indented.
 */
const checkBlockScalar = (
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
    throw new YamlProblem("a line of spaces that may or may not belong to the text", at);
  const last = source.slice(source.lastIndexOf("\n") + 1);
  const isBlank = /^ *$/.test(last);
  if (at + source.length < text.length || last === "") return;
  if (!isBlank || last.length > (indent ?? last.length) || !source.includes("\n"))
    header.source = `${header.source.replaceAll(/[-+]/g, "")}-`;
};

/** The blank lines after a block scalar that hold more spaces than its last line. */
const blanksAfter = (source: string, rest: string): string => {
  let from = source.length;
  while (from > 0 && " \n".includes(source.charAt(from - 1))) from -= 1;
  const blanks = /[ \n]*/y;
  blanks.lastIndex = from;
  const found = `${from === 0 ? "\n" : ""}${blanks.exec(rest)?.[0] ?? ""}`;
  const next = from + found.length < rest.length ? found.lastIndexOf("\n") : found.length;
  return found.slice(found.indexOf("\n"), next);
};

/**
 * Rejects what the `yaml` package accepts and PyYAML's SafeLoader does not, as far as a lexeme and those before it show
 * it; explains what the package would only stumble on.
 */
export class Guard {
  private readonly text: string;
  private readonly anchors = new Set<string>();
  private readonly maxDepth: number;
  private hasDirective = false;

  constructor(text: string, maxDepth: number) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  /** `at`: where the lexeme starts, in UTF-16 units. */
  check(type: string, source: string, at: number): void {
    const end = at + source.length;
    switch (type) {
      case "anchor":
      case "alias":
        return this.name(type, source, at);
      case "tag":
        if (!isKnownTag(source)) throw new YamlProblem(`unknown tag ${source}`, at);
        if (/[^ \n]/.test(this.text.charAt(end)))
          throw new YamlProblem(`expected a space after the tag ${source}`, end);
        return;
      case "byte-order-mark":
        throw new YamlProblem("a byte order mark (U+FEFF) after the start of the text", at);
      case "directive-line":
        if (this.hasDirective || !/^%YAML +1\.[0-9]+$/.test(source))
          throw new YamlProblem("the only directive allowed is one %YAML 1.1", at);
        this.hasDirective = true;
        return;
      case "block-scalar-header":
        if (this.text.charAt(end) === "#")
          throw new YamlProblem('expected a space before the comment after "|" or ">"', end);
        return;
      case "single-quoted-scalar":
      case "double-quoted-scalar":
        if (!isClosed(source)) throw this.unclosed(end, "a quoted text");
        return;
      case "flow-error-end":
        throw this.unclosed(at, "a list or mapping in brackets");
      default:
    }
  }

  /** Checks the text of a plain scalar before the package reads it. */
  checkText(open: readonly CST.Token[], source: string, at: number): void {
    checkBlockScalar(open, source, at, this.text);
    if (/^[@`%]/.test(source))
      throw new YamlProblem(`a value that starts with ${source.charAt(0)} needs quotes`, at);
    if (open.at(-1)?.type === "flow-collection" && /^[?:]/.test(source))
      throw new YamlProblem(`in brackets ${source.charAt(0)} needs a space after it`, at);
  }

  /** Checks what the package has open after a lexeme of this type. */
  checkOpen(open: readonly CST.Token[], type: CST.TokenType | null, at: number): void {
    const [outer, inner] = [open.at(-2), open.at(-1)];
    if (type === "map-value-ind") this.key(lastItem(inner), at);
    // The package may drop what follows a key without ":" between them.
    const isProperty = type === "anchor" || type === "tag";
    if (lacksColon(lastItem(outer)) || (isProperty && lacksColon(lastItem(inner))))
      throw new YamlProblem('expected ":" or "," before this', at);
    if (open.length > this.maxDepth && open.filter(CST.isCollection).length > this.maxDepth)
      throw new YamlProblem(`nested deeper than yaml-depth, ${this.maxDepth} levels`, at);
  }

  checkEnd(stack: readonly CST.Token[], at: number): void {
    if (stack.some((token) => token.type === "flow-collection" && token.end.length === 0))
      throw new YamlProblem('the text ends inside brackets, before their "]" or "}"', at);
  }

  /** An implicit key, its ":" at `at`: PyYAML requires a key, on one line, in brackets too. */
  private key(item: CST.CollectionItem | undefined, at: number): void {
    if (item === undefined || item.start.some(({ type }) => keyMarks.has(type))) return;
    if (!item.key) throw new YamlProblem('expected a key before ":"', at);
    const start = item.key.offset;
    // A character outside the basic plane takes two units, so twice the limit is surely too far.
    const key = this.text.slice(start, Math.min(at, start + 2 * reach + 1));
    if (Array.from(key).length > reach)
      throw new YamlProblem(`a key longer than ${reach} characters`, start);
    if (key.includes("\n")) throw new YamlProblem('a key and its ":" must be on one line', start);
  }

  private name(type: string, source: string, at: number): void {
    const name = source.slice(1);
    if (!/^[\w-]+$/.test(name)) {
      const found = JSON.stringify(name);
      throw new YamlProblem(
        `${found} is not a valid anchor name: use letters, digits, "-", "_"`,
        at,
      );
    }
    if (type === "anchor" && this.anchors.has(name))
      throw new YamlProblem(`anchor ${JSON.stringify(name)} is defined twice`, at);
    if (type === "alias" && !this.anchors.has(name))
      throw new YamlProblem(`alias ${JSON.stringify(name)} has no anchor before it`, at);
    this.anchors.add(name);
  }

  private unclosed(at: number, what: string): YamlProblem {
    if (this.text.slice(at).trim() === "")
      return new YamlProblem(`the text ends inside ${what}`, this.text.length);
    const [blanks = ""] = /^\s*/.exec(this.text.slice(at)) ?? [];
    const line = at + blanks.length;
    if (/^(?:---|\.\.\.)\s/.test(this.text.slice(line, line + 4)))
      return new YamlProblem(`a document marker inside ${what}`, line);
    return new YamlProblem(
      `${what} that continues on another line must be indented with spaces, further than its parent`,
      line,
    );
  }
}

/** The most characters between the start of an implicit key and its ":". */
const reach = 1024;

const keyMarks: ReadonlySet<string> = new Set(["explicit-key-ind", "anchor", "tag"]);

const lastItem = (token: CST.Token | undefined): CST.CollectionItem | undefined =>
  CST.isCollection(token) ? token.items.at(-1) : undefined;

const lacksColon = (item: CST.CollectionItem | undefined): boolean =>
  item?.sep !== undefined && !item.sep.some(({ type }) => type === "map-value-ind");

/** Whether a quoted lexeme has a closing quote that is not escaped. */
const isClosed = (source: string): boolean => {
  const quote = source.charAt(0);
  if (source.length === 1 || !source.endsWith(quote)) return false;
  const escape = quote === "'" ? quote : "\\";
  let end = source.length - 1;
  while (end > 1 && source[end - 1] === escape) end -= 1;
  return (source.length - 1 - end) % 2 === 0;
};
