import { type Either, right } from "fp-ts/lib/Either.js";
import type { Config } from "../server/settings.ts";
import type { Home } from "./home.ts";

/** Opens the home that the settings name: of a cluster where they name one, else of the data folder. */
export const openHome = async (settings: Config): Promise<Either<string, Home>> => {
  // Each is loaded when it is wanted: what speaks with a cluster takes time.
  if (settings.cluster !== "") return (await import("./cluster-home.ts")).openClusterHome(settings);
  return right((await import("./folder-home.ts")).folderHome(settings.data));
};
