import { noChange, nothing } from "lit";
import { type PartInfo, PartType } from "lit/directive.js";
import {
  getDirectiveClass,
  isDirectiveResult,
  isTemplateResult,
  TemplateResultType,
} from "lit/directive-helpers.js";

/** An element of a template, without a document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

/** Static text of a template, or the index of a value. */
type Part = string | number;

/** An element of a template before values are filled in. */
interface Pattern {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, parts: readonly Part[]])[];
  readonly children: (Pattern | Part)[];
}

/** Placeholder for a value while a template is parsed; no template contains it. */
const hole = "\0";

const tokenRule = /<\/[\w-]+>|<([\w-]+)([^>]*?)(\/?)>|[^<]+/gy;
const attributeRule = /([.?@]?[\w:-]+)(?:=(?:"([^"]*)"|([^\s"]+)))?/g;

/** White space between elements is only formatting. */
const isSaid = (part: Part): boolean => typeof part === "number" || part.trim() !== "";

const patterns = new WeakMap<TemplateStringsArray, readonly (Pattern | Part)[]>();

/** Parses the static texts of a template, whose elements must all be closed. */
const readPattern = (strings: TemplateStringsArray): readonly (Pattern | Part)[] => {
  let holes = 0;
  const partsOf = (text: string): readonly Part[] =>
    text
      .split(hole)
      .flatMap((piece, at) => (at === 0 ? [piece] : [holes++, piece]))
      .filter((part) => part !== "");
  const top: (Pattern | Part)[] = [];
  const open = [top];
  const source = strings.join(hole);
  let end = 0;
  for (const [token, name, attributes = "", slash] of source.matchAll(tokenRule)) {
    end += token.length;
    const around = open.at(-1) ?? top;
    if (name !== undefined) {
      const made: Pattern = {
        name,
        attributes: [...attributes.matchAll(attributeRule)].map(
          ([, attribute = "", quoted, bare = ""]) => [attribute, partsOf(quoted ?? bare)],
        ),
        children: [],
      };
      around.push(made);
      if (slash === "") open.push(made.children);
    } else if (token.startsWith("</")) open.pop();
    else around.push(...partsOf(token).filter(isSaid));
  }
  if (end !== source.length || open.length !== 1)
    throw new Error(`this template cannot be rendered without a document: ${source.slice(end)}`);
  return top;
};

/** Resolves the value of a directive. */
const settled = (value: unknown, place: PartInfo): unknown => {
  if (!isDirectiveResult(value)) return value;
  const Directive = getDirectiveClass(value);
  const given: unknown = Reflect.get(value, "values");
  if (Directive === undefined || !Array.isArray(given)) return nothing;
  return settled(new Directive(place).render(...given), place);
};

const isAbsent = (value: unknown): boolean =>
  value === nothing || value === noChange || value === undefined || value === null;

/** The text of an attribute; undefined if it is absent. */
const attributeOf = (
  tagName: string,
  [name, parts]: Pattern["attributes"][number],
  values: readonly unknown[],
): readonly [string, string] | undefined => {
  const plain = name.replace(/^[.?]/, "");
  const place: PartInfo = { type: PartType.ATTRIBUTE, name: plain, tagName };
  const known = parts.map((part) =>
    typeof part === "string" ? part : settled(values[part], place),
  );
  // Skips listeners, and properties other than the style.
  if (name.startsWith("@") || (name.startsWith(".") && plain !== "style")) return undefined;
  if (name.startsWith("?")) return known[0] === true ? [plain, ""] : undefined;
  if (known.includes(nothing)) return undefined;
  return [plain, known.map((part) => (isAbsent(part) ? "" : String(part))).join("")];
};

const childPlace: PartInfo = { type: PartType.CHILD };

const contentOf = (
  content: readonly (Pattern | Part)[],
  values: readonly unknown[],
): readonly (XmlElement | string)[] =>
  content.flatMap((part): readonly (XmlElement | string)[] => {
    if (typeof part === "string") return [part];
    if (typeof part === "number") return renderTemplate(values[part]);
    const { name, attributes, children } = part;
    const known = attributes.flatMap((each) => {
      const attribute = attributeOf(name, each, values);
      return attribute === undefined ? [] : [attribute];
    });
    return [{ name, attributes: new Map(known), children: contentOf(children, values) }];
  });

/**
 * Renders a value as lit would, without a document: SVG templates, lists, texts, and directives that need no document
 * (`render`). Throws on unclosed elements and comments.
 */
export const renderTemplate = (given: unknown): readonly (XmlElement | string)[] => {
  const value = settled(given, childPlace);
  if (isAbsent(value) || value === "") return [];
  if (isTemplateResult(value, TemplateResultType.SVG)) {
    const pattern = patterns.get(value.strings) ?? readPattern(value.strings);
    patterns.set(value.strings, pattern);
    return contentOf(pattern, value.values);
  }
  if (Array.isArray(value)) return value.flatMap(renderTemplate);
  return [String(value)];
};

/** Characters not allowed in XML 1.0, even escaped (§ 2.2): surrogates and most control characters. */
const unfit = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\p{Cs}\ufffe\uffff]/gu;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** Escapes a text for XML; characters not allowed there become U+FFFD. */
export const escaped = (text: string): string =>
  text.replaceAll(unfit, "\ufffd").replaceAll(/[&<>"'\n\r\t]/g, (letter) => escapes[letter] ?? "");

/** Writes elements as XML. */
export const writeXml = (nodes: readonly (XmlElement | string)[]): string =>
  nodes
    .map((node) => {
      if (typeof node === "string") return escaped(node);
      const attributes = [...node.attributes].map(
        ([name, value]) => ` ${name}="${escaped(value)}"`,
      );
      const start = `<${node.name}${attributes.join("")}`;
      return node.children.length === 0
        ? `${start}/>`
        : `${start}>${writeXml(node.children)}</${node.name}>`;
    })
    .join("");
