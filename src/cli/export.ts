import { extname } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import { uncaught } from "../server/runtime/boundary.ts";
import { putNewFile } from "../server/runtime/new-file.ts";
import { namesService, withClient } from "./client.ts";
import { keptOptions, withHome } from "./home.ts";
import { clientOptions, type ExitCode, fail, type Input, type CliCommand } from "./cli-command.ts";

interface File {
  readonly name: string;
  readonly text: string;
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
  right([{ name, text: `${JSON.stringify(JSON.parse(json), null, 2)}\n` }]);

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
    return isLeft(text) ? left(text.left.message) : right([{ name, text: text.right }]);
  } finally {
    await yaml.close();
  }
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

const asSvg: Format = async (json, file, input) => {
  const floor = input.option("floor");
  const scale = Number(input.option("scale") ?? defaultScale);
  const { drawFloors } = await import("./export-content.ts");
  const language = input.option("language") ?? "en";
  const isPlain = input.has("plain");
  const { known, drawn } = await drawFloors(json, { floor, scale, language, isPlain });
  if (drawn.length === 0) {
    const names = known.map(({ id, name }) => (id === name ? id : `${id} (${name})`)).join(", ");
    return left(`there is no floor "${floor}"; there are ${names === "" ? "none" : names}`);
  }
  const taken = new Set<string>();
  return right(
    drawn.map(({ id, svg }) => ({
      name: drawn.length === 1 || id === undefined ? file : fileOf(file, id, taken),
      text: svg,
    })),
  );
};

const formats: ReadonlyMap<string, Format> = new Map([
  [".svg", asSvg],
  [".json", asJson],
  [".yaml", asYaml],
  [".yml", asYaml],
]);

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
    for (const { name, text } of made.right) {
      await putNewFile(name, {
        mode: readableMode,
        fill: async (writing) => right(await writing.file.writeFile(text)),
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
  summary: "writes a plan to FILE, which ends with .svg (true to scale), .json or .yaml",
  details:
    "Reads the data folder or the cluster, also while the service runs; with --url it asks that\nservice instead.\nAs .svg each floor becomes a file: if there are several, FILE-FLOOR.svg, and the names are\nprinted. Tracing images and live states are left out.",
  options: [
    { name: "revision", value: "N", help: "a revision from the history (default the newest)" },
    { name: "floor", value: "NAME", help: "only this floor, by id or name (.svg)" },
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
    const format = formats.get(extname(file).toLowerCase());
    if (format === undefined)
      return fail(
        input,
        `FILE: expected a name that ends with ${[...formats.keys()].join(", ")}`,
        2,
      );
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
