import { isLeft } from "fp-ts/lib/Either.js";
import { createUser, removeUser } from "../host/users/user-directory.ts";
import type { KeptUser } from "../host/users/user.ts";
import { homeOptions, withHome } from "./home.ts";
import { table } from "./table.ts";
import { fail, type Verb } from "./verb.ts";

const rightsOf = ({ owner, admin, control }: KeptUser): string => {
  const role = owner ? "owner" : admin ? "administrator" : "viewer";
  return control === true ? `${role}, control` : role;
};

/** `token create`: a new user with a token. */
export const tokenCreate: Verb = {
  words: "token create",
  args: "NAME",
  summary: "creates an access token and prints it, this once",
  details: "Works while the service runs. Only the token's hash is kept.",
  options: [
    { name: "admin", help: "may save plans and see the history, not only see the plan" },
    { name: "control", help: "may switch what the plan names in Home Assistant" },
    ...homeOptions,
  ],
  run: (input) =>
    withHome(input, async ({ users }) => {
      const rights = { admin: input.has("admin"), control: input.has("control") };
      const token = await createUser(users, input.args[0] ?? "", rights);
      if (isLeft(token)) return fail(input, token.left);
      input.out(token.right);
      return 0;
    }),
};

/** `token list`: who has a token. */
export const tokenList: Verb = {
  words: "token list",
  summary: "lists the access tokens by name",
  options: homeOptions,
  run: (input) =>
    withHome(input, async ({ users }) => {
      const content = users.read();
      if (isLeft(content)) return fail(input, content.left);
      const rows = content.right.users.map((user) => [user.name, rightsOf(user), user.created_at]);
      for (const line of table([["NAME", "RIGHTS", "CREATED"], ...rows])) input.out(line);
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
      input.out(`revoked ${input.args[0] ?? ""}`);
      return 0;
    }),
};
