import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../model/codec.ts";
import { decodeJson } from "../plan/raw-json/parse-json.ts";
import type { Pair } from "../storage/etcd/client/etcd.ts";
import { clusterFormat } from "../storage/etcd/keys.ts";

const markCodec = t.readonly(
  t.intersection([t.type({ format: integer }), t.partial({ filling: t.string })]),
);

/** Says below a prefix that a home is kept there, in which format, and who fills it, as long as somebody does. */
export type HomeMark = t.TypeOf<typeof markCodec>;

/** The mark of a home, of one that `filling` fills, where somebody does. */
export const encodeHomeMark = (filling: string | undefined): Buffer =>
  Buffer.from(JSON.stringify({ format: clusterFormat, filling }));

/** Reads a mark. The left says that there is none, that it is no mark, or that a newer program wrote it. */
export const readHomeMark = (pair: Pair | undefined, domain: string): Either<string, HomeMark> => {
  const mark = decodeJson(markCodec, pair?.value ?? "");
  if (isLeft(mark))
    return left(
      `what this cluster has below "/floorplan/${domain}/" is no home: choose another --domain`,
    );
  return mark.right.format > clusterFormat
    ? left(
        `the home "${domain}" in this cluster has format ${mark.right.format}, and this program reads format ${clusterFormat}: use a newer one`,
      )
    : right(mark.right);
};
