import { isLeft } from "fp-ts/lib/Either.js";
import type { User } from "../auth/user.ts";
import type { HassUser, HassUserList } from "../auth/home-assistant-users.ts";
import { isLocal } from "./local-address.ts";
import { type HassProblem, hassProblem, isTemporary } from "../home-assistant/upstream/status.ts";
import { hassUserId } from "./user-id.ts";

/** What is needed to know who is `local_only`. */
export interface LocalOnlySetup {
  readonly users: Pick<HassUserList, "recent" | "list" | "ask" | "lastTold">;
  readonly homeAssistant: string;
  /** Whether the service has a token to ask with. Without one nobody knows, and all may come from anywhere. */
  readonly hasToken: boolean;
}

const find = (user: User, users: readonly HassUser[] | undefined): HassUser | undefined =>
  users?.find(({ id }) => id === hassUserId(user));

/**
 * Lets users whom Home Assistant lets in from its own network alone (`local_only`) in from nowhere else. It would do
 * so itself (homeassistant `components/http/auth_util.py`), but sees the address of this service in place of theirs.
 */
export class LocalOnly {
  readonly #setup: LocalOnlySetup;

  constructor(setup: LocalOnlySetup) {
    this.#setup = setup;
  }

  /** Whether it is known already that a user may come from an address. Asks nobody. */
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
