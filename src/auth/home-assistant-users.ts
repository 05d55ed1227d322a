import { BlockList, isIP } from "node:net";
import { type Either, isLeft, mapLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Clock } from "../server/runtime/time.ts";
import {
  type HomeAssistantProblem,
  homeAssistantProblem,
  isTemporary,
} from "../home-assistant/upstream/status.ts";
import type { User } from "./user.ts";
import { ask } from "../home-assistant/upstream/request.ts";
import type { LoginFamiliarity } from "../home-assistant/upstream/refusals.ts";
import {
  connectUpstream,
  type UpstreamConnection,
  type UpstreamContext,
} from "../home-assistant/upstream/connection.ts";

/** A user as listed by `config/auth/list` (homeassistant `components/config/auth.py`). */
const homeAssistantUserCodec = t.type({
  id: t.string,
  is_owner: t.boolean,
  is_active: t.boolean,
  /** May log in from local addresses only. */
  local_only: t.union([t.boolean, t.undefined]),
  group_ids: t.readonlyArray(t.string),
});
const listCodec = t.readonlyArray(homeAssistantUserCodec);

/** A Home Assistant user, as administrators see it. */
export type HomeAssistantUser = t.TypeOf<typeof homeAssistantUserCodec>;

/** All users of Home Assistant, or why it does not list them. */
type HomeAssistantUserListAnswer = Either<HomeAssistantProblem, readonly HomeAssistantUser[]>;

/** Dependencies of the list of users. */
interface HomeAssistantUserListSetup {
  /** Asks Home Assistant for `config/auth/list` with the service's own token. */
  readonly listUsers: () => Promise<Either<HomeAssistantProblem, unknown>>;
  readonly settings: {
    readonly homeAssistant: string;
    /** Milliseconds until a change in Home Assistant takes effect here. */
    readonly homeAssistantCheckMs: number;
  };
  readonly clock: Pick<Clock, "elapsed">;
  readonly log: RatedLog;
}

/** The users of Home Assistant, requested with the service's own token: one list for all callers, on demand. */
export class HomeAssistantUserList {
  readonly #setup: HomeAssistantUserListSetup;
  readonly #onList: ((users: readonly HomeAssistantUser[]) => void)[] = [];
  #told: readonly HomeAssistantUser[] | undefined;
  #answer: { readonly list: HomeAssistantUserListAnswer; readonly at: number } | undefined;
  /** Why the last request failed, so that it is logged once. */
  #problem: string | undefined;

  constructor(setup: HomeAssistantUserListSetup) {
    this.#setup = setup;
  }

  /** Calls back with each new list before `list` or `ask` resolve with it. */
  whenTold(onList: (users: readonly HomeAssistantUser[]) => void): void {
    this.#onList.push(onList);
  }

  /** The last list, however old: used until a newer one arrives. */
  get lastTold(): readonly HomeAssistantUser[] | undefined {
    return this.#told;
  }

  /**
   * The cached answer if it is at most half a check interval old, so that callers who check once per interval see every
   * change in time. Sends no request.
   */
  get recent(): HomeAssistantUserListAnswer | undefined {
    const { clock, settings } = this.#setup;
    const forMs = settings.homeAssistantCheckMs / 2;
    return this.#answer !== undefined && clock.elapsed() - this.#answer.at < forMs
      ? this.#answer.list
      : undefined;
  }

  /** The recent answer, or a new one. */
  async list(): Promise<HomeAssistantUserListAnswer> {
    return this.recent ?? this.#listed();
  }

  /** A new answer; concurrent callers share a request. */
  readonly ask = coalescing(() => this.#ask());

  /** Uses an answer that came while waiting. */
  readonly #listed = coalescing(async () => this.recent ?? this.ask());

  async #ask(): Promise<HomeAssistantUserListAnswer> {
    const { listUsers, settings, clock, log } = this.#setup;
    const answer = await listUsers();
    const nonsense = (): HomeAssistantProblem =>
      homeAssistantProblem.nonsense(settings.homeAssistant, "its list of users is invalid");
    const list = isLeft(answer) ? answer : mapLeft(nonsense)(listCodec.decode(answer.right));
    this.#answer =
      isLeft(list) && isTemporary(list.left) ? undefined : { list, at: clock.elapsed() };
    const problem = isLeft(list) ? list.left.message : undefined;
    if (problem !== undefined && problem !== this.#problem)
      log.warn(
        { problem },
        "Home Assistant does not list its users: who is local_only follows its last list, if any",
      );
    this.#problem = problem;
    if (isLeft(list)) return list;
    this.#told = list.right;
    for (const onList of this.#onList) onList(list.right);
    return list;
  }
}

const prefix = "home-assistant:";

/** The id here of a Home Assistant user; none of our own users has such an id. */
export const localUserId = (theirId: string): string => `${prefix}${theirId}`;

/** Home Assistant does not limit names, which appear above each plan and in each line of the audit log. */
const longestName = 64;

/** The name here of a Home Assistant user, no longer than our own may be. */
export const localUserName = (theirName: string): string =>
  // By code points, so that no surrogate pair is cut.
  theirName.length <= longestName
    ? theirName
    : Array.from(theirName).slice(0, longestName).join("");

/** Home Assistant's id of one of its users. */
export const homeAssistantUserId = ({ id }: Pick<User, "id">): string => id.slice(prefix.length);

/** Whether a user comes from Home Assistant. */
export const isHomeAssistantUser = ({ id }: Pick<User, "id">): boolean => id.startsWith(prefix);

/**
 * Loopback, private and link-local networks, as Home Assistant defines them (homeassistant `util/network.py`,
 * `is_local`).
 */
const local = new BlockList();
local.addSubnet("127.0.0.0", 8);
local.addSubnet("10.0.0.0", 8);
local.addSubnet("172.16.0.0", 12);
local.addSubnet("192.168.0.0", 16);
local.addSubnet("169.254.0.0", 16);
local.addAddress("::1", "ipv6");
local.addSubnet("fc00::", 7, "ipv6");
local.addSubnet("fe80::", 10, "ipv6");

/**
 * Whether a client's address is in the home's own network by Home Assistant's rules; IPv4-mapped IPv6 addresses
 * count. False if it is not an address.
 */
export const isLocal = (address: string): boolean => {
  const plain = address.replace(/%.*$/, "");
  const version = isIP(plain);
  return version !== 0 && local.check(plain, version === 4 ? "ipv4" : "ipv6");
};

/** Dependencies of the check of `local_only`. */
interface LocalOnlySetup {
  readonly users: Pick<HomeAssistantUserList, "recent" | "list" | "ask" | "lastTold">;
  readonly homeAssistant: string;
  /** Whether the service has a token to ask with. Without one every user may sign in from anywhere. */
  readonly hasToken: boolean;
}

const find = (
  user: User,
  users: readonly HomeAssistantUser[] | undefined,
): HomeAssistantUser | undefined => users?.find(({ id }) => id === homeAssistantUserId(user));

/**
 * Refuses users with `local_only` outside the home's own network. Home Assistant would do so itself (homeassistant
 * `components/http/auth_util.py`), but sees this service's address instead of theirs.
 */
export class LocalOnly {
  readonly #setup: LocalOnlySetup;

  constructor(setup: LocalOnlySetup) {
    this.#setup = setup;
  }

  /** Whether a user may certainly sign in from an address, without a request. */
  isKnownToPass(user: User, address: string): boolean {
    if (this.#isOpenTo(address)) return true;
    const { recent } = this.#setup.users;
    const told = recent === undefined || isLeft(recent) ? undefined : find(user, recent.right);
    return told !== undefined && told.local_only !== true;
  }

  /**
   * Why a user may not sign in from an address; undefined if they may. `invalid-auth`: Home Assistant forbids it. Any
   * other problem: nobody can tell now. If Home Assistant refuses to list users, its last list decides; without one
   * the user may sign in.
   */
  async problem(user: User, address: string): Promise<HomeAssistantProblem | undefined> {
    if (this.#isOpenTo(address)) return undefined;
    const { users, homeAssistant } = this.#setup;
    const recent = await users.list();
    // A user missing from the list may be new.
    const isUnheardOf = !isLeft(recent) && find(user, recent.right) === undefined;
    const answer = isUnheardOf ? await users.ask() : recent;
    const told = find(user, isLeft(answer) ? users.lastTold : answer.right);
    if (told !== undefined)
      return told.local_only === true ? homeAssistantProblem.localOnly(address) : undefined;
    if (!isLeft(answer))
      return homeAssistantProblem.nonsense(
        homeAssistant,
        "its list of users lacks a user whose login it accepts",
      );
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

/** A Home Assistant user as a user of this service. */
const userOf = ({ id, name, is_owner, is_admin }: t.TypeOf<typeof userCodec>): User => ({
  id: localUserId(id),
  name: localUserName(name ?? ""),
  admin: is_admin,
  owner: is_owner,
  control: true,
  positions: is_admin,
});

/**
 * Logs in with an access token and asks Home Assistant for its user; the caller closes the connection. After a left
 * nothing is open.
 */
export const fetchCurrentUser = async (
  context: UpstreamContext,
  accessToken: string,
  whose: LoginFamiliarity,
): Promise<
  Either<HomeAssistantProblem, { readonly user: User; readonly connection: UpstreamConnection }>
> => {
  const { settings, status } = context;
  const connected = await connectUpstream(context, accessToken, whose);
  if (isLeft(connected)) return connected;
  const connection = connected.right;
  const answer = await ask(connection, { type: "auth/current_user" }, settings);
  const nonsense = (): HomeAssistantProblem =>
    homeAssistantProblem.nonsense(settings.homeAssistant, "it does not name a token's user");
  const decoded = isLeft(answer) ? answer : mapLeft(nonsense)(userCodec.decode(answer.right));
  if (!isLeft(decoded)) return right({ user: userOf(decoded.right), connection });
  connection.close();
  status.failed(decoded.left);
  return decoded;
};
