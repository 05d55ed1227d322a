import { sequenceS } from "fp-ts/lib/Apply.js";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { pino } from "pino";
import { lastUsesKind } from "../../auth/last-uses.ts";
import { usersKind } from "../../auth/user-directory.ts";
import type { Config } from "../../server/config.ts";
import { RatedLog } from "../../server/runtime/rated-log.ts";
import { EtcdDocument } from "../../storage/etcd/etcd-document.ts";
import { checkHomes } from "../../storage/etcd/home.ts";
import { homesKeysOf } from "../../storage/etcd/keys.ts";
import { openCluster } from "../../storage/etcd/open-cluster.ts";
import type { DocumentKind } from "../../storage/stored-document.ts";
import type { ProviderDocuments } from "./provider-tokens.ts";

/** The provider's tokens where they are stored, for commands that work beside the service. */
export interface ProviderHome extends Pick<ProviderDocuments, "users" | "lastUses"> {
  readonly close: () => void;
}

/** Opens the provider's tokens in a cluster. Left: why they cannot be used, or that there are no many homes. */
export const openClusterProvider = async (
  settings: Config,
): Promise<Either<string, ProviderHome>> => {
  const opened = await openCluster(settings);
  if (isLeft(opened)) return opened;
  const { etcd, domain } = opened.right;
  const log = new RatedLog(pino({ level: "silent" }));
  const close = (): void => {
    log.close();
    etcd.close();
  };
  const keys = homesKeysOf(domain);
  const there = await checkHomes(etcd, keys, domain);
  if (isLeft(there)) {
    close();
    return there;
  }
  const open =
    <A>(kind: DocumentKind<A>): TE.TaskEither<string, EtcdDocument<A>> =>
    () =>
      EtcdDocument.open(etcd, keys, kind, log);
  const documents = await sequenceS(TE.ApplySeq)({
    users: open({ ...usersKind, name: "provider" }),
    lastUses: open(lastUsesKind),
  })();
  if (isLeft(documents)) {
    close();
    return documents;
  }
  const { users, lastUses } = documents.right;
  return right({
    users,
    lastUses,
    close: () => {
      users.close();
      lastUses.close();
      close();
    },
  });
};
