import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type Config,
  defaultConfig,
  optionName,
  type SettingName,
  settingNames,
} from "./config.ts";
import { maxClusterBytes, maxClusterTokens, type Setting, settings } from "./settings.ts";
import { durationText, readDuration } from "./runtime/time.ts";
import { messageOf } from "../../wal/index.ts";

const readSetting = (
  name: string,
  setting: Setting,
  given: string,
): Either<string, string | number | boolean> => {
  const called = `--${optionName(name)}`;
  if (setting.kind === "flag")
    return ["on", "off"].includes(given)
      ? right(given === "on")
      : left(`${called}: expected ${setting.expected}, not "${given}"`);
  if (setting.kind === "text") {
    if (setting.rule.test(given)) return right(given);
    return setting.isSecret
      ? left(`${called}: expected ${setting.expected}`)
      : left(`${called}: expected ${setting.expected}, not "${given}"`);
  }
  if (setting.kind === "duration") {
    const ms = readDuration(given);
    const [min, max] = [durationText(setting.min), durationText(setting.max)];
    return ms !== undefined && ms >= setting.min && ms <= setting.max
      ? right(ms)
      : left(
          `${called}: expected a time from ${min} to ${max}, such as 90s, 24h or 7d, not "${given}"`,
        );
  }
  const parsed = Number(given);
  return /^\d+$/.test(given) && parsed >= setting.min && parsed <= setting.max
    ? right(parsed)
    : left(`${called}: expected an integer from ${setting.min} to ${setting.max}, not "${given}"`);
};

const inconsistency = (config: Config): string | undefined => {
  const { planBytes, outboxBytes, viewerOutboxBytes } = config;
  const room = planBytes + 1024;
  const ofCluster = {
    planBytes: maxClusterBytes,
    imageBytes: maxClusterBytes,
    tokens: maxClusterTokens,
  } as const;
  for (const name of ["planBytes", "imageBytes", "tokens"] as const)
    if (config.cluster !== "" && config[name] > ofCluster[name])
      return `--${optionName(name)}: ${config[name]} is more than --cluster takes, ${ofCluster[name]}`;
  const tooSmall = Object.entries({ outboxBytes, viewerOutboxBytes }).find(
    ([, value]) => value < room,
  );
  if (tooSmall === undefined) return undefined;
  const [name, value] = tooSmall;
  return `--${optionName(name)}: ${value} leaves no room for a plan of --plan-bytes, ${planBytes}, and 1024 more`;
};

/**
 * The configuration from texts, as flags and environment give them. `given` returns a setting's text, or undefined for
 * its default. The left names the setting at fault and what was expected.
 */
export const readConfig = (
  given: (name: SettingName) => string | undefined,
): Either<string, Config> => {
  const changes: Record<string, string | number | boolean> = {};
  for (const name of settingNames) {
    const value = given(name);
    if (value === undefined) continue;
    const read = readSetting(name, settings[name], value);
    if (isLeft(read)) return read;
    changes[name] = read.right;
  }
  const config = defaultConfig(changes);
  const problem = inconsistency(config);
  return problem === undefined ? right(config) : left(problem);
};

/** The permissions of everybody but a file's owner. */
const ofOthers = 0o077;

/**
 * Whether systemd has put the file there for this service alone (`LoadCredential=`, systemd.exec(5)). It may give the
 * service's user access by an access control list, which the mode shows only as access for the group.
 */
const isCredential = (path: string): boolean => {
  const folder = process.env["CREDENTIALS_DIRECTORY"];
  return folder !== undefined && folder !== "" && dirname(resolve(path)) === resolve(folder);
};

/**
 * The text of a file with a secret, trimmed. The left: it cannot be read, or others than its owner may read or change
 * it. systemd protects its credentials itself.
 */
export const readSecretFile = (path: string): Either<string, string> => {
  try {
    if ((statSync(path).mode & ofOthers) !== 0 && !isCredential(path))
      return left(`${path} may be read by others than its owner: chmod 600 it`);
    return right(readFileSync(path, "utf8").trim());
  } catch (error) {
    return left(`${path} cannot be read: ${messageOf(error)}`);
  }
};

/** The long-lived token in a file. A left as for `readSecretFile`, or if the file does not hold exactly one token. */
export const readTokenFile = (path: string): Either<string, string> =>
  chain((token: string): Either<string, string> => {
    if (token === "") return left(`${path} contains no token`);
    return /^\S+$/.test(token) ? right(token) : left(`${path} contains more than a token`);
  })(readSecretFile(path));
