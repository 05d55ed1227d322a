import { extname } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import type { PlanData } from "../model/elements/entities.ts";
import { uncaught } from "../server/runtime/boundary.ts";
import { putNewFile } from "../server/runtime/new-file.ts";
import { namesService, withClient } from "./client.ts";
import { keptOptions, withHome } from "./home.ts";
import { clientOptions, type ExitCode, fail, type Input, type CliCommand } from "./cli-command.ts";

interface File {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Makes files from a plan's JSON. Left: why it failed. */
type Format = (
  json: string,
  file: string,
  input: Input,
) => Promise<Either<string, readonly File[]>>;

const defaultScale = 50;

const maxScale = 10_000;

const asJson: Format = async (json, name) =>
  right([{ name, content: `${JSON.stringify(JSON.parse(json), null, 2)}\n` }]);

/** A stored plan may be of any size, and an export may take as long as it needs. */
const largest = {
  yamlBytes: 64 * 1024 * 1024,
  yamlDepth: 1000,
  yamlNodes: 10_000_000,
  yamlMs: 60_000,
};

const asYaml: Format = async (json, name) => {
  const { makeYamlService } = await import("../server/yaml/service.ts");
  const { yamlLimits } = await import("../server/yaml/types.ts");
  const yaml = makeYamlService({ ...yamlLimits, ...largest }, uncaught);
  try {
    const text = await yaml.dump(json, name)();
    return isLeft(text) ? left(text.left.message) : right([{ name, content: text.right }]);
  } finally {
    await yaml.close();
  }
};

const asEspresense: Format = async (json, name, input) => {
  const { espresenseConfig } = await import("../model/export/espresense.ts");
  const config = espresenseConfig(JSON.parse(json));
  return isLeft(config) ? config : asYaml(JSON.stringify(config.right), name, input);
};

/** A unique file name for a floor; ids may contain what file names cannot. */
const fileOf = (file: string, id: string, taken: Set<string>): string => {
  const ending = extname(file);
  const start = `${file.slice(0, -ending.length)}-${id.replaceAll(/[^\p{L}\p{N}_-]/gu, "_")}`;
  let name = `${start}${ending}`;
  for (let count = 2; taken.has(name); count += 1) name = `${start}-${count}${ending}`;
  taken.add(name);
  return name;
};

/** A floor as an exported text; a plan without floors has one, without an id. */
interface FloorText {
  readonly id: string | undefined;
  readonly text: string;
}

/** A file for each floor: `file` itself if there is one, else with the floor's id. */
const filesOf = (file: string, floors: readonly FloorText[]): readonly File[] => {
  const taken = new Set<string>();
  return floors.map(({ id, text }) => ({
    name: floors.length === 1 || id === undefined ? file : fileOf(file, id, taken),
    content: text,
  }));
};

const noFloor = (
  floor: string | undefined,
  known: readonly { readonly id: string | undefined; readonly name: string }[],
): string => {
  const names = known.map(({ id, name }) => (id === name ? id : `${id} (${name})`)).join(", ");
  return `there is no floor "${floor}"; there are ${names === "" ? "none" : names}`;
};

const asSvg: Format = async (json, file, input) => {
  const floor = input.option("floor");
  const scale = Number(input.option("scale") ?? defaultScale);
  const { drawFloors } = await import("./export-content.ts");
  const language = input.option("language") ?? "en";
  const isPlain = input.has("plain");
  const { known, drawn } = await drawFloors(json, { floor, scale, language, isPlain });
  if (drawn.length === 0) return left(noFloor(floor, known));
  return right(
    filesOf(
      file,
      drawn.map(({ id, svg }) => ({ id, text: svg })),
    ),
  );
};

const asDxf: Format = async (json, file, input) => {
  const floor = input.option("floor");
  const { floorDxf } = await import("../model/export/dxf/floor-dxf.ts");
  const catalogue = await import("../model/kinds/catalogue/symbols.ts");
  const { levelsOf, levelsCalled } = await import("../model/elements/levels.ts");
  const plan: PlanData = JSON.parse(json);
  const wanted = levelsCalled(plan, floor);
  if (wanted.length === 0) return left(noFloor(floor, levelsOf(plan)));
  return right(
    filesOf(
      file,
      wanted.map((id) => ({ id, text: floorDxf(plan, id, catalogue) })),
    ),
  );
};

const asGlb: Format = async (json, name, input) => {
  const floor = input.option("floor");
  const { glbOf } = await import("../model/export/gltf/glb.ts");
  const { levelsOf, levelsCalled } = await import("../model/elements/levels.ts");
  const plan: PlanData = JSON.parse(json);
  const wanted = levelsCalled(plan, floor);
  return wanted.length === 0
    ? left(noFloor(floor, levelsOf(plan)))
    : right([{ name, content: glbOf(plan, wanted) }]);
};

const formats: ReadonlyMap<string, Format> = new Map([
  [".svg", asSvg],
  [".json", asJson],
  [".yaml", asYaml],
  [".yml", asYaml],
  [".dxf", asDxf],
  [".glb", asGlb],
]);

/** What other programs read, by its name: the endings of the file, and how it is made. */
const foreign: ReadonlyMap<string, { readonly endings: RegExp; readonly make: Format }> = new Map([
  ["espresense", { endings: /^\.ya?ml$/, make: asEspresense }],
]);

/** The format that the options and the file name say. Left: what was expected. */
const formatOf = (file: string, wanted: string | undefined): Either<string, Format> => {
  const ending = extname(file).toLowerCase();
  if (wanted === undefined) {
    const format = formats.get(ending);
    const endings = [...formats.keys()].join(", ");
    return format === undefined
      ? left(`FILE: expected a name that ends with ${endings}`)
      : right(format);
  }
  const found = foreign.get(wanted);
  if (found === undefined)
    return left(`--format: expected ${[...foreign.keys()].join(", ")}, not "${wanted}"`);
  return found.endings.test(ending)
    ? right(found.make)
    : left(`FILE: expected a name that ends with .yaml or .yml for --format ${wanted}`);
};

/** What is wrong with the options, if anything. */
const misuseOf = ({ option }: Input): string | undefined => {
  const [revision, scale, language] = [option("revision"), option("scale"), option("language")];
  if (revision !== undefined && !/^\d{1,15}$/.test(revision))
    return `--revision: expected an integer, not "${revision}"`;
  if (
    scale !== undefined &&
    !(/^\d{1,5}$/.test(scale) && Number(scale) > 0 && Number(scale) <= maxScale)
  )
    return `--scale: expected an integer from 1 to ${maxScale}, not "${scale}"`;
  return language === undefined || /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(language)
    ? undefined
    : `--language: expected a tag such as de, not "${language}"`;
};

/** Other programs read it: an ordinary file, subject to the umask. */
const readableMode = 0o666;

const write = async (input: Input, format: Format, json: string): Promise<ExitCode> => {
  const [file = ""] = input.args;
  const made = await format(json, file, input);
  if (isLeft(made)) return fail(input, made.left);
  try {
    for (const { name, content } of made.right) {
      await putNewFile(name, {
        mode: readableMode,
        fill: async (writing) => right(await writing.file.writeFile(content)),
      });
      input.out(name);
    }
    return 0;
  } catch (error) {
    return fail(input, `the file could not be written: ${messageOf(error)}`);
  }
};

export const exportPlan: CliCommand = {
  words: "export",
  args: "FILE",
  summary:
    "writes a plan to FILE, which ends with .svg (true to scale), .dxf, .glb, .json or .yaml",
  details:
    "Reads the data folder or the cluster, also while the service runs; with --url it asks that\nservice instead.\nAs .svg and .dxf each floor becomes a file: if there are several, FILE-FLOOR.svg, and the\nnames are printed. Tracing images and live states are left out. DXF is for CAD programs, in\nmetres; .glb is one model of all floors in three dimensions, for programs that read glTF.",
  options: [
    { name: "revision", value: "N", help: "a revision from the history (default the newest)" },
    {
      name: "format",
      value: "NAME",
      help: "espresense: rooms and Bluetooth receivers for ESPresense companion (.yaml)",
    },
    { name: "floor", value: "NAME", help: "only this floor, by id or name (.svg, .dxf, .glb)" },
    {
      name: "scale",
      value: "N",
      help: `millimetres of the house per millimetre of paper (default ${defaultScale}, .svg)`,
    },
    {
      name: "language",
      value: "TAG",
      help: "language of words and numbers, such as de (default en, .svg)",
    },
    { name: "plain", help: "in plain colours, without materials and shadows (.svg)" },
    ...keptOptions,
    ...clientOptions,
  ],
  run: async (input) => {
    const [file = ""] = input.args;
    const found = formatOf(file, input.option("format"));
    if (isLeft(found)) return fail(input, found.left, 2);
    const format = found.right;
    const misuse = misuseOf(input);
    if (misuse !== undefined) return fail(input, misuse, 2);
    const given = input.option("revision");
    const rev = given === undefined ? undefined : Number(given);
    if (!namesService(input))
      return withHome(input, async (home) => {
        const { storedJson } = await import("./export-content.ts");
        const json = await storedJson(home, rev);
        return isLeft(json) ? fail(input, json.left) : write(input, format, json.right);
      });
    return withClient(input, async (client) => {
      const plan = await (rev === undefined ? client.getPlan() : client.history.get(rev));
      return write(input, format, JSON.stringify(plan));
    });
  },
};
