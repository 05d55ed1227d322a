import type { TestContext } from "node:test";
import { type Served, serveProgram } from "./program.ts";
import { newUser, temporaryFolder } from "./service.ts";

/** A data folder that knows two users, for a service in a process of its own. */
export interface DataFolder {
  readonly data: string;
  /** Token of an administrator. */
  readonly admin: string;
  /** Token of a user who is none. */
  readonly viewer: string;
}

/** A data folder without a plan; it is gone after the test. */
export const dataFolder = async (t: TestContext): Promise<DataFolder> => {
  const data = await temporaryFolder(t);
  const admin = await newUser(data, "admin", true);
  return { data, admin, viewer: await newUser(data, "wall", false) };
};

/** The real program on a data folder of its own. */
export const serveWithTokens = async (
  t: TestContext,
  args: readonly string[] = [],
): Promise<DataFolder & { readonly served: Served }> => {
  const made = await dataFolder(t);
  return { ...made, served: await serveProgram(t, made.data, args) };
};

/** The environment of a command that talks to a service. */
export const clientOf = (url: string, token: string): Readonly<Record<string, string>> => ({
  FLOORPLAN_URL: url,
  FLOORPLAN_TOKEN: token,
});
