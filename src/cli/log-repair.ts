import { existsSync } from "node:fs";
import { isLeft } from "fp-ts/lib/Either.js";
import { nodeFileSystem } from "../../wal/index.ts";
import { revisionOf } from "../plan/state.ts";
import { describeLoss, makeRepair, planRepair, type RepairPlan } from "../backup/repair.ts";
import { lockDataFolder } from "../storage/folder/data-folder.ts";
import { ask } from "./ask.ts";
import { homeOptions, homeSettings } from "./home.ts";
import { type ExitCode, fail, type Input, type Verb } from "./verb.ts";

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
    out(`  every revision after ${revisionOf(plan.state)}: nobody can tell how many there were`);
  else if (plan.losses.length === 0) out("  no revision that is known of");
  out("The log as it is now is kept beside the repaired one.");
};

const run = async (input: Input): Promise<ExitCode> => {
  if (!input.has("to-last-good")) {
    const problem = "--to-last-good is missing: a repair is only made when it is asked for";
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
  // Taking the lock would make it.
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
    input.out(`The log as it was is in ${repaired.right}`);
    return 0;
  } finally {
    await lock.right.release();
  }
};

/** `log repair`: makes a damaged log usable again, as an explicit act. */
export const logRepair: Verb = {
  words: "log repair",
  summary: "keeps what is sound of a damaged log, after telling what would be lost",
  details:
    "The service must be stopped. Every sound revision is kept, also those after a damaged one;\nthe log as it was stays beside the repaired one, whole. The log of a cluster is not repaired.",
  options: [
    { name: "to-last-good", help: "go back to what is sound; without it nothing is done" },
    { name: "yes", help: "do not ask" },
    ...homeOptions,
  ],
  run,
};
