import * as t from "io-ts";

/** What editors did: when they began, how long all of it lasted and each save took, in microseconds. */
export const savesCodec = t.type({
  started: t.number,
  lasted: t.number,
  took: t.array(t.number),
});

/** When one save was sent and how long its reply took, in microseconds, and the text of the reply. */
export const repliedCodec = t.type({ sent: t.number, took: t.number, reply: t.string });

/** Revisions and when each was due to be sent. */
export const sentCodec = t.array(t.tuple([t.number, t.number]));

/** When the first and the last subscriber had a message, in microseconds, and the bytes that came to all. */
export const hadCodec = t.type({ first: t.number, last: t.number, bytes: t.number });

/** Done, and nothing to tell. */
export const doneCodec = t.type({});

/** Where a floor server listens. */
export const portCodec = t.type({ port: t.number });

/** What guarded editors did: saves that they were told of, saves that the plan tells of, and microseconds. */
export const guardedCodec = t.type({ saved: t.number, counted: t.number, lasted: t.number });

/** Percentiles in microseconds, and of how many values. */
export const percentilesCodec = t.type({
  many: t.number,
  p50: t.number,
  p99: t.number,
  p999: t.number,
});
