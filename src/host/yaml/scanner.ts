import { blankOrEnd, nameChar, Cursor } from "./cursor.ts";
import { scanDirective, scanName, scanTag } from "./scan-properties.ts";
import { scanBlock, scanPlain, scanQuoted } from "./scan-scalars.ts";
import { SimpleKeys } from "./simple-keys.ts";
import type { Token, TokenKind } from "./tokens.ts";

/**
 * Cuts a text into tokens exactly where PyYAML's scanner does; what that scanner refuses is a
 * `YamlProblem`. PyYAML decides the block structure while it scans, from the columns of tokens,
 * and knows an implicit key only when it meets its `:`; so does this.
 */
export const scanTokens = (text: string, maxDepth: number): readonly Token[] =>
  new Scanner(text, maxDepth).run();

class Scanner {
  private readonly cursor: Cursor;
  private readonly maxDepth: number;
  private readonly tokens: Token[] = [];
  private readonly keys = new SimpleKeys();
  private readonly outerIndents: number[] = [];
  /** The column of the innermost block collection, -1 outside of any. */
  private indent = -1;
  private flowLevel = 0;
  /** Whether an implicit key, `-` or `?` may start here. */
  private keyAllowed = true;

  constructor(text: string, maxDepth: number) {
    this.cursor = new Cursor(text);
    this.maxDepth = maxDepth;
  }

  run(): readonly Token[] {
    const { cursor } = this;
    for (;;) {
      this.skipToToken();
      this.keys.dropStale(cursor);
      this.unwind(cursor.column);
      if (cursor.peek() === "\0") {
        this.unwind(-1);
        this.keys.drop(cursor, this.flowLevel);
        this.push("streamEnd");
        return this.tokens;
      }
      this.token();
    }
  }

  private skipToToken(): void {
    const { cursor } = this;
    if (cursor.at === 0 && cursor.peek() === "\uFEFF") cursor.forward();
    for (;;) {
      cursor.skipSpaces();
      cursor.skipComment();
      if (cursor.takeBreak() === "") return;
      if (this.flowLevel === 0) this.keyAllowed = true;
    }
  }

  private token(): void {
    const { cursor } = this;
    const char = cursor.peek();
    const lone = blankOrEnd.includes(cursor.peek(1));
    const inFlow = this.flowLevel > 0;
    if (cursor.column === 0) {
      if (char === "%") return this.directive();
      if (cursor.atMarker("---")) return this.documentMarker("documentStart");
      if (cursor.atMarker("...")) return this.documentMarker("documentEnd");
    }
    if (char === "[") return this.flowStart("flowSequenceStart");
    if (char === "{") return this.flowStart("flowMappingStart");
    if (char === "]") return this.flowEnd("flowSequenceEnd");
    if (char === "}") return this.flowEnd("flowMappingEnd");
    if (char === ",") return this.flowEntry();
    if (char === "-" && lone) return this.indicator("blockEntry", "a list item", false);
    if (char === "?" && (inFlow || lone)) return this.indicator("key", "a mapping key", inFlow);
    if (char === ":" && (inFlow || lone)) return this.value();
    if (char === "*") return this.property("alias");
    if (char === "&") return this.property("anchor");
    if (char === "!") return this.tag();
    if ((char === "|" || char === ">") && !inFlow) return this.block();
    if (char === "'" || char === '"') return this.quoted();
    if (notPlainStart.includes(char) && !(plainIfFollowed(inFlow).includes(char) && !lone))
      cursor.fail(`${nameChar(char)} cannot start a value here`);
    return this.plain();
  }

  private push(kind: TokenKind, value = "", start = this.cursor.at): void {
    this.tokens.push({ kind, start, value });
  }

  /** Ends the block collections that are indented further than `column`. */
  private unwind(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.indent = this.outerIndents.pop() ?? -1;
      this.push("blockEnd");
    }
  }

  private openBlock(column: number): boolean {
    if (this.indent >= column) return false;
    this.outerIndents.push(this.indent);
    this.indent = column;
    this.checkDepth();
    return true;
  }

  private checkDepth(): void {
    // What a text opens is closed only later, so the bound holds before anything recurses.
    if (this.flowLevel + this.outerIndents.length > this.maxDepth)
      this.cursor.fail(`nested deeper than yaml-depth, ${this.maxDepth} levels`);
  }

  private directive(): void {
    this.unwind(-1);
    this.keys.drop(this.cursor, this.flowLevel);
    this.keyAllowed = false;
    const start = this.cursor.at;
    const { name, ...rest } = scanDirective(this.cursor);
    this.tokens.push({ kind: "directive", start, value: name, ...rest });
  }

  private documentMarker(kind: TokenKind): void {
    this.unwind(-1);
    this.keys.drop(this.cursor, this.flowLevel);
    this.keyAllowed = false;
    this.push(kind);
    this.cursor.forward(3);
  }

  private flowStart(kind: TokenKind): void {
    this.mayBeKey();
    this.flowLevel += 1;
    this.checkDepth();
    this.keyAllowed = true;
    this.push(kind);
    this.cursor.forward();
  }

  private flowEnd(kind: TokenKind): void {
    this.keys.drop(this.cursor, this.flowLevel);
    // PyYAML counts below zero here and its parser refuses the token; so does this at once.
    if (this.flowLevel === 0) this.cursor.fail(`${this.cursor.peek()} that closes nothing`);
    this.flowLevel -= 1;
    this.keyAllowed = false;
    this.push(kind);
    this.cursor.forward();
  }

  private flowEntry(): void {
    this.keyAllowed = true;
    this.keys.drop(this.cursor, this.flowLevel);
    this.push("flowEntry");
    this.cursor.forward();
  }

  private indicator(kind: "blockEntry" | "key", what: string, inFlowKey: boolean): void {
    const { cursor } = this;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) cursor.fail(`${what} cannot start here`);
      if (this.openBlock(cursor.column))
        this.push(kind === "key" ? "blockMappingStart" : "blockSequenceStart");
    }
    this.keyAllowed = !inFlowKey;
    this.keys.drop(cursor, this.flowLevel);
    this.push(kind);
    cursor.forward();
  }

  private value(): void {
    const { cursor } = this;
    const key = this.keys.take(this.flowLevel);
    if (key !== undefined) {
      this.tokens.splice(key.index, 0, { kind: "key", start: key.start, value: "" });
      if (this.flowLevel === 0 && this.openBlock(key.column))
        this.tokens.splice(key.index, 0, {
          kind: "blockMappingStart",
          start: key.start,
          value: "",
        });
      this.keyAllowed = false;
    } else {
      if (this.flowLevel === 0) {
        if (!this.keyAllowed) cursor.fail("a mapping's value cannot start here");
        if (this.openBlock(cursor.column)) this.push("blockMappingStart");
      }
      this.keyAllowed = this.flowLevel === 0;
      this.keys.drop(cursor, this.flowLevel);
    }
    this.push("value");
    cursor.forward();
  }

  /** Notes that what starts here may turn out to be an implicit key. */
  private mayBeKey(): void {
    const { cursor } = this;
    if (!this.keyAllowed) return;
    const required = this.flowLevel === 0 && this.indent === cursor.column;
    this.keys.note(cursor, this.flowLevel, this.tokens.length, required);
  }

  private property(kind: "alias" | "anchor"): void {
    this.mayBeKey();
    this.keyAllowed = false;
    const start = this.cursor.at;
    this.push(kind, scanName(this.cursor), start);
  }

  private tag(): void {
    this.mayBeKey();
    this.keyAllowed = false;
    const start = this.cursor.at;
    const { suffix, ...handle } = scanTag(this.cursor);
    this.tokens.push({ kind: "tag", start, value: suffix, ...handle });
  }

  private block(): void {
    this.keyAllowed = true;
    this.keys.drop(this.cursor, this.flowLevel);
    const start = this.cursor.at;
    this.push("block", scanBlock(this.cursor, this.indent), start);
  }

  private quoted(): void {
    this.mayBeKey();
    this.keyAllowed = false;
    const start = this.cursor.at;
    this.push("quoted", scanQuoted(this.cursor), start);
  }

  private plain(): void {
    this.mayBeKey();
    const start = this.cursor.at;
    const { value, brokeLine } = scanPlain(this.cursor, this.indent + 1, this.flowLevel > 0);
    this.keyAllowed = brokeLine;
    this.push("plain", value, start);
  }
}

const notPlainStart = `${blankOrEnd}-?:,[]{}#&*!|>'"%@\``;
const plainIfFollowed = (inFlow: boolean): string => (inFlow ? "-" : "-?:");
