import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Tokens } from "../../auth/tokens.ts";
import { withOpenApi } from "../../server/api/documents.ts";
import { openAudit } from "../../server/audit/audit-log.ts";
import type { Route } from "../../server/http/routes.ts";
import type { ServiceConfig } from "../../server/limits.ts";
import { Disposer } from "../../server/runtime/disposer.ts";
import type { Host } from "../../server/service-parts.ts";
import type { HomeBackups } from "../storage/home-backups.ts";
import type { HomeDirectory } from "../directory/home-directory.ts";
import { homesPath } from "../home-place.ts";
import type { Homes } from "../homes.ts";
import { backupRoute } from "./provider-backups.ts";
import { providerRoutes } from "./provider-routes.ts";
import {
  type ProviderDocuments,
  setUpProviderTokens,
  type ProviderTokens,
} from "./provider-tokens.ts";
import { UsageTable } from "./usage-table.ts";

/** Dependencies of the provider's interface. */
interface ProviderSetup {
  readonly config: ServiceConfig;
  readonly host: Host;
  readonly directory: HomeDirectory;
  readonly homes: Homes;
  readonly backups: HomeBackups;
  readonly documents: ProviderDocuments;
  /** The address at which people reach the process, without a slash at its end. */
  readonly address: () => string;
}

/** The provider's interface of a process with many homes. */
export interface Provider {
  /** All below `/provider/`, with the document that describes them. */
  readonly routes: readonly Route[];
  readonly usage: UsageTable;
  /** Guards what the provider's tokens are for, such as metrics. */
  readonly guarded: ProviderTokens["guarded"];
  readonly authenticator: ProviderTokens["authenticator"];
  /** Starts to follow revocations and the expiry of the provider's tokens. */
  readonly start: () => void;
  /** Makes the first token, if there is none: printed or, if `isKept`, put into a file. */
  readonly firstToken: (isKept: boolean) => ReturnType<Tokens["first"]>;
  /** Resolves when pending writes are done. */
  readonly close: () => Promise<void>;
}

/** The address of a home's page: below its host name if homes have one, else below the process's address. */
export const homeAddress = (address: string, hosts: string, id: string): string => {
  if (hosts === "") return `${address}${homesPath}${id}/`;
  const url = new URL(address);
  url.hostname = hosts.replace("*", id);
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
};

/** Sets up the provider's interface. Left: why its tokens cannot be read. */
export const setUpProvider = async (setup: ProviderSetup): Promise<Either<string, Provider>> => {
  const { config, host, directory, homes, backups, documents, address } = setup;
  const { access, clock, log, ratedLog } = host;
  const disposer = new Disposer();
  const audit = openAudit(config, ratedLog);
  disposer.add(() => audit.close());
  const parts = { config, documents, access, clock, log, ratedLog, audit };
  const tokens = await setUpProviderTokens(parts);
  if (isLeft(tokens)) return disposer.refuse(tokens, log);
  disposer.add(() => tokens.right.close());
  const { guarded, authenticator, start, first } = tokens.right;
  const usage = new UsageTable(homes, directory);
  disposer.add(directory.watch((id) => usage.forget(id)));
  const routed = {
    directory,
    homes,
    usage,
    guarded,
    addressOf: (id: string) => homeAddress(address(), config.homeHosts, id),
    config,
  };
  return right({
    routes: withOpenApi(
      [...providerRoutes(routed), backupRoute({ ...routed, backups, limits: config })],
      "/provider/openapi.json",
    ),
    usage,
    guarded,
    authenticator,
    start,
    firstToken: first,
    close: () => disposer.close(),
  });
};
