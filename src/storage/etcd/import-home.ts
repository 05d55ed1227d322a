import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  describeProblem,
  type Etcd,
  type Guard,
  oneKey,
  type Operation,
  type Transaction,
  transactUntilKnown,
} from "./client/etcd.ts";
import { encodeHomeMark, readHomeMark } from "./home.ts";
import type { Keys } from "./keys.ts";
import { maxClusterBytes } from "../../server/settings.ts";
import { imageFile, parseImageFile } from "../../images/image-name.ts";
import type { DocumentKind } from "../stored-document.ts";
import type { StoredPlan } from "../../plan/stored-plan.ts";
import { digestOf, endUpload, keepParts, partBytes, putParts } from "./parts.ts";
import { importImage } from "./images/image-records.ts";
import { encodeHead } from "./log/head.ts";
import { encodeRevision, type RevisionHeader, wholeHeader } from "./log/revision-value.ts";
import type { PlaceInCluster } from "./open-cluster.ts";

/** Seconds without a sign after which an import counts as interrupted. */
const leaseSeconds = 5;

/** How long to wait for an import that may just have been interrupted, in milliseconds. */
const interruptedMs = 2 * leaseSeconds * 1000;

const pauseMs = 500;

const empty = Buffer.alloc(0);

const untilKnown = { ms: 30_000, pauseMs, whileAway: true };

/** All keys of a home except those of the import. */
const othersOf = ({ all, content, importLock, home }: Keys): readonly Operation[] => {
  const [first = "", second = ""] = [importLock, home].toSorted();
  return [
    { from: all.from, end: first },
    { from: oneKey(first).end, end: second },
    { from: oneKey(second).end, end: all.end },
    ...content.filter(({ from }) => from !== all.from),
  ].map((range) => ({ kind: "delete", range }));
};

/** What an import does beside the keys of its home. */
export interface BesideImport {
  /** Keys that are there from the beginning of the import to its end, also while it is interrupted. */
  readonly meanwhile: readonly string[];
  /** They must hold when the home is complete, or nothing of it is left. */
  readonly guards: readonly Guard[];
  /** Done when it is complete. */
  readonly last: readonly Operation[];
}

const nothing: BesideImport = { meanwhile: [], guards: [], last: [] };

/**
 * A home that is imported into an empty prefix. It is invisible until complete: until then its mark names the import
 * in progress. Every put is guarded by that mark, so that of two imports, one of them after a long pause, only one
 * continues. Only the next import clears an interrupted one.
 */
export class ImportSession {
  readonly #etcd: Etcd;
  readonly #keys: Keys;
  readonly #id = randomUUID();
  readonly #lease: string;
  readonly #endKeeping: () => void;
  readonly #beside: BesideImport;
  /** etcd's revision of this import's mark. */
  #marked = 0;

  private constructor(etcd: Etcd, keys: Keys, beside: BesideImport, lease: string) {
    this.#etcd = etcd;
    this.#keys = keys;
    this.#beside = beside;
    this.#lease = lease;
    // If it expires regardless, another import may begin, and the mark stops this one.
    this.#endKeeping = etcd.keep(lease, leaseSeconds);
  }

  /** Begins an import into a prefix that is empty or whose import was interrupted. Left: why it failed. */
  static async begin(
    etcd: Etcd,
    keys: Keys,
    domain: string,
    beside = nothing,
  ): Promise<Either<string, ImportSession>> {
    const lease = await etcd.lease(leaseSeconds);
    if (isLeft(lease)) return left(describeProblem(lease.left));
    const session = new ImportSession(etcd, keys, beside, lease.right);
    const begun = await session.#begin(domain);
    if (!isLeft(begun)) return right(session);
    await session.#letGo();
    return begun;
  }

  /** Puts a part of the home; it may be put twice. */
  async put(operations: readonly Operation[]): Promise<Either<string, void>> {
    const transaction = { guards: [this.guard], then: operations };
    const put = await transactUntilKnown(this.#etcd, transaction, untilKnown);
    if (isLeft(put)) return left(describeProblem(put.left));
    return put.right.held
      ? right(undefined)
      : left("another import or restore has taken over: this one took too long");
  }

  /** Puts the rest, which makes the complete home visible. */
  async finish(last: readonly Operation[]): Promise<Either<string, void>> {
    const { home, importLock } = this.#keys;
    const whole = encodeHomeMark(undefined);
    const transaction: Transaction = {
      guards: [this.guard, ...this.#beside.guards],
      then: [
        ...last,
        ...this.#beside.last,
        { kind: "put", key: home, value: whole },
        { kind: "delete", range: oneKey(importLock) },
        ...this.#endMeanwhile(),
      ],
      otherwise: [{ kind: "get", range: oneKey(home) }],
    };
    const finished = await transactUntilKnown(this.#etcd, transaction, untilKnown);
    await this.#letGo();
    if (isLeft(finished)) return left(describeProblem(finished.left));
    // An earlier attempt may have succeeded.
    const [[mark] = []] = finished.right.held ? [] : finished.right.found;
    if (finished.right.held || mark?.value.equals(whole)) return right(undefined);
    return left(
      mark?.changed === this.#marked
        ? "something else has taken the place of the home meanwhile"
        : "another import or restore has taken over: this one took too long",
    );
  }

  /** Removes everything; if the cluster is away, the next import does. */
  async abandon(): Promise<void> {
    const all = this.#keys.content.map((range) => ({ kind: "delete", range }) as const);
    await this.#etcd.transact({ guards: [this.guard], then: [...all, ...this.#endMeanwhile()] });
    await this.#letGo();
  }

  /** Holds while no other import has begun. */
  get guard(): Guard {
    return { range: oneKey(this.#keys.home), changed: this.#marked };
  }

  #endMeanwhile(): readonly Operation[] {
    return this.#beside.meanwhile.map((key) => ({ kind: "delete", range: oneKey(key) }));
  }

  async #letGo(): Promise<void> {
    this.#endKeeping();
    await this.#etcd.revoke(this.#lease);
  }

  async #begin(domain: string): Promise<Either<string, void>> {
    const { all, home, importLock } = this.#keys;
    const mark: readonly Operation[] = [
      { kind: "put", key: home, value: encodeHomeMark(this.#id) },
      { kind: "put", key: importLock, value: Buffer.from(this.#id), lease: this.#lease },
      ...this.#beside.meanwhile.map((key) => ({ kind: "put", key, value: empty }) as const),
    ];
    const look: readonly Operation[] = [
      { kind: "get", range: oneKey(home) },
      { kind: "get", range: oneKey(importLock) },
    ];
    const until = performance.now() + interruptedMs;
    for (;;) {
      const asked = await this.#etcd.transact({
        guards: [{ range: all, changed: 0 }],
        then: mark,
        otherwise: look,
      });
      if (isLeft(asked) && asked.left.kind !== "unknown") return left(describeProblem(asked.left));
      if (!isLeft(asked)) {
        this.#marked = asked.right.revision;
        if (asked.right.held) return right(undefined);
        const [[found] = [], [filler] = []] = asked.right.found;
        const known = readHomeMark(found, domain);
        if (isLeft(known)) return known;
        const { filling } = known.right;
        if (found === undefined || filling === undefined)
          return left(
            `there is a home named "${domain}" in this cluster already: it is not overwritten`,
          );
        this.#marked = found.changed;
        if (filling === this.#id) return this.put(othersOf(this.#keys));
        if (filler === undefined) {
          // The next look tells whether it was done.
          const guards = [this.guard, { range: oneKey(importLock), changed: 0 }];
          await this.#etcd.transact({ guards, then: mark });
          continue;
        }
      }
      if (performance.now() > until)
        return left(`another import or restore into "${domain}" is running`);
      await sleep(pauseMs);
    }
  }
}

/** Imports a home into a cluster, piece by piece. */
export class HomeImporter {
  readonly #cluster: PlaceInCluster;
  readonly #session: ImportSession;
  readonly #headers: RevisionHeader[] = [];
  /** The version at each floor's plain path. */
  readonly #newest = new Map<string, number>();

  private constructor(cluster: PlaceInCluster, session: ImportSession) {
    this.#cluster = cluster;
    this.#session = session;
  }

  /** Begins with an empty prefix. Left: why it failed. */
  static async begin(
    cluster: PlaceInCluster,
    beside?: BesideImport,
  ): Promise<Either<string, HomeImporter>> {
    const { etcd, keys, domain } = cluster;
    const session = await ImportSession.begin(etcd, keys, domain, beside);
    return isLeft(session) ? session : right(new HomeImporter(cluster, session.right));
  }

  document<A>({ name, codec }: DocumentKind<A>, content: A): Promise<Either<string, void>> {
    const value = Buffer.from(JSON.stringify(codec.encode(content)));
    return this.#session.put([{ kind: "put", key: this.#cluster.keys.document(name), value }]);
  }

  /** Puts a plan; oldest first, the current one last. */
  async plan(plan: StoredPlan): Promise<Either<string, void>> {
    const digest = await digestOf(plan.json);
    if (digest.bytes > maxClusterBytes)
      return left(
        `the plan of revision ${plan.rev} has ${digest.bytes} bytes, and a cluster takes ${maxClusterBytes}`,
      );
    const last = this.#headers.at(-1)?.rev ?? 0;
    if (plan.rev <= last) return left(`revision ${plan.rev} stands behind revision ${last}`);
    const { etcd, keys } = this.#cluster;
    const isShort = digest.bytes <= partBytes;
    const upload = isShort ? right(undefined) : await putParts(etcd, keys, plan.json);
    if (isLeft(upload)) return left(describeProblem(upload.left));
    const header = wholeHeader(plan, randomUUID(), digest, upload.right);
    this.#headers.push(header);
    const value = encodeRevision(header, isShort ? plan.json : []);
    const put = await this.#session.put([
      { kind: "put", key: keys.revision(plan.rev), value },
      ...(header.parts === undefined ? [] : keepParts(keys, header.parts)),
    ]);
    if (upload.right !== undefined) await endUpload(etcd, upload.right);
    return put;
  }

  /**
   * Puts an image with its names in a folder: a numbered one, a plain one, or both. False if none of them is an image
   * name.
   */
  async image(names: readonly string[], content: Buffer): Promise<Either<string, boolean>> {
    const { etcd, keys } = this.#cluster;
    const images = names.flatMap((name) => parseImageFile(name) ?? []);
    const numbered = images.filter(({ version }) => version !== undefined);
    const isPlain = numbered.length < images.length;
    // One without a number is older than any with one.
    const kept = numbered.length > 0 ? numbered : images.slice(0, 1);
    for (const { version = 0, ...name } of kept) {
      // A crash can leave two plain paths, of which a start keeps the later one.
      const isNewest = isPlain && version >= (this.#newest.get(name.floor) ?? 0);
      if (isNewest) this.#newest.set(name.floor, version);
      const file = imageFile({ ...name, version });
      const moved = await importImage(etcd, keys, { file, content, isNewest }, [
        this.#session.guard,
      ]);
      if (isLeft(moved))
        return left(
          moved.left.kind === "refused" ? moved.left.reason : describeProblem(moved.left),
        );
    }
    return right(kept.length > 0);
  }

  /**
   * Ends the import: the complete home is visible, or, if it could not be filled or finished, nothing of it is left.
   */
  async end<A>(filled: Either<string, A>): Promise<Either<string, A>> {
    const { keys } = this.#cluster;
    const head = encodeHead(this.#headers, []);
    const last: readonly Operation[] =
      this.#headers.length === 0 ? [] : [{ kind: "put", key: keys.head, value: head }];
    const finished = isLeft(filled) ? filled : await this.#session.finish(last);
    if (!isLeft(finished)) return filled;
    await this.#session.abandon();
    return finished;
  }
}
