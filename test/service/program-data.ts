import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { createUser, usersFile } from "../../src/host/users/user-directory.ts";
import { type Served, serveProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";

/** A data folder with two users. */
export interface ProgramData {
  readonly data: string;
  /** Token of an administrator. */
  readonly admin: string;
  /** Token of a user who is none. */
  readonly viewer: string;
}

/** A data folder for the program that has its users already. */
export const programData = async (t: TestContext): Promise<ProgramData> => {
  const data = await temporaryFolder(t);
  const create = async (name: string, admin: boolean): Promise<string> => {
    const token = await createUser(usersFile(data), name, admin);
    assert(isRight(token));
    return token.right;
  };
  return { data, admin: await create("admin", true), viewer: await create("wall", false) };
};

/** The real program on a data folder of its own. */
export const serveWithTokens = async (
  t: TestContext,
  args: readonly string[] = [],
): Promise<ProgramData & { readonly served: Served }> => {
  const made = await programData(t);
  return { ...made, served: await serveProgram(t, made.data, args) };
};
