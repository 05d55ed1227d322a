import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { createUser, usersFile } from "../../src/host/users/user-directory.ts";
import { temporaryFolder } from "./service.ts";

/** A data folder that knows two users, for a service in a process of its own. */
export interface DataFolder {
  readonly data: string;
  /** Token of an administrator. */
  readonly admin: string;
  /** Token of a user who is none. */
  readonly viewer: string;
}

/** Creates a user and returns the token. */
export const newUser = async (data: string, name: string, admin: boolean): Promise<string> => {
  const created = await createUser(usersFile(data), name, admin);
  assert(isRight(created));
  return created.right;
};

/** A data folder without a plan; it is gone after the test. */
export const dataFolder = async (t: TestContext): Promise<DataFolder> => {
  const data = await temporaryFolder(t);
  const admin = await newUser(data, "admin", true);
  return { data, admin, viewer: await newUser(data, "wall", false) };
};

/** The environment of a command that talks to a service. */
export const clientOf = (url: string, token: string): Readonly<Record<string, string>> => ({
  FLOORPLAN_URL: url,
  FLOORPLAN_TOKEN: token,
});
