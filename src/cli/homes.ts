import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { quotaNames } from "../homes/directory/home-record.ts";
import {
  createdCodec,
  deletedCodec,
  deletedHomesCodec,
  homeCodec,
  homesCodec,
  linkCodec,
  type ListedHome,
  quotaField,
} from "../homes/provider/provider-codecs.ts";
import { optionName } from "../server/config.ts";
import { settings } from "../server/settings.ts";
import { type CliCommand, fail, type Input, type Option } from "./cli-command.ts";
import { homePath, type ProviderClient, providerOptions, withProvider } from "./provider-client.ts";
import { table } from "./terminal.ts";

export const jsonOption: Option = { name: "json", help: "prints JSON, one line for each" };

/** Prints rows as a table, or each as a line of JSON. */
export const printRows = <A>(
  input: Input,
  all: readonly A[],
  head: readonly string[],
  rowOf: (each: A) => readonly string[],
): void => {
  if (input.has(jsonOption.name)) for (const each of all) input.out(JSON.stringify(each));
  else for (const line of table([head, ...all.map(rowOf)])) input.out(line);
};

const quotaOptions: readonly Option[] = quotaNames.map((name) => ({
  name: optionName(name),
  value: "N",
  help: `${settings[name].help} (default: as the service is set)`,
}));

/** The quotas that are typed: variables are the service's own. `default` takes one away. Left: which is no number. */
const quotasIn = (input: Input): Either<string, Readonly<Record<string, number | null>>> => {
  const quotas: Record<string, number | null> = {};
  for (const name of quotaNames) {
    const option = optionName(name);
    const text = input.isTyped(option) ? input.option(option) : undefined;
    if (text === undefined) continue;
    if (text !== "default" && !/^\d{1,15}$/.test(text))
      return left(`--${option}: expected an integer, or default`);
    quotas[quotaField(name)] = text === "default" ? null : Number(text);
  }
  return right(quotas);
};

const nameOption: Option = { name: "name", value: "NAME", help: "the home's name, for people" };

const stateOf = ({ state, suspended }: ListedHome): string =>
  suspended ? `${state}, suspended` : state.replace("_", " ");

const listAll = async (client: ProviderClient): Promise<Either<string, readonly ListedHome[]>> => {
  const all: ListedHome[] = [];
  let after: string | undefined;
  do {
    const path = `homes?limit=1000${after === undefined ? "" : `&after=${after}`}`;
    const part = await client.ask(homesCodec, { method: "GET", path });
    if (isLeft(part)) return part;
    all.push(...part.right.homes);
    after = part.right.next;
  } while (after !== undefined);
  return right(all);
};

export const homesList: CliCommand = {
  words: "homes list",
  summary: "lists the homes of a service with many, by id",
  options: [jsonOption, ...providerOptions],
  run: (input) =>
    withProvider(input, async (client) => {
      const homes = await listAll(client);
      if (isLeft(homes)) return homes;
      const head = ["HOME", "NAME", "STATE", "CREATED", "PROBLEM"];
      printRows(input, homes.right, head, (home) => [
        home.id,
        home.name,
        stateOf(home),
        home.created_at ?? "unknown",
        home.problem ?? "",
      ]);
      return right(undefined);
    }),
};

export const homesCreate: CliCommand = {
  words: "homes create",
  args: "[HOME]",
  summary: "creates a home and prints its first administrator's link",
  details:
    "HOME is its id: 1 to 63 of a-z, 0-9 and -, no hyphen first or last; by default a random one. The\nlink gives the first browser that opens it a token, and is printed only this once.",
  options: [nameOption, ...quotaOptions, ...providerOptions],
  run: async (input) => {
    const quotas = quotasIn(input);
    if (isLeft(quotas)) return fail(input, quotas.left, 2);
    const given = Object.entries(quotas.right).filter(([, value]) => value !== null);
    return withProvider(input, async (client) => {
      const created = await client.ask(createdCodec, {
        method: "POST",
        path: "homes",
        body: {
          id: input.args[0],
          name: input.option(nameOption.name),
          quotas: Object.fromEntries(given),
        },
      });
      return map(({ id, link }: { readonly id: string; readonly link?: string }) => {
        input.out(`created ${id}`);
        input.out(link ?? "");
      })(created);
    });
  },
};

/** A command that changes a home, and what it prints then. */
const changing = (
  words: string,
  summary: string,
  given: Pick<CliCommand, "args" | "options">,
  bodyOf: (input: Input) => Either<string, unknown>,
  told: (input: Input, home: Readonly<Record<string, number>>) => void,
): CliCommand => ({
  words,
  summary,
  ...given,
  run: async (input) => {
    const body = bodyOf(input);
    if (isLeft(body)) return fail(input, body.left, 2);
    return withProvider(input, async (client) => {
      const path = homePath(input);
      const changed = await client.ask(
        homeCodec,
        body.right === undefined
          ? { method: "GET", path }
          : { method: "PATCH", path, body: body.right },
      );
      return map((home: { readonly effective_quotas: Readonly<Record<string, number>> }) =>
        told(input, home.effective_quotas),
      )(changed);
    });
  },
});

export const homesRename = changing(
  "homes rename",
  "gives a home another name",
  { args: "HOME NAME", options: providerOptions },
  ({ args }) => right({ name: args[1] }),
  ({ out, args }) => out(`renamed ${args[0] ?? ""}: ${args[1] ?? ""}`),
);

export const homesSuspend = changing(
  "homes suspend",
  "lets nobody use a home until it is resumed; it tells them why",
  { args: "HOME", options: providerOptions },
  () => right({ suspended: true }),
  ({ out, args }) => out(`suspended ${args[0] ?? ""}`),
);

export const homesResume = changing(
  "homes resume",
  "lets people use a suspended home again",
  { args: "HOME", options: providerOptions },
  () => right({ suspended: false }),
  ({ out, args }) => out(`resumed ${args[0] ?? ""}`),
);

export const homesQuota = changing(
  "homes quota",
  "shows what a home may use or, with an option, changes it",
  { args: "HOME", options: [...quotaOptions, ...providerOptions] },
  (input) =>
    map((quotas: Readonly<Record<string, number | null>>) =>
      Object.keys(quotas).length === 0 ? undefined : { quotas },
    )(quotasIn(input)),
  ({ out }, quotas) => {
    const rows = quotaNames.map((name) => [
      optionName(name),
      String(quotas[quotaField(name)] ?? ""),
      settings[name].help,
    ]);
    for (const line of table([["QUOTA", "VALUE", "MEANING"], ...rows])) out(line);
  },
);

export const homesLink: CliCommand = {
  words: "homes link",
  args: "HOME",
  summary: "prints a link for one more administrator of a home",
  options: [
    {
      name: "name",
      value: "NAME",
      help: "the administrator's name (default admin, admin 2 and so on)",
    },
    ...providerOptions,
  ],
  run: (input) =>
    withProvider(input, async (client) => {
      const body = { name: input.option("name") };
      const made = await client.ask(linkCodec, {
        method: "POST",
        path: homePath(input, "/link"),
        body,
      });
      return map(({ link }: { readonly link: string }) => input.out(link))(made);
    }),
};

export const homesDelete: CliCommand = {
  words: "homes delete",
  args: "HOME",
  summary: "deletes a home, which can be restored for a while",
  options: providerOptions,
  run: (input) =>
    withProvider(input, async (client) => {
      const path = homePath(input);
      const deleted = await client.ask(deletedCodec, { method: "DELETE", path });
      return map(({ id, purged_at: until }: { readonly id: string; readonly purged_at: string }) =>
        input.out(`deleted ${id}: it can be restored until ${until}`),
      )(deleted);
    }),
};

export const homesDeleted: CliCommand = {
  words: "homes deleted",
  summary: "lists deleted homes that can be restored, the newest first",
  options: [jsonOption, ...providerOptions],
  run: (input) =>
    withProvider(input, async (client) => {
      const found = await client.ask(deletedHomesCodec, { method: "GET", path: "deleted" });
      if (isLeft(found)) return found;
      const head = ["HOME", "DELETED", "RESTORABLE UNTIL"];
      printRows(input, found.right.deleted, head, (home) => [
        home.id,
        home.deleted_at,
        home.purged_at,
      ]);
      return right(undefined);
    }),
};

export const homesRestore: CliCommand = {
  words: "homes restore",
  args: "HOME",
  summary: "restores the newest deleted home of an id",
  options: providerOptions,
  run: (input) =>
    withProvider(input, async (client) => {
      const path = homePath(input, "/restore");
      const restored = await client.ask(homeCodec, { method: "POST", path });
      return map(({ id }: { readonly id: string }) => input.out(`restored ${id}`))(restored);
    }),
};
