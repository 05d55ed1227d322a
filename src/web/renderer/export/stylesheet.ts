/** An element and its ancestors, for matching selectors. */
export interface ElementContext {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly classes: ReadonlySet<string>;
  readonly parent: ElementContext | undefined;
}

type Test = (place: ElementContext) => boolean;

/** A selector's match function and specificity. */
interface Selector {
  readonly test: Test;
  readonly weight: number;
}

/** A rule for one selector. */
export interface Rule extends Selector {
  readonly declarations: readonly Declaration[];
}

/** A property and its raw value. */
export type Declaration = readonly [property: string, value: string];

/** Splits a text at a character outside of brackets. */
const cut = (text: string, at: string): readonly string[] => {
  const pieces: string[] = [""];
  let depth = 0;
  for (const letter of text) {
    if ("([".includes(letter)) depth += 1;
    if (")]".includes(letter)) depth -= 1;
    if (letter === at && depth === 0) pieces.push("");
    else pieces.push(`${pieces.pop() ?? ""}${letter}`);
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
};

const never: Selector = { test: () => false, weight: 0 };

const pieceRule =
  /\.([\w-]+)|\[([\w-]+)(?:="([^"]*)")?\]|:(is|not)\(((?:[^()]|\([^()]*\))*)\)|([a-z][\w-]*|\*)/gy;

/** A compound selector. Interactive states such as `:hover` never match on paper. */
const simple = (text: string): Selector => {
  const tests: Test[] = [];
  let [weight, end] = [0, 0];
  for (const [piece, name, attribute, value, relation, inner = "", tag] of text.matchAll(
    pieceRule,
  )) {
    end += piece.length;
    if (name !== undefined) tests.push(({ classes }) => classes.has(name));
    else if (attribute !== undefined)
      tests.push(({ attributes }) =>
        value === undefined ? attributes.has(attribute) : attributes.get(attribute) === value,
      );
    else if (relation !== undefined) {
      const any = cut(inner, ",").map(complex);
      tests.push((place) => any.some(({ test }) => test(place)) === (relation === "is"));
      weight += Math.max(...any.map((each) => each.weight));
      continue;
    } else {
      if (tag !== "*") tests.push((place) => place.name === tag);
      continue;
    }
    weight += 1;
  }
  return end === text.length
    ? { test: (place) => tests.every((test) => test(place)), weight }
    : never;
};

/** A complex selector with combinators. */
const complex = (text: string): Selector => {
  const pieces = cut(
    text.replaceAll(/\s*>\s*|\s+/g, (gap) => (gap.includes(">") ? " > " : " ")),
    " ",
  );
  const last = simple(pieces.at(-1) ?? "");
  if (pieces.length < 2) return last;
  const isChild = pieces.at(-2) === ">";
  const around = complex(pieces.slice(0, isChild ? -2 : -1).join(" "));
  const isAround = ({ parent }: ElementContext): boolean =>
    parent !== undefined && (around.test(parent) || (!isChild && isAround(parent)));
  return {
    test: (place) => last.test(place) && isAround(place),
    weight: last.weight + around.weight,
  };
};

/** The declarations of a `style` attribute or of a rule. */
export const declarationsIn = (text: string): readonly Declaration[] =>
  cut(text, ";").flatMap((each) => {
    const colon = each.indexOf(":");
    if (colon === -1) return [];
    const value = each.slice(colon + 1).replace(/!important\s*$/, "");
    return [[each.slice(0, colon).trim(), value.trim().replaceAll(/\s+/g, " ")]];
  });

/**
 * The rules of a stylesheet in order of precedence, the strongest last. Skips `@media`, `@supports` and the like, which
 * are for screens. Supports classes, attributes, names, `:is()`, `:not()`, child and descendant combinators; any other
 * selector matches nothing.
 */
export const rulesOf = (css: string): readonly Rule[] => {
  const rules: Rule[] = [];
  const blockRule = /([^{}]*)\{([^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*)\}/g;
  for (const [, before = "", body = ""] of css
    .replaceAll(/\/\*.*?\*\//gs, "")
    .matchAll(blockRule)) {
    const selectors = before.trim();
    if (selectors.startsWith("@")) continue;
    const declarations = declarationsIn(body);
    for (const selector of cut(selectors, ",")) rules.push({ ...complex(selector), declarations });
  }
  return rules.toSorted((one, other) => one.weight - other.weight);
};
