import { isLeft, mapLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { Identified, Identities, Person } from "../host/users/identities.ts";
import type { User } from "../host/users/user.ts";
import { ask } from "./ask.ts";
import { Passing } from "./passing.ts";
import { type HassProblem, hassProblem } from "./problem.ts";
import type { TokenSource, TokenSources } from "./token-source.ts";
import {
  connectUpstream,
  type UpstreamConnection,
  type UpstreamContext,
} from "./upstream-connection.ts";
import { Watch } from "./watch.ts";

/** Answers that are kept at a time, each with its connection; the oldest are let go first. */
const mostKept = 1000;

/** An answer of Home Assistant, which holds as long as the connection over which it came. */
interface Kept {
  readonly person: Person;
  readonly connection: UpstreamConnection;
  readonly timer: NodeJS.Timeout;
}

const userCodec = t.type({
  id: t.string,
  name: t.union([t.string, t.null]),
  is_owner: t.boolean,
  is_admin: t.boolean,
});

/** A user of Home Assistant as one of this service, with an id that none of ours has. */
const userOf = ({ id, name, is_owner, is_admin }: t.TypeOf<typeof userCodec>): User => ({
  id: `home-assistant:${id}`,
  name: name ?? "",
  admin: is_admin,
  owner: is_owner,
  control: true,
});

const notIdentified = ({ kind, message }: HassProblem): Identified =>
  kind === "invalid-auth" ? { kind: "refused", message } : { kind: "unavailable", message };

/**
 * The users of Home Assistant: who a token is of it says itself, to whoever logs in with it. An answer is kept for
 * `home-assistant-check-ms`, and ends with its connection, which Home Assistant closes when it revokes the token.
 */
export class HassUsers implements Identities {
  readonly #context: UpstreamContext;
  readonly #sources: readonly TokenSources[];
  readonly #kept = new Map<string, Kept>();
  readonly #looking = new Map<string, Promise<Identified>>();
  readonly #watches = new Map<string, Set<Watch>>();

  /** `sources` are asked in turn whose kind a token is. */
  constructor(context: UpstreamContext, sources: readonly TokenSources[]) {
    this.#context = context;
    this.#sources = sources;
  }

  kept(token: string): Person | undefined {
    const source = this.#sourceOf(token);
    return source && this.#kept.get(source.key)?.person;
  }

  ask(token: string): Promise<Identified> | undefined {
    const source = this.#sourceOf(token);
    return source && this.#identify(source);
  }

  /** What has this key has ended, such as a session: whoever is connected with it is told so. */
  forget(key: string): void {
    this.#letGo(key);
    for (const watch of this.#watches.get(key) ?? []) watch.revoked();
  }

  /** Lets go of every answer. */
  close(): void {
    for (const key of this.#kept.keys()) this.#letGo(key);
  }

  #sourceOf(token: string): TokenSource | undefined {
    for (const sourceOf of this.#sources) {
      const source = sourceOf(token);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  async #identify(source: TokenSource): Promise<Identified> {
    const kept = this.#kept.get(source.key);
    if (kept !== undefined) return { kind: "known", person: kept.person };
    const before = this.#looking.get(source.key);
    if (before !== undefined) return before;
    const looking = this.#lookUp(source).finally(() => this.#looking.delete(source.key));
    this.#looking.set(source.key, looking);
    return looking;
  }

  async #lookUp(source: TokenSource): Promise<Identified> {
    const { settings, status } = this.#context;
    const token = await source.accessToken();
    if (isLeft(token)) return notIdentified(token.left);
    const connected = await connectUpstream(this.#context, token.right);
    if (isLeft(connected)) return notIdentified(connected.left);
    const connection = connected.right;
    const answer = await ask(connection, { type: "auth/current_user" }, settings);
    const nonsense = (): HassProblem =>
      hassProblem.nonsense(settings.homeAssistant, "it does not say whose a token is");
    const decoded = isLeft(answer) ? answer : mapLeft(nonsense)(userCodec.decode(answer.right));
    if (isLeft(decoded)) {
      connection.close();
      status.failed(decoded.left);
      return notIdentified(decoded.left);
    }
    const user = userOf(decoded.right);
    const person: Person = { user, elsewhere: { open: this.#opener(source, user) } };
    this.#keep(source.key, person, connection);
    return { kind: "known", person };
  }

  #opener(source: TokenSource, user: User): NonNullable<Person["elsewhere"]>["open"] {
    return (returns) => {
      const { homeAssistantCheckMs } = this.#context.settings;
      const identify = (): Promise<Identified> => this.#identify(source);
      const watch = new Watch(identify, user, homeAssistantCheckMs, returns.close);
      const watches = this.#watches.get(source.key) ?? new Set();
      this.#watches.set(source.key, watches.add(watch));
      return new Passing(
        this.#context,
        source,
        returns,
        () => void watch.look(),
        () => {
          watch.end();
          watches.delete(watch);
          if (watches.size === 0) this.#watches.delete(source.key);
        },
      );
    };
  }

  #keep(key: string, person: Person, connection: UpstreamConnection): void {
    const { homeAssistantCheckMs } = this.#context.settings;
    const timer = setTimeout(() => this.#letGo(key), homeAssistantCheckMs).unref();
    const kept = { person, connection, timer };
    this.#kept.set(key, kept);
    void this.#outlive(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#letGo(oldest);
  }

  async #outlive(key: string, kept: Kept): Promise<void> {
    await kept.connection.closed;
    if (this.#kept.get(key) !== kept) return;
    this.#letGo(key);
    // Revoked perhaps, or Home Assistant is gone: whoever is connected is looked at.
    for (const watch of this.#watches.get(key) ?? []) void watch.look();
  }

  #letGo(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    clearTimeout(kept.timer);
    kept.connection.close();
  }
}
