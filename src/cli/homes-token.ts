import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { createUser, firstRights, removeUser } from "../auth/user-directory.ts";
import { readLastUses } from "../auth/last-uses.ts";
import type { ProviderHome } from "../homes/provider/provider-home.ts";
import { providerFiles } from "../homes/provider/provider-tokens.ts";
import type { Config } from "../server/config.ts";
import { type CliCommand, type ExitCode, fail, type Input } from "./cli-command.ts";
import { homeOptions, homeSettings, noteInAuditLog } from "./home.ts";
import { table } from "./terminal.ts";

const openProvider = async (settings: Config): Promise<Either<string, ProviderHome>> => {
  if (settings.cluster === "")
    return right({ ...providerFiles(settings.data), close: () => undefined });
  // Loaded lazily: the cluster's client takes time to load.
  return (await import("../homes/provider/provider-home.ts")).openClusterProvider(settings);
};

/** Runs `use` with the provider's tokens that the options name. Prints why they cannot be opened. */
const withProvider = async (
  input: Input,
  use: (home: ProviderHome) => ExitCode | Promise<ExitCode>,
): Promise<ExitCode> => {
  const settings = homeSettings(input);
  if (isLeft(settings)) return fail(input, settings.left, 2);
  const opened = await openProvider(settings.right);
  if (isLeft(opened)) return fail(input, opened.left);
  try {
    return await use(opened.right);
  } finally {
    opened.right.close();
  }
};

export const homesToken: CliCommand = {
  words: "homes token",
  args: "[NAME]",
  summary: "creates a token of the provider and prints it, only once",
  details:
    "Works while the service runs. Only the token's hash is stored. It manages all homes, and is a\ntoken of none of them. NAME is by default provider.",
  options: homeOptions,
  run: (input) =>
    withProvider(input, async ({ users }) => {
      const name = input.args[0] ?? "provider";
      const made = await createUser(users, name, firstRights);
      if (isLeft(made)) return fail(input, made.left);
      input.out(made.right);
      await noteInAuditLog(input, "token_created", name);
      return 0;
    }),
};

export const homesTokens: CliCommand = {
  words: "homes tokens",
  summary: "lists the provider's tokens by name, with their last use",
  options: homeOptions,
  run: (input) =>
    withProvider(input, ({ users, lastUses }) => {
      const content = users.read();
      if (isLeft(content)) return fail(input, content.left);
      const used = readLastUses(lastUses);
      const rows = content.right.users.map((user) => [
        user.name,
        user.created_at,
        used[user.id] ?? "not yet",
      ]);
      for (const line of table([["NAME", "CREATED", "LAST USE"], ...rows])) input.out(line);
      return 0;
    }),
};

export const homesRevoke: CliCommand = {
  words: "homes revoke",
  args: "NAME",
  summary: "revokes a token of the provider",
  options: homeOptions,
  run: (input) =>
    withProvider(input, async ({ users }) => {
      const name = input.args[0] ?? "";
      const removed = await removeUser(users, name);
      if (isLeft(removed)) return fail(input, removed.left);
      await noteInAuditLog(input, "token_revoked", name);
      input.out(`revoked ${name}`);
      return 0;
    }),
};
