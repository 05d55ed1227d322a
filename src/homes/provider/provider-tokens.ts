import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { Authenticator } from "../../auth/authenticator.ts";
import { BanKeeper, type BansDocument, bansFile, openBans } from "../../auth/bans.ts";
import { lastUsesFile, type LastUsesDocument } from "../../auth/last-uses.ts";
import type { NetworkAccess } from "../../auth/network-access.ts";
import { PastLogins, type PastLoginsDocument, pastLoginsFile } from "../../auth/past-logins.ts";
import { type GuardSetup, Revocations } from "../../auth/route-guard.ts";
import { setUpTokens, type Tokens } from "../../auth/tokens.ts";
import { type UsersDocument, usersKind } from "../../auth/user-directory.ts";
import type { Audit } from "../../server/audit/audit.ts";
import type { ServiceConfig } from "../../server/limits.ts";
import { Disposer } from "../../server/runtime/disposer.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { type Clock, systemClock } from "../../server/runtime/time.ts";
import { JsonFile } from "../../storage/folder/json-file.ts";

/** The stored tokens of a provider, with their bans and last uses: users of no home. */
export interface ProviderDocuments {
  readonly users: UsersDocument;
  readonly lastUses: LastUsesDocument;
  readonly bans: BansDocument;
  readonly pastLogins: PastLoginsDocument;
}

/** The documents of the provider in a data folder: `provider.json`, beside its bans. */
export const providerFiles = (root: string): ProviderDocuments => ({
  users: new JsonFile(root, { ...usersKind, name: "provider" }),
  lastUses: lastUsesFile(root),
  bans: bansFile(root),
  pastLogins: pastLoginsFile(root),
});

/** Dependencies of the provider's tokens. */
interface ProviderTokenParts {
  readonly config: ServiceConfig;
  readonly documents: ProviderDocuments;
  readonly access: Pick<NetworkAccess, "slots" | "addresses">;
  readonly clock: Clock | undefined;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
  readonly audit: Audit;
}

/** Who may manage homes: those with a token of the provider. */
export interface ProviderTokens {
  /** Guards routes that need such a token. */
  readonly guarded: GuardSetup;
  readonly authenticator: Authenticator;
  /** Starts to follow revocations and the expiry of tokens. */
  readonly start: () => void;
  /** Makes a token if there is none, as a home does for its first administrator; there is never a link. */
  readonly first: (isKept: boolean) => ReturnType<Tokens["first"]>;
  /** Stops writing; resolves when pending writes are done. */
  readonly close: () => Promise<void>;
}

/**
 * Sets up the provider's tokens, which are kept, judged and banned as those of a home, apart from all homes. Left: why
 * they cannot be read.
 */
export const setUpProviderTokens = async (
  parts: ProviderTokenParts,
): Promise<Either<string, ProviderTokens>> => {
  const { config, documents, access, log, ratedLog, audit } = parts;
  const { clock = systemClock } = parts;
  const disposer = new Disposer();
  const revocations = new Revocations();
  const bans = openBans(documents.bans, ratedLog);
  disposer.add(() => bans.close());
  const context = {
    config,
    // No connection lasts: each request shows its token.
    connected: () => [],
    end: (user: { readonly id: string }, { reason }: { readonly reason: string }): void =>
      revocations.revoke(user.id, reason),
    settled: () => revocations.settled(),
    clock,
    log,
    ratedLog,
    audit,
  };
  const tokens = setUpTokens(context, documents, bans);
  if (isLeft(tokens)) return disposer.refuse(tokens, log);
  const { users, noting, first, start } = tokens.right;
  disposer.add(() => tokens.right.close());
  const pastLogins = new PastLogins({ document: documents.pastLogins, clock, log: ratedLog });
  disposer.add(() => pastLogins.close());
  const authenticator = new Authenticator({
    users,
    identities: undefined,
    bans: new BanKeeper(bans, config.bans, clock),
    pastLogins,
    limits: config,
    clock,
    log: ratedLog,
    audit,
  });
  return right({
    guarded: {
      login: noting((token, address) => authenticator.login(token, address)),
      admit: undefined,
      banOf: (address) => authenticator.banOf(address),
      revocations,
      slots: access.slots,
      addressOf: access.addresses.of,
      log: ratedLog,
      audit,
    },
    authenticator,
    start,
    first: (isKept) => first(isKept, false),
    close: () => disposer.close(),
  });
};
