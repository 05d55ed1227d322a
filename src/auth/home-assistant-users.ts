import { BlockList, isIP } from "node:net";
import { type Either, isLeft, mapLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Clock } from "../server/runtime/time.ts";
import { type HassProblem, hassProblem, isTemporary } from "../home-assistant/upstream/status.ts";
import type { User } from "./user.ts";
import { ask } from "../home-assistant/upstream/request.ts";
import type { LoginOrigin } from "../home-assistant/upstream/refusals.ts";
import {
  connectUpstream,
  type UpstreamConnection,
  type UpstreamContext,
} from "../home-assistant/upstream/connection.ts";

/** A user as `config/auth/list` tells of it (homeassistant `components/config/auth.py`). */
const hassUserCodec = t.type({
  id: t.string,
  is_owner: t.boolean,
  is_active: t.boolean,
  /** May log in from a local address alone. */
  local_only: t.union([t.boolean, t.undefined]),
  group_ids: t.readonlyArray(t.string),
});
const listCodec = t.readonlyArray(hassUserCodec);

/** A user of Home Assistant as it tells an administrator of it. */
export type HassUser = t.TypeOf<typeof hassUserCodec>;

/** All users of Home Assistant, or why it does not tell them. */
type HassUserListAnswer = Either<HassProblem, readonly HassUser[]>;

/** What the list of users needs of the service around it. */
interface HassUserListSetup {
  /** Asks Home Assistant, as the service itself, for `config/auth/list`. */
  readonly listUsers: () => Promise<Either<HassProblem, unknown>>;
  readonly settings: {
    readonly homeAssistant: string;
    /** Milliseconds within which a change there is to be felt here. */
    readonly homeAssistantCheckMs: number;
  };
  readonly clock: Pick<Clock, "elapsed">;
  readonly log: RatedLog;
}

/** The users of Home Assistant, which it tells the service itself: one list for all who need it, asked for when somebody does. */
export class HassUserList {
  readonly #setup: HassUserListSetup;
  readonly #onList: ((users: readonly HassUser[]) => void)[] = [];
  #told: readonly HassUser[] | undefined;
  #answer: { readonly list: HassUserListAnswer; readonly at: number } | undefined;
  /** Why the last request failed, so that the log says it once. */
  #problem: string | undefined;

  constructor(setup: HassUserListSetup) {
    this.#setup = setup;
  }

  /** Calls back with each list of Home Assistant, before `list` or `ask` resolve with it. */
  whenTold(onList: (users: readonly HassUser[]) => void): void {
    this.#onList.push(onList);
  }

  /** The last list that it told, however old, which is better than none while there is no newer one. */
  get lastTold(): readonly HassUser[] | undefined {
    return this.#told;
  }

  /** What it answered within half of the time between two checks: who looks that often feels each change in time. Asks nobody. */
  get recent(): HassUserListAnswer | undefined {
    const { clock, settings } = this.#setup;
    const forMs = settings.homeAssistantCheckMs / 2;
    return this.#answer !== undefined && clock.elapsed() - this.#answer.at < forMs
      ? this.#answer.list
      : undefined;
  }

  /** The same, or its answer now. */
  async list(): Promise<HassUserListAnswer> {
    return this.recent ?? this.#listed();
  }

  /** Its answer to a question that is asked from now on; those who wait share it. */
  readonly ask = coalescing(() => this.#ask());

  /** Where an answer came meanwhile, that one. */
  readonly #listed = coalescing(async () => this.recent ?? this.ask());

  async #ask(): Promise<HassUserListAnswer> {
    const { listUsers, settings, clock, log } = this.#setup;
    const answer = await listUsers();
    const nonsense = (): HassProblem =>
      hassProblem.nonsense(settings.homeAssistant, "its list of users is none");
    const list = isLeft(answer) ? answer : mapLeft(nonsense)(listCodec.decode(answer.right));
    this.#answer =
      isLeft(list) && isTemporary(list.left) ? undefined : { list, at: clock.elapsed() };
    const problem = isLeft(list) ? list.left.message : undefined;
    if (problem !== undefined && problem !== this.#problem)
      log.warn(
        { problem },
        "Home Assistant does not tell its users: who is local_only is as it said last, or not known",
      );
    this.#problem = problem;
    if (isLeft(list)) return list;
    this.#told = list.right;
    for (const onList of this.#onList) onList(list.right);
    return list;
  }
}

const prefix = "home-assistant:";

/** The id here of a user of Home Assistant, which none of ours has. */
export const localUserId = (theirId: string): string => `${prefix}${theirId}`;

/** Home Assistant sets no bound to its names, which stand in front of each plan and in each line of the audit log. */
const longestName = 64;

/** The name here of a user of Home Assistant: no longer than ours are. */
export const localUserName = (theirName: string): string =>
  // By characters, so that none is cut in two.
  theirName.length <= longestName
    ? theirName
    : Array.from(theirName).slice(0, longestName).join("");

/** The id that Home Assistant has for one of its users. */
export const hassUserId = ({ id }: Pick<User, "id">): string => id.slice(prefix.length);

/** Whether somebody is a user of Home Assistant. */
export const isHassUser = ({ id }: Pick<User, "id">): boolean => id.startsWith(prefix);

/** Loopback, private and link-local networks, as Home Assistant has them (homeassistant `util/network.py`, `is_local`). */
const local = new BlockList();
local.addSubnet("127.0.0.0", 8);
local.addSubnet("10.0.0.0", 8);
local.addSubnet("172.16.0.0", 12);
local.addSubnet("192.168.0.0", 16);
local.addSubnet("169.254.0.0", 16);
local.addAddress("::1", "ipv6");
local.addSubnet("fc00::", 7, "ipv6");
local.addSubnet("fe80::", 10, "ipv6");

/** Whether a client's address is of a home's own network, as Home Assistant judges it; an IPv4 address may be written as an IPv6 one. What is no address is not. */
export const isLocal = (address: string): boolean => {
  const plain = address.replace(/%.*$/, "");
  const version = isIP(plain);
  return version !== 0 && local.check(plain, version === 4 ? "ipv4" : "ipv6");
};

/** What the check of `local_only` needs. */
interface LocalOnlySetup {
  readonly users: Pick<HassUserList, "recent" | "list" | "ask" | "lastTold">;
  readonly homeAssistant: string;
  /** Whether the service has a token to ask with. Without one every user may sign in from anywhere. */
  readonly hasToken: boolean;
}

const find = (user: User, users: readonly HassUser[] | undefined): HassUser | undefined =>
  users?.find(({ id }) => id === hassUserId(user));

/**
 * Refuses users with `local_only` who are not in the home's own network. Home Assistant would do so itself
 * (homeassistant `components/http/auth_util.py`), but sees the address of this service in place of theirs.
 */
export class LocalOnly {
  readonly #setup: LocalOnlySetup;

  constructor(setup: LocalOnlySetup) {
    this.#setup = setup;
  }

  /** Whether a user may sign in from an address, as far as is known without a request. */
  isKnownToPass(user: User, address: string): boolean {
    if (this.#isOpenTo(address)) return true;
    const { recent } = this.#setup.users;
    const told = recent === undefined || isLeft(recent) ? undefined : find(user, recent.right);
    return told !== undefined && told.local_only !== true;
  }

  /**
   * Why a user may not come from an address, undefined where they may. `invalid-auth`: Home Assistant says so. Any
   * other: nobody can tell now. Where Home Assistant will not tell the service, it is as it said last, or open.
   */
  async problem(user: User, address: string): Promise<HassProblem | undefined> {
    if (this.#isOpenTo(address)) return undefined;
    const { users, homeAssistant } = this.#setup;
    const recent = await users.list();
    // Whoever it does not know may have been added since.
    const isUnheardOf = !isLeft(recent) && find(user, recent.right) === undefined;
    const answer = isUnheardOf ? await users.ask() : recent;
    const told = find(user, isLeft(answer) ? users.lastTold : answer.right);
    if (told !== undefined)
      return told.local_only === true ? hassProblem.localOnly(address) : undefined;
    if (!isLeft(answer))
      return hassProblem.nonsense(homeAssistant, "its list of users lacks one whom it lets in");
    return isTemporary(answer.left) ? answer.left : undefined;
  }

  #isOpenTo(address: string): boolean {
    return !this.#setup.hasToken || isLocal(address);
  }
}

const userCodec = t.type({
  id: t.string,
  name: t.union([t.string, t.null]),
  is_owner: t.boolean,
  is_admin: t.boolean,
});

/** A user of Home Assistant as one of this service. */
const userOf = ({ id, name, is_owner, is_admin }: t.TypeOf<typeof userCodec>): User => ({
  id: localUserId(id),
  name: localUserName(name ?? ""),
  admin: is_admin,
  owner: is_owner,
  control: true,
});

/** Asks Home Assistant whose an access token is, by a login with it; the connection is the caller's to close. A left leaves nothing open. */
export const askWho = async (
  context: UpstreamContext,
  accessToken: string,
  whose: LoginOrigin,
): Promise<
  Either<HassProblem, { readonly user: User; readonly connection: UpstreamConnection }>
> => {
  const { settings, status } = context;
  const connected = await connectUpstream(context, accessToken, whose);
  if (isLeft(connected)) return connected;
  const connection = connected.right;
  const answer = await ask(connection, { type: "auth/current_user" }, settings);
  const nonsense = (): HassProblem =>
    hassProblem.nonsense(settings.homeAssistant, "it does not say whose a token is");
  const decoded = isLeft(answer) ? answer : mapLeft(nonsense)(userCodec.decode(answer.right));
  if (!isLeft(decoded)) return right({ user: userOf(decoded.right), connection });
  connection.close();
  status.failed(decoded.left);
  return decoded;
};
