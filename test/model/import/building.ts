import type { GivenFile } from "../../../src/model/import/import-result.ts";

/** A place from above in metres: x to the east, y to the north, as IFC has them. */
type Place = readonly [x: number, y: number];

/** An attribute as it is written. */
type Attribute = string | number | readonly Attribute[];

/** A text in quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const written = (attribute: Attribute): string => {
  if (typeof attribute === "string") return attribute;
  if (typeof attribute !== "number") return `(${attribute.map(written).join(",")})`;
  const [number = "", power] = String(attribute).split("e");
  return `${number.includes(".") ? number : `${number}.`}${power === undefined ? "" : `E${power}`}`;
};

/** What a building is written with. */
export interface BuildingOptions {
  readonly schema?: "IFC2X3" | "IFC4";
  /** Units of length in a metre; 1 by default. */
  readonly perMetre?: number;
  /** The unit's entity; metres by default. */
  readonly unit?: (file: BuildingFile) => string;
  /** The placement of the site. */
  readonly at?: readonly [x: number, y: number, z: number];
  /** Degrees by which the site is turned counterclockwise. */
  readonly turned?: number;
}

/** The sides of a product's body: how wide, how deep and how high, from its placement on. */
type Size = readonly [x: number, y: number, z: number];

/** Writes a building as IFC in text form. Lengths are in metres; the file has them in its own unit. */
export class BuildingFile {
  readonly schema: "IFC2X3" | "IFC4";
  readonly #lines: string[] = [];
  readonly #perMetre: number;
  readonly #storeys: string[] = [];
  readonly #contained = new Map<string, string[]>();
  readonly #spaces = new Map<string, string[]>();
  readonly #site: string;
  readonly #building: string;

  constructor({
    at = [0, 0, 0],
    perMetre = 1,
    schema = "IFC4",
    turned = 0,
    unit = (file) => file.add("IFCSIUNIT", "*", ".LENGTHUNIT.", "$", ".METRE."),
  }: BuildingOptions = {}) {
    this.schema = schema;
    this.#perMetre = perMetre;
    const units = this.add("IFCUNITASSIGNMENT", [unit(this)]);
    this.add("IFCPROJECT", ...this.#root("Project"), "$", "$", "$", "$", units);
    const place = this.placement("$", at, turned);
    this.#site = place;
    this.#building = this.add(
      "IFCBUILDING",
      ...this.#root("House"),
      "$",
      place,
      "$",
      "$",
      "$",
      "$",
      "$",
      "$",
    );
  }

  /** Adds an entity; the result refers to it. */
  add(type: string, ...attributes: readonly Attribute[]): string {
    this.#lines.push(`#${this.#lines.length + 1}=${type}(${attributes.map(written).join(",")});`);
    return `#${this.#lines.length}`;
  }

  #root(name: string): readonly string[] {
    return [quoted(`id-${this.#lines.length}`), "$", name === "" ? "$" : quoted(name), "$"];
  }

  #scaled(metres: readonly number[]): readonly number[] {
    return metres.map((each) => each * this.#perMetre);
  }

  /** A placement within another one, turned counterclockwise by degrees. */
  placement(within: string, at: readonly [number, number, number], degrees = 0): string {
    const radians = (degrees * Math.PI) / 180;
    const axes = this.add(
      "IFCAXIS2PLACEMENT3D",
      this.add("IFCCARTESIANPOINT", this.#scaled(at)),
      this.add("IFCDIRECTION", [0, 0, 1]),
      this.add("IFCDIRECTION", [Math.cos(radians), Math.sin(radians), 0]),
    );
    return this.add("IFCLOCALPLACEMENT", within, axes);
  }

  /** A storey by the height of its floor; the result is its placement and it. */
  storey(name: string, elevation: number): readonly [placement: string, storey: string] {
    const place = this.placement(this.#site, [0, 0, elevation]);
    const storey = this.add(
      "IFCBUILDINGSTOREY",
      ...this.#root(name),
      "$",
      place,
      "$",
      "$",
      ".ELEMENT.",
      elevation * this.#perMetre,
    );
    this.#storeys.push(storey);
    return [place, storey];
  }

  /** An outline as a closed polyline. */
  outline(corners: readonly Place[]): string {
    const points = [...corners, ...corners.slice(0, 1)].map((corner) =>
      this.add("IFCCARTESIANPOINT", this.#scaled(corner)),
    );
    return this.add("IFCPOLYLINE", points);
  }

  /** A shape with some items as its body. */
  shape(items: readonly string[], identifier = "Body"): string {
    const body = this.add(
      "IFCSHAPEREPRESENTATION",
      "$",
      quoted(identifier),
      quoted("SweptSolid"),
      items,
    );
    return this.add("IFCPRODUCTDEFINITIONSHAPE", "$", "$", [body]);
  }

  /** An upright solid over an outline. */
  extruded(corners: readonly Place[], height: number): string {
    const profile = this.add("IFCARBITRARYCLOSEDPROFILEDEF", ".AREA.", "$", this.outline(corners));
    return this.add(
      "IFCEXTRUDEDAREASOLID",
      profile,
      "$",
      this.add("IFCDIRECTION", [0, 0, 1]),
      height * this.#perMetre,
    );
  }

  /** A block from the origin of its placement on. */
  block([x, y, z]: Size): string {
    return this.extruded(
      [
        [0, 0],
        [x, 0],
        [x, y],
        [0, y],
      ],
      z,
    );
  }

  /** A product on a storey; `more` are its attributes after its tag. */
  product(
    type: string,
    [within, storey]: readonly [string, string],
    name: string,
    place: readonly [x: number, y: number, z: number, degrees?: number],
    body: string,
    ...more: readonly Attribute[]
  ): readonly [placement: string, product: string] {
    const [x, y, z, degrees = 0] = place;
    const own = this.placement(within, [x, y, z], degrees);
    const product = this.add(
      type,
      ...this.#root(name),
      "$",
      own,
      body === "" ? "$" : this.shape([body]),
      "$",
      ...more,
    );
    const there = this.#contained.get(storey) ?? [];
    this.#contained.set(storey, [...there, product]);
    return [own, product];
  }

  /** A wall along a line, half of its thickness to each side. */
  wall(
    storey: readonly [string, string],
    from: Place,
    to: Place,
    thickness = 0.2,
    height = 2.6,
    name = "Wall",
  ): readonly [placement: string, wall: string] {
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    const [length, half] = [Math.hypot(x, y), thickness / 2];
    const body = this.extruded(
      [
        [0, -half],
        [length, -half],
        [length, half],
        [0, half],
      ],
      height,
    );
    const degrees = (Math.atan2(y, x) * 180) / Math.PI;
    const type = this.schema === "IFC2X3" ? "IFCWALLSTANDARDCASE" : "IFCWALL";
    const more = this.schema === "IFC2X3" ? [] : ["$"];
    return this.product(type, storey, name, [...from, 0, degrees], body, ...more);
  }

  /** An opening in a wall, from its start and the floor on, and what fills it, by its type and its own attributes. */
  opening(
    [within, wall]: readonly [string, string],
    along: number,
    sill: number,
    [width, height]: Place,
    filling?: {
      readonly type: string;
      readonly name: string;
      readonly more?: readonly Attribute[];
      readonly turned?: number;
    },
  ): string {
    const own = this.placement(within, [along - width / 2, -0.3, sill]);
    const more = this.schema === "IFC2X3" ? [] : ["$"];
    const opening = this.add(
      "IFCOPENINGELEMENT",
      ...this.#root("Opening"),
      "$",
      own,
      this.shape([this.block([width, 1, height])]),
      "$",
      ...more,
    );
    this.add("IFCRELVOIDSELEMENT", ...this.#root(""), wall, opening);
    if (filling === undefined) return opening;
    const { type, name, more: further = [], turned = 0 } = filling;
    const place = this.placement(own, turned === 180 ? [width, 0.3, 0] : [0, 0.3, 0], turned);
    const product = this.add(
      type,
      ...this.#root(name),
      "$",
      place,
      "$",
      "$",
      height * this.#perMetre,
      width * this.#perMetre,
      ...further,
    );
    this.add("IFCRELFILLSELEMENT", ...this.#root(""), opening, product);
    return product;
  }

  /** A space over an outline. */
  space(
    [within, storey]: readonly [string, string],
    name: string,
    longName: string,
    corners: readonly Place[],
    height = 2.5,
    use = ".INTERNAL.",
  ): string {
    const own = this.placement(within, [0, 0, 0]);
    const space = this.add(
      "IFCSPACE",
      ...this.#root(name),
      "$",
      own,
      this.shape([this.extruded(corners, height)]),
      longName === "" ? "$" : quoted(longName),
      ".ELEMENT.",
      use,
      "$",
    );
    this.#spaces.set(storey, [...(this.#spaces.get(storey) ?? []), space]);
    return space;
  }

  /** Says of products of which type they are. */
  typed(type: string, ...products: readonly string[]): void {
    this.add("IFCRELDEFINESBYTYPE", ...this.#root(""), products, type);
  }

  /** The whole file. */
  text(): string {
    const lines = this.#lines.length;
    if (this.#storeys.length > 0)
      this.add("IFCRELAGGREGATES", ...this.#root(""), this.#building, this.#storeys);
    for (const [storey, spaces] of this.#spaces)
      this.add("IFCRELAGGREGATES", ...this.#root(""), storey, spaces);
    for (const [storey, products] of this.#contained)
      this.add("IFCRELCONTAINEDINSPATIALSTRUCTURE", ...this.#root(""), products, storey);
    const all = this.#lines.join("\n");
    this.#lines.length = lines;
    return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('${this.schema}'));\nENDSEC;\nDATA;\n${all}\nENDSEC;\nEND-ISO-10303-21;\n`;
  }

  /** The same as a given file. */
  file(name = "House.ifc"): GivenFile {
    return { name, bytes: new TextEncoder().encode(this.text()) };
  }
}

/** Corners of a rectangle. */
export const rectangle = (x: number, y: number, w: number, d: number): readonly Place[] => [
  [x, y],
  [x + w, y],
  [x + w, y + d],
  [x, y + d],
];

/**
 * Two storeys of two rooms each: 4 × 3 m and 3 × 3 m within walls of 20 cm, with a wall of 10 cm between them, a door, a window
 * and some furniture.
 */
export const twoStoreys = (options: BuildingOptions = {}): BuildingFile => {
  const file = new BuildingFile(options);
  const isOld = file.schema === "IFC2X3";
  for (const [name, elevation] of [
    ["Ground floor", 0],
    ["First floor", 2.85],
  ] as const) {
    const storey = file.storey(name, elevation);
    const south = file.wall(storey, [-0.2, -0.1], [7.3, -0.1]);
    file.wall(storey, [7.2, 0], [7.2, 3]);
    const north = file.wall(storey, [-0.2, 3.1], [7.3, 3.1]);
    file.wall(storey, [-0.1, 0], [-0.1, 3]);
    const between = file.wall(storey, [4.05, 0], [4.05, 3], 0.1);
    file.space(storey, "1", "Kitchen", rectangle(0, 0, 4, 3));
    file.space(storey, "2", "", rectangle(4.1, 0, 3, 3));
    const door = file.opening(between, 1, 0, [0.9, 2.1], {
      type: "IFCDOOR",
      name: "Door",
      more: isOld ? [] : ["$", ".SINGLE_SWING_LEFT.", "$"],
    });
    if (isOld)
      file.typed(
        file.add(
          "IFCDOORSTYLE",
          quoted("style"),
          "$",
          "$",
          "$",
          "$",
          "$",
          "$",
          "$",
          ".SINGLE_SWING_LEFT.",
          ".WOOD.",
          ".T.",
          ".F.",
        ),
        door,
      );
    file.opening(south, 2.2, 0.9, [1.2, 1.3], { type: "IFCWINDOW", name: "Window" });
    file.opening(north, 5.5, 0, [1, 2.1]);
    file.product(
      "IFCFURNISHINGELEMENT",
      storey,
      "Sofa 3-Sitzer",
      [1, 0, 0],
      file.block([2, 0.9, 0.8]),
    );
    file.product("IFCSLAB", storey, "Slab", [0, 0, -0.25], file.block([7.3, 3.2, 0.25]), ".FLOOR.");
  }
  return file;
};
