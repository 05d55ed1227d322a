/*
 * A double of what Home Assistant's Supervisor does with an app beside its ingress (test/support/ingress.ts). The rules are
 * those of home-assistant/supervisor 2026.08.0 (090ef31ec024). Its own code, run by hand on the app's description, gave the
 * same results for the options of the test.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { AppConfig } from "./app-config.ts";

const run = promisify(execFile);

/** The options of an app, by name. */
export type Options = Readonly<Record<string, string | number | boolean | null>>;

/** Why a value is none of a type; undefined if it is one (`_single_validate` of apps/options.py, for the types of the app). */
const problemOf = (type: string, value: Options[string] | undefined): string | undefined => {
  if (value === null || value === undefined) return "missing";
  const [, list] = /^list\((.+)\)\??$/.exec(type) ?? [];
  if (list !== undefined)
    return list.split("|").includes(String(value)) ? undefined : `not one of ${list}`;
  if (/^url\??$/.test(type))
    return /^[a-z][a-z\d+.-]*:\/\/[^/?#]/i.test(String(value)) ? undefined : "not a URL";
  throw new Error(`the double knows no type ${type}`);
};

/**
 * The options that the app is given: those of people over its own (`App.options` and `App.write_options` of apps/app.py),
 * without those that the app does not know (`AppOptions` of apps/options.py); or why they are refused.
 */
export const optionsFor = (
  { options, schema }: AppConfig,
  given: Options,
): Either<string, Options> => {
  const known = Object.entries({ ...options, ...given }).filter(([name]) => name in schema);
  for (const [name, type] of Object.entries(schema)) {
    const found = known.find(([each]) => each === name);
    if (found === undefined && type.endsWith("?")) continue;
    const problem = problemOf(type, found?.[1]);
    if (problem !== undefined) return left(`${name}: ${problem}`);
  }
  return right(Object.fromEntries(known));
};

const watchedPlace = /^(https?):\/\/\[HOST\]:(?:\[PORT:)?(\d+)\]?(.*)$/;

/** Whether the watchdog leaves an app alone that runs at an address (`App.watchdog_application` of apps/app.py). */
export const isWell = async ({ watchdog = "" }: AppConfig, address: string): Promise<boolean> => {
  const [, scheme, port, path] = watchedPlace.exec(watchdog) ?? [];
  if (scheme === undefined) return true;
  try {
    const signal = AbortSignal.timeout(10_000);
    const { status } = await fetch(`${scheme}://${address}:${port}${path}`, { signal });
    return status < 300;
  } catch {
    return false;
  }
};

/** Puts the folder of an app that is stopped into a file (`App.backup` of apps/app.py). */
export const backUp = async (data: string, file: string): Promise<void> => {
  await run("tar", ["--create", `--file=${file}`, `--directory=${data}`, "."]);
};

/** Makes the folder of a backup: what `shutil.copytree` makes as root is root's, with the rights that it had (`App.restore`). */
export const restore = async (file: string, data: string): Promise<void> => {
  await run("mkdir", [data]);
  const words = ["--extract", "--no-same-owner", "--same-permissions"];
  await run("tar", [...words, `--file=${file}`, `--directory=${data}`]);
};
