import { join } from "node:path";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { BoundedMap } from "../../server/runtime/bounded-map.ts";
import { type HomeSetup, type OpenHome, openHome } from "../awake-home.ts";
import { Decoys } from "./decoy-storage.ts";
import type { wakerLimits } from "../home-limits.ts";
import { unnamedRecord } from "../directory/home-record.ts";
import { noUsage } from "../home-usage.ts";
import type { HomesStorage } from "../storage/homes-storage.ts";
import { type Lease, Waker, type WakerParts, type WakeRefusal } from "../waker.ts";

/** Ids that are remembered to be as good as awake after their decoy made room. */
const rememberedIds = 10_000;

interface DecoyParts extends Pick<WakerParts<OpenHome>, "line" | "boundary" | "limits"> {
  readonly limits: WakerParts<OpenHome>["limits"] & Pick<typeof wakerLimits, "homesDecoys">;
  /** Whether an id that nobody has used answers like a home that is awake. */
  readonly isAwake: (id: string) => boolean;
  /** How many milliseconds the waking of any other id takes, once it is its turn. */
  readonly takesMs: (id: string) => number;
}

/**
 * What stands in for homes that do not exist, so that nobody can find out which do. They wake by the same rules, in the
 * same line and as slowly, and take no awake home's place. As they are only few, one that makes room early goes on
 * answering at once, as long as a home would be awake.
 */
export class DecoyHomes {
  readonly #setup: HomeSetup;
  readonly #storage: HomesStorage;
  readonly #parts: DecoyParts;
  readonly #waker: Waker<OpenHome>;
  readonly #documents: Decoys;
  /** Until when a home that was last used like this id would be awake. */
  readonly #awakeUntil = new BoundedMap<string, number>(rememberedIds);

  constructor(setup: HomeSetup, storage: HomesStorage, parts: DecoyParts) {
    this.#setup = setup;
    this.#storage = storage;
    this.#parts = parts;
    this.#documents = new Decoys(join(setup.config.data, "nobody"));
    const { line, boundary, limits } = parts;
    this.#waker = new Waker({
      line,
      boundary,
      limits,
      most: limits.homesDecoys,
      skipsLine: (id) => this.#isAwake(id),
      open: (id) => this.#open(id),
    });
  }

  /** As `Waker.use`. */
  async use(id: string, hasLeft?: () => boolean): Promise<Either<WakeRefusal, Lease<OpenHome>>> {
    const used = await this.#waker.use(id, hasLeft);
    if (isLeft(used)) return used;
    const { home, release, releaseToSleep } = used.right;
    const noting = (end: () => void) => (): void => {
      this.#noteUse(id);
      end();
    };
    return right({
      home,
      release: noting(release),
      releaseToSleep: noting(releaseToSleep),
    });
  }

  /** As `Waker.close`. */
  close(): Promise<void> {
    return this.#waker.close();
  }

  #isAwake(id: string): boolean {
    const until = this.#awakeUntil.get(id) ?? 0;
    return performance.now() < until || this.#parts.isAwake(id);
  }

  #noteUse(id: string): void {
    this.#awakeUntil.set(id, performance.now() + this.#parts.limits.homeIdle);
  }

  async #open(id: string): Promise<Either<string, OpenHome>> {
    const began = performance.now();
    const takesMs = this.#isAwake(id) ? 0 : this.#parts.takesMs(id);
    const { host, config } = this.#setup;
    const quiet = { ...host, log: host.log.child({}, { level: "error" }) };
    const opened = await openHome(
      { ...this.#setup, config: { ...config, auditFiles: 0, backupTo: "" }, host: quiet },
      {
        id,
        folder: join(config.data, "nobody"),
        identity: undefined,
        record: unnamedRecord,
        before: noUsage,
      },
      async () => right(this.#documents.storageOf(id, this.#storage.openNobody())),
      async () => undefined,
    );
    const leftMs = takesMs - (performance.now() - began);
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
    this.#noteUse(id);
    return opened;
  }
}
