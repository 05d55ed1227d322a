import { randomBytes } from "node:crypto";
import type { People, Person } from "./home-assistant-under-test.ts";

/** The owner of a token; `refreshToken` is the token that it was made from. */
interface Grant {
  readonly person: Person;
  readonly refreshToken: string;
}

const newToken = (): string => randomBytes(24).toString("base64url");

/** Access tokens are JWT, like Home Assistant's, and show when they expire. */
const newAccessToken = (): string => {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = part({ iss: randomBytes(16).toString("hex"), iat: now, exp: now + 1800 });
  return `${part({ alg: "HS256", typ: "JWT" })}.${claims}.${newToken()}`;
};

const newPerson = (name: string, clientId: string): Person => ({
  id: randomBytes(16).toString("hex"),
  name,
  username: name.toLowerCase(),
  password: `${name.toLowerCase()}'s password`,
  clientId,
  accessToken: newAccessToken(),
  refreshToken: newToken(),
  longLivedToken: newAccessToken(),
});

/** The double's people, with their codes and tokens. */
export class DoublePeople implements People {
  readonly owner: Person;
  readonly user: Person;
  readonly guest: Person;
  readonly leaver: Person;
  readonly dropout: Person;
  readonly #inactive = new Set<Person>();
  readonly #localOnly = new Set<Person>();
  readonly #codes = new Map<string, { readonly person: Person; readonly clientId: string }>();
  readonly #refresh = new Map<string, { readonly person: Person; readonly clientId: string }>();
  readonly #access = new Map<string, Grant>();
  readonly #ended: (person: Person, refreshToken: string) => void;

  /** `ended` is called for each refresh token that ends. */
  constructor(clientId: string, ended: (person: Person, refreshToken: string) => void) {
    this.#ended = ended;
    this.owner = newPerson("Owner", clientId);
    this.user = newPerson("Anna", clientId);
    this.guest = newPerson("Guest", clientId);
    this.leaver = newPerson("Leaver", clientId);
    this.dropout = newPerson("Dropout", clientId);
    for (const person of this.#all) {
      const { refreshToken, accessToken, longLivedToken } = person;
      for (const each of [refreshToken, longLivedToken])
        this.#refresh.set(each, { person, clientId });
      this.#access.set(accessToken, { person, refreshToken });
      this.#access.set(longLivedToken, { person, refreshToken: longLivedToken });
    }
  }

  get #all(): readonly Person[] {
    return [this.owner, this.user, this.guest, this.leaver, this.dropout];
  }

  /** Activates or deactivates a person, whose tokens then end, as in Home Assistant. */
  setActive(person: Person, isActive: boolean): void {
    if (isActive) {
      this.#inactive.delete(person);
      return;
    }
    this.#inactive.add(person);
    for (const [token, { person: of }] of this.#refresh) if (of === person) this.revoke(token);
  }

  isActive(person: Person): boolean {
    return !this.#inactive.has(person);
  }

  /** Sets whether a person may log in from local addresses only. */
  setLocalOnly(person: Person, isLocalOnly: boolean): void {
    if (isLocalOnly) this.#localOnly.add(person);
    else this.#localOnly.delete(person);
  }

  /** All people as in `config/auth/list`. */
  get list(): readonly object[] {
    const groupOf = (person: Person): string =>
      person === this.owner ? "admin" : person === this.guest ? "read-only" : "users";
    return this.#all.map((person) => ({
      id: person.id,
      username: person.username,
      name: person.name,
      is_owner: person === this.owner,
      is_active: this.isActive(person),
      local_only: this.#localOnly.has(person),
      system_generated: false,
      group_ids: [`system-${groupOf(person)}`],
      credentials: [{ type: "homeassistant" }],
    }));
  }

  /** The owner of an access token. */
  byAccessToken(token: unknown): Grant | undefined {
    return typeof token === "string" ? this.#access.get(token) : undefined;
  }

  /** A code for a user name and its password. */
  codeFor(username: unknown, password: unknown, clientId: string): string | undefined {
    const person = this.#all.find(
      (each) => each.username === username && each.password === password && this.isActive(each),
    );
    if (person === undefined) return undefined;
    const code = newToken();
    this.#codes.set(code, { person, clientId });
    return code;
  }

  /** Uses up a code, which works once and for its client only. */
  takeCode(code: string, clientId: string): Person | undefined {
    const found = this.#codes.get(code);
    if (found?.clientId !== clientId) return undefined;
    this.#codes.delete(code);
    return found.person;
  }

  newRefreshToken(person: Person, clientId: string): string {
    const token = newToken();
    this.#refresh.set(token, { person, clientId });
    return token;
  }

  /** The client and the person of a refresh token. */
  byRefreshToken(
    token: string,
  ): { readonly person: Person; readonly clientId: string } | undefined {
    return this.#refresh.get(token);
  }

  newAccessToken(person: Person, refreshToken: string): string {
    const token = newAccessToken();
    this.#access.set(token, { person, refreshToken });
    return token;
  }

  /** Ends a refresh token and all tokens made from it. */
  revoke(refreshToken: string): void {
    const found = this.#refresh.get(refreshToken);
    if (found === undefined) return;
    this.#refresh.delete(refreshToken);
    for (const [token, grant] of this.#access)
      if (grant.refreshToken === refreshToken) this.#access.delete(token);
    this.#ended(found.person, refreshToken);
  }
}
