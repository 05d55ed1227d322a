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

/** The service's commands over a connection. Refusals reject with a `FloorplanError`. */
export class Commands<Over extends Pick<Connection, "sendMessagePromise">> {
  /** The connection, for other commands such as Home Assistant's. */
  readonly connection: Over;
  readonly #domain: string;

  /** `domain`: first part of the service's command types. */
  constructor(connection: Over, domain: string) {
    this.connection = connection;
    this.#domain = domain;
  }

  /** The stored plan; `{}` before the first save. */
  getPlan(): Promise<Plan> {
    return this.ask(this.type("plan/get"), {});
  }

  /**
   * Replaces the plan; with `rev` only if that is the stored revision (0: nothing is stored). Resolves with the new
   * revision.
   */
  async save(plan: JsonObject, rev?: number): Promise<number> {
    const fields = rev === undefined ? { plan } : { plan, rev };
    const saved = await this.ask(this.type("plan/save"), fields);
    return saved.rev;
  }

  /** Earlier plans, for administrators. */
  readonly history = {
    /** Newest first, without the current one. */
    list: (): Promise<readonly Summary[]> => this.ask(this.type("history/list"), {}),
    /** Newest first with authors, including the current one. */
    details: (): Promise<readonly Details[]> => this.ask(this.type("history/details"), {}),
    /** When each was saved, oldest first, the current one last. */
    times: (): Promise<readonly SavedTime[]> => this.ask(this.type("history/times"), {}),
    /** The plan of a revision. */
    get: (rev: number): Promise<Plan> => this.ask(this.type("history/get"), { rev }),
  };

  /** The service's YAML, for administrators. */
  readonly yaml = {
    parse: async (text: string): Promise<Json> =>
      (await this.ask(this.type("yaml/parse"), { text })).data,
    dump: async (data: Json): Promise<string> =>
      (await this.ask(this.type("yaml/dump"), { data })).text,
  };

  /** Access tokens, for administrators. */
  readonly tokens = {
    /** Oldest first. */
    list: (): Promise<readonly Token[]> => this.ask(this.type("tokens/list"), {}),
    /** Creates one; resolves with the token, which is shown only once. */
    create: (wanted: WantedToken): Promise<NewToken> =>
      this.ask(this.type("tokens/create"), wanted),
    /** Creates a link for whoever opens it first; resolves with its code, which is shown only once. */
    link: (wanted: WantedLink): Promise<NewLink> => this.ask(this.type("tokens/link"), wanted),
    /**
     * Revokes one and closes its connections, even the caller's own. Resolves with the reason if the revocation could
     * not be stored: it holds until the service restarts.
     */
    revoke: async (name: string): Promise<string | undefined> =>
      (await this.ask(this.type("tokens/revoke"), { name }))?.not_kept,
  };

  /** Addresses banned after failed logins, for administrators. */
  readonly bans = {
    list: (): Promise<readonly Ban[]> => this.ask(this.type("bans/list"), {}),
    /** Ends the ban of an address, or of its network. */
    lift: async (address: string): Promise<void> => {
      await this.ask(this.type("bans/lift"), { address });
    },
  };

  /** The token's user. */
  currentUser(): Promise<CurrentUser> {
    return this.ask<"auth/current_user">("auth/current_user", {});
  }

  /** The type of a command that starts with the domain. */
  protected type<Name extends keyof DomainMessages>(name: Name): TypeOfMessage<Name> {
    return `${this.#domain}/${name}`;
  }

  /** Sends a command. */
  protected ask<Name extends keyof Messages>(
    type: TypeOfMessage<Name>,
    fields: Messages[Name]["fields"],
  ): Promise<Messages[Name]["result"]> {
    return this.connection
      .sendMessagePromise<Messages[Name]["result"]>({ type, ...fields })
      .catch(rejectAsFloorplanError);
  }
}
