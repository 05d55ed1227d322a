/** A plain or quoted text in a YAML text: where it is without its marks, and where reading goes on. */
export interface Token {
  readonly from: number;
  readonly end: number;
  readonly next: number;
  readonly isQuoted: boolean;
}

/** Where a plain text ends: at the end of the line, at a comment, and at the colon of a name; in braces at marks, too. */
const plainEnd = { block: /[ \t]#|:(?=\s|$)|$/gm, flow: /[ \t]#|:(?=[\s,[\]{}]|$)|[,[\]{}]|$/gm };
const quoteEnd = { '"': /"|$/gm, "'": /'|$/gm } as const;

/** The lines of a YAML text, and where in them things end. */
export class YamlLines {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  find(rule: RegExp, from: number): number {
    rule.lastIndex = from;
    return rule.exec(this.text)?.index ?? this.text.length;
  }

  /** The first place from there on where there is no space. */
  skip(from: number): number {
    let at = from;
    while (this.text[at] === " ") at += 1;
    return at;
  }

  lineEnd(from: number): number {
    const end = this.text.indexOf("\n", from);
    return end === -1 ? this.text.length : end;
  }

  token(at: number, kind: keyof typeof plainEnd): Token {
    const mark = this.text[at];
    if (mark === '"' || mark === "'") {
      const end = this.find(quoteEnd[mark], at + 1);
      return { from: at + 1, end, next: this.text[end] === mark ? end + 1 : end, isQuoted: true };
    }
    const end = this.find(plainEnd[kind], at);
    return { from: at, end, next: end, isQuoted: false };
  }

  textOf({ from, end }: Token): string {
    return this.text.slice(from, end).trim();
  }

  /** The start of the first line from there on that is not indented by more than a column. */
  limit(at: number, column: number): number {
    let start = this.lineEnd(at) + 1;
    for (; start < this.text.length; start = this.lineEnd(start) + 1) {
      const first = this.skip(start);
      const isBlank = first === this.lineEnd(start);
      if (!isBlank && first - start <= column && !/[\]}]/.test(this.text[first] ?? "")) break;
    }
    return start;
  }
}
