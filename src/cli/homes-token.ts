import { isLeft } from "fp-ts/lib/Either.js";
import { createUser, firstRights, removeUser } from "../auth/user-directory.ts";
import { readLastUses } from "../auth/last-uses.ts";
import { providerFiles } from "../homes/provider-tokens.ts";
import { type CliCommand, dataOption, fail, settingOf } from "./cli-command.ts";
import { noteInAuditLog } from "./home.ts";
import { table } from "./terminal.ts";

export const homesToken: CliCommand = {
  words: "homes token",
  args: "[NAME]",
  summary: "creates a token of the provider and prints it, only once",
  details:
    "Works while the service runs. Only the token's hash is stored. It manages all homes, and is a\ntoken of none of them. NAME is by default provider.",
  options: [dataOption],
  run: async (input) => {
    const { users } = providerFiles(settingOf(input, "data"));
    const name = input.args[0] ?? "provider";
    const made = await createUser(users, name, firstRights);
    if (isLeft(made)) return fail(input, made.left);
    input.out(made.right);
    await noteInAuditLog(input, "token_created", name);
    return 0;
  },
};

export const homesTokens: CliCommand = {
  words: "homes tokens",
  summary: "lists the provider's tokens by name, with their last use",
  options: [dataOption],
  run: (input) => {
    const { users, lastUses } = providerFiles(settingOf(input, "data"));
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
  },
};

export const homesRevoke: CliCommand = {
  words: "homes revoke",
  args: "NAME",
  summary: "revokes a token of the provider",
  options: [dataOption],
  run: async (input) => {
    const name = input.args[0] ?? "";
    const { users } = providerFiles(settingOf(input, "data"));
    const removed = await removeUser(users, name);
    if (isLeft(removed)) return fail(input, removed.left);
    await noteInAuditLog(input, "token_revoked", name);
    input.out(`revoked ${name}`);
    return 0;
  },
};
