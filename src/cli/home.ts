import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { type Config, optionName, type SettingName } from "../server/settings.ts";
import { readConfig } from "../server/read-settings.ts";
import type { Home } from "../backup/home.ts";
import { openHome } from "../backup/open-home.ts";
import { dataOption, domainOption, settingOption } from "./options.ts";
import { type ExitCode, fail, type Input, type Option } from "./verb.ts";

/** The settings that say where a cluster is and who one is there. */
const ofCluster: readonly SettingName[] = [
  "cluster",
  "clusterUser",
  "clusterPasswordFile",
  "clusterCa",
  "clusterCert",
  "clusterKey",
  "clusterMs",
];

/** The options that name a cluster. */
export const clusterOptions: readonly Option[] = ofCluster.map(settingOption);

/** The options that name where a home is kept, without its domain. */
export const keptOptions: readonly Option[] = [dataOption, ...clusterOptions];

/** The options that name a home. */
export const homeOptions: readonly Option[] = [...keptOptions, domainOption];

/** The settings by which a home is found, the others by default; the left says which is odd. */
export const homeSettings = (input: Input): Either<string, Config> =>
  readConfig((name) =>
    name === "data" || name === "domain" || name.startsWith("audit") || ofCluster.includes(name)
      ? input.option(optionName(name))
      : undefined,
  );

/**
 * Runs `use` with the home that the options name. What cannot be opened is told on
 * the error output, with exit code 1; an odd option with 2.
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
