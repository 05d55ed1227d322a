import { chainW, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { type CooperativeTask, JsonCursor, runAtOnce } from "../../plan/raw-json/json-cursor.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import {
  type CompressedState,
  compressedState,
  type EntitiesEvent,
  type EntityChange,
  entityChange,
} from "../../home-assistant/shared/entity-events.ts";

/** An event of `subscribe_entities`, as far as it is understood. */
export interface ReadEntities {
  readonly event: EntitiesEvent & { readonly a: NonNullable<EntitiesEvent["a"]> };
  /** Wanted entities of which it says what is not understood: they count as gone, since what was known is not so any more. */
  readonly notUnderstood: readonly string[];
}

const ids = t.array(t.string);

/** Which entities are read, and how deep what is told of each may be nested. */
interface Reading {
  readonly wanted: ReadonlySet<string>;
  readonly levels: number;
  readonly notUnderstood: Set<string>;
}

/** Reads the values of an object, each by itself; false where there is none. */
function* readEach<A>(
  cursor: JsonCursor,
  decoder: t.Decoder<unknown, A>,
  { wanted, levels, notUnderstood }: Reading,
  into: Map<string, A>,
): CooperativeTask<boolean> {
  if (cursor.next() !== "object") return false;
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
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
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
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
 * Reads an event of the wanted entities, each by itself: one of which something strange is told keeps nobody from the
 * others. A left: it is no such event.
 */
export const readEntities = (
  json: Buffer,
  wanted: ReadonlySet<string>,
  levels: number,
): Either<void, ReadEntities> =>
  runAtOnce(readEvent(json, { wanted, levels, notUnderstood: new Set() }));
