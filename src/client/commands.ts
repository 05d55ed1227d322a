import type { Connection } from "home-assistant-js-websocket";
import type { Json, JsonObject } from "../model/json.ts";
import { rejectAsFloorplanError } from "./errors.ts";
import type {
  Ban,
  CurrentUser,
  Details,
  DomainMessages,
  Messages,
  NewLink,
  NewToken,
  Plan,
  SavedTime,
  Summary,
  Token,
  TypeOfMessage,
  WantedLink,
  WantedToken,
} from "./messages.ts";

/** The commands of a service over a connection. What it refuses rejects with a `FloorplanError`. */
export class Commands<Over extends Pick<Connection, "sendMessagePromise">> {
  /** For commands that are none of those here, such as those of Home Assistant. */
  readonly connection: Over;
  readonly #domain: string;

  /** `domain`: first part of the service's commands. */
  constructor(connection: Over, domain: string) {
    this.connection = connection;
    this.#domain = domain;
  }

  /** The stored plan; `{}` before the first save. */
  getPlan(): Promise<Plan> {
    return this.#ask(this.type("plan/get"), {});
  }

  /** Replaces the plan; with `rev` only while that is the stored revision (0: nothing is), else whatever is there. Resolves with the new revision. */
  async save(plan: JsonObject, rev?: number): Promise<number> {
    const fields = rev === undefined ? { plan } : { plan, rev };
    const saved = await this.#ask(this.type("plan/save"), fields);
    return saved.rev;
  }

  /** Earlier plans, for administrators. */
  readonly history = {
    /** Newest first, without the current one. */
    list: (): Promise<readonly Summary[]> => this.#ask(this.type("history/list"), {}),
    /** Newest first, with who saved each; the current one included. */
    details: (): Promise<readonly Details[]> => this.#ask(this.type("history/details"), {}),
    /** When each was saved, oldest first, the current one last. */
    times: (): Promise<readonly SavedTime[]> => this.#ask(this.type("history/times"), {}),
    /** The plan of a revision. */
    get: (rev: number): Promise<Plan> => this.#ask(this.type("history/get"), { rev }),
  };

  /** YAML as the service reads and writes it, for administrators. */
  readonly yaml = {
    parse: async (text: string): Promise<Json> =>
      (await this.#ask(this.type("yaml/parse"), { text })).data,
    dump: async (data: Json): Promise<string> =>
      (await this.#ask(this.type("yaml/dump"), { data })).text,
  };

  /** Who may come in, for administrators. */
  readonly tokens = {
    /** Oldest first. */
    list: (): Promise<readonly Token[]> => this.#ask(this.type("tokens/list"), {}),
    /** Makes one; resolves with the token itself, which is told this once. */
    create: (wanted: WantedToken): Promise<NewToken> =>
      this.#ask(this.type("tokens/create"), wanted),
    /** Makes one for whoever opens a link first; resolves with the code of the link, which is told this once. */
    link: (wanted: WantedLink): Promise<NewLink> => this.#ask(this.type("tokens/link"), wanted),
    /**
     * Ends one, and closes its connections; also the caller's own. Resolves with why that cannot be written yet, where
     * it cannot: the token has ended all the same, until the service starts anew.
     */
    revoke: async (name: string): Promise<string | undefined> =>
      (await this.#ask(this.type("tokens/revoke"), { name }))?.not_kept,
  };

  /** Who may not log in for now, after failed logins; for administrators. */
  readonly bans = {
    list: (): Promise<readonly Ban[]> => this.#ask(this.type("bans/list"), {}),
    /** Ends the ban of an address, or of the network that it is of. */
    lift: async (address: string): Promise<void> => {
      await this.#ask(this.type("bans/lift"), { address });
    },
  };

  /** Whose the token is. */
  currentUser(): Promise<CurrentUser> {
    return this.#ask<"auth/current_user">("auth/current_user", {});
  }

  /** The type of a command that begins with the domain. */
  protected type<Name extends keyof DomainMessages>(name: Name): TypeOfMessage<Name> {
    return `${this.#domain}/${name}`;
  }

  #ask<Name extends keyof Messages>(
    type: TypeOfMessage<Name>,
    fields: Messages[Name]["fields"],
  ): Promise<Messages[Name]["result"]> {
    return this.connection
      .sendMessagePromise<Messages[Name]["result"]>({ type, ...fields })
      .catch(rejectAsFloorplanError);
  }
}
