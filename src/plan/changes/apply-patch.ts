import {
  chain,
  type Either,
  fromNullable,
  isLeft,
  left,
  map,
  mapLeft,
  right,
} from "fp-ts/lib/Either.js";
import { runAtOnce } from "../raw-json/json-cursor.ts";
import { openList } from "../raw-json/tokens.ts";
import { bytesOf } from "../raw-json/raw-json.ts";
import {
  isDocumented,
  noLimits,
  type PlanLimits,
  readPlan,
  tooDeep,
  tooLong,
} from "../read-plan.ts";
import { type Problem, SubmittedPlan } from "../draft.ts";
import { afterComma, listIn, listOf, type ListText } from "../text/list-text.ts";
import { maxMembers } from "../text/draft-text.ts";
import { PlanMember, PlanText } from "../text/plan-text.ts";
import { isEqual } from "./equal.ts";
import type { Operation, Patch } from "./patch.ts";
import { isWithin, type Pointer, shownPath } from "./pointer.ts";
import { ListValue } from "./list-value.ts";
import { ObjectValue } from "./object-value.ts";
import { type Container, noPlace, opened, openedAt } from "./open-value.ts";
import { Reach } from "./reach.ts";
import { TextValue, type WorkingValue } from "./working-value.ts";

/** Why a patch cannot be applied. */
export interface RefusedOperation {
  readonly index: number;
  /** A part of a sentence. */
  readonly what: string;
}

/** The way to a place: the container that has it, and those around that, outermost first. */
interface Trail {
  readonly inner: Container;
  readonly around: readonly Container[];
}

/** The refusal of a plan with a problem, in the words of a save. */
const refusal = ({ path, what }: Problem, index: number): Either<RefusedOperation, never> =>
  left({ index, what: `${["plan", ...path].join(".")}: ${what}` });

/** Such a plan is not kept in pieces. */
const tooManyMembers = `a plan of more than ${maxMembers} members can only be saved whole`;

/** The value of a member, as a value that can be reached into. */
const valueIn = ({ text, valueStart, list }: PlanMember, reach: Reach): WorkingValue =>
  list === undefined ? new TextValue(text.subarray(valueStart)) : ListValue.ofList(list, reach);

/** A plan while a patch is applied to it. */
class WorkingPlan {
  readonly #limits: PlanLimits;
  /** The members that the plan began with. */
  readonly #members = new Map<WorkingValue["intact"], PlanMember>();
  /** The last operation that changed a member of the plan, by name. */
  readonly #changedBy = new Map<string, number>();
  /** The last operation that replaced the whole plan. */
  #replacedBy: number | undefined;
  readonly #reach: Reach;
  #root: WorkingValue;
  #copied = 0;
  #index = 0;

  constructor(before: PlanText, rev: number, limits: PlanLimits) {
    this.#limits = limits;
    // Only what is stored, or was compared within bounds, comes without a limit.
    this.#reach = new Reach(Number.isFinite(limits.planBytes));
    const revision = { key: Buffer.from('"rev"'), value: new TextValue(Buffer.from(String(rev))) };
    this.#root = ObjectValue.ofMembers([
      ["rev", revision],
      ...before.members.map((member) => {
        const { name, text, valueStart } = member;
        const value = valueIn(member, this.#reach);
        this.#members.set(value.intact, member);
        return [name ?? "", { key: text.subarray(1, valueStart - 1), value }] as const;
      }),
    ]);
  }

  /** Does one operation. Left: why it cannot be done. */
  do(operation: Operation, index: number): Either<string, void> {
    this.#index = index;
    const done = this.#do(operation);
    const { exceeded } = this.#reach;
    return exceeded === undefined ? done : left(exceeded);
  }

  #do(operation: Operation): Either<string, void> {
    const { op, path } = operation;
    switch (op) {
      case "add":
        return this.#add(path, new TextValue(operation.value));
      case "replace":
        return this.#replace(path, new TextValue(operation.value));
      case "remove":
        return this.#remove(path);
      case "test": {
        const value = this.#open(path);
        if (isLeft(value)) return value;
        return isEqual(value.right, new TextValue(operation.value), this.#reach)
          ? right(undefined)
          : left("the value there is another one");
      }
      case "move":
        return this.#move(operation.from, path);
      case "copy":
        return this.#copy(operation.from, path);
    }
  }

  /** The plan that results. Left: why it may not be saved. */
  finish(): Either<RefusedOperation, PlanText> {
    const last = this.#index;
    const root = this.#openRoot();
    const { exceeded } = this.#reach;
    if (exceeded !== undefined) return left({ index: last, what: exceeded });
    if (isLeft(root) || !(root.right instanceof ObjectValue))
      return refusal({ path: [], what: "expected object" }, this.#replacedBy ?? last);
    const members: PlanMember[] = [];
    for (const [name, { key, value }] of root.right.members) {
      if (name === "rev") continue;
      const known = value.intact && this.#members.get(value.intact);
      // As it is written: a key that was removed and added is written as JSON is.
      if (known?.name === name && key.equals(known.text.subarray(1, known.valueStart - 1))) {
        members.push(known);
        continue;
      }
      const problem = this.#problemOf(name, key, value);
      if (problem !== undefined)
        return refusal(problem, this.#changedBy.get(name) ?? this.#replacedBy ?? last);
      members.push(memberFrom(name, key, value));
    }
    if (members.length > maxMembers) return left({ index: last, what: tooManyMembers });
    const text = new PlanText(members);
    const problem = tooLong(text.bytes, this.#limits);
    return problem === undefined ? right(text) : refusal(problem, last);
  }

  /** Whether any operation changed anything but the revision. */
  get isChanged(): boolean {
    return this.#changedBy.size > 0 || this.#replacedBy !== undefined;
  }

  /** What `plan/save` would find wrong with a member. */
  #problemOf(name: string, key: Buffer, value: WorkingValue): Problem | undefined {
    const isList =
      value instanceof ListValue || (value instanceof TextValue && value.text[0] === openList);
    if (!isDocumented(name) || (isList && name !== "backgrounds")) return undefined;
    const text = [Buffer.from("{"), key, Buffer.from(":"), ...value.pieces(), Buffer.from("}")];
    const read = runAtOnce(
      readPlan({ ...this.#limits, planBytes: Infinity })(Buffer.concat(text), 0),
    );
    const plan = read?.value;
    return plan instanceof SubmittedPlan && isLeft(plan.draft) ? plan.draft.left : undefined;
  }

  #add(path: Pointer, value: WorkingValue): Either<string, void> {
    const deep = this.#tooDeep(path, value);
    if (deep !== undefined) return left(deep);
    return this.#change(path, value, (container, token) => container.add(token, value));
  }

  #replace(path: Pointer, value: WorkingValue): Either<string, void> {
    const deep = this.#tooDeep(path, value);
    if (deep !== undefined) return left(deep);
    return this.#change(path, value, (container, token) => container.replace(token, value));
  }

  #remove(path: Pointer): Either<string, void> {
    if (path.tokens.length === 0) return left("the whole plan cannot be removed");
    return this.#change(path, undefined, (container, token) => container.remove(token));
  }

  #move(from: Pointer, to: Pointer): Either<string, void> {
    const value = this.#from(from);
    if (isLeft(value)) return value;
    if (isWithin(from, to) && from.tokens.length < to.tokens.length)
      return left("a value cannot move into itself");
    if (from.tokens.length === 0) return right(undefined);
    // Also onto its own place: it is a removal and an addition.
    const removed = this.#remove(from);
    return isLeft(removed) ? removed : this.#add(to, value.right);
  }

  /** What a patch copies is bounded before it is made: copies of copies double. */
  #copy(from: Pointer, to: Pointer): Either<string, void> {
    const value = this.#from(from);
    if (isLeft(value)) return value;
    const { planBytes } = this.#limits;
    const pieces = value.right.pieces();
    this.#copied += bytesOf(pieces);
    if (this.#copied > planBytes)
      return left(`this patch copies more than plan-bytes, ${planBytes}`);
    return this.#add(to, new TextValue(Buffer.concat(pieces)));
  }

  #from(from: Pointer): Either<string, WorkingValue> {
    return mapLeft((what: string) => `from ${JSON.stringify(shownPath(from.text))}: ${what}`)(
      this.#find(from),
    );
  }

  #tooDeep({ tokens }: Pointer, value: WorkingValue): string | undefined {
    const { planDepth } = this.#limits;
    const fits = (height: number): boolean => tokens.length + height <= planDepth;
    return fits(value.mostHeight) || fits(value.height) ? undefined : tooDeep(this.#limits);
  }

  /** What is at a place. */
  #find({ tokens }: Pointer): Either<string, WorkingValue> {
    const [last] = tokens.slice(-1);
    if (last === undefined) return right(this.#root);
    return chain(({ inner }: Trail) => fromNullable(noPlace)(inner.at(last)))(
      this.#trailTo(tokens),
    );
  }

  /** The same, taken apart if it can be, so that later operations find it so. */
  #open(path: Pointer): Either<string, WorkingValue> {
    const [last] = path.tokens.slice(-1);
    const found = this.#find(path);
    if (last === undefined || isLeft(found)) return found;
    const taken = chain(({ inner }: Trail) => openedAt(inner, last, this.#reach))(
      this.#trailTo(path.tokens),
    );
    return isLeft(taken) ? found : taken;
  }

  #openRoot(): Either<string, Container> {
    return map((root: Container) => (this.#root = root))(opened(this.#root, this.#reach));
  }

  /** The way to a place. Left: why there is none. */
  #trailTo(tokens: readonly string[]): Either<string, Trail> {
    const root = this.#openRoot();
    if (isLeft(root)) return root;
    const around: Container[] = [];
    let inner = root.right;
    for (const token of tokens.slice(0, -1)) {
      const next = openedAt(inner, token, this.#reach);
      if (isLeft(next)) return next;
      around.push(inner);
      inner = next.right;
    }
    return right({ inner, around });
  }

  /** Changes what is at a place, and with it all that is around it. */
  #change(
    { tokens }: Pointer,
    whole: WorkingValue | undefined,
    make: (container: Container, token: string) => boolean,
  ): Either<string, void> {
    const [last] = tokens.slice(-1);
    if (last === undefined) {
      if (whole !== undefined) this.#root = whole;
      this.#changedBy.clear();
      this.#replacedBy = this.#index;
      return right(undefined);
    }
    const trail = this.#trailTo(tokens);
    if (isLeft(trail)) return trail;
    const { inner, around } = trail.right;
    if (!make(inner, last)) return left(noPlace);
    let height = whole?.mostHeight ?? 0;
    for (const container of [inner, ...around.toReversed()]) container.touch((height += 1));
    // The revision is not the patch's to change, and no record or event of the patch has such an operation.
    if (tokens[0] !== "rev") this.#changedBy.set(tokens[0] ?? "", this.#index);
    return right(undefined);
  }
}

const listOfValue = (value: WorkingValue): ListText | undefined => {
  if (value instanceof ListValue) return listOf(value.chunks());
  return value instanceof TextValue && value.text[0] === openList ? listIn(value.text) : undefined;
};

const memberFrom = (name: string, key: Buffer, value: WorkingValue): PlanMember => {
  const head = Buffer.concat([key, Buffer.from(":")]);
  const list = listOfValue(value);
  const own = list === undefined ? value.pieces() : [Buffer.of(openList)];
  return new PlanMember(name, afterComma(Buffer.concat([head, ...own])), head.length + 1, list);
};

/**
 * Applies a patch to the plan of a revision, as RFC 6902 has it; the result's revision is the caller's. Time grows with
 * the patch, and with what it reaches into. Left: the first operation that cannot be done, or that makes the plan one
 * that may not be saved.
 */
export const applyPatch = (
  before: PlanText,
  rev: number,
  { operations, limits }: Pick<Patch, "operations" | "limits">,
): Either<RefusedOperation, PlanText> => {
  if (!before.isInPieces) return left({ index: 0, what: tooManyMembers });
  const plan = new WorkingPlan(before, rev, limits);
  for (const [index, operation] of operations.entries()) {
    const done = plan.do(operation, index);
    if (isLeft(done)) return left({ index, what: done.left });
  }
  return plan.isChanged ? plan.finish() : right(before);
};

/** Whether operations make exactly this text of another one: what a log holds must depend on nothing else. */
export const makesText = (
  before: PlanText,
  operations: readonly Operation[],
  after: PlanText,
): boolean => {
  const made = applyPatch(before, 0, { operations, limits: noLimits });
  return !isLeft(made) && made.right.checksum(0) === after.checksum(0);
};
