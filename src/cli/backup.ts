import { resolve } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { isImage, type Manifest } from "../backup/manifest.ts";
import type { RestoreResult } from "../backup/new-home.ts";
import { homeOptions, homeSettings, reportLeftOut, withHome } from "./home.ts";
import { fail, type Input, type CliCommand } from "./cli-command.ts";

const summary = ({ rev, plans, files }: Manifest): string => {
  const images = files.filter(({ name }) => isImage(name)).length;
  return `revision ${rev}, ${plans.length} plans, ${images} images`;
};

const printTokens = (
  { manifest, names, ended, firstToken }: RestoreResult,
  { out }: Input,
): void => {
  const list = (title: string, of: readonly string[]): void => {
    out(title);
    for (const name of of) out(`  ${name}`);
  };
  if (ended.length > 0) list("Restored, but expired, are the tokens of:", ended);
  if (firstToken === undefined) {
    list(`Valid again, as in the backup of ${manifest.created_at}, are the tokens of:`, names);
    out("Some of them may have been revoked since then: floorplan token revoke NAME");
    return;
  }
  out("The backup's tokens are not valid. Administrator token, shown only once:");
  out(`  ${firstToken}`);
};

export const backup: CliCommand = {
  words: "backup",
  args: "FILE",
  summary: "writes plan, history, images and users to one compressed file",
  details:
    "Works while the service runs. The file is a tar archive (.tar.gz) with a checksum for each\nfile in it; anybody who can read it can read the plan, but no token. It can be restored into a data\nfolder or a cluster, whichever it was made from.",
  options: homeOptions,
  run: (input) =>
    withHome(input, async (home) => {
      const { makeBackup } = await import("../backup/make-backup.ts");
      const file = resolve(input.args[0] ?? "");
      const made = await makeBackup(home, file);
      if (isLeft(made)) return fail(input, made.left);
      input.out(`backed up to ${file}: ${summary(made.right)}`);
      return 0;
    }),
};

export const backupVerify: CliCommand = {
  words: "backup verify",
  args: "FILE",
  summary: "reads a whole backup as a restore would, and fails if it is damaged",
  details: "Writes nothing. Needs neither the service nor a data folder.",
  options: [],
  run: async (input) => {
    const { verifyBackup } = await import("../backup/read-backup.ts");
    const file = resolve(input.args[0] ?? "");
    const verified = await verifyBackup(file);
    if (isLeft(verified)) return fail(input, `${file} is not a complete backup: ${verified.left}`);
    input.out(`${file} is whole: ${summary(verified.right)}, of ${verified.right.created_at}`);
    return 0;
  },
};

export const restore: CliCommand = {
  words: "restore",
  args: "FILE",
  summary: "makes a data folder from a backup; the folder must be empty or missing",
  details:
    "Everything is verified before anything is written. An existing folder keeps its owner and mode,\nand may be a mount point with lost+found in it. An interrupted restore leaves .restoring in the\nfolder, and no service starts until you empty it and restore again. A new administrator token is\nprinted; the backup's tokens stay invalid, since some may have been revoked since.\nWith --cluster it makes a new home there instead, visible only once it is complete; after an\ninterruption run the same command again.",
  options: [
    { name: "with-tokens", help: "make the backup's tokens valid again instead of a new one" },
    ...homeOptions,
  ],
  run: async (input) => {
    const settings = homeSettings(input);
    if (isLeft(settings)) return fail(input, settings.left, 2);
    const file = resolve(input.args[0] ?? "");
    const withTokens = input.has("with-tokens");
    const data = resolve(settings.right.data);
    const isFolder = settings.right.cluster === "";
    const restored = isFolder
      ? await (await import("../backup/restore.ts")).restoreBackup(file, data, withTokens)
      : await (
          await import("../backup/restore-into-cluster.ts")
        ).restoreIntoCluster(file, settings.right, withTokens);
    if (isLeft(restored)) return fail(input, restored.left);
    const into = isFolder ? data : `the home ${settings.right.domain} of the cluster`;
    input.out(`restored to ${into}: ${summary(restored.right.manifest)}`);
    reportLeftOut(input, restored.right.others);
    printTokens(restored.right, input);
    return 0;
  },
};
