import * as t from "io-ts";
import { chainW, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { anyObject } from "../../model/codec.ts";
import {
  type CooperativeTask,
  JsonCursor,
  members,
  runAtOnce,
} from "../../plan/raw-json/json-cursor.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";

type Values = Readonly<Record<string, unknown>>;

type Context = string | Values | undefined;

/**
 * A state, or part of one, as Home Assistant sends it: `s` the state, `a` attributes, `c` context (only an id if it
 * has neither parent nor user), `lc` and `lu` when it was last changed and updated, in seconds. Undefined fields
 * count as missing.
 */
interface StatePart {
  readonly s?: string | undefined;
  readonly a?: Values | undefined;
  readonly c?: Context;
  readonly lc?: number | undefined;
  readonly lu?: number | undefined;
}

export interface CompressedState extends StatePart {
  readonly s: string;
}

/** The new parts of a state (`+`), and the removed attributes (`-`). */
export interface EntityChange {
  readonly "+"?: StatePart | undefined;
  readonly "-"?: { readonly a?: readonly string[] | undefined } | undefined;
}

const part = t.partial({
  s: t.string,
  a: anyObject,
  c: t.union([t.string, anyObject]),
  lc: t.number,
  lu: t.number,
});

const stateCodec = t.intersection([t.type({ s: t.string }), part]);

const changeCodec = t.partial({ "+": part, "-": t.partial({ a: t.array(t.string) }) });

/**
 * An event of `subscribe_entities` (home-assistant-js-websocket, lib/entities.ts): added, changed and removed
 * entities.
 */
export interface EntitiesEvent {
  readonly a?: Readonly<Record<string, CompressedState>> | undefined;
  readonly c?: Readonly<Record<string, EntityChange>> | undefined;
  readonly r?: readonly string[] | undefined;
}

/** Decodes an event as Home Assistant sends it. */
export const entitiesEventCodec = t.partial({
  a: t.record(t.string, stateCodec),
  c: t.record(t.string, changeCodec),
  r: t.array(t.string),
});

/** The same for one entity, for readers. */
const compressedState: t.Decoder<unknown, CompressedState> = stateCodec;
const entityChange: t.Decoder<unknown, EntityChange> = changeCodec;

const contextAfter = (before: Context, change: Context): Context => {
  if (change === undefined) return before;
  if (typeof change === "string")
    return typeof before === "object" ? { ...before, id: change } : change;
  const known =
    typeof before === "string" ? { id: before, parent_id: null, user_id: null } : before;
  return { ...known, ...change };
};

const without = (values: Values, names: readonly string[]): Values => {
  if (names.length === 0) return values;
  const gone = new Set(names);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !gone.has(name)));
};

/** A state after a change. */
export const stateAfter = (
  state: CompressedState,
  { "+": plus = {}, "-": minus = {} }: EntityChange,
): CompressedState => ({
  s: plus.s ?? state.s,
  a: without({ ...state.a, ...plus.a }, minus.a ?? []),
  c: contextAfter(state.c, plus.c),
  lc: plus.lc ?? state.lc,
  // Every change is an update too.
  lu: plus.lc === undefined ? (plus.lu ?? state.lu) : undefined,
});

/** Two changes as one; undefined if no single change is equivalent. */
export const changesAsOne = (
  { "+": plus = {}, "-": minus = {} }: EntityChange,
  { "+": next = {}, "-": gone = {} }: EntityChange,
): EntityChange | undefined => {
  // Readers take the time of the update from `lc` if a change has one.
  if (plus.lc !== undefined && next.lc === undefined && next.lu !== undefined) return undefined;
  const attributes = without({ ...plus.a, ...next.a }, gone.a ?? []);
  const removed = new Set(minus.a);
  for (const name of Object.keys(next.a ?? {})) removed.delete(name);
  for (const name of gone.a ?? []) removed.add(name);
  const lc = next.lc ?? plus.lc;
  const sum = {
    s: next.s ?? plus.s,
    a: Object.keys(attributes).length > 0 ? attributes : undefined,
    c: contextAfter(plus.c, next.c),
    lc,
    lu: lc === undefined ? (next.lu ?? plus.lu) : undefined,
  };
  return { "+": sum, ...(removed.size > 0 ? { "-": { a: [...removed] } } : {}) };
};

/** The understood part of an event of `subscribe_entities`. */
export interface ReadEntities {
  readonly event: EntitiesEvent & { readonly a: NonNullable<EntitiesEvent["a"]> };
  /** Wanted entities with unreadable data. They count as removed, since their known state is outdated. */
  readonly notUnderstood: readonly string[];
}

const ids = t.array(t.string);

/** The entities to read, and the nesting limit for each. */
interface Reading {
  readonly wanted: ReadonlySet<string>;
  readonly levels: number;
  readonly notUnderstood: Set<string>;
}

/** Reads each value of an object by itself; false if it is not an object. */
function* readEach<A>(
  cursor: JsonCursor,
  decoder: t.Decoder<unknown, A>,
  { wanted, levels, notUnderstood }: Reading,
  into: Map<string, A>,
): CooperativeTask<boolean> {
  if (cursor.next() !== "object") return false;
  for (const member of members(cursor)) {
    const { key } = member;
    cursor.next();
    const start = cursor.at;
    if ((yield* cursor.value()) === undefined) return false;
    if (!wanted.has(key)) continue;
    const value = cursor.bytes.subarray(start, cursor.at);
    const decoded = chainW(decoder.decode)(parseJson(value, levels));
    if (isLeft(decoded)) notUnderstood.add(key);
    else into.set(key, decoded.right);
  }
  return !cursor.isBroken;
}

function* readEvent(json: Buffer, reading: Reading): CooperativeTask<Either<void, ReadEntities>> {
  const a = new Map<string, CompressedState>();
  const c = new Map<string, EntityChange>();
  const gone: string[] = [];
  const cursor = new JsonCursor(json, 0, 0);
  if (cursor.next() !== "object") return left(undefined);
  for (const member of members(cursor)) {
    const { key } = member;
    if (key === "a" || key === "c") {
      const isRead =
        key === "a"
          ? yield* readEach(cursor, compressedState, reading, a)
          : yield* readEach(cursor, entityChange, reading, c);
      if (!isRead) return left(undefined);
      continue;
    }
    cursor.next();
    const start = cursor.at;
    if ((yield* cursor.value()) === undefined) return left(undefined);
    if (key !== "r") continue;
    const parsed = parseJson(json.subarray(start, cursor.at), reading.levels);
    if (isLeft(parsed) || !ids.is(parsed.right)) return left(undefined);
    gone.push(...parsed.right);
  }
  if (cursor.isBroken) return left(undefined);
  const notUnderstood = [...reading.notUnderstood];
  return right({
    event: { a: Object.fromEntries(a), c: Object.fromEntries(c), r: [...gone, ...notUnderstood] },
    notUnderstood,
  });
}

/**
 * Reads the wanted entities of an event, each by itself, so that a bad one does not affect the others. A left: it is
 * no such event.
 */
export const readEntities = (
  json: Buffer,
  wanted: ReadonlySet<string>,
  levels: number,
): Either<void, ReadEntities> =>
  runAtOnce(readEvent(json, { wanted, levels, notUnderstood: new Set() }));
