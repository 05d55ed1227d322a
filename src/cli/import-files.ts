import { basename, resolve } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Config } from "../server/settings.ts";
import { isBlank } from "../model/elements/entities.ts";
import type { Imported } from "../model/import/import-result.ts";
import { withImageUrls } from "../model/import/images.ts";
import { namesService, withClient } from "./client.ts";
import { readForeignFiles } from "./foreign-files.ts";
import { uploadImage } from "./image-endpoint.ts";
import { importSettings } from "./import-limits.ts";
import { counted, previewLines, refusalLine } from "./import-preview.ts";
import { type ExitCode, fail, type Input } from "./verb.ts";

/** Into a data folder that has no home yet, with the history. */
const intoFolder = async (input: Input, imported: Imported, config: Config): Promise<ExitCode> => {
  const { importIntoFolder } = await import("../backup/import-into-folder.ts");
  const data = resolve(config.data);
  const made = await importIntoFolder(imported, { ...config, data }, new Date());
  if (isLeft(made)) return fail(input, made.left);
  const { rev, earlier, token } = made.right;
  input.out(
    `imported into ${data}: revision ${rev}, ${counted(earlier, "earlier plan", "earlier plans")} in its history`,
  );
  input.out("Administrator token, shown this once:");
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
        `the service has a plan, revision ${rev}; with --replace this one takes its place, and the history keeps that one`,
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
      input.out(`imported as revision ${saved}, with ${counted(urls.size, "image", "images")}`);
    } catch (error) {
      if (urls.size > 0)
        input.err(
          "The images that were uploaded are shown by no plan; the next image of their floor takes their place.",
        );
      throw error;
    }
    if (imported.history.length > 0)
      input.out(
        "The earlier plans were left out: a running service counts its own. With --data they come along into a new folder.",
      );
    return 0;
  });

/** `import FILE…`: makes one plan of foreign files, tells what comes and what does not, and stores it. */
export const importFiles = async (input: Input): Promise<ExitCode> => {
  const isOntoService = namesService(input);
  if (!isOntoService && (input.option("cluster") ?? "") !== "")
    return fail(input, "files come into a cluster by one of its nodes: name it with --url", 2);
  const token = input.option("token");
  const isIntoFolder =
    !isOntoService &&
    (input.isTyped("data") || (input.option("data") !== undefined && token === undefined));
  const settings = importSettings(input);
  if (isLeft(settings)) return fail(input, settings.left, 2);
  const { config, limits } = settings.right;
  const files = await readForeignFiles(input.args, limits);
  if (isLeft(files)) return fail(input, files.left);
  const { readFiles } = await import("../model/import/read-files.ts");
  const reading = await readFiles(files.right, limits);
  if (isLeft(reading)) return fail(input, refusalLine(reading.left));
  for (const line of previewLines(reading.right)) input.out(line);
  if (input.has("preview")) return 0;
  if (isIntoFolder) return intoFolder(input, reading.right, config);
  if (!isOntoService && token === undefined)
    return fail(
      input,
      "where to is missing: --data FOLDER makes a new data folder, --token TOKEN with --url URL saves onto a running service",
      2,
    );
  return ontoService(input, reading.right);
};
