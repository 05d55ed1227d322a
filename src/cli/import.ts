import { resolve } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { shellWord } from "../server/paths.ts";
import { homeOptions, homeSettings, reportLeftOut } from "./home.ts";
import { limitOptions } from "./import-limits.ts";
import { clientOptions, type ExitCode, fail, type Input, type Verb } from "./verb.ts";

/** A data folder into a cluster. */
const moveFolder = async (input: Input): Promise<ExitCode> => {
  const settings = homeSettings(input);
  if (isLeft(settings)) return fail(input, settings.left, 2);
  const { cluster, domain } = settings.right;
  if (cluster === "")
    return fail(
      input,
      "FILE is missing; to move a data folder into a cluster, so is --cluster or FLOORPLAN_CLUSTER",
      2,
    );
  const data = resolve(settings.right.data);
  const { importIntoCluster: importFolder } = await import("../backup/import-into-cluster.ts");
  const imported = await importFolder(data, settings.right);
  if (isLeft(imported)) return fail(input, imported.left);
  const { rev, plans, users, images, others } = imported.right;
  input.out(
    `moved into the home ${domain} of the cluster: revision ${rev}, ${plans} plans, ${users} users, ${images} images`,
  );
  reportLeftOut(input, others);
  input.out(
    `${data} stays as it is, and is no longer used. Start each node with a folder of its own:`,
  );
  input.out(
    `  floorplan serve --cluster ${shellWord(cluster)} --domain ${shellWord(domain)} --data FOLDER`,
  );
  return 0;
};

/** `import`: a plan of other programs, or a data folder into a cluster. */
export const importData: Verb = {
  words: "import",
  args: "[FILE…]",
  usages: [
    "import FILE… [--preview]",
    "import FILE… [--replace] [--url URL] [--token TOKEN]",
    "import FILE… --data FOLDER",
    "import --cluster URLS [--data FOLDER]",
  ],
  summary: "imports a plan of another program; without FILE, moves a data folder into a cluster",
  details:
    "FILE is a home of Sweet Home 3D (.sh3d), a file of a floor plan integration of Home Assistant,\nor Home Assistant's configuration folder, in which those are found. What comes and what is lost\nis printed; with --preview that is all.\nOnto a running service the images are uploaded, and the plan is saved once, over the revision\nthat was there. With --data alone a new data folder is made, with the history of the files and\na new administrator token; the folder must be empty or not there, and no service may use it.\n\nWithout FILE a data folder is moved into a cluster that has no such home yet. The service on\nthe folder must be stopped; the folder stays as it is. Plan, history, images, users with their\ntokens, bans and sign-ins are moved. Nobody sees anything of the home before all of it is there;\nwhere it was interrupted, the same command begins anew.",
  options: [
    { name: "preview", help: "tell what would come and what would be lost, and change nothing" },
    { name: "replace", help: "replace the plan that the service has; its history keeps that one" },
    ...clientOptions,
    ...homeOptions.filter(({ name }) => name !== "domain"),
    ...limitOptions,
  ],
  run: async (input) => {
    if (input.args.length === 0) return moveFolder(input);
    const { importFiles } = await import("./import-files.ts");
    return importFiles(input);
  },
};
