import * as t from "io-ts";

/** An attack: who attacks, how, and how many at a time. */
export const attackCodec = t.type({
  port: t.number,
  /** Token of a viewer. */
  viewer: t.string,
  /** Path of a large image, and its bytes. */
  image: t.string,
  imageBytes: t.number,
  pingMs: t.number,
  authTimeoutMs: t.number,
  seed: t.number,
  connections: t.number,
  atOnce: t.number,
  /** The local addresses that they come from; one that stands there more often is drawn more often. */
  from: t.readonlyArray(t.string),
  /** Beginnings of the names of kinds; all where there are none. */
  kinds: t.readonlyArray(t.string),
});

export type Attack = t.TypeOf<typeof attackCodec>;
