/** A plain or quoted scalar in a YAML text: its position without quotes, and where reading continues. */
interface Token {
  readonly from: number;
  readonly end: number;
  readonly next: number;
  readonly isQuoted: boolean;
}

/** The end of a plain scalar: the end of the line, a comment, or the colon of a key; in flow style, indicators too. */
const plainEnd = { block: /[ \t]#|:(?=\s|$)|$/gm, flow: /[ \t]#|:(?=[\s,[\]{}]|$)|[,[\]{}]|$/gm };
const quoteEnd = { '"': /"|$/gm, "'": /'|$/gm } as const;

/** Positions in the lines of a YAML text. */
class YamlLines {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  find(rule: RegExp, from: number): number {
    rule.lastIndex = from;
    return rule.exec(this.text)?.index ?? this.text.length;
  }

  /** The next position that is not a space. */
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

  /** The start of the next line that is not indented beyond a column. */
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

/** A step of a path: a field name, or an item's index. */
export type Step = string | number;

/** The place of a position in a YAML document. */
export interface YamlPlace {
  /** The path from the top: to the value being written, or to the object whose next field is being named. */
  readonly path: readonly Step[];
  /** Whether a field name precedes, so that only a value can follow. */
  readonly isValue: boolean;
  /** The fields of the object in the whole text, with values where plain. */
  readonly fields: ReadonlyMap<string, string>;
  /** Start and end of the token being written. */
  readonly from: number;
  readonly to: number;
  /** The token up to the position, and as a whole. */
  readonly typed: string;
  readonly word: string;
  readonly isQuoted: boolean;
  /** Whether the colon of a key follows. */
  readonly isNamed: boolean;
}

/** An enclosing object or list. */
class YamlContainer {
  readonly path: readonly Step[];
  readonly isList: boolean;
  /** The column of its fields or dashes. */
  readonly column: number;
  readonly fields = new Map<string, string>();
  /** The current field or index. */
  key: string | undefined;
  index = 0;

  constructor(path: readonly Step[], isList: boolean, column: number) {
    this.path = path;
    this.isList = isList;
    this.column = column;
  }

  get inner(): readonly Step[] {
    if (this.isList) return [...this.path, this.index];
    return this.key === undefined ? this.path : [...this.path, this.key];
  }
}

/**
 * A tolerant YAML reader that only finds places, as the text is still being written: it skips what it does not
 * understand, and ends an unclosed brace or quote with its indentation.
 */
class Reader {
  place: YamlPlace | undefined;
  readonly #text: string;
  readonly #lines: YamlLines;
  readonly #at: number;
  #holders: readonly YamlContainer[] = [];
  /** The holder at the position, once reached. */
  #here: YamlContainer | undefined;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#lines = new YamlLines(text);
    this.#at = at;
    for (let start = 0; start <= text.length && !this.#isDone(start);) start = this.#line(start);
  }

  /** Whether reading can stop: the position, and the object there, are passed. */
  #isDone(start: number): boolean {
    const here = this.#here;
    return start > this.#at && (here === undefined || !this.#holders.includes(here));
  }

  /** Whether the position is in a token, or right after it. */
  #isIn({ from, end }: Token): boolean {
    return from <= this.#at && this.#at <= end;
  }

  /** Records the place if the position is at this token of `holder`. */
  #note(holder: YamlContainer, token: Token, isNamed = false): void {
    if (!this.#isIn(token) || this.place !== undefined) return;
    const { from, isQuoted } = token;
    const rest = /^[\w.-]*/.exec(this.#text.slice(this.#at, token.end))?.[0] ?? "";
    const to = this.#at + rest.length;
    this.#here = holder;
    this.place = {
      path: holder.inner,
      isValue: !holder.isList && holder.key !== undefined,
      fields: holder.fields,
      from,
      to,
      typed: this.#text.slice(from, this.#at),
      word: this.#text.slice(from, to),
      isQuoted,
      isNamed,
    };
  }

  #noteEmpty(holder: YamlContainer, from: number, end: number): void {
    const at = this.#at;
    // Directly after a dash or colon, a space is missing.
    if (from > at || at > end || /[-:]/.test(this.#text[at - 1] ?? "")) return;
    this.#note(holder, { from: at, end: at, next: at, isQuoted: false });
  }

  #top(): YamlContainer | undefined {
    return this.#holders.at(-1);
  }

  #leave(isLeft: (holder: YamlContainer) => boolean): void {
    const top = this.#top();
    if (top === undefined || !isLeft(top)) return;
    const last = this.#holders.findLastIndex((holder) => !isLeft(holder));
    this.#holders = this.#holders.slice(0, last + 1);
  }

  #enter(isList: boolean, column: number): YamlContainer {
    const made = new YamlContainer(this.#top()?.inner ?? [], isList, column);
    this.#holders = [...this.#holders, made];
    return made;
  }

  /** Continues or opens the list with its dash at a column; the next item begins. */
  #listAt(column: number): void {
    this.#leave((holder) => holder.column > column);
    const top = this.#top();
    if (top?.isList === true && top.column === column) top.index += 1;
    else this.#enter(true, column);
  }

  /** Continues or opens the object with its fields at a column; the next field begins. */
  #objectAt(column: number): YamlContainer {
    // A list may have the same indentation as its field.
    this.#leave((holder) => holder.column > column || (holder.isList && holder.column === column));
    const top = this.#top();
    const object = top?.column === column ? top : this.#enter(false, column);
    object.key = undefined;
    return object;
  }

  /** Reads a line, or as many as its value spans; returns the start of the next. */
  #line(start: number): number {
    const end = this.#lines.lineEnd(start);
    let behind = start;
    let at = this.#lines.skip(start);
    while (this.#text[at] === "-" && (at + 1 === end || this.#text[at + 1] === " ")) {
      this.#listAt(at - start);
      behind = at + 1;
      at = this.#lines.skip(behind);
    }
    if (at < end && this.#text[at] !== "#") return this.#content(start, at);
    const isHere = behind <= this.#at && this.#at <= at;
    if (isHere) this.#noteEmpty(this.#objectAt(this.#at - start), behind, at);
    return end + 1;
  }

  /** Reads the content of a line after its dashes. */
  #content(start: number, at: number): number {
    if (/[[{]/.test(this.#text[at] ?? "")) {
      const { inner, column } = this.#top() ?? new YamlContainer([], false, -1);
      return this.#lines.lineEnd(this.#flow(at, inner, this.#lines.limit(at, column))) + 1;
    }
    const token = this.#lines.token(at, "block");
    const colon = this.#lines.skip(token.next);
    const isNamed = this.#text[colon] === ":";
    if (!isNamed && !this.#isIn(token)) return this.#lines.lineEnd(at) + 1;
    const object = this.#objectAt(at - start);
    this.#note(object, token, isNamed);
    if (!isNamed) return this.#lines.lineEnd(at) + 1;
    object.key = this.#lines.textOf(token);
    object.fields.set(object.key, "");
    return this.#value(object, colon + 1);
  }

  /** Reads the value after a field's colon. */
  #value(object: YamlContainer, behind: number): number {
    const at = this.#lines.skip(behind);
    const mark = this.#text[at] ?? "";
    this.#noteEmpty(object, behind, at);
    if (/[|>]/.test(mark)) return this.#lines.limit(at, object.column);
    if (/[[{]/.test(mark)) {
      const end = this.#flow(at, object.inner, this.#lines.limit(at, object.column));
      return this.#lines.lineEnd(end) + 1;
    }
    const token = this.#lines.token(at, "block");
    if (token.end > at && mark !== "#") {
      this.#note(object, token);
      object.fields.set(object.key ?? "", this.#lines.textOf(token));
    }
    return this.#lines.lineEnd(token.next) + 1;
  }

  /** Reads a flow collection up to a limit; returns the position after it. */
  #flow(open: number, path: readonly Step[], limit: number): number {
    const holder = new YamlContainer(path, this.#text[open] === "[", -1);
    let at = open + 1;
    while (at < limit) {
      const gap = at;
      at = Math.min(limit, this.#lines.find(/\S|$/g, gap));
      const mark = this.#text[at] ?? "";
      const isOpen = mark === "" || at === limit || /[\]},]/.test(mark);
      this.#noteEmpty(holder, gap, isOpen ? at : at - 1);
      if (mark === "" || at === limit) return at;
      if (/[\]}]/.test(mark)) return at + 1;
      if (mark === "#") at = this.#lines.lineEnd(at);
      else if (mark === ":") at += 1;
      else if (mark === ",") {
        if (holder.isList) holder.index += 1;
        else holder.key = undefined;
        at += 1;
      } else if (/[[{]/.test(mark)) at = this.#flow(at, holder.inner, limit);
      else at = this.#flowToken(holder, at);
    }
    return at;
  }

  /** Reads a key with its colon, or a value, in a flow collection. */
  #flowToken(holder: YamlContainer, at: number): number {
    const token = this.#lines.token(at, "flow");
    const colon = this.#lines.skip(token.next);
    const isName = !holder.isList && holder.key === undefined;
    const isNamed = isName && this.#text[colon] === ":";
    this.#note(holder, token, isNamed);
    if (!isName && holder.key !== undefined)
      holder.fields.set(holder.key, this.#lines.textOf(token));
    if (isNamed) {
      holder.key = this.#lines.textOf(token);
      holder.fields.set(holder.key, "");
    }
    return isNamed ? colon + 1 : Math.max(token.next, at + 1);
  }
}

/** The place of a position in a YAML text; undefined if nothing can be completed there, as in a comment. */
export const placeIn = (text: string, at: number): YamlPlace | undefined =>
  new Reader(text, at).place;
