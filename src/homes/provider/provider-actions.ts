import { setImmediate as nextTurn } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { GuardSetup } from "../../auth/route-guard.ts";
import { type BodyLimits, Refusal } from "../../server/http/routes.ts";
import { momentText } from "../../server/runtime/time.ts";
import { closeReasons } from "../../server/websocket/close.ts";
import type { HomeDirectory } from "../directory/home-directory.ts";
import {
  concernsUsers,
  type HomeRecord,
  newHomeId,
  type Quotas,
  unnamedRecord,
} from "../directory/home-record.ts";
import type { Homes } from "../homes.ts";
import {
  homeChangeCodec,
  type ListedHome,
  newHomeCodec,
  newLinkCodec,
  quotasOf,
  shownUsage,
  withQuotas,
} from "./provider-codecs.ts";
import {
  type Answer,
  type Answering,
  ok,
  readCount,
  readFields,
  readPage,
  refusalOf,
} from "./provider-requests.ts";
import type { UsageTable } from "./usage-table.ts";

/** Dependencies of the provider's routes. */
export interface ProviderParts {
  readonly directory: HomeDirectory;
  readonly homes: Homes;
  readonly usage: UsageTable;
  readonly guarded: GuardSetup;
  /** The address of a home's page, with a slash at its end. */
  readonly addressOf: (id: string) => string;
  /** Quotas of homes that have none of their own; milliseconds until a deleted home is purged; limits on bodies. */
  readonly config: Quotas & BodyLimits & { readonly homeRegret: number };
}

/** The name of a home's first administrator, and of others who get a link without a name. */
const firstName = "admin";

/** A home as lists show it. */
const listed = async (
  { directory, homes }: ProviderParts,
  id: string,
): Promise<ListedHome & { readonly record: HomeRecord }> => {
  const read = await directory.record(id);
  const record = isLeft(read) ? unnamedRecord : read.right;
  const problem = isLeft(read) ? read.left.message : homes.problems().get(id);
  return {
    id,
    name: record.name,
    state: homes.state(id),
    suspended: record.suspended_at !== undefined,
    ...(record.created_at === "" ? {} : { created_at: record.created_at }),
    ...(problem === undefined ? {} : { problem }),
    record,
  };
};

/** Everything that is known of a home. */
export const show = async (parts: ProviderParts, id: string): Promise<Either<Refusal, Answer>> => {
  const { directory, homes, config } = parts;
  if (!directory.has(id)) return unknown(id);
  const { record, ...home } = await listed(parts, id);
  return ok({
    ...home,
    ...(record.suspended_at === undefined ? {} : { suspended_at: record.suspended_at }),
    ...quotasOf(record.quotas, config),
    usage: shownUsage(await homes.usage(id)),
  });
};

const unknown = (id: string): Either<Refusal, never> =>
  left(new Refusal(404, `there is no home ${id}`));

/** Lists deleted homes that can be restored, the newest first. */
export const deletions =
  (parts: ProviderParts): Answering =>
  async () => {
    const deleted = await parts.directory.deleted();
    return ok({ deleted: deleted.map(({ id, deletedAt }) => deletedOf(parts, id, deletedAt)) });
  };

/** The link of a new administrator of a home. Left: why there is none. */
const linkTo = async (
  { homes, addressOf }: Pick<ProviderParts, "homes" | "addressOf">,
  id: string,
  name: string = firstName,
): Promise<Either<Refusal, string>> => {
  const code = await homes.createLink(id, name);
  return isLeft(code) ? left(refusalOf(code.left)) : right(`${addressOf(id)}#code=${code.right}`);
};

/** Names that are tried for an administrator who is given none. */
const triedNames = 100;

/** The same for one more: without a name, the first of `admin`, `admin 2` and so on that nobody has. */
const linkToNew = async (
  parts: Pick<ProviderParts, "homes" | "addressOf">,
  id: string,
  name?: string,
): Promise<Either<Refusal, string>> => {
  if (name !== undefined) return linkTo(parts, id, name);
  let link = await linkTo(parts, id);
  for (let number = 2; isTaken(link) && number <= triedNames; number += 1)
    link = await linkTo(parts, id, `${firstName} ${number}`);
  return link;
};

const isTaken = (link: Either<Refusal, string>): boolean =>
  isLeft(link) && link.left.message.startsWith("there is a token named ");

/** Answers that a home was made, with the link of its first administrator. */
export const created = async (
  parts: Pick<ProviderParts, "homes" | "addressOf">,
  id: string,
): Promise<Either<Refusal, Answer>> => {
  const link = await linkTo(parts, id);
  if (!isLeft(link)) return ok({ id, link: link.right }, 201);
  const { status, message } = link.left;
  const asking = `the home ${id} is made, but has no link yet: ask for one again`;
  return left(new Refusal(status, `${asking}: ${message}`));
};

/** Homes that are listed before others have a turn: each is a small file. */
const listedAtOnce = 20;

/** Lists homes, sorted by id. */
export const listing =
  (parts: ProviderParts): Answering =>
  async ({ url }) => {
    const page = readPage(url, parts.directory.ids());
    if (isLeft(page)) return page;
    const homes: ListedHome[] = [];
    for (const id of page.right.ids) {
      const { record: _, ...home } = await listed(parts, id);
      homes.push(home);
      if (homes.length % listedAtOnce === 0) await nextTurn();
    }
    return ok({ homes, next: page.right.next });
  };

/** Creates a home, with a link for its first administrator. */
export const creating =
  (parts: ProviderParts): Answering =>
  async ({ request, caller }) => {
    const asked = await readFields(request, newHomeCodec, parts.config);
    if (isLeft(asked)) return asked;
    const { id = newHomeId(), name = "", quotas = {} } = asked.right;
    const made = await parts.directory.create(id, {
      name,
      created_at: momentText(Date.now()),
      quotas: withQuotas({}, quotas),
    });
    if (isLeft(made)) return left(refusalOf(made.left));
    caller.note("home_created", { about: id });
    return created(parts, id);
  };

/** Renames a home, suspends or resumes it, or changes its quotas. */
export const changing =
  (parts: ProviderParts): Answering =>
  async ({ request, id, caller }) => {
    const { directory, homes, config } = parts;
    const asked = await readFields(request, homeChangeCodec, config);
    if (isLeft(asked)) return asked;
    if (!directory.has(id)) return unknown(id);
    const { name, suspended, quotas } = asked.right;
    const suspending = (before: string | undefined): Pick<HomeRecord, "suspended_at"> => {
      const isSuspended = suspended ?? before !== undefined;
      return isSuspended ? { suspended_at: before ?? momentText(Date.now()) } : {};
    };
    const changedRecord = ({ suspended_at: before, ...record }: HomeRecord): HomeRecord => ({
      ...record,
      ...suspending(before),
      name: name ?? record.name,
      quotas: withQuotas(record.quotas, quotas ?? {}),
    });
    const change = () => directory.change(id, changedRecord);
    const before = await directory.record(id);
    if (isLeft(before)) return left(refusalOf(before.left));
    const why = suspended === true ? closeReasons.suspended : closeReasons.homeMoved;
    // A home takes over what it may use, and by whom, when it wakes.
    const isDeep = concernsUsers(before.right, changedRecord(before.right));
    const changed = await (isDeep ? homes.whileAsleep(id, why, change) : change());
    if (isLeft(changed)) return left(refusalOf(changed.left));
    caller.note("home_changed", { about: id, command: Object.keys(asked.right).join(", ") });
    return show(parts, id);
  };

const deletedOf = ({ config }: ProviderParts, id: string, deletedAt: string) => ({
  id,
  deleted_at: deletedAt,
  purged_at: momentText(Date.parse(deletedAt) + config.homeRegret),
});

/** Puts a home aside, from where it can be restored for a while. */
export const deleting =
  (parts: ProviderParts): Answering =>
  async ({ id, caller }) => {
    const { directory, homes } = parts;
    if (!directory.has(id)) return unknown(id);
    const now = new Date();
    const removed = await homes.whileAsleep(id, closeReasons.homeMoved, () =>
      directory.remove(id, now),
    );
    if (isLeft(removed)) return left(refusalOf(removed.left));
    caller.note("home_deleted", { about: id });
    return ok(deletedOf(parts, id, now.toISOString()));
  };

/** Restores the newest deleted home of an id. */
export const restoring =
  (parts: ProviderParts): Answering =>
  async ({ id, caller }) => {
    const restored = await parts.directory.restore(id);
    if (isLeft(restored)) return left(refusalOf(restored.left));
    caller.note("home_restored", { about: id });
    return show(parts, id);
  };

/** Makes a link for a new administrator of a home. */
export const linking =
  (parts: ProviderParts): Answering =>
  async ({ request, id, caller }) => {
    const asked = await readFields(request, newLinkCodec, parts.config);
    if (isLeft(asked)) return asked;
    if (!parts.directory.has(id)) return unknown(id);
    const link = await linkToNew(parts, id, asked.right.name);
    if (isLeft(link)) return link;
    caller.note("home_linked", { about: id });
    return ok({ link: link.right }, 201);
  };

/** Tells what homes use, and all of them together. */
export const usages =
  ({ usage, directory }: ProviderParts): Answering =>
  async ({ url }) => {
    const top = readCount(url, "top", Number.MAX_SAFE_INTEGER);
    if (isLeft(top)) return top;
    const page = readPage(url, directory.ids());
    if (isLeft(page)) return page;
    const rows = await usage.rows();
    const { planBytes, imageBytes, ...totals } = usage.totalsOf(rows);
    const wanted = new Set(page.right.ids);
    const some =
      top.right === undefined
        ? rows.filter(({ id }) => wanted.has(id))
        : usage.top(rows, top.right);
    return ok({
      totals: { ...totals, plan_bytes: planBytes, image_bytes: imageBytes },
      homes: some.map((row) => Object.assign({ id: row.id }, shownUsage(row.usage))),
      next: top.right === undefined ? page.right.next : undefined,
    });
  };
