import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf } from "../../wal/index.ts";
import type {
  GivenFile,
  Imported,
  ImportRefusal,
  ImportLoss,
} from "../model/import/import-result.ts";
import { type ImportLimits, limitName, printableWhole } from "../model/import/refusal.ts";
import { importContents, maxCombinations, outsideEffects } from "../model/import/preview.ts";
import { importDialog, importing } from "../web/i18n/en/import.ts";
import type { Config } from "../server/config.ts";
import { isBlank } from "../model/elements/entities.ts";
import { withImageUrls } from "../model/import/images.ts";
import { namesService, withClient } from "./client.ts";
import { uploadImage } from "./background.ts";
import { importSettings } from "./import-limits.ts";
import { type ExitCode, fail, type Input } from "./cli-command.ts";

/** A program's files in a configuration folder of Home Assistant. */
interface Program {
  readonly plans: readonly string[];
  readonly images: string;
  readonly isImage: (name: string) => boolean;
}

/** FNS Floorplan, and House Plan (its `const.py`: `PLANS_DIR`). */
const programs: readonly Program[] = [
  {
    plans: [".storage/fns_floorplan", ".storage/fns_floorplan.history"],
    images: "www/fns_floorplan",
    isImage: (name) => name.startsWith("bg_"),
  },
  {
    plans: [".storage/houseplan.config", ".storage/houseplan.layout"],
    images: "houseplan/plans",
    isImage: () => true,
  },
];

const isFile = async (path: string): Promise<boolean> =>
  (await ifThere(stat(path)))?.isFile() === true;

/** The plan files in a folder, by relative path. Rejects with the system's error. */
const plansIn = async (folder: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { plans, images, isImage } of programs) {
    const [plan = ""] = plans;
    if (!(await isFile(join(folder, plan)))) continue;
    const entries = await ifThere(readdir(join(folder, images), { recursive: true }));
    const named = (entries ?? []).filter((name) => isImage(basename(name)));
    for (const name of [...plans, ...named.map((each) => join(images, each))])
      if (await isFile(join(folder, name))) found.push(name);
  }
  return found;
};

/** A file to read: its name in the folder, and its path. */
interface FoundFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** The files that a path stands for: itself, or a folder's plan files. */
const findAt = async (path: string): Promise<Either<string, readonly FoundFile[]>> => {
  try {
    const stats = await stat(path);
    if (!stats.isDirectory()) return right([{ name: path, path, bytes: stats.size }]);
    const found: FoundFile[] = [];
    for (const name of await plansIn(path))
      found.push({ name, path: join(path, name), bytes: (await stat(join(path, name))).size });
    return found.length > 0
      ? right(found)
      : left(`${path} holds neither ${programs.map(({ plans }) => plans[0]).join(" nor ")}`);
  } catch (error) {
    return left(`${path} cannot be read: ${messageOf(error)}`);
  }
};

/** Reads the files that paths stand for. Left: which one cannot be read, or that they exceed the limit. */
const readForeignFiles = async (
  paths: readonly string[],
  { importBytes }: Pick<ImportLimits, "importBytes">,
): Promise<Either<string, readonly GivenFile[]>> => {
  const files: FoundFile[] = [];
  for (const path of paths) {
    const found = await findAt(path);
    if (isLeft(found)) return found;
    files.push(...found.right);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > importBytes)
    return left(
      `the files have ${bytes} bytes, more than ${limitName("importBytes")}, ${importBytes}`,
    );
  const read: GivenFile[] = [];
  for (const { name, path } of files) {
    try {
      read.push({ name, bytes: await readFile(path) });
    } catch (error) {
      return left(`${path} cannot be read: ${messageOf(error)}`);
    }
  }
  return right(read);
};

const lossLine = ({ what, count, names }: ImportLoss): string => {
  const sentence = importing.losses[what](count);
  if (names.length === 0) return sentence;
  return `${sentence}: ${importDialog.named(names.join(", "), count - names.length)}`;
};

const refusalLine = ({ why, file, detail }: ImportRefusal): string =>
  printableWhole(importing.refusals[why](file, detail));

const listed = (heading: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${heading}:`, ...names.map((name) => `  ${printableWhole(name)}`)];

/** Only some combinations of rules are examined. */
const moreLine = `${importDialog.combined(maxCombinations)} Read them in the file.`;

/** Everything that the plans trigger or load from outside, to warn people who import plans of others. */
const reachLines = ({ plan, history }: Imported): readonly string[] => {
  const { actions, isCut, addresses, templates } = outsideEffects([
    plan,
    ...history.map((earlier) => earlier.plan),
  ]);
  return [
    ...listed(importDialog.actions(actions.length), actions),
    ...(isCut ? [moreLine] : []),
    ...listed(importDialog.addresses(addresses.length), addresses),
    ...listed(importDialog.templates(templates.length), templates),
  ];
};

/** What an import brings, loses and does, line by line. */
const previewLines = (imported: Imported): readonly string[] => {
  const contents = importContents(imported);
  const comes = [
    importDialog.floors(contents),
    importDialog.rooms(contents),
    importDialog.openings(contents),
    importDialog.pieces(contents),
    importDialog.images(contents),
    importDialog.plans(contents.earlier),
  ];
  const { losses, origin } = imported;
  return [
    `${importDialog.from(origin)}: ${comes.join(", ")}`,
    losses.length === 0 ? importDialog.nothingLost : `${importDialog.lost}:`,
    ...losses.map((loss) => `  ${printableWhole(lossLine(loss))}`),
    ...reachLines(imported),
  ];
};

/** Into a data folder without a home, with the history. */
const intoFolder = async (
  input: Input,
  imported: Imported,
  { config, limits }: { readonly config: Config; readonly limits: ImportLimits },
): Promise<ExitCode> => {
  const { importIntoFolder } = await import("../backup/import-into-folder.ts");
  const data = resolve(config.data);
  const made = await importIntoFolder(
    imported,
    { ...config, planDepth: limits.planDepth, data },
    new Date(),
  );
  if (isLeft(made)) return fail(input, made.left);
  const { rev, earlier, token } = made.right;
  input.out(
    `imported into ${data}: revision ${rev}, ${importDialog.plans(earlier)} in its history`,
  );
  input.out("Administrator token, shown only once:");
  input.out(`  ${token}`);
  return 0;
};

/** Onto a running service: the images first, then one save over the revision that was read. */
const ontoService = (input: Input, imported: Imported): Promise<ExitCode> =>
  withClient(input, async (client) => {
    const stored = await client.getPlan();
    const { rev = 0 } = stored;
    if (!isBlank(stored) && !input.has("replace"))
      return fail(
        input,
        `the service has a plan, revision ${rev}: use --replace to replace it (the history keeps it)`,
      );
    const urls = new Map<string, string>();
    for (const { level, file } of imported.images) {
      const { bytes } = file;
      const name = basename(file.name);
      const url = await uploadImage(input, level, { name, size: bytes.length, content: [bytes] });
      if (isLeft(url)) {
        input.err(`The image ${name} was refused, so no plan was saved.`);
        return url.left;
      }
      urls.set(level, url.right);
    }
    try {
      const saved = await client.save(withImageUrls(imported.plan, urls), rev);
      input.out(
        `imported as revision ${saved}, with ${importDialog.images({ images: urls.size })}`,
      );
    } catch (error) {
      if (urls.size > 0)
        input.err("No plan uses the uploaded images; the next image of each floor replaces them.");
      throw error;
    }
    if (imported.history.length > 0)
      input.out(
        "The earlier plans were left out, since a running service numbers its own. --data imports them into a new folder.",
      );
    return 0;
  });

export const importFiles = async (input: Input): Promise<ExitCode> => {
  const isOntoService = namesService(input);
  if (!isOntoService && (input.option("cluster") ?? "") !== "")
    return fail(
      input,
      "import files into a cluster through one of its nodes: name it with --url",
      2,
    );
  const token = input.option("token");
  const isIntoFolder =
    !isOntoService &&
    (input.isTyped("data") || (input.option("data") !== undefined && token === undefined));
  const settings = importSettings(input);
  if (isLeft(settings)) return fail(input, settings.left, 2);
  const { limits } = settings.right;
  const files = await readForeignFiles(input.args, limits);
  if (isLeft(files)) return fail(input, files.left);
  const { readFiles } = await import("../model/import/read-files.ts");
  const reading = await readFiles(files.right, limits, importing.names);
  if (isLeft(reading)) return fail(input, refusalLine(reading.left));
  for (const line of previewLines(reading.right)) input.out(line);
  if (input.has("preview")) return 0;
  if (isIntoFolder) return intoFolder(input, reading.right, settings.right);
  if (!isOntoService && token === undefined)
    return fail(
      input,
      "no target: --data FOLDER makes a new data folder, --token TOKEN with --url URL saves to a running service",
      2,
    );
  return ontoService(input, reading.right);
};
