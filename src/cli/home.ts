import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { type Config, optionName, type SettingName } from "../server/config.ts";
import { readConfig } from "../server/read-settings.ts";
import type { Home } from "../backup/home.ts";
import { openHome } from "../backup/open-home.ts";
import {
  dataOption,
  domainOption,
  type ExitCode,
  fail,
  type Input,
  type Option,
  settingOption,
} from "./cli-command.ts";
import { messageOf } from "../../wal/index.ts";
import { boundaryTo } from "../server/runtime/boundary.ts";
import type { AuditKind } from "../server/audit/audit.ts";

/** The settings that locate a cluster and authenticate there. */
const ofCluster: readonly SettingName[] = [
  "cluster",
  "clusterUser",
  "clusterPasswordFile",
  "clusterCa",
  "clusterCert",
  "clusterKey",
];

const clusterOptions: readonly Option[] = ofCluster.map(settingOption);

/** The options that say where a home is stored, without its domain. */
export const keptOptions: readonly Option[] = [dataOption, ...clusterOptions];

export const homeOptions: readonly Option[] = [...keptOptions, domainOption];

/** The settings by which a home is found, others by default. Left: which one is invalid. */
export const homeSettings = (input: Input): Either<string, Config> =>
  readConfig((name) =>
    name === "data" || name === "domain" || name === "auditFiles" || ofCluster.includes(name)
      ? input.option(optionName(name))
      : undefined,
  );

/**
 * Runs `use` with the home that the options name. Prints why it cannot be opened, with exit code 1, and an invalid
 * option, with 2.
 */
export const withHome = async (
  input: Input,
  use: (home: Home) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const settings = homeSettings(input);
  if (isLeft(settings)) return fail(input, settings.left, 2);
  const home = await openHome(settings.right);
  if (isLeft(home)) return fail(input, home.left);
  try {
    return await use(home.right);
  } finally {
    home.right.close();
  }
};

/** The system's name for this user; an account may have none. */
const ownName = (): string => {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    return "command line";
  }
};

/**
 * Records a command in the data folder's audit log, also while a service runs. For a home in a cluster that is the log
 * of this machine's node, if it has one. A failure is printed, and undoes nothing.
 */
export const noteInAuditLog = async (input: Input, what: AuditKind, about = ""): Promise<void> => {
  const settings = homeSettings(input);
  if (isLeft(settings)) return;
  const { data, auditFiles } = settings.right;
  if (auditFiles === 0 || !existsSync(data)) return;
  const { AuditLog } = await import("../server/audit/audit-log.ts");
  const { auditLimits } = await import("../server/audit/audit-writer.ts");
  const onLost = (reason: string): void =>
    input.err(`floorplan: could not write to the audit log: ${reason}`);
  const log = new AuditLog({
    data,
    limits: { auditFiles, ...auditLimits },
    now: () => new Date(),
    boundary: boundaryTo((error) => onLost(messageOf(error))),
    onLost,
  });
  log.note(what, { user: ownName() }, { about });
  await log.close();
};

/** Reports files among the images that are not images of the home. */
export const reportLeftOut = ({ out }: Pick<Input, "out">, others: number): void => {
  if (others > 0) out(`left out, not images of this home: ${others}`);
};
