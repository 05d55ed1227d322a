import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { ifThere } from "../../../wal/index.ts";
import { bansKind } from "../../auth/bans.ts";
import { lastUsesKind } from "../../auth/last-uses.ts";
import { pastLoginsKind } from "../../auth/past-logins.ts";
import { sessionsKind } from "../../auth/session-store.ts";
import { usersKind } from "../../auth/user-directory.ts";
import type { ImageStore } from "../../images/image-store.ts";
import type { PlanLog } from "../../plan/plan-log.ts";
import { emptyState } from "../../plan/state.ts";
import { Refusal } from "../../server/http/routes.ts";
import { BoundedMap } from "../../server/runtime/bounded-map.ts";
import { registryIdsKind } from "../../storage/registry-ids.ts";
import type { Storage } from "../../storage/storage.ts";
import type { NobodysStorage } from "../storage/homes-storage.ts";
import type { DocumentKind, StoredDocument } from "../../storage/stored-document.ts";

/** A document in memory, changed by this process alone. */
class MemoryDocument<A> implements StoredDocument<A> {
  readonly place: string;
  readonly isThere = false;
  #content: A;
  #changes = 0;

  constructor({ name, empty }: DocumentKind<A>) {
    this.place = `${name} of a home that does not exist`;
    this.#content = empty;
  }

  read(): Either<string, A> {
    return right(this.#content);
  }

  async change<B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Promise<Either<string, B>> {
    const changed = change(this.#content);
    if (isLeft(changed)) return changed;
    const [next, result] = changed.right;
    this.#content = next;
    this.#changes += 1;
    return right(result);
  }

  stamp(): string {
    return String(this.#changes);
  }

  watch(): () => void {
    return () => undefined;
  }
}

const nobody = "nobody is a user of a home that does not exist";

const emptyLog: PlanLog = {
  follow: () => undefined,
  groupCommitHint: () => ({ saves: 1, ms: 0 }),
  most: { saves: 1, bytes: 0 },
  storesWhole: true,
  append: async () => ({ kind: "failed", reason: nobody }),
  caughtUp: async () => right(undefined),
  compact: async () => right(undefined),
  close: async () => undefined,
};

/** Looks on the disk for a requested image, which takes as long as in a home that has none. */
const noImages = (folder: string): ImageStore => ({
  incoming: folder,
  put: () => Promise.reject(new Refusal(403, nobody)),
  remove: () => Promise.reject(new Refusal(403, nobody)),
  canHaveNumbered: false,
  numbered: async () => [],
  size: async () => ({ images: 0, bytes: 0 }),
  discard: async () => false,
  open: async (file) => {
    await ifThere(stat(join(folder, file)));
    return undefined;
  },
});

type Documents = Pick<
  Storage,
  "users" | "bans" | "pastLogins" | "lastUses" | "sessions" | "registryIds"
>;

const newDocuments = (): Documents => ({
  users: new MemoryDocument(usersKind),
  bans: new MemoryDocument(bansKind),
  pastLogins: new MemoryDocument(pastLoginsKind),
  lastUses: new MemoryDocument(lastUsesKind),
  sessions: new MemoryDocument(sessionsKind),
  registryIds: new MemoryDocument(registryIdsKind),
});

/** Ids whose bans are remembered after their decoy has fallen asleep. */
const rememberedIds = 4096;

/**
 * What stands in for homes that do not exist, so that nobody can find out which do: a home without a user, a plan or an
 * image, which answers like one whose token was mistyped, bans included. It stores nothing on the disk.
 */
export class Decoys {
  readonly #folder: string;
  readonly #documents = new BoundedMap<string, Documents>(rememberedIds);

  /** `folder`: where no image ever is. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The storage of a home that does not exist, with what it shares with others. */
  storageOf(id: string, { shared, close }: NobodysStorage): Storage {
    const documents = this.#documents.get(id) ?? newDocuments();
    this.#documents.set(id, documents);
    return {
      ...documents,
      place: {},
      images: noImages(this.#folder),
      openLog: async () => right({ log: emptyLog, state: emptyState }),
      homeId: async () => right("0".repeat(32)),
      logSize: undefined,
      shared,
      close,
    };
  }
}
