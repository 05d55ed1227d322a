import assert from "node:assert/strict";
import * as t from "io-ts";
import type { Kind } from "./kind.ts";

/** How many connections of a kind ended how: by the kind's name, then by `HostilePeer.ending`. */
export const tallyCodec = t.record(t.string, t.record(t.string, t.number));
export type Tally = t.TypeOf<typeof tallyCodec>;

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** All connections of a tally. */
export const connectionsOf = (tally: Tally): number =>
  Object.values(tally).reduce((sum, endings) => sum + sumOf(endings), 0);

/** Adds `more` to a tally. */
export const addTally = (tally: Tally, more: Tally): void => {
  for (const [kind, endings] of Object.entries(more)) {
    const counts = (tally[kind] ??= {});
    for (const [ending, count] of Object.entries(endings))
      counts[ending] = (counts[ending] ?? 0) + count;
  }
};

/**
 * How any connection may end, whatever it did: refused for its address's sake, let go for another
 * one or without a word, or not even made.
 */
const always = /^(?:(?:[\d+]*\+)?(?:403|503)|1013|(?:[\d+]+ )?cut|E[A-Z]+)$/;

/** So many connections of one kind, and not one of them was told what its protocol has for it: that is no longer chance. */
const many = 20;

/** Fails where a connection outlived the patience of the peer, or a kind ended as it must not. */
export const assertEndings = (kinds: readonly Kind[], tally: Tally): void => {
  const faults = kinds.flatMap(({ name, ends }) => {
    const endings = tally[name] ?? {};
    const wrong = Object.entries(endings).filter(
      ([ending]) => ending.endsWith("stayed") || !(ends.test(ending) || always.test(ending)),
    );
    const isNeverTold =
      sumOf(endings) >= many && !Object.keys(endings).some((each) => ends.test(each));
    return [
      ...wrong.map(([ending, count]) => `${name}: ${count} × ${ending}, not ${String(ends)}`),
      ...(isNeverTold ? [`${name}: none of ${sumOf(endings)} ends with ${String(ends)}`] : []),
    ];
  });
  assert.deepEqual(faults, [], "hostile peers are told what their protocol has for them");
};

/** A line for each kind. */
export const linesOf = (tally: Tally): readonly string[] =>
  Object.entries(tally)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, endings]) => {
      const shown = Object.entries(endings).toSorted(([, one], [, other]) => other - one);
      return `${sumOf(endings)} ${kind}: ${shown.map(([end, count]) => `${count} × ${end}`).join(", ")}`;
    });
