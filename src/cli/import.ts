import { resolve } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { shellWord } from "../server/paths.ts";
import { homeOptions, homeSettings, reportLeftOut } from "./home.ts";
import { limitOptions } from "./import-limits.ts";
import { clientOptions, type ExitCode, fail, type Input, type CliCommand } from "./cli-command.ts";

const moveFolder = async (input: Input): Promise<ExitCode> => {
  const settings = homeSettings(input);
  if (isLeft(settings)) return fail(input, settings.left, 2);
  const { cluster, domain } = settings.right;
  if (cluster === "")
    return fail(
      input,
      "FILE is missing (to move a data folder into a cluster: --cluster or FLOORPLAN_CLUSTER)",
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
  input.out(`${data} stays as it is, and is no longer used. Start each node with its own folder:`);
  input.out(
    `  floorplan serve --cluster ${shellWord(cluster)} --domain ${shellWord(domain)} --data FOLDER`,
  );
  return 0;
};

export const importData: CliCommand = {
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
    "FILE is a home of Sweet Home 3D (.sh3d), a scan of RoomPlan (.json), a drawing\n(.dxf), a building (.ifc), files of FNS Floorplan or House Plan, or Home Assistant's\nconfiguration folder with such files. Prints what is imported and what is lost; with --preview it does nothing else.\nInto a running service it uploads the images and saves the plan once, over the revision it\nread. With --data alone it makes a new data folder, with the files' history and a new\nadministrator token; the folder must be empty or missing, and no service may use it.\n\nWithout FILE it copies a data folder into a cluster that has no such home yet: plan, history,\nimages, users with their tokens, bans and sign-ins. The service on the folder must be stopped;\nthe folder stays as it is. The home is visible only once it is complete; after an interruption\nrun the same command again.",
  options: [
    {
      name: "preview",
      help: "print what would be imported and what would be lost, and change nothing",
    },
    { name: "replace", help: "replace the service's plan; its history keeps that one" },
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
