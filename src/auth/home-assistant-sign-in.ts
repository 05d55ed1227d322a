import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ask } from "../home-assistant/upstream/request.ts";
import type { HomeAssistantProblem } from "../home-assistant/upstream/status.ts";
import { type HomeAssistant, setUpHomeAssistant } from "../home-assistant/home-assistant.ts";
import type { NetworkAccess } from "./network-access.ts";
import type { PageSettings } from "../server/page-settings.ts";
import { ingressRoute, IngressUsers } from "./ingress.ts";
import { HomeAssistantUserList } from "./home-assistant-users.ts";
import { oauthOf } from "./home-assistant-tokens.ts";
import { type SessionsDocument, SessionStore } from "./session-store.ts";
import { Sessions } from "./sessions.ts";
import { signInRoute } from "./sign-in-route.ts";
import type { Route } from "../server/http/routes.ts";
import type { EventLoopTurns } from "../server/runtime/event-loop-turns.ts";
import { closeReasons } from "../server/websocket/close.ts";
import type { AuthContext } from "./tokens.ts";
import {
  type Admit,
  type Authenticator,
  firstIdentified,
  type Identities,
} from "./authenticator.ts";

/** Asks Home Assistant for its users with the service's own token, which must belong to an administrator. */
const listUsers = async (
  homeAssistant: HomeAssistant | undefined,
): Promise<Either<HomeAssistantProblem, unknown>> => {
  if (homeAssistant === undefined)
    return left({ kind: "invalid-auth", message: "no Home Assistant is configured" });
  const connected = await homeAssistant.own.connect();
  if (isLeft(connected)) return connected;
  const answer = await ask(
    connected.right,
    { type: "config/auth/list" },
    homeAssistant.context.settings,
  );
  connected.right.close();
  return answer;
};

/** What signing in with Home Assistant needs besides the context. */
interface SignInParts {
  readonly sessions: SessionsDocument;
  readonly access: Pick<NetworkAccess, "addresses" | "ingress" | "origins">;
  readonly turns: EventLoopTurns;
  /** Ends the requests of an ended session, by its key. */
  readonly endRequests: (key: string) => void;
}

/** Home Assistant, if configured, and the ways to sign in with it. */
export interface SignIn {
  readonly homeAssistant: HomeAssistant | undefined;
  readonly identities: Identities;
  /** `admit` is undefined if no other node begins or ends sessions. */
  readonly routes: (authenticator: Authenticator, admit: Admit | undefined) => readonly Route[];
  /** The ways to sign in that the page offers. */
  readonly page: Pick<PageSettings, "signInAt" | "isIngress">;
  /** Starts to end unused sessions. */
  readonly start: () => void;
  /** Resolves once nothing more will be written. */
  readonly close: () => Promise<void>;
}

/** The left names the setting at fault, or says why the stored sessions cannot be read. */
export const setUpSignIn = (
  context: AuthContext,
  { sessions: kept, access, turns, endRequests }: SignInParts,
): Either<string, SignIn> => {
  const { config, connected, end, settled, clock, log, ratedLog, audit } = context;
  const { homeAssistant, homeAssistantPublic, homeAssistantMs } = config;
  const store = homeAssistant === "" ? right(undefined) : SessionStore.open(kept, ratedLog);
  if (isLeft(store)) return store;
  let sessions: Sessions | undefined;
  let home: HomeAssistant | undefined;
  const homeAssistantUsers = new HomeAssistantUserList({
    listUsers: () => listUsers(home),
    settings: config,
    clock,
    log: ratedLog,
  });
  const opened = setUpHomeAssistant({
    settings: config,
    sources: [(token) => sessions?.sourceOf(token)],
    homeAssistantUsers,
    turns,
    clock,
    log,
    ratedLog,
  });
  if (isLeft(opened)) {
    void store.right?.close();
    return opened;
  }
  home = opened.right;
  if (home !== undefined && store.right !== undefined) {
    const { users } = home;
    sessions = new Sessions({
      store: store.right,
      oauth: oauthOf(homeAssistant, homeAssistantMs, home.context.failures),
      whoIs: (accessToken, address) => users.whoIs(accessToken, address),
      limits: config,
      clock,
      boundary: ratedLog.boundary,
      log,
      onEnded: (key) => {
        users.forget(key);
        endRequests(key);
      },
    });
  }
  const ingressUsers = new IngressUsers({
    users: homeAssistantUsers,
    connected,
    onChanged: (user) => end(user, closeReasons.tokenRevoked),
    limits: config,
    clock,
    log: ratedLog,
  });
  const { addresses, ingress, origins } = access;
  return right({
    homeAssistant: home,
    identities: firstIdentified(home === undefined ? [ingressUsers] : [ingressUsers, home.users]),
    routes: (authenticator, admit) => {
      const setup = {
        origins,
        authenticator,
        admit,
        settled,
        addressOf: addresses.of,
        limits: config,
        log: ratedLog,
        audit,
      };
      return [
        ingressRoute({ ingress, users: ingressUsers, log: ratedLog, audit }),
        ...(sessions === undefined ? [] : [signInRoute({ ...setup, sessions })]),
      ];
    },
    page: {
      signInAt:
        homeAssistant === "" || homeAssistantPublic === "" ? homeAssistant : homeAssistantPublic,
      isIngress: ingress.isFrom,
    },
    start: () => sessions?.start(),
    close: async () => {
      ingressUsers.close();
      home?.close();
      await sessions?.close();
    },
  });
};
