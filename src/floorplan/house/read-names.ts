import { tryCatch, isLeft } from "fp-ts/lib/Either.js";
import { isObject, type Json } from "../../model/json.ts";
import { type Collection, isCollection } from "../../model/kinds/kinds.ts";
import { bindingsOf, pageActionsIn } from "../../model/bindings/element-bindings.ts";
import { JsonCursor } from "../../plan/raw-json/json-cursor.ts";
import { bytesOf, type JsonText } from "../../raw-json/json-text.ts";
import type { CooperativeTask } from "../../raw-json/steps.ts";
import { BindingCollector, type BindingLimits } from "../../plan/bindings/plan-bindings.ts";

/** So many bytes are copied before others may have their turn. */
const copyBytes = 1024 * 1024;

/** A plan's text in one piece, which a cursor needs. */
function* inOnePiece(text: JsonText): CooperativeTask<Buffer> {
  const [only] = text;
  if (text.length === 1 && only !== undefined) return only;
  const whole = Buffer.allocUnsafe(bytesOf(text));
  let to = 0;
  for (const piece of text)
    for (let from = 0; from < piece.length; from += copyBytes) {
      to += piece.copy(whole, to, from, from + copyBytes);
      yield;
    }
  return whole;
}

const parsed = (text: string): Json => {
  const read = tryCatch(
    (): Json => JSON.parse(text),
    () => undefined,
  );
  return isLeft(read) ? null : read.right;
};

function* readList(
  cursor: JsonCursor,
  list: Collection,
  limits: BindingLimits,
): CooperativeTask<BindingCollector> {
  const gathering = new BindingCollector(limits);
  cursor.enter();
  while (cursor.nextElement()) {
    if (cursor.isDue()) yield;
    cursor.next();
    const start = cursor.at;
    yield* cursor.value();
    if (cursor.at - start > limits.planElementBytes) {
      gathering.passedOver();
      continue;
    }
    const element = parsed(cursor.bytes.toString("utf8", start, cursor.at));
    if (isObject(element)) gathering.add(bindingsOf(list, element), pageActionsIn(element));
  }
  return gathering;
}

/**
 * What the elements of a stored plan name of the house. Each is parsed by itself, so that however much there is
 * nobody is held up; one that is longer than the limit is passed over.
 */
export function* readBindings(
  text: JsonText,
  limits: BindingLimits,
): CooperativeTask<BindingCollector> {
  const bytes = yield* inOnePiece(text);
  const cursor = new JsonCursor(bytes, 0, 0);
  // Where a list stands twice, the last one counts, as for every JSON reader.
  const lists = new Map<Collection, BindingCollector>();
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const isList = cursor.next() === "list";
    if (!isCollection(member.key)) {
      yield* cursor.value();
      continue;
    }
    lists.set(
      member.key,
      isList ? yield* readList(cursor, member.key, limits) : new BindingCollector(limits),
    );
    if (!isList) yield* cursor.value();
  }
  const all = new BindingCollector(limits);
  for (const gathering of lists.values()) all.addAll(gathering);
  return all;
}
