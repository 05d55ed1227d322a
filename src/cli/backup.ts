import { resolve } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { isImage, type Manifest } from "../backup/manifest.ts";
import type { RestoreResult } from "../backup/new-home.ts";
import { homeOptions, homeSettings, reportLeftOut, withHome } from "./home.ts";
import { fail, type Input, type Verb } from "./verb.ts";

const summary = ({ rev, plans, files }: Manifest): string => {
  const images = files.filter(({ name }) => isImage(name)).length;
  return `revision ${rev}, ${plans.length} plans, ${images} images`;
};

const tellTokens = (
  { manifest, names, ended, firstToken }: RestoreResult,
  { out }: Input,
): void => {
  const list = (title: string, of: readonly string[]): void => {
    out(title);
    for (const name of of) out(`  ${name}`);
  };
  if (ended.length > 0) list("Restored as well, though they have ended, are the tokens of:", ended);
  if (firstToken === undefined) {
    list(
      `Valid again, as the backup of ${manifest.created_at} has them, are the tokens of:`,
      names,
    );
    out("Some of them may have been revoked since then: floorplan token revoke NAME");
    return;
  }
  out("No token of the backup is valid. Administrator token, shown this once:");
  out(`  ${firstToken}`);
};

/** `backup`: everything in one file. */
export const backup: Verb = {
  words: "backup",
  args: "FILE",
  summary: "writes plan, history, images and users to one compressed file",
  details:
    "Works while the service runs. The file is a tar archive (.tar.gz) with a checksum for each\nfile in it; whoever can read it can read the plan, but no token. It is restored into a data\nfolder or a cluster, wherever it was made of.",
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

/** `backup verify`: whether a backup is whole. */
export const backupVerify: Verb = {
  words: "backup verify",
  args: "FILE",
  summary: "reads all of a backup as a restore would, and fails where it is not whole",
  details: "Writes nothing. Needs neither the service nor a data folder.",
  options: [],
  run: async (input) => {
    const { verifyBackup } = await import("../backup/read-backup.ts");
    const file = resolve(input.args[0] ?? "");
    const verified = await verifyBackup(file);
    if (isLeft(verified)) return fail(input, `${file} is no whole backup: ${verified.left}`);
    input.out(`${file} is whole: ${summary(verified.right)}, of ${verified.right.created_at}`);
    return 0;
  },
};

/** `restore`: a data folder, or a home in a cluster, from a backup. */
export const restore: Verb = {
  words: "restore",
  args: "FILE",
  summary: "makes a data folder from a backup; the folder must be empty or not there",
  details:
    "Everything is verified before anything is written. A folder that is there keeps its owner and\nrights, and may be a mount point with lost+found in it. A restore that is interrupted leaves\n.restoring in the folder, and no service starts until you empty it and restore again. A new\nadministrator token is printed; the tokens of the backup stay invalid, since some of them may\nhave been revoked after it was made.\nWith --cluster it makes a home there instead, which must not be there. Nobody sees anything of\nit before all is there; where it was interrupted, the same command begins anew.",
  options: [
    { name: "with-tokens", help: "make the tokens of the backup valid again, and no new one" },
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
    tellTokens(restored.right, input);
    return 0;
  },
};
