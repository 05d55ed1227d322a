import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { type Declaration, declarationsIn, type ElementContext, type Rule } from "./stylesheet.ts";
import type { XmlElement } from "./svg-template.ts";

/** A colour that every viewer supports, and its opacity from 0 to 1. */
interface Paint {
  readonly color: string;
  readonly alpha: number;
}

const hex = (part: number): string =>
  Math.max(0, Math.min(255, Math.round(part)))
    .toString(16)
    .padStart(2, "0");

/** A number, or a percentage of `whole`. */
const measured = (text: string, whole: number): number =>
  text.endsWith("%") ? (Number(text.slice(0, -1)) / 100) * whole : Number(text);

/** Converts HSL to RGB (CSS Color 4, § 7.1). */
const ofHsl = (hue: number, saturation: number, lightness: number): readonly number[] =>
  [0, 8, 4].map((shift) => {
    const place = (shift + hue / 30 + 1200) % 12;
    const strength = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - strength * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  });

const functionRule =
  /^(rgb|hsl)a?\(\s*([\d.%+-]+)(?:deg)?[\s,]+([\d.%+-]+)[\s,]+([\d.%+-]+)(?:[\s,/]+([\d.%+-]+))?\s*\)$/;

/**
 * Converts a CSS colour to a form that all SVG viewers support: six hexadecimal digits or a name. Undefined for
 * anything else, above all for references to other resources.
 */
export const paintIn = (text: string): Paint | undefined => {
  const value = text.trim().toLowerCase();
  if (value === "transparent") return { color: "none", alpha: 1 };
  if (["inherit", "initial", "unset", "revert"].includes(value)) return undefined;
  if (/^[a-z]{3,30}$/.test(value)) return { color: value, alpha: 1 };
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(value)?.[1];
  if (digits !== undefined) {
    const whole = digits.length > 4 ? digits : digits.replaceAll(/./g, "$&$&");
    return {
      color: `#${whole.slice(0, 6)}`,
      alpha: whole.length > 6 ? Number.parseInt(whole.slice(6), 16) / 255 : 1,
    };
  }
  const [, kind, one = "", two = "", three = "", last = "1"] = functionRule.exec(value) ?? [];
  if (kind === undefined) return undefined;
  const parts =
    kind === "rgb"
      ? [one, two, three].map((part) => measured(part, 255))
      : ofHsl(Number(one), measured(two, 1), measured(three, 1));
  const alpha = Math.max(0, Math.min(1, measured(last, 1)));
  return [...parts, alpha].some(Number.isNaN)
    ? undefined
    : { color: `#${parts.map(hex).join("")}`, alpha };
};

/** Inherited values. */
interface InheritedStyle {
  readonly place: ElementContext | undefined;
  /** Custom properties, such as `--plan-ink`, with resolved values. */
  readonly custom: ReadonlyMap<string, string>;
  readonly color: Paint;
  readonly fill: string;
  readonly stroke: string;
  readonly fontSize: number;
}

/** Colour properties, and the opacity property of each. */
const paints: ReadonlyMap<string, string> = new Map([
  ["fill", "fill-opacity"],
  ["stroke", "stroke-opacity"],
]);

/** Other SVG properties with an attribute of the same name. */
const plain: ReadonlySet<string> = new Set([
  ...paints.values(),
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "mask",
  "clip-path",
  "font-family",
  "font-weight",
  "text-anchor",
  "paint-order",
]);

/** Attributes that are properties and have no attribute in the result. */
const inherited: ReadonlySet<string> = new Set(["color", "font-size", "display"]);

/** Kept attributes that are not properties. */
const kept: ReadonlySet<string> = new Set([
  "id",
  "d",
  "x",
  "y",
  "width",
  "height",
  "transform",
  "patternUnits",
  "patternTransform",
  "preserveAspectRatio",
  "data-ref",
]);

/** Plain values, and references within the file. */
const valueRule = /^(?:[\w .,%"'+-]*|url\(#[\w-]+\))$/;

const variableRule = /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/;

/** A value with custom properties substituted; undefined if one is missing. */
const resolved = (
  value: string,
  known: (name: string) => string | undefined,
): string | undefined => {
  let text = value;
  // More than any stylesheet needs; a property that refers to itself would never end.
  for (let count = 0; count < 32; count += 1) {
    const found = variableRule.exec(text);
    if (found === null) return text.includes("var(") ? undefined : text.trim();
    const [whole, name = "", otherwise] = found;
    const instead = known(name) ?? otherwise;
    if (instead === undefined) return undefined;
    text = text.replace(whole, () => instead);
  }
  return undefined;
};

const isCustom = (name: string): boolean => name.startsWith("--");

/** The custom properties of an element: inherited ones, overridden by its own. */
const customOf = (
  raw: ReadonlyMap<string, string>,
  around: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const own = [...raw.keys()].filter(isCustom);
  // Most elements have none, and a plan has thousands of them.
  if (own.length === 0) return around;
  const custom = new Map(around);
  for (const name of own) custom.delete(name);
  for (const name of own) {
    const found = resolved(raw.get(name) ?? "", (each) => custom.get(each) ?? raw.get(each));
    if (found !== undefined) custom.set(name, found);
  }
  return custom;
};

/** A CSS number, or the least of several. */
const numberOf = (value: string): number => {
  const [, list] = /^min\((.*)\)$/.exec(value) ?? [];
  return list === undefined ? Number.parseFloat(value) : Math.min(...list.split(",").map(Number));
};

/** Combines CSS's individual transform properties, which come first, with `transform`. */
const transformed = (said: ReadonlyMap<string, string>, given = ""): string => {
  const [turn, scale] = [said.get("rotate") ?? "none", said.get("scale") ?? "none"];
  const [degrees, factor] = [numberOf(turn), numberOf(scale)];
  const parts = [
    Number.isFinite(degrees) && degrees !== 0 ? `rotate(${svgNumber(degrees)})` : "",
    Number.isFinite(factor) && factor !== 1 ? `scale(${svgNumber(factor)})` : "",
    given,
  ];
  return parts.filter((part) => part !== "").join(" ");
};

const shapes: ReadonlySet<string> = new Set(["path", "rect", "circle", "line"]);

/** Styled texts with their halo as an element of its own, as not all viewers support `paint-order`. */
const withHalo = (text: XmlElement): readonly XmlElement[] => {
  const { "paint-order": order = "", ...rest } = Object.fromEntries(text.attributes);
  if (!order.startsWith("stroke") || (rest["stroke"] ?? "none") === "none")
    return [{ ...text, attributes: new Map(Object.entries(rest)) }];
  const without = (node: XmlElement, part: string): XmlElement => ({
    ...node,
    attributes: new Map([...node.attributes].filter(([name]) => !name.startsWith(part))),
    children: node.children.map((child) =>
      typeof child === "string" ? child : without(child, part),
    ),
  });
  const top = { ...text, attributes: new Map(Object.entries(rest)) };
  const halo = without(top, "fill");
  const attributes = new Map([...halo.attributes, ["fill", "none"], ["aria-hidden", "true"]]);
  return [{ ...halo, attributes }, without(top, "stroke")];
};

/** Converts styles into attributes, for viewers without CSS. */
export class Cascade {
  readonly #rules: readonly Rule[];

  /** `rules`: in order of precedence, the strongest last. */
  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /**
   * Converts an element's style into attributes: resolved colours, and only known attributes, so that nothing in a plan
   * can refer elsewhere or run. Invisible elements are left out.
   */
  styled(node: XmlElement): readonly XmlElement[] {
    const color = { color: "#000000", alpha: 1 };
    const outside = { place: undefined, custom: new Map(), color, fontSize: 16 };
    return this.#styled(node, { ...outside, fill: "#000000", stroke: "none" });
  }

  #styled(node: XmlElement, around: InheritedStyle): readonly XmlElement[] {
    const classes = new Set(node.attributes.get("class")?.split(/\s+/) ?? []);
    const place: ElementContext = { ...node, classes, parent: around.place };
    const raw = this.#declared(node, place);
    const custom = customOf(raw, around.custom);
    const said = new Map<string, string>();
    for (const [name, value] of raw) {
      const found = isCustom(name) ? undefined : resolved(value, (each) => custom.get(each));
      if (found !== undefined && found !== "inherit") said.set(name, found);
    }
    // Definitions are only for lights, and in an export no lamp is known to be on.
    if (said.get("display") === "none" || node.name === "defs") return [];
    const own = said.get("color");
    const color = (own === undefined ? undefined : paintIn(own)) ?? around.color;
    const size = said.get("font-size") ?? "";
    const fontSize = size.endsWith("em")
      ? around.fontSize * numberOf(size)
      : Number.parseFloat(size) || around.fontSize;
    const attributes = this.#attributes(node, said, color);
    if (size !== "") attributes.set("font-size", String(svgNumber(fontSize)));
    const fill = attributes.get("fill") ?? around.fill;
    const stroke = attributes.get("stroke") ?? around.stroke;
    if (shapes.has(node.name) && fill === "none" && stroke === "none") return [];
    // The empty focus ring.
    if (node.name === "path" && (attributes.get("d") ?? "") === "") return [];
    if (node.name === "image" && !attributes.has("xlink:href")) return [];
    const here: InheritedStyle = { place, custom, color, fontSize, fill, stroke };
    const children = node.children.flatMap((child): readonly (XmlElement | string)[] =>
      typeof child === "string" ? [child] : this.#styled(child, here),
    );
    if (children.length === 0 && node.name === "g") return [];
    const made = { name: node.name, attributes, children };
    return node.name === "text" ? withHalo(made) : [made];
  }

  /** The declarations from attributes, rules and the element's own style, in order of precedence. */
  #declared(node: XmlElement, place: ElementContext): ReadonlyMap<string, string> {
    const all: Declaration[] = [...node.attributes].filter(
      ([name]) => paints.has(name) || plain.has(name) || inherited.has(name),
    );
    for (const { test, declarations } of this.#rules)
      if (test(place)) for (const declaration of declarations) all.push(declaration);
    all.push(...declarationsIn(node.attributes.get("style") ?? ""));
    return new Map(all);
  }

  #attributes(
    { name, attributes }: XmlElement,
    said: ReadonlyMap<string, string>,
    color: Paint,
  ): Map<string, string> {
    const made = new Map<string, string>();
    for (const [attribute, value] of attributes)
      if (kept.has(attribute)) made.set(attribute, value);
    const transform = transformed(said, attributes.get("transform"));
    if (transform !== "") made.set("transform", transform);
    for (const property of plain) {
      const value = said.get(property);
      if (value !== undefined && valueRule.test(value)) made.set(property, value);
    }
    for (const [property, opacity] of paints) {
      const value = said.get(property);
      if (value === undefined) continue;
      if (value.startsWith("url(") && valueRule.test(value)) made.set(property, value);
      const paint = value.toLowerCase() === "currentcolor" ? color : paintIn(value);
      if (paint === undefined) continue;
      made.set(property, paint.color);
      if (paint.alpha < 1)
        made.set(opacity, String(svgNumber(paint.alpha * Number(made.get(opacity) ?? 1))));
    }
    const href = attributes.get("href") ?? "";
    if (name === "image" && /^data:image\/[\w.+-]+;base64,[\w+/=]*$/.test(href))
      made.set("xlink:href", href);
    return made;
  }
}
