import type { IncomingMessage } from "node:http";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { addressReader } from "../server/http/client-address.ts";
import type { Guarded } from "../server/runtime/boundary.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Clock } from "../server/runtime/time.ts";
import type { Identified, Identities, Person } from "./authenticator.ts";
import { hashToken, newToken, nextToEvict, type Rights, type User } from "./user.ts";
import {
  type HomeAssistantUser,
  homeAssistantUserId,
  type HomeAssistantUserList,
  localUserId,
  localUserName,
} from "./home-assistant-users.ts";
import { json, respondJson, type Route, problemAnswer } from "../server/http/routes.ts";
import type { Audit } from "../server/audit/audit.ts";
import { tokenCodec } from "./answer-codecs.ts";

/** A user as named by Home Assistant's ingress. */
interface IngressUser {
  readonly id: string;
  readonly name: string;
}

/** Requests through Home Assistant's ingress, which has authenticated them already. */
export interface Ingress {
  /** Whether a request comes through ingress: by its socket's address, whatever its headers say. */
  readonly isFrom: (request: IncomingMessage) => boolean;
  /** The user of a request; undefined if it does not come through ingress or its headers are not certain. */
  readonly userOf: (request: IncomingMessage) => IngressUser | undefined;
}

/**
 * A header as the Supervisor sends it; undefined if it occurs twice or in another spelling. The Supervisor removes
 * headers of these names from browsers only if they are spelled exactly like this (supervisor `api/ingress.py`,
 * `_init_header`): any other spelling may be forged.
 */
const headerOf = ({ rawHeaders }: IncomingMessage, name: string): string | undefined => {
  const found = rawHeaders.flatMap((each, at) =>
    at % 2 === 0 && each.toLowerCase() === name.toLowerCase() ? [at] : [],
  );
  const [at] = found;
  if (found.length !== 1 || at === undefined || rawHeaders[at] !== name) return undefined;
  // Node.js reads headers as Latin-1; the Supervisor writes UTF-8.
  const value = Buffer.from(rawHeaders[at + 1] ?? "", "latin1")
    .toString()
    .trim();
  return value === "" ? undefined : value;
};

const nobody: Ingress = { isFrom: () => false, userOf: () => undefined };

/** `proxy`: the address of ingress, or empty. The left names an invalid address. */
export const ingressReader = (proxy: string): Either<string, Ingress> => {
  if (proxy === "") return right(nobody);
  const addresses = addressReader(proxy);
  if (isLeft(addresses)) return addresses;
  const isFrom: Ingress["isFrom"] = ({ socket, headers }) =>
    addresses.right.isProxy(socket.remoteAddress ?? "") && headers["x-ingress-path"] !== undefined;
  return right({
    isFrom,
    userOf: (request) => {
      const id = isFrom(request) ? headerOf(request, "X-Remote-User-Id") : undefined;
      if (id === undefined) return undefined;
      const name =
        headerOf(request, "X-Remote-User-Display-Name") ?? headerOf(request, "X-Remote-User-Name");
      return { id, name: name ?? "" };
    },
  });
};

const isSame = (one: User | undefined, other: User): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Groups of Home Assistant (homeassistant `auth/const.py`). */
const administrators = "system-admin";
const readers = "system-read-only";

/** Dependencies of the users of ingress. */
interface IngressSetup {
  readonly users: Pick<HomeAssistantUserList, "list" | "whenTold">;
  /** The user of each connection, as at sign-in. */
  readonly connected: () => readonly User[];
  /** Called when the rights of a connected user have changed. */
  readonly onChanged: (user: User) => void;
  readonly limits: {
    /** Lifetime of a token, in milliseconds. */
    readonly homeAssistantCheckMs: number;
    /** How many tokens are kept. */
    readonly sessions: number;
  };
  readonly clock: Pick<Clock, "elapsed">;
  readonly log: RatedLog;
}

interface Token {
  readonly user: User;
  readonly givenAt: number;
}

const prefix = "ingress.";
const nothing: Rights = { admin: false, control: false };

/**
 * Users named by Home Assistant's ingress: each login gets a token that works once, for a short time. Home Assistant
 * tells the service their rights; if it does not, they may only view.
 */
export class IngressUsers implements Identities {
  readonly #setup: IngressSetup;
  readonly #tokens = new Map<string, Token>();
  /** Users who signed in by ingress, as opposed to a session of the same user. */
  readonly #signedIn = new WeakSet<User>();
  readonly #look: Guarded;
  #timer: NodeJS.Timeout | undefined;

  constructor(setup: IngressSetup) {
    this.#setup = setup;
    this.#look = setup.log.boundary("users of ingress could not be checked", () =>
      this.#lookOnce(),
    );
    setup.users.whenTold((users) => this.#compare(users));
  }

  /** A token for a user named by ingress; undefined if Home Assistant says that they are not active. */
  async tokenFor(named: IngressUser): Promise<string | undefined> {
    const { clock, limits } = this.#setup;
    const users = await this.#users();
    const user = this.#userOf(named, users);
    if (user === undefined) return undefined;
    const token = `${prefix}${newToken()}`;
    this.#tokens.set(hashToken(token), { user, givenAt: clock.elapsed() });
    if (this.#tokens.size > limits.sessions) {
      const [oldest] = nextToEvict([...this.#tokens], ([, each]) => each.user.id) ?? [];
      if (oldest !== undefined) this.#tokens.delete(oldest);
    }
    if (users !== undefined)
      this.#endOthers((other) => other.id !== user.id || isSame(other, user));
    this.#timer ??= setInterval(this.#look, limits.homeAssistantCheckMs).unref();
    return token;
  }

  /** Uses up the token. */
  kept(token: string): Person | undefined {
    const found = this.#find(token);
    if (found === undefined) return undefined;
    this.#tokens.delete(hashToken(token));
    this.#signedIn.add(found.user);
    const { user } = found;
    // The token is used up; each new list of users checks the rights from here on.
    return { user, by: "ingress", key: user.id, holds: () => true, proxy: undefined };
  }

  wasIssuedHere(token: string): boolean {
    return this.#find(token) !== undefined;
  }

  /** Each token is for one login. */
  issuerOf(): undefined {
    return undefined;
  }

  ask(token: string): Promise<Identified> | undefined {
    if (!token.startsWith(prefix)) return undefined;
    const person = this.kept(token);
    return Promise.resolve<Identified>(
      person === undefined
        ? { kind: "refused", message: "this token of ingress does not hold any more" }
        : { kind: "known", person },
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #find(token: string): Token | undefined {
    if (!token.startsWith(prefix)) return undefined;
    const found = this.#tokens.get(hashToken(token));
    return found !== undefined && this.#holds(found) ? found : undefined;
  }

  #holds({ givenAt }: Token): boolean {
    const { clock, limits } = this.#setup;
    return clock.elapsed() - givenAt < limits.homeAssistantCheckMs;
  }

  #userOf(named: IngressUser, users: readonly HomeAssistantUser[] | undefined): User | undefined {
    const { id, name } = named;
    const found = users?.find((each) => each.id === id);
    if (users !== undefined && found?.is_active !== true) return undefined;
    const groups = found?.group_ids ?? [];
    const isAdmin = found !== undefined && (found.is_owner || groups.includes(administrators));
    const rights: Rights =
      found === undefined
        ? nothing
        : {
            admin: isAdmin,
            control: isAdmin || groups.some((group) => group !== readers),
            positions: isAdmin,
          };
    const owner = found?.is_owner ?? false;
    return { id: localUserId(id), name: localUserName(name), owner, ...rights };
  }

  /** Home Assistant's recent list of users; undefined if there is none. */
  async #users(): Promise<readonly HomeAssistantUser[] | undefined> {
    const list = await this.#setup.users.list();
    if (!isLeft(list)) return list.right;
    this.#setup.log.warn(
      { problem: list.left.message },
      "the rights of ingress users are unknown, so they may only view",
    );
    return undefined;
  }

  /** Compares users with each new list at once, so that no token outlives its rights. */
  #compare(users: readonly HomeAssistantUser[]): void {
    this.#endOthers((user) =>
      isSame(this.#userOf({ id: homeAssistantUserId(user), name: user.name }, users), user),
    );
  }

  /** The users connected by ingress. */
  #here(): readonly User[] {
    return this.#setup.connected().filter((user) => this.#signedIn.has(user));
  }

  /** Ends the tokens and connections of users whose rights have changed. */
  #endOthers(isStill: (user: User) => boolean): void {
    for (const [hash, { user }] of this.#tokens) if (!isStill(user)) this.#tokens.delete(hash);
    for (const user of this.#here()) if (!isStill(user)) this.#setup.onChanged(user);
  }

  async #lookOnce(): Promise<void> {
    for (const [hash, token] of this.#tokens) if (!this.#holds(token)) this.#tokens.delete(hash);
    if (this.#tokens.size === 0 && this.#here().length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    // If Home Assistant does not answer, the connections stay.
    await this.#users();
  }
}

/** Dependencies of the route. */
interface IngressRouteSetup {
  readonly ingress: Ingress;
  readonly users: Pick<IngressUsers, "tokenFor">;
  readonly log: RatedLog;
  readonly audit: Audit;
}

/** `/auth/ingress`: gives a user named by Home Assistant's ingress a token for one login; answers 401 to others. */
export const ingressRoute = ({ ingress, users, log, audit }: IngressRouteSetup): Route => ({
  path: "/auth/ingress",
  methods: {
    POST: async (request, response) => {
      const named = ingress.userOf(request);
      const token = named && (await users.tokenFor(named));
      if (token !== undefined) return respondJson(response, 200, { token });
      const message =
        named === undefined
          ? "the headers from --ingress-proxy do not name a user reliably"
          : "Home Assistant says that this user is not active";
      const address = request.socket.remoteAddress;
      log.warn({ address, problem: message }, "ingress is refused");
      const command = "POST /auth/ingress";
      audit.note("sign_in_failed", { ...(address && { address }) }, { command, reason: message });
      respondJson(response, 401, { message });
    },
  },
  about: {
    POST: {
      summary: "gives the user named by Home Assistant's ingress a token for one login",
      token: "none",
      answers: {
        200: { when: "the headers name a user", content: json(tokenCodec) },
        401: problemAnswer("nobody is, for certain"),
        403: problemAnswer("the page's origin is foreign"),
      },
    },
  },
});
