/** A floor of a plan in JSON, and the text of its SVG. */
interface Given {
  readonly json: string;
  readonly level: string;
  readonly text: string;
}

/** A shape or a text as it is seen: what it is, where, and how it is painted. */
export type Leaf = Readonly<Record<string, string>>;

/** Those of a drawing and those of its SVG. */
export type Leaves = readonly [drawing: readonly Leaf[], paper: readonly Leaf[]];

/**
 * All that is seen of a floor as the drawing shows it, and as its SVG does; for the page of `useDrawing`, where it
 * runs. A text's halo is looked at with the text in the one, and is a text before it in the other.
 */
export const leavesOf = async ({ json, level, text }: Given): Promise<Leaves> => {
  const mostFrames = 200;
  const unseen = new Set(["none", "rgba(0, 0, 0, 0)"]);
  const stroked = ["stroke-width", "stroke-dasharray"];
  // A colour has its opacity in itself, beside it, or in both.
  const painted = (color: string, opacity: string): string => {
    const [, opaque = "", alpha = "1"] = /^rgba\((.*), ([\d.]+)\)$/.exec(color) ?? [];
    const all = (Number(alpha) * Number(opacity)).toFixed(3);
    return `${opaque === "" ? color : `rgb(${opaque})`} ${all}`;
  };
  const ends = ["stroke-linecap", "stroke-linejoin"];
  const written = ["font-family", "font-size", "font-weight", "text-anchor"];
  const seen = (root: SVGGraphicsElement): readonly Leaf[] =>
    [...root.querySelectorAll<SVGGraphicsElement>("path, text, tspan, image")].flatMap((leaf) => {
      const style = getComputedStyle(leaf);
      const isText = leaf.matches("text, tspan");
      const isHalo = leaf.closest("text")?.getAttribute("aria-hidden") === "true";
      // What takes a press and is not seen, and a ring around nothing, are on a screen alone.
      const isUnseen =
        [style.fill, style.stroke].every((paint) => unseen.has(paint)) ||
        (leaf.matches("path") && (leaf.getAttribute("d") ?? "") === "");
      if (isHalo || !leaf.checkVisibility() || (isUnseen && !isText)) return [];
      const at = root
        .getScreenCTM()
        ?.inverse()
        .multiply(leaf.getScreenCTM() ?? new DOMMatrix());
      const { a = 0, b = 0, c = 0, d = 0, e = 0, f = 0 } = at ?? {};
      let opacity = 1;
      for (
        let each: Element | null = leaf;
        each !== null && each !== root;
        each = each.parentElement
      )
        opacity *= Number(getComputedStyle(each).opacity);
      const isDrawn = style.stroke !== "none" && !isText;
      const names = [...(isDrawn ? [...stroked, ...ends] : []), ...(isText ? written : [])];
      return [
        {
          what: leaf.localName,
          of: leaf.closest("[data-ref]")?.getAttribute("data-ref") ?? "",
          path: ["d", "x", "y"].map((name) => leaf.getAttribute(name) ?? "").join(" "),
          text: isText ? (leaf.textContent ?? "").trim() : "",
          place: [a, b, c, d, e, f]
            .map((value) => (value + 0).toFixed(3).replace("-0.000", "0.000"))
            .join(" "),
          opacity: opacity.toFixed(3),
          fill: painted(style.fill, style.fillOpacity),
          stroke: isDrawn ? painted(style.stroke, style.strokeOpacity) : "",
          ...Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])),
        },
      ];
    });
  const sheet: unknown = Reflect.get(window, "sheet");
  const draw: unknown = Reflect.get(window, "draw");
  if (!(sheet instanceof SVGSVGElement) || typeof draw !== "function") return [[], []];
  sheet.dataset["look"] = "day";
  Reflect.apply(draw, undefined, [JSON.parse(json), { level, interactive: "none" }]);
  const host = document.createElement("div");
  host.innerHTML = text.replace(/^<\?.*\?>/, "");
  document.body.append(host);
  const floor = host.querySelector<SVGGElement>("svg > g");
  const paper = floor === null ? [] : seen(floor);
  host.remove();
  // A large floor is drawn in turns, each in a frame of its own.
  let shown = seen(sheet);
  for (let frame = 0; frame < mostFrames && shown.length < paper.length; frame += 1) {
    await new Promise(requestAnimationFrame);
    shown = seen(sheet);
  }
  return [shown, paper];
};
