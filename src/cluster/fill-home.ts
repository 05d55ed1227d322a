import { randomUUID } from "node:crypto";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { mostClusterBytes } from "../config.ts";
import { imageFile, parseImageFile } from "../images/image-name.ts";
import type { DocumentKind } from "../host/users/kept-document.ts";
import type { StoredPlan } from "../plan/stored-plan.ts";
import { digestOf } from "./digest.ts";
import { ImportSession } from "../storage/etcd/import-home.ts";
import { importImage } from "./images/all-images.ts";
import { describeProblem } from "./in-words.ts";
import {
  encodeHead,
  encodeRevision,
  type RevisionHeader,
  headerFor,
} from "../storage/etcd/log/head.ts";
import type { OpenCluster } from "../storage/etcd/open-cluster.ts";
import { endUpload, keepParts, partBytes, putParts } from "../storage/etcd/parts.ts";

/** Puts what a home consists of into a cluster, piece by piece; see `Filling`. */
export class HomeImporter {
  readonly #cluster: OpenCluster;
  readonly #session: ImportSession;
  readonly #lines: RevisionHeader[] = [];
  /** The version of what is at each floor's plain path. */
  readonly #newest = new Map<string, number>();

  private constructor(cluster: OpenCluster, session: ImportSession) {
    this.#cluster = cluster;
    this.#session = session;
  }

  /** Begins with an empty prefix. The left says why it cannot be filled. */
  static async begin(cluster: OpenCluster): Promise<Either<string, HomeImporter>> {
    const session = await ImportSession.begin(cluster.etcd, cluster.keys, cluster.domain);
    return isLeft(session) ? session : right(new HomeImporter(cluster, session.right));
  }

  /** Puts a document of a kind. */
  document<A>({ name, codec }: DocumentKind<A>, content: A): Promise<Either<string, void>> {
    const value = Buffer.from(JSON.stringify(codec.encode(content)));
    return this.#session.put([{ kind: "put", key: this.#cluster.keys.document(name), value }]);
  }

  /** Puts a plan; they come oldest first, the current one last. */
  async plan(plan: StoredPlan): Promise<Either<string, void>> {
    const digest = await digestOf(plan.json);
    if (digest.bytes > mostClusterBytes)
      return left(
        `the plan of revision ${plan.rev} has ${digest.bytes} bytes, and a cluster takes ${mostClusterBytes}`,
      );
    const last = this.#lines.at(-1)?.rev ?? 0;
    if (plan.rev <= last) return left(`revision ${plan.rev} stands behind revision ${last}`);
    const { etcd, keys } = this.#cluster;
    const isShort = digest.bytes <= partBytes;
    const upload = isShort ? right(undefined) : await putParts(etcd, keys, plan.json);
    if (isLeft(upload)) return left(describeProblem(upload.left));
    const line = headerFor(plan, randomUUID(), digest, upload.right);
    this.#lines.push(line);
    const value = encodeRevision(line, isShort ? plan.json : []);
    const put = await this.#session.put([
      { kind: "put", key: keys.revision(plan.rev), value },
      ...(line.parts === undefined ? [] : keepParts(keys, line.parts)),
    ]);
    if (upload.right !== undefined) await endUpload(etcd, upload.right);
    return put;
  }

  /**
   * Puts an image that a folder has by these names: by a number, at its floor's plain path, or both.
   * The right is false where none of them is an image's.
   */
  async image(names: readonly string[], content: Buffer): Promise<Either<string, boolean>> {
    const { etcd, keys } = this.#cluster;
    const images = names.flatMap((name) => parseImageFile(name) ?? []);
    const numbered = images.filter(({ version }) => version !== undefined);
    const isPlain = numbered.length < images.length;
    // One that has no number is older than any that has.
    const kept = numbered.length > 0 ? numbered : images.slice(0, 1);
    for (const { version = 0, ...name } of kept) {
      // Of two plain paths, which a crash can leave, a start keeps the one that came later.
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

  /** Everybody sees the home now, and all of it. */
  async finish(): Promise<Either<string, void>> {
    const { keys } = this.#cluster;
    const head = encodeHead({ plans: this.#lines, gone: [] });
    return this.#session.finish(
      this.#lines.length === 0 ? [] : [{ kind: "put", key: keys.head, value: head }],
    );
  }

  /** Takes away what was put. */
  abandon(): Promise<void> {
    return this.#session.abandon();
  }
}
