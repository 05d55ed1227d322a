import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { NetworkAccess } from "./network-access.ts";
import { Disposer } from "../server/runtime/disposer.ts";
import type { ServiceConfig } from "../server/limits.ts";
import type { HomeAssistant } from "../home-assistant/home-assistant.ts";
import type { UserSlots } from "../server/http/connection-slots.ts";
import type { Audit } from "../server/audit/audit.ts";
import type { Connections } from "../server/websocket/connections.ts";
import type { Command } from "../server/websocket/command.ts";
import type { CloseReason } from "../server/websocket/close.ts";
import { type GuardSetup, Revocations } from "./route-guard.ts";
import type { Route } from "../server/http/routes.ts";
import type { EventLoopTurns } from "../server/runtime/event-loop-turns.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { Authenticator } from "./authenticator.ts";
import { delegatedLogin, type RequestLogin } from "./delegation.ts";
import { BanKeeper, openBans } from "./bans.ts";
import { type Clock, systemClock } from "../server/runtime/time.ts";
import { PastLogins } from "./past-logins.ts";
import { linkRoute } from "./link-route.ts";
import type { User } from "./user.ts";
import type { Users } from "./user-directory.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { setUpSignIn, type SignIn } from "./home-assistant-sign-in.ts";
import { admissionOf, admittedLogin, type Storage } from "../storage/storage.ts";
import { setUpTokens, type Tokens } from "./tokens.ts";

/** Dependencies of authentication. */
interface AuthenticationParts {
  readonly config: ServiceConfig;
  readonly storage: Storage;
  readonly access: NetworkAccess;
  readonly slots: UserSlots;
  /** The connections to close when a user's rights end; undefined until they exist. */
  readonly channel: () => Pick<Connections, "users" | "closeUser"> | undefined;
  /** Resolves once the plan has handled everything requested before the call. */
  readonly planSettled: () => Promise<void>;
  readonly clock: Clock | undefined;
  /** Why nobody may come in now, though their token is valid; by default everybody may. */
  readonly refuses?: (() => string | undefined) | undefined;
  readonly turns: EventLoopTurns;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
  readonly audit: Audit;
}

/** Authentication by the service's own tokens, and by Home Assistant. */
export interface Authentication {
  readonly login: RequestLogin;
  readonly authenticator: Authenticator;
  /** The users with tokens. */
  readonly users: WriteBehindDocument<Users>;
  /** Guards routes that need a token. */
  readonly guarded: GuardSetup;
  readonly commands: readonly Command[];
  readonly routes: readonly Route[];
  /** The ways to sign in that the page offers. */
  readonly page: SignIn["page"];
  readonly homeAssistant: HomeAssistant | undefined;
  /** Starts to follow revocations and the expiry of tokens and sessions. */
  readonly start: () => void;
  readonly first: Tokens["first"];
  /** Stops writing; resolves when pending writes are done. */
  readonly close: () => Promise<void>;
}

/** Tells those with a valid token why they may not come in; nobody else learns of it. */
const unlessRefused = (
  refuses: (() => string | undefined) | undefined,
  login: RequestLogin,
): RequestLogin =>
  refuses === undefined
    ? login
    : async (...given) => {
        const found = await login(...given);
        const message = isLeft(found) ? undefined : refuses();
        return message === undefined
          ? found
          : left({ kind: "unavailable", message, code: "suspended" });
      };

/** The left names the setting at fault or the stored document that cannot be read; everything is closed then. */
export const setUpAuthentication = async (
  parts: AuthenticationParts,
): Promise<Either<string, Authentication>> => {
  const { config, storage, access, slots, channel, planSettled, turns, log, ratedLog, audit } =
    parts;
  const { clock = systemClock } = parts;
  const disposer = new Disposer();
  const revocations = new Revocations();
  const connected = (): readonly User[] => channel()?.users ?? [];
  const end = (user: User, why: CloseReason): void => {
    channel()?.closeUser(user, why);
    revocations.revoke(user.id, why.reason);
  };
  // Requests end first: they may still use the plan.
  const settled = (): Promise<void> => revocations.settled().then(planSettled);
  const bans = openBans(storage.bans, ratedLog);
  disposer.add(() => bans.close());
  const context = { config, connected, end, settled, clock, log, ratedLog, audit };
  const tokens = setUpTokens(context, storage, bans);
  if (isLeft(tokens)) return disposer.refuse(tokens, log);
  disposer.add(() => tokens.right.close());
  const { sessions } = storage;
  const endRequests = (key: string): void => revocations.revoke(key);
  const signIn = setUpSignIn(context, { sessions, access, turns, endRequests });
  if (isLeft(signIn)) return disposer.refuse(signIn, log);
  disposer.add(() => signIn.right.close());
  const { homeAssistant, identities, page, routes } = signIn.right;
  const { users, stored, commands, first, noting } = tokens.right;
  const pastLogins = new PastLogins({ document: storage.pastLogins, clock, log: ratedLog });
  disposer.add(() => pastLogins.close());
  const authenticator = new Authenticator({
    users,
    identities,
    bans: new BanKeeper(bans, config.bans, clock),
    pastLogins,
    limits: config,
    clock,
    log: ratedLog,
    audit,
  });
  const admit = admissionOf(storage);
  const login = unlessRefused(
    parts.refuses,
    delegatedLogin(
      noting(admittedLogin(admit, (token, address) => authenticator.login(token, address))),
    ),
  );
  const addressOf = access.addresses.of;
  const links = {
    users: stored,
    authenticator,
    admit,
    addressOf,
    limits: config,
    clock,
    log: ratedLog,
    audit,
  };
  return right({
    login,
    authenticator,
    users: stored,
    guarded: {
      login,
      admit,
      banOf: (address) => authenticator.banOf(address),
      revocations,
      slots,
      addressOf,
      log: ratedLog,
      audit,
    },
    commands,
    routes: [linkRoute(links), ...routes(authenticator, admit)],
    page,
    homeAssistant,
    start: () => {
      tokens.right.start();
      signIn.right.start();
    },
    first,
    close: () => disposer.close(),
  });
};
