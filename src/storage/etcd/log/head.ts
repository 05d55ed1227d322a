import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../../../model/codec.ts";
import { decodeJson } from "../../../plan/raw-json/parse-json.ts";
import { headFormats } from "../keys.ts";
import {
  baseOf,
  type RevisionHeader,
  type RevisionKeys,
  revisionKeysCodec,
} from "./revision-value.ts";

/** What the head says of a plan that is kept. */
interface HeadEntry {
  readonly rev: number;
  /** The id of its save. */
  readonly id: string;
  /** The revision whose whole plan it is made of, by the changes up to it; itself if it is stored whole. */
  readonly base: number;
}

/** Guards every save, and is rewritten by each. */
interface Head {
  /** The kept plans, oldest first, the current one last. */
  readonly plans: readonly HeadEntry[];
  /** No longer needed, but not deleted yet. */
  readonly gone: readonly RevisionKeys[];
}

const entryCodec = t.intersection([
  t.type({ rev: integer, id: t.string }),
  t.partial({ base: integer }),
]);

const headCodec = t.type({ plans: t.array(entryCodec), gone: t.array(revisionKeysCodec) });

const formatCodec = t.type({ format: integer });

const entryOf = (header: RevisionHeader): HeadEntry => ({
  rev: header.rev,
  id: header.id,
  base: baseOf(header).rev,
});

/**
 * The head in the oldest format that can tell it, so that older programs read it as long as no kept plan is made of
 * changes. In that one it repeats the whole headers.
 */
export const encodeHead = (
  plans: readonly RevisionHeader[],
  gone: readonly RevisionKeys[],
): Buffer => {
  const current = plans.at(-1);
  const named = { rev: current?.rev, id: current?.id };
  const hasChanges = plans.some((header) => "chain" in header);
  const content = hasChanges
    ? { format: headFormats.changes, ...named, plans: plans.map(entryOf), gone }
    : { format: headFormats.whole, ...named, plans, gone };
  return Buffer.from(JSON.stringify(content));
};

/** Left: what is wrong, or that a newer version wrote it. */
export const decodeHead = (value: Buffer): Either<string, Head> => {
  const decodedFormat = decodeJson(formatCodec, value);
  if (isLeft(decodedFormat)) return left(`head: ${decodedFormat.left}`);
  const { format } = decodedFormat.right;
  const newest = headFormats.changes;
  if (format > newest)
    return left(
      `head: a newer version wrote it: its format is ${format}, and this one reads up to ${newest}`,
    );
  const decoded = decodeJson(headCodec, value);
  if (isLeft(decoded)) return left(`head: ${decoded.left}`);
  const { plans, gone } = decoded.right;
  if (plans.length === 0) return left("head: it names no plan");
  const isOdd = plans.some(
    ({ rev, base = rev }, at) => rev <= (plans[at - 1]?.rev ?? 0) || base > rev || base < 1,
  );
  if (isOdd) return left("head: its plans are not in order");
  return right({ plans: plans.map(({ rev, id, base = rev }) => ({ rev, id, base })), gone });
};
