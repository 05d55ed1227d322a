import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { type Config, optionName } from "../server/config.ts";
import { expiryMs, momentText, readExpiry } from "../server/runtime/time.ts";
import { readLastUses } from "../auth/last-uses.ts";
import { createLink } from "../auth/link-code.ts";
import { createUser, type NewToken, removeUser, renewUser } from "../auth/user-directory.ts";
import { hasEnded, type StoredUser, unopenedUntil } from "../auth/user.ts";
import { readConfig } from "../server/read-settings.ts";
import { homeOptions, noteInAuditLog, withHome } from "./home.ts";
import { fail, type Input, settingOption, type CliCommand } from "./cli-command.ts";
import { table } from "./terminal.ts";

const rightsOf = ({ owner, admin, control, positions, delegate, level }: StoredUser): string => {
  const role = owner ? "owner" : admin ? "administrator" : "viewer";
  return [
    role,
    ...(control === true ? ["control"] : []),
    ...(positions === true ? ["positions"] : []),
    ...(delegate === true ? ["delegate"] : []),
    ...(level === undefined ? [] : [`floor ${level}`]),
  ].join(", ");
};

const expiryOf = (user: StoredUser): string => {
  const { expires_at: at } = user;
  if (!hasEnded(user, Date.now())) return at ?? "never";
  const until = unopenedUntil(user);
  return `ended ${(expiryMs(until) < expiryMs(at) ? until : at) ?? "never"}`;
};

/** The most tokens, and the milliseconds for which a link can be opened. */
const limitsIn = (input: Input): Either<string, Pick<Config, "tokens" | "linkWithin">> =>
  readConfig((name) =>
    name === "tokens" || name === "linkWithin" ? input.option(optionName(name)) : undefined,
  );

const linkOption = {
  name: "link",
  value: "URL",
  help: "prints a link to that page of the service instead; the first browser that opens it gets the token",
};

/** The page to link to, without a fragment. Left: what was expected. */
const pageIn = (input: Input): Either<string, string | undefined> => {
  const text = input.option(linkOption.name);
  if (text === undefined) return right(undefined);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.href.includes("#")
    ? right(url.href)
    : left("--link: expected the address of a page, such as http://192.168.1.20:8125/wall");
};

const expiresOption = {
  name: "expires",
  value: "TIME",
  help: "expires after a time such as 12h or 30d (default never)",
};

/** When the new token expires. Left: what was expected. */
const expiryIn = (input: Input): Either<string, string | undefined> => {
  const expires = input.option(expiresOption.name);
  if (expires === undefined) return right(undefined);
  return mapLeft((problem: string) => `--${problem}`)(readExpiry(expires, Date.now()));
};

const floorOption = {
  name: "floor",
  formerName: "level",
  value: "LEVEL",
  help: "id of the only floor that the page shows",
};

const delegateOption = "delegate";

interface TokenRequest {
  readonly wanted: NewToken;
  /** The page to link to, instead of printing the token. */
  readonly page: string | undefined;
  readonly limits: Pick<Config, "tokens" | "linkWithin">;
}

/** The right is the token or link, which is shown only this once. */
const create = async (
  users: Parameters<typeof createUser>[0],
  name: string,
  { wanted, page, limits }: TokenRequest,
): Promise<Either<string, string>> => {
  if (page === undefined) return createUser(users, name, wanted, limits.tokens);
  const until = momentText(Date.now() + limits.linkWithin);
  const code = await createLink(users, name, wanted, until, limits.tokens);
  return map((text: string) => `${page}#code=${text}`)(code);
};

export const tokenCreate: CliCommand = {
  words: "token create",
  args: "NAME",
  summary: "creates an access token and prints it, only once",
  details:
    "Works while the service runs. Only the token's hash is stored. --floor is a view, not a\nprotection: the page shows only that floor, but the token can read the whole plan. A link opens\nonce, on one device, and contains no token that a browser would keep in its history.",
  options: [
    { name: "admin", help: "may also save plans and see the history" },
    {
      name: "control",
      help: "may control Home Assistant through the plan; with --admin, may put actions and templates into it",
    },
    {
      name: "positions",
      help: "may also see where people and other targets are that the plan tracks",
    },
    {
      name: delegateOption,
      help: "for Home Assistant's integration: may act for each of its users, so --admin and --control come with it",
    },
    expiresOption,
    floorOption,
    linkOption,
    settingOption("tokens"),
    settingOption("linkWithin"),
    ...homeOptions,
  ],
  run: async (input) => {
    const level = input.option(floorOption.name);
    const expiry = expiryIn(input);
    if (isLeft(expiry)) return fail(input, expiry.left, 2);
    const page = pageIn(input);
    if (isLeft(page)) return fail(input, page.left, 2);
    const limits = limitsIn(input);
    if (isLeft(limits)) return fail(input, limits.left, 2);
    const delegate = input.has(delegateOption);
    if (delegate && page.right !== undefined)
      return fail(input, `--${delegateOption}: a link is for a browser, which acts for nobody`, 2);
    const admin = delegate || input.has("admin");
    if (admin && level !== undefined)
      return fail(input, "--floor: an administrator sees every floor", 2);
    const control = delegate || input.has("control");
    const positions = input.has("positions");
    const wanted = { admin, control, positions, delegate, level, expiresAt: expiry.right };
    const name = input.args[0] ?? "";
    return withHome(input, async ({ users }) => {
      const made = await create(users, name, { wanted, page: page.right, limits: limits.right });
      // The refusal names the field as the websocket does.
      if (isLeft(made)) return fail(input, made.left.replace(/^level:/, `--${floorOption.name}:`));
      input.out(made.right);
      await noteInAuditLog(input, "token_created", name);
      return 0;
    });
  },
};

export const tokenList: CliCommand = {
  words: "token list",
  summary: "lists the access tokens by name, with expiry and last use",
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
        used[user.id] ?? (unopenedUntil(user) === undefined ? "not yet" : "link not opened"),
      ]);
      const head = ["NAME", "RIGHTS", "CREATED", "EXPIRES", "LAST USE"];
      for (const line of table([head, ...rows])) input.out(line);
      return 0;
    }),
};

export const tokenRenew: CliCommand = {
  words: "token renew",
  args: "NAME",
  summary: "changes an access token's expiry, even after it expired",
  details:
    "Works while the service runs. The token itself stays the same. Without --expires it lasts until\nit is revoked.",
  options: [expiresOption, ...homeOptions],
  run: async (input) => {
    const expiry = expiryIn(input);
    if (isLeft(expiry)) return fail(input, expiry.left, 2);
    const name = input.args[0] ?? "";
    return withHome(input, async ({ users }) => {
      const renewed = await renewUser(users, name, expiry.right);
      if (isLeft(renewed)) return fail(input, renewed.left);
      await noteInAuditLog(input, "token_renewed", name);
      input.out(`renewed ${name}: ${expiry.right ?? "it lasts until it is revoked"}`);
      return 0;
    });
  },
};

export const tokenRevoke: CliCommand = {
  words: "token revoke",
  args: "NAME",
  summary: "revokes an access token and closes its connections",
  options: homeOptions,
  run: (input) =>
    withHome(input, async ({ users }) => {
      const removed = await removeUser(users, input.args[0] ?? "");
      if (isLeft(removed)) return fail(input, removed.left);
      await noteInAuditLog(input, "token_revoked", input.args[0]);
      input.out(`revoked ${input.args[0] ?? ""}`);
      return 0;
    }),
};
