import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import {
  messageOf,
  nodeFileSystem,
  removeIfThere,
  replaceFile,
  writeWhole,
} from "../../wal/index.ts";
import type { ServiceConfig } from "../server/limits.ts";
import type { Command } from "../server/websocket/command.ts";
import { type CloseReason, closeReasons } from "../server/websocket/close.ts";
import type { Audit } from "../server/audit/audit.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Login } from "./authenticator.ts";
import type { Bans } from "./bans.ts";
import { type Clock, momentText } from "../server/runtime/time.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { KnownUsers } from "./known-users.ts";
import { LastUses } from "./last-uses.ts";
import { createLink } from "./link-code.ts";
import { accessCommands, linkCommand } from "./token-commands.ts";
import { newToken, tokenUserId, type User } from "./user.ts";
import { createFirst, firstRights, openUsers, type Users } from "./user-directory.ts";
import type { Storage } from "../storage/storage.ts";

/** The file's name in a data folder. */
const firstTokenName = "first-token";

/**
 * The file with an administrator's first token, for services whose output must not show it: readable by its owner
 * only, removed once the token was used or has become invalid.
 */
class FirstTokenFile {
  readonly place: string;
  #token: string | undefined;

  /** Looks for the file of an earlier start. */
  constructor(dataFolder: string) {
    this.place = join(dataFolder, firstTokenName);
    try {
      this.#token = readFileSync(this.place, "utf8").trim();
    } catch {
      this.#token = undefined;
    }
  }

  /** The token in the file; undefined if there is none. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Writes a token to the file, durable when this resolves. Left: why it failed. */
  async keep(token: string): Promise<Either<string, void>> {
    try {
      const folder = dirname(this.place);
      await replaceFile(nodeFileSystem, folder, basename(this.place), (file) =>
        writeWhole(file, [Buffer.from(`${token}\n`)], 0),
      );
      this.#token = token;
      return right(undefined);
    } catch (error) {
      return left(`the first token cannot be written to ${this.place}: ${messageOf(error)}`);
    }
  }

  /** Removes the file, if there is one. Resolves with why it stays, if it does. */
  async remove(): Promise<string | undefined> {
    if (this.#token === undefined) return undefined;
    this.#token = undefined;
    try {
      await removeIfThere(nodeFileSystem, this.place);
      return undefined;
    } catch (error) {
      return `${this.place} cannot be removed: ${messageOf(error)}`;
    }
  }
}

/** Dependencies of all ways to sign in. */
export interface AuthContext {
  readonly config: ServiceConfig;
  /** The user of each connection, as at sign-in. */
  readonly connected: () => readonly User[];
  /** Ends the connections and requests of a user whose token, session or rights have changed. */
  readonly end: (user: User, why: CloseReason) => void;
  /** Resolves once all work of the users given to `end` has stopped. */
  readonly settled: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
  readonly audit: Audit;
}

/** How an administrator signs in for the first time. */
export interface FirstSignIn {
  /** The first token, if it was made now; not stored elsewhere, never logged. */
  readonly firstToken: string | undefined;
  /** The code of a link that gives the first browser an administrator's token; as secret as the token. */
  readonly firstLinkCode: string | undefined;
  /** The file with the first token until its first use, if it is not printed; may be from an earlier start. */
  readonly firstTokenFile: string | undefined;
  /** Whether no token was used yet, as far as recorded. */
  readonly isUnused: boolean;
}

/** The name of the token from the first link. */
const firstBrowser = "first browser";

/** The service's own tokens: their users, expiry and last use. */
export interface Tokens {
  readonly users: KnownUsers;
  readonly stored: WriteBehindDocument<Users>;
  readonly commands: readonly Command[];
  /** Wraps a login to note the use of the token. */
  readonly noting: (login: Login) => Login;
  /** Starts to follow revocations and expiries. No callback comes before. */
  readonly start: () => void;
  /**
   * Makes an administrator's token if there is no user, to be printed with a link or, if `isKept`, written to a file;
   * otherwise returns what is known of an earlier one. Without `hasPage` nobody could open a link. Left: why it failed.
   */
  readonly first: (isKept: boolean, hasPage?: boolean) => Promise<Either<string, FirstSignIn>>;
  /** Stops writing; resolves when pending writes are done. */
  readonly close: () => Promise<void>;
}

/** Left: why the stored users cannot be read. */
export const setUpTokens = (
  context: AuthContext,
  storage: Pick<Storage, "users" | "lastUses">,
  bans: WriteBehindDocument<Bans>,
): Either<string, Tokens> => {
  const { config, end, settled, clock, log, ratedLog, audit } = context;
  const opened = openUsers(storage.users, ratedLog);
  if (isLeft(opened)) return opened;
  const document = opened.right;
  const { boundary } = ratedLog;
  const users = new KnownUsers(document, clock, boundary);
  const connected = (): readonly string[] => context.connected().map(tokenUserId);
  const lastUses = new LastUses({
    file: storage.lastUses,
    has: (id) => users.has(id),
    connected,
    clock,
    log: ratedLog,
  });
  const file = new FirstTokenFile(config.data);
  const removeFile = async (why: string): Promise<void> => {
    if (file.token === undefined) return;
    const problem = await file.remove();
    if (problem !== undefined) log.warn({ problem }, "the file of the first token stays");
    else log.info({ file: file.place }, `the file of the first token is removed: ${why}`);
  };
  const removeSoon = boundary("the file of the first token could not be removed", removeFile);
  /** The token may be revoked, or used at another node. */
  const lookAtFile = (): void => {
    if (file.token === undefined) return;
    const user = users.find(file.token);
    if (user === undefined) removeSoon("the token is no longer valid");
    else if (lastUses.all().has(user.id)) removeSoon("it has been used");
  };
  /** A link, so that the opened address has no token, which browsers would keep in their history. */
  const linkForFirst = async (): Promise<string | undefined> => {
    const until = momentText(clock.now() + config.linkWithin);
    const code = await createLink(document, firstBrowser, firstRights, until, config.tokens);
    if (isLeft(code)) {
      log.warn({ problem: code.left }, "there is no link for the first browser");
      return undefined;
    }
    audit.note("token_created", { user: "first start" }, { about: firstBrowser });
    return code.right;
  };
  /** For a token made by an earlier start, or by another node. */
  const madeEarlier = (): FirstSignIn => ({
    firstToken: undefined,
    firstLinkCode: undefined,
    firstTokenFile: file.token === undefined ? undefined : file.place,
    isUnused: lastUses.all().size === 0,
  });
  const unwatch: (() => void)[] = [];
  const { domain } = config;
  return right({
    users,
    stored: document,
    commands: [
      ...accessCommands({
        domain,
        users: document,
        bans,
        lastUses,
        connected,
        settled,
        limits: config,
        clock,
      }),
      linkCommand({ domain, users: document, limits: config, clock }),
    ],
    noting: (login) => async (token, address) => {
      const found = await login(token, address);
      if (isLeft(found)) return found;
      lastUses.note(found.right.user.id);
      if (token === file.token) removeSoon("it has been used");
      return found;
    },
    start: () => {
      const look = boundary("the file of the first token could not be checked", lookAtFile);
      unwatch.push(document.watch(look), storage.lastUses.watch(look));
      users.start((user, why) => {
        end(user, why === "ended" ? closeReasons.tokenEnded : closeReasons.tokenRevoked);
        log.info({ of: user.name }, why === "ended" ? "a token has ended" : "a token was revoked");
      });
    },
    first: async (isKept, hasPage = true) => {
      if (!users.isEmpty) {
        lookAtFile();
        return right(madeEarlier());
      }
      const token = newToken();
      // Written before it becomes valid: if this start ends in between, the next one makes another token.
      const kept = isKept ? await file.keep(token) : right(undefined);
      if (isLeft(kept)) return kept;
      const created = await createFirst(document, token);
      if (isLeft(created)) return left(created.left);
      if (created.right === undefined) {
        await removeFile("another node has made one");
        return right(madeEarlier());
      }
      audit.note("token_created", { user: "first start" }, { about: "admin" });
      const made = { firstToken: token, isUnused: true };
      if (!isKept)
        return right({
          ...made,
          firstLinkCode: hasPage ? await linkForFirst() : undefined,
          firstTokenFile: undefined,
        });
      log.info(
        { file: file.place },
        "an administrator's first token is in this file, which is removed once it has been used",
      );
      return right({ ...made, firstLinkCode: undefined, firstTokenFile: file.place });
    },
    close: async () => {
      for (const stop of unwatch) stop();
      users.close();
      await lastUses.close();
      await document.close();
    },
  });
};
