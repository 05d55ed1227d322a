import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Config, optionName, type SettingName } from "../server/config.ts";
import { type ImportLimits, limitName, defaultImportLimits } from "../model/import/refusal.ts";
import { readConfig } from "../server/read-settings.ts";
import { type Input, type Option, settingOption } from "./cli-command.ts";

/** Limits of an import alone; the service's own limits apply too. */
const limited: readonly (readonly [limit: keyof ImportLimits, help: string])[] = [
  ["importBytes", "bytes of all files together"],
  ["importUnpackedBytes", "bytes of what is taken out of archives"],
  ["importEntries", "entries of an archive, or files"],
  ["importElements", "elements and attributes of XML, values of JSON, entities of IFC"],
  ["importText", "characters of one text"],
  ["importDepth", "levels of nesting"],
  ["importMetres", "metres from the origin, or of a length"],
  ["importFloors", "floors"],
  ["importCorners", "corners of a room"],
  ["importWalls", "walls, edges of rooms and openings, together"],
  ["importNear", "walls that one opening could be in"],
  ["importPlans", "plans of a history"],
];

/** The service's settings that apply to an import. */
const ofService: readonly SettingName[] = ["planBytes", "imageBytes"];

export const limitOptions: readonly Option[] = [
  ...limited.map(([limit, help]) => ({
    name: limitName(limit),
    value: "N",
    help: `most ${help} (default ${defaultImportLimits[limit]})`,
  })),
  ...ofService.map(settingOption),
];

/** The settings and limits of an import. Left: which option is invalid. */
export const importSettings = (
  input: Input,
): Either<string, { readonly limits: ImportLimits; readonly config: Config }> => {
  const read = readConfig((name) =>
    name === "data" || name === "domain" || ofService.includes(name)
      ? input.option(optionName(name))
      : undefined,
  );
  if (isLeft(read)) return read;
  const { planBytes } = read.right;
  const limits: ImportLimits = { ...defaultImportLimits, planBytes };
  for (const [limit] of limited) {
    const given = input.option(limitName(limit));
    if (given === undefined) continue;
    if (!/^[1-9]\d{0,14}$/.test(given))
      return left(`--${limitName(limit)}: expected a whole number from 1 on, not "${given}"`);
    Object.assign(limits, { [limit]: Number(given) });
  }
  return right({ limits, config: read.right });
};
