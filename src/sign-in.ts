import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Access } from "./access.ts";
import type { Config } from "./config.ts";
import type { Route } from "./host/http/route.ts";
import type { RatedLog } from "./host/rated-log.ts";
import type { Authenticator } from "./host/users/authenticator.ts";
import type { Identities } from "./host/users/identities.ts";
import type { User } from "./host/users/user.ts";
import { ingressRoute } from "./hass/ingress-route.ts";
import { IngressUsers, type IngressSetup } from "./hass/ingress-users.ts";
import { oauthOf } from "./hass/oauth.ts";
import { Sessions } from "./hass/sessions.ts";
import { sessionsFile } from "./hass/sessions-file.ts";
import { SessionStore } from "./hass/session-store.ts";
import { signInRoute } from "./hass/sign-in-routes.ts";
import type { TokenSources } from "./hass/token-source.ts";

/** What signing in needs of the service around it. */
export interface SignInParts {
  readonly config: Config;
  readonly access: Pick<Access, "addresses" | "ingress">;
  readonly listUsers: IngressSetup["listUsers"];
  /** Ends what uses the source of this key. */
  readonly forget: (key: string) => void;
  /** Whether somebody is connected. */
  readonly isHere: (user: User) => boolean;
  /** Closes what somebody is connected with. */
  readonly closeUser: (user: User) => void;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

/** The ways to sign in, beside tokens of the service's own. */
export interface SignIn {
  /** Finds the sessions of tokens. */
  readonly sourceOf: TokenSources;
  /** Those whom ingress names. */
  readonly ingressUsers: Identities;
  readonly routes: (authenticator: Authenticator) => readonly Route[];
  /** Resolves when nothing is written any more. */
  readonly close: () => Promise<void>;
}

/** Where one signs in with Home Assistant, as a browser reaches it; empty where there is none. */
export const signInAt = ({ homeAssistant, homeAssistantPublic }: Config): string =>
  homeAssistant === "" || homeAssistantPublic === "" ? homeAssistant : homeAssistantPublic;

const openSessions = ({
  config,
  forget,
  log,
  ratedLog,
}: SignInParts): Either<string, Sessions | undefined> => {
  if (config.homeAssistant === "") return right(undefined);
  return map(
    (store: SessionStore) =>
      new Sessions({
        store,
        oauth: oauthOf(config.homeAssistant, config.homeAssistantMs),
        limits: config,
        log,
        onEnded: forget,
      }),
  )(SessionStore.open(sessionsFile(config.data), ratedLog));
};

/** The left says why the sessions that are kept cannot be understood. */
export const setUpSignIn = (parts: SignInParts): Either<string, SignIn> => {
  const { access, config, listUsers, isHere, closeUser, ratedLog } = parts;
  const opened = openSessions(parts);
  if (isLeft(opened)) return left(opened.left);
  const sessions = opened.right;
  const ingressUsers = new IngressUsers({
    listUsers,
    isHere,
    onChanged: closeUser,
    limits: config,
    log: ratedLog,
  });
  return right({
    sourceOf: (token) => sessions?.sourceOf(token),
    ingressUsers,
    routes: (authenticator) => [
      ingressRoute({ ingress: access.ingress, users: ingressUsers, log: ratedLog }),
      ...(sessions === undefined
        ? []
        : [
            signInRoute({
              sessions,
              authenticator,
              addressOf: access.addresses.of,
              limits: config,
              log: ratedLog,
            }),
          ]),
    ],
    close: async () => {
      ingressUsers.close();
      await sessions?.close();
    },
  });
};
