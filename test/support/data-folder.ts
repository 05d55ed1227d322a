import type { TestContext } from "node:test";
import { type Served, serveProgram } from "./program.ts";
import { newUser, temporaryFolder } from "./service.ts";

/** A data folder with two users, for a service in its own process. */
export interface DataFolder {
  readonly data: string;
  /** An administrator's token. */
  readonly admin: string;
  /** The token of a user who may not save. */
  readonly viewer: string;
}

/** Makes a data folder without a plan; it is removed after the test. */
export const dataFolder = async (t: TestContext): Promise<DataFolder> => {
  const data = await temporaryFolder(t);
  const admin = await newUser(data, "admin", true);
  return { data, admin, viewer: await newUser(data, "wall", false) };
};

/** Starts the real program on a new data folder. */
export const serveWithTokens = async (
  t: TestContext,
  args: readonly string[] = [],
): Promise<DataFolder & { readonly served: Served }> => {
  const made = await dataFolder(t);
  return { ...made, served: await serveProgram(t, made.data, args) };
};

/** The environment for a command that connects to a service. */
export const clientOf = (url: string, token: string): Readonly<Record<string, string>> => ({
  FLOORPLAN_URL: url,
  FLOORPLAN_TOKEN: token,
});
