import { YamlProblem } from "./problem.ts";
import type { Token, TokenKind } from "./tokens.ts";

/** The tokens of a text, read one after the other. The last one is always `streamEnd`. */
export class TokenStream {
  private readonly tokens: readonly Token[];
  private next = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** Where the next token starts. */
  get offset(): number {
    return this.peek().start;
  }

  /** Whether the next token is of one of these kinds. */
  is(...kinds: readonly TokenKind[]): boolean {
    return kinds.includes(this.peek().kind);
  }

  /** Takes the next token. */
  take(): Token {
    const token = this.peek();
    this.next += 1;
    return token;
  }

  /** Takes the next token, which must be of this kind. */
  expect(kind: TokenKind, what: string): Token {
    return this.is(kind) ? this.take() : this.fail(what);
  }

  /** Ends the parse at the next token. */
  fail(expected: string): never {
    throw new YamlProblem(`${expected} expected`, this.offset);
  }

  private peek(): Token {
    const token = this.tokens[this.next];
    if (token === undefined) throw new Error("read beyond the end of a YAML text");
    return token;
  }
}
