import { resolve } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { tellLeftOut } from "./left-out.ts";
import { homeOptions, homeSettings } from "./home.ts";
import { fail, type Verb } from "./verb.ts";

/** `import`: a data folder into a cluster. */
export const importData: Verb = {
  words: "import",
  summary: "moves a data folder into a cluster that has no such home yet",
  details:
    "The service on the folder must be stopped; the folder stays as it is. Plan, history, images,\nusers with their tokens, bans and sign-ins are moved. Nobody sees anything of the home before\nall of it is there; where the import was interrupted, the same command begins anew.",
  options: homeOptions,
  run: async (input) => {
    const settings = homeSettings(input);
    if (isLeft(settings)) return fail(input, settings.left, 2);
    const { cluster, domain } = settings.right;
    if (cluster === "") return fail(input, "--cluster or FLOORPLAN_CLUSTER is missing", 2);
    const data = resolve(settings.right.data);
    const { importFolder } = await import("../rescue/import-folder.ts");
    const imported = await importFolder(data, settings.right);
    if (isLeft(imported)) return fail(input, imported.left);
    const { rev, plans, users, images, others } = imported.right;
    input.out(
      `moved into the home ${domain} of the cluster: revision ${rev}, ${plans} plans, ${users} users, ${images} images`,
    );
    tellLeftOut(input, others);
    input.out(
      `${data} stays as it is, and is no longer used. Start each node with a folder of its own:`,
    );
    input.out(`  floorplan serve --cluster ${cluster} --domain ${domain} --data FOLDER`);
    return 0;
  },
};
