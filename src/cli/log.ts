import { existsSync } from "node:fs";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Inspection, LocatedRevision } from "../backup/home.ts";
import { ask, authorName } from "./terminal.ts";
import { homeOptions, homeSettings, withHome } from "./home.ts";
import { type ExitCode, fail, type Input, type CliCommand } from "./cli-command.ts";
import { nodeFileSystem } from "../../wal/index.ts";
import { revisionOf } from "../plan/state.ts";
import { describeLoss, makeRepair, planRepair, type RepairPlan } from "../backup/repair.ts";
import { lockDataFolder } from "../storage/folder/data-folder.ts";

const placeOf = ({ place }: LocatedRevision): string =>
  "key" in place ? place.key : `${place.segment}  ${String(place.offset).padStart(9)}`;

const inWords = (found: LocatedRevision): string => {
  const { rev, saved_at, bytes } = found;
  const name = authorName(found.by);
  const by = name === undefined ? "" : `  by ${name}`;
  return `${placeOf(found)}  rev ${rev}  ${saved_at}  ${bytes} bytes${by}`;
};

const asJson = ({ place, ...found }: LocatedRevision): string =>
  JSON.stringify({ ...place, ...found });

const finish = (input: Input, { notes, result }: Inspection): ExitCode => {
  if (isLeft(result)) return fail(input, result.left);
  for (const line of [...notes, result.right]) input.err(line);
  return 0;
};

export const logShow: CliCommand = {
  words: "log show",
  summary:
    "prints a line per record of the log: segment, offset, revision, time, size, who saved it",
  details:
    "Reads only; works while the service runs. The author is shown if known. In a cluster each line\nbegins with the revision's key.",
  options: [
    ...homeOptions,
    { name: "json", help: "prints each record as one line of JSON instead" },
  ],
  run: (input) =>
    withHome(input, async (home) => {
      const found = await home.inspect();
      for (const revision of found.revisions)
        input.out(input.has("json") ? asJson(revision) : inWords(revision));
      return finish(input, found);
    }),
};

export const logVerify: CliCommand = {
  words: "log verify",
  summary: "reads the whole log and fails at the first damage, with file and offset",
  details:
    "Reads only; works while the service runs. In a cluster it checks every stored plan and image\nagainst its checksum.",
  options: homeOptions,
  run: (input) => withHome(input, async (home) => finish(input, await home.inspect())),
};

const explain = (plan: RepairPlan, { out }: Input): void => {
  const { current, history } = plan.state;
  out("The log is not sound:");
  for (const fault of plan.faults) out(`  ${fault}`);
  out("What can be kept:");
  out(
    current === undefined
      ? "  nothing: no sound revision was found"
      : `  the plan of revision ${current.rev}, saved ${current.saved_at}, and ${history.length} earlier ones`,
  );
  out("What would be lost:");
  for (const loss of plan.losses) out(`  ${describeLoss(loss)}`);
  if (plan.lacksEnd)
    out(`  every revision after ${revisionOf(plan.state)}: their number is unknown`);
  else if (plan.losses.length === 0) out("  no known revision");
  out("The current log is kept beside the repaired one.");
};

const run = async (input: Input): Promise<ExitCode> => {
  if (!input.has("to-last-good")) {
    const problem = "--to-last-good is missing: nothing is repaired without it";
    return fail(input, problem, 2);
  }
  const settings = homeSettings(input);
  if (isLeft(settings)) return fail(input, settings.left, 2);
  const { data, cluster } = settings.right;
  if (cluster !== "")
    return fail(
      input,
      "a cluster's log is etcd's, and there is nothing to repair here: restore a backup into an empty home",
    );
  // Taking the lock would create the folder.
  if (!existsSync(data)) return fail(input, `there is no folder ${data}`);
  const lock = await lockDataFolder(data);
  if (isLeft(lock)) return fail(input, lock.left);
  try {
    const plan = await planRepair(nodeFileSystem, data);
    if (isLeft(plan)) return fail(input, plan.left);
    if (plan.right.faults.length === 0) {
      input.out("The log is sound: there is nothing to repair.");
      return 0;
    }
    explain(plan.right, input);
    if (!input.has("yes") && !(await ask("Repair it?"))) return fail(input, "nothing was changed");
    const repaired = await makeRepair(nodeFileSystem, data, plan.right);
    if (isLeft(repaired)) return fail(input, repaired.left);
    input.out(`Repaired: revision ${revisionOf(plan.right.state)} is the newest.`);
    input.out(`The old log is in ${repaired.right}`);
    return 0;
  } finally {
    await lock.right.release();
  }
};

export const logRepair: CliCommand = {
  words: "log repair",
  summary: "keeps what is sound of a damaged log, after listing what would be lost",
  details:
    "The service must be stopped. Every sound revision is kept, also those after a damaged one; the\nold log stays beside the repaired one, unchanged. A cluster's log is not repaired.",
  options: [
    { name: "to-last-good", help: "required: keep only what is sound" },
    { name: "yes", help: "do not ask" },
    ...homeOptions,
  ],
  run,
};
