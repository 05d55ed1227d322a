import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Access } from "./access.ts";
import { Closing } from "./closing.ts";
import type { Config } from "./config.ts";
import type { Hass } from "./hass/setup.ts";
import type { Audit } from "./host/audit.ts";
import type { Channel } from "./host/channel/channel.ts";
import type { Command } from "./host/channel/command.ts";
import { type WhyClosed, whyClosed } from "./host/channel/why-closed.ts";
import type { GuardSetup } from "./host/http/bearer.ts";
import type { Route } from "./host/http/route.ts";
import type { LoopTurns } from "./host/loop-turns.ts";
import type { RatedLog } from "./host/rated-log.ts";
import { Authenticator, type Login } from "./host/users/authenticator.ts";
import { BanKeeper } from "./host/users/ban-keeper.ts";
import { heldBans } from "./host/users/ban-list.ts";
import { type Clock, systemClock } from "./host/users/clock.ts";
import { LetIn } from "./host/users/let-in.ts";
import { linkRoute } from "./host/users/link-route.ts";
import { Revocations } from "./host/users/revocations.ts";
import type { User } from "./host/users/user.ts";
import { setUpSignIn, type SignIn } from "./sign-in.ts";
import { admissionOf, admittedLogin, type Storage } from "./storage/storage.ts";
import { setUpTokens, type Tokens } from "./tokens.ts";

/** What letting people in needs of the service around it. */
export interface PeopleParts {
  readonly config: Config;
  readonly storage: Storage;
  readonly access: Access;
  /** Asked when somebody's rights end; undefined until it is made, and where a start is refused before: nobody is connected then. */
  readonly channel: () => Pick<Channel, "users" | "closeUser"> | undefined;
  /** Resolves when all is done that was asked of the plan by now. */
  readonly planSettled: () => Promise<void>;
  readonly clock: Clock | undefined;
  readonly turns: LoopTurns;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
  readonly audit: Audit;
}

/** Who may come in: by the service's own tokens, and by what Home Assistant says. */
export interface People {
  readonly login: Login;
  readonly authenticator: Authenticator;
  /** What routes for some people alone are guarded by. */
  readonly guarded: GuardSetup;
  readonly commands: readonly Command[];
  readonly routes: readonly Route[];
  /** What the page is told of the ways in. */
  readonly page: SignIn["page"];
  readonly hass: Hass | undefined;
  /** From now on it is followed who is revoked and what ends. */
  readonly start: () => void;
  readonly first: Tokens["first"];
  /** Resolves when nothing is written any more. */
  readonly close: () => Promise<void>;
}

/** The left says which setting is at fault, or why what is kept of people cannot be understood; nothing is left open then. */
export const setUpPeople = async (parts: PeopleParts): Promise<Either<string, People>> => {
  const { config, storage, access, channel, planSettled, clock = systemClock } = parts;
  const { turns, log, ratedLog, audit } = parts;
  const closing = new Closing();
  const revocations = new Revocations();
  const connected = (): readonly User[] => channel()?.users ?? [];
  const end = (user: User, why: WhyClosed): void => {
    channel()?.closeUser(user, why);
    revocations.revoke(user.id, why.reason);
  };
  // Behind the requests, which may still ask something of the plan.
  const settled = (): Promise<void> => revocations.settled().then(planSettled);
  const bans = heldBans(storage.bans, ratedLog);
  closing.add(() => bans.close());
  const tokens = setUpTokens({
    config,
    storage,
    bans,
    connected,
    end,
    settled,
    clock,
    log,
    ratedLog,
    audit,
  });
  if (isLeft(tokens)) return closing.refuse(tokens, log);
  closing.add(() => tokens.right.close());
  const signIn = setUpSignIn({
    config,
    kept: storage.sessions,
    access,
    turns,
    connected,
    end: (user) => end(user, whyClosed.tokenRevoked),
    endRequests: (key) => revocations.revoke(key),
    settled,
    clock,
    log,
    ratedLog,
    audit,
  });
  if (isLeft(signIn)) return closing.refuse(signIn, log);
  closing.add(() => signIn.right.close());
  const { hass, identities, page, routes } = signIn.right;
  const { users, commands, first, noting, open } = tokens.right;
  const letIn = new LetIn({ document: storage.letIn, clock, log: ratedLog });
  closing.add(() => letIn.close());
  const authenticator = new Authenticator({
    users,
    identities,
    bans: new BanKeeper(bans, config.bans, clock),
    letIn,
    limits: config,
    clock,
    log: ratedLog,
    audit,
  });
  const admit = admissionOf(storage);
  const login = noting(
    admittedLogin(admit, (token, address) => authenticator.login(token, address)),
  );
  const addressOf = access.addresses.of;
  const links = { open, authenticator, admit, addressOf, limits: config, log: ratedLog, audit };
  return right({
    login,
    authenticator,
    guarded: {
      login,
      admit,
      banOf: (address) => authenticator.banOf(address),
      revocations,
      places: access.places,
      addressOf,
      log: ratedLog,
      audit,
    },
    commands,
    routes: [linkRoute(links), ...routes(authenticator, admit)],
    page,
    hass,
    start: () => {
      tokens.right.start();
      signIn.right.start();
    },
    first,
    close: () => closing.close(),
  });
};
