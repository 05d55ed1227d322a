import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { optionName } from "../config.ts";
import { endOf, readExpiry } from "../host/users/expiry.ts";
import { readLastUses } from "../host/users/last-uses.ts";
import { createUser, removeUser } from "../host/users/user-directory.ts";
import type { KeptUser } from "../host/users/user.ts";
import { readConfig } from "../read-config.ts";
import { homeOptions, withHome } from "./home.ts";
import { noteHere } from "./note-here.ts";
import { settingOption } from "./options.ts";
import { table } from "./table.ts";
import { fail, type Input, type Verb } from "./verb.ts";

const rightsOf = ({ owner, admin, control, level }: KeptUser): string => {
  const role = owner ? "owner" : admin ? "administrator" : "viewer";
  return [
    role,
    ...(control === true ? ["control"] : []),
    ...(level === undefined ? [] : [`floor ${level}`]),
  ].join(", ");
};

const expiryOf = ({ expires_at: at }: KeptUser): string => {
  if (at === undefined) return "never";
  return endOf(at) <= Date.now() ? `ended ${at}` : at;
};

/** How many tokens there may be. */
const mostTokens = (input: Input): Either<string, number> => {
  const config = readConfig((name) =>
    name === "tokens" ? input.option(optionName(name)) : undefined,
  );
  return isLeft(config) ? config : right(config.right.tokens);
};

/** `token create`: a new user with a token. */
export const tokenCreate: Verb = {
  words: "token create",
  args: "NAME",
  summary: "creates an access token and prints it, this once",
  details:
    "Works while the service runs. Only the token's hash is kept. --level is a view and no\nsecret: the page opens that floor and offers no other, but whoever has the token can get the\nwhole plan from the service.",
  options: [
    { name: "admin", help: "may save plans and see the history, not only see the plan" },
    { name: "control", help: "may switch what the plan names in Home Assistant" },
    { name: "expires", value: "TIME", help: "ends after a time such as 12h or 30d" },
    { name: "level", value: "LEVEL", help: "opens that floor and offers no other, by its id" },
    settingOption("tokens"),
    ...homeOptions,
  ],
  run: async (input) => {
    const [expires, level] = [input.option("expires"), input.option("level")];
    const expiry = expires === undefined ? right(undefined) : readExpiry(expires, Date.now());
    if (isLeft(expiry)) return fail(input, `--${expiry.left}`, 2);
    const most = mostTokens(input);
    if (isLeft(most)) return fail(input, most.left, 2);
    const admin = input.has("admin");
    if (admin && level !== undefined)
      return fail(input, "--level: an administrator sees every floor", 2);
    const wanted = { admin, control: input.has("control"), level, expiresAt: expiry.right };
    return withHome(input, async ({ users }) => {
      const token = await createUser(users, input.args[0] ?? "", wanted, most.right);
      if (isLeft(token)) return fail(input, token.left);
      input.out(token.right);
      await noteHere(input, "token_created", input.args[0]);
      return 0;
    });
  },
};

/** `token list`: who has a token. */
export const tokenList: Verb = {
  words: "token list",
  summary: "lists the access tokens by name, with their end and last use",
  options: homeOptions,
  run: (input) =>
    withHome(input, async ({ users, lastUses }) => {
      const content = users.read();
      if (isLeft(content)) return fail(input, content.left);
      const used = readLastUses(lastUses);
      const rows = content.right.users.map((user) => [
        user.name,
        rightsOf(user),
        user.created_at,
        expiryOf(user),
        used[user.id] ?? "not yet",
      ]);
      const head = ["NAME", "RIGHTS", "CREATED", "EXPIRES", "LAST USE"];
      for (const line of table([head, ...rows])) input.out(line);
      return 0;
    }),
};

/** `token revoke`: ends a token. */
export const tokenRevoke: Verb = {
  words: "token revoke",
  args: "NAME",
  summary: "ends an access token and closes its connections",
  options: homeOptions,
  run: (input) =>
    withHome(input, async ({ users }) => {
      const removed = await removeUser(users, input.args[0] ?? "");
      if (isLeft(removed)) return fail(input, removed.left);
      await noteHere(input, "token_revoked", input.args[0]);
      input.out(`revoked ${input.args[0] ?? ""}`);
      return 0;
    }),
};
