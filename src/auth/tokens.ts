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
import { newToken, type User } from "./user.ts";
import { createFirst, openUsers, type Users } from "./user-directory.ts";
import type { Storage } from "../storage/storage.ts";

/** The name of the file in a data folder. */
const firstTokenName = "first-token";

/**
 * The file of an administrator's first token, where nobody may see what a start prints: readable by its owner alone,
 * and gone once the token has been used or is no token any more.
 */
class FirstTokenFile {
  readonly place: string;
  #token: string | undefined;

  /** Looks for one that an earlier start has left. */
  constructor(dataFolder: string) {
    this.place = join(dataFolder, firstTokenName);
    try {
      this.#token = readFileSync(this.place, "utf8").trim();
    } catch {
      this.#token = undefined;
    }
  }

  /** The token in it; undefined where there is no such file. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Puts a token there, durable when it resolves. The left says why that cannot be. */
  async keep(token: string): Promise<Either<string, void>> {
    try {
      const folder = dirname(this.place);
      await replaceFile(nodeFileSystem, folder, basename(this.place), (file) =>
        writeWhole(file, [Buffer.from(`${token}\n`)], 0),
      );
      this.#token = token;
      return right(undefined);
    } catch (error) {
      return left(`the first token cannot be kept in ${this.place}: ${messageOf(error)}`);
    }
  }

  /** Removes the file, where there is one. Resolves with why it stays, where it does. */
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

/** What all ways to sign in need of the service around them. */
export interface AuthContext {
  readonly config: ServiceConfig;
  /** Everybody who is connected, once for each connection, as they signed in. */
  readonly connected: () => readonly User[];
  /** Ends what somebody does here, as their token, session or rights have changed. */
  readonly end: (user: User, why: CloseReason) => void;
  /** Resolves when nothing goes on any more of those for whom `end` was called. */
  readonly settled: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
  readonly audit: Audit;
}

/** How an administrator signs in for the first time. */
export interface First {
  /** The first token, where one was made now; stored nowhere else, and never logged. */
  readonly firstToken: string | undefined;
  /** The code of a link by which the first browser gets an administrator's token of its own; as secret as that. */
  readonly firstLinkCode: string | undefined;
  /** The file that has it until it has been used, where it is not to be printed; also one of an earlier start. */
  readonly firstTokenFile: string | undefined;
  /** Whether no token was ever used, as far as that is kept. */
  readonly isUnused: boolean;
}

/** The name of the token that the first link gives. */
const firstBrowser = "first browser";

/** The tokens of the service itself: who has one, until when, and when it was used. */
export interface Tokens {
  readonly users: KnownUsers;
  readonly stored: WriteBehindDocument<Users>;
  readonly commands: readonly Command[];
  /** The same login, which notes that the token was used. */
  readonly noting: (login: Login) => Login;
  /** Begins to follow revocations and ends. No callback is called before. */
  readonly start: () => void;
  /**
   * Makes an administrator's token where there is no user, to be printed with a link or, where `isKept`, in a file;
   * else returns what is known of an earlier one. The left says why that cannot be.
   */
  readonly first: (isKept: boolean) => Promise<Either<string, First>>;
  /** Resolves when nothing is written any more. */
  readonly close: () => Promise<void>;
}

/** The left says why the stored users cannot be read. */
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
  const connected = (): readonly string[] => context.connected().map(({ id }) => id);
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
  /** The token may have been revoked, or used at another node. */
  const lookAtFile = (): void => {
    if (file.token === undefined) return;
    const user = users.find(file.token);
    if (user === undefined) removeSoon("it is no token any more");
    else if (lastUses.all().has(user.id)) removeSoon("it has been used");
  };
  /** So that the address that is opened has no token in it, which browsers would keep in their history. */
  const linkForFirst = async (): Promise<string | undefined> => {
    const until = momentText(clock.now() + config.linkWithin);
    const rights = { admin: true, control: true };
    const code = await createLink(document, firstBrowser, rights, until, config.tokens);
    if (isLeft(code)) {
      log.warn({ problem: code.left }, "there is no link for the first browser");
      return undefined;
    }
    audit.note("token_created", { user: "first start" }, { about: firstBrowser });
    return code.right;
  };
  /** Where no token was made now: an earlier start has, or another node. */
  const madeEarlier = (): First => ({
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
      const look = boundary("the file of the first token could not be looked at", lookAtFile);
      unwatch.push(document.watch(look), storage.lastUses.watch(look));
      users.start((user, why) => {
        end(user, why === "ended" ? closeReasons.tokenEnded : closeReasons.tokenRevoked);
        log.info({ of: user.name }, why === "ended" ? "a token has ended" : "a token was revoked");
      });
    },
    first: async (isKept) => {
      if (!users.isEmpty) {
        lookAtFile();
        return right(madeEarlier());
      }
      const token = newToken();
      // Before it is one: a start that ends in between makes another.
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
          firstLinkCode: await linkForFirst(),
          firstTokenFile: undefined,
        });
      log.info(
        { file: file.place },
        "an administrator's first token is in this file, which goes when it has been used",
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
