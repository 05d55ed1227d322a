import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { describe, integer, strictObject } from "../../model/codec.ts";
import { type Command, value } from "../../server/websocket/command.ts";
import type { PlanActor } from "../actor.ts";
import { comparePlans } from "../changes/compare-plans.ts";
import { patchCodec, readPatch } from "../changes/read-patch.ts";
import { followedCodec, savedCodec } from "../plan-codecs.ts";
import { runAtOnce } from "../raw-json/json-cursor.ts";
import type { JsonText } from "../raw-json/raw-json.ts";
import { minComparedBytes } from "../state.ts";
import type { StoredPlan } from "../stored-plan.ts";
import { draftOfJson } from "../text/draft-text.ts";
import { type CommandDependencies, domainCommand, saveFor } from "./plan-commands.ts";

/** `plan/change`: changes the plan, only while `rev` is the stored revision. */
const planChange = (dependencies: CommandDependencies): Command =>
  domainCommand(dependencies, {
    name: "plan/change",
    admin: true,
    about: {
      summary: "changes the plan by a JSON Patch, all of it or nothing",
      result: savedCodec,
      errors: ["conflict", "outcome_unknown", "overloaded"],
    },
    fields: strictObject(
      {
        rev: describe("the revision that the changes are of; 0 if nothing is stored yet", integer),
        changes: patchCodec,
      },
      {},
    ),
    readers: { changes: readPatch(dependencies.limits) },
    run: ({ changes, rev }, actor, call) =>
      saveFor(dependencies, "plan/change", { content: changes, guard: rev }, actor, call),
  });

const closing = Buffer.from("}");

/** An event with the plan. */
const wholeEvent = (rev: number, json: JsonText): JsonText => [
  Buffer.from(`{"rev":${rev},"plan":`),
  ...json,
  closing,
];

const nothingSaved = wholeEvent(0, [Buffer.from("{}")]);

/** An event with what leads from one revision to another one. */
const changesEvent = (rev: number, from: number, changes: readonly string[]): JsonText => {
  const head = `{"rev":${rev},"from":${from},"changes":[`;
  const revision = `{"op":"replace","path":"/rev","value":${rev}}`;
  const operations = changes.filter((text) => text !== "");
  const all = rev === from ? [] : [revision, ...operations];
  return [Buffer.from(`${head}${all.join(",")}]}`)];
};

/** What leads from one revision to the next, if that is shorter than the plan. */
const changesOf = (plan: StoredPlan, before: StoredPlan | undefined): Buffer | undefined => {
  if (plan.changes !== undefined || before?.rev !== plan.rev - 1) return plan.changes;
  // A short plan that was saved is compared here, as somebody follows.
  if (plan.text.bytes >= minComparedBytes) return undefined;
  const draft = runAtOnce(draftOfJson(plan.json));
  return draft && comparePlans(before.text, draft).changes;
};

/** The events of the newest revision, each made once for all followers. */
class FollowedRevisions {
  #newest: StoredPlan | undefined;
  #next: JsonText | undefined;
  #whole: JsonText | undefined;
  /** For followers that fell behind, by the revision that they have. */
  readonly #since = new Map<number, JsonText>();

  /** What a follower gets who has the revision before. */
  next(plan: StoredPlan, before: StoredPlan | undefined): JsonText {
    this.#turnTo(plan);
    return (this.#next ??= this.#make(plan, before));
  }

  /** What a follower gets who has the revision `from`, if any: the changes since, if they are known and thus shorter. */
  from(current: StoredPlan | undefined, actor: PlanActor, from: number | undefined): JsonText {
    const rev = current?.rev ?? 0;
    if (current !== undefined) this.#turnTo(current);
    const changes = from === undefined ? undefined : actor.changesSince(from);
    if (from !== undefined && changes !== undefined) {
      const event = this.#since.get(from) ?? changesEvent(rev, from, changes);
      if (current !== undefined) this.#since.set(from, event);
      return event;
    }
    return current === undefined ? nothingSaved : this.#asWhole(current);
  }

  #make(plan: StoredPlan, before: StoredPlan | undefined): JsonText {
    const changes = changesOf(plan, before);
    return changes === undefined
      ? this.#asWhole(plan)
      : changesEvent(plan.rev, plan.rev - 1, [changes.toString()]);
  }

  #asWhole(plan: StoredPlan): JsonText {
    return (this.#whole ??= wholeEvent(plan.rev, plan.json));
  }

  #turnTo(plan: StoredPlan): void {
    if (plan === this.#newest) return;
    this.#newest = plan;
    this.#next = undefined;
    this.#whole = undefined;
    this.#since.clear();
  }
}

/**
 * `plan/follow`: the plan as an event at once, and what each save or change changes. The first event and the
 * subscription share a turn of the actor, so that no revision falls between them. A client that does not keep up gets
 * the newest plan in place of what it has missed, as soon as it has read what it was sent.
 */
const planFollow = (dependencies: CommandDependencies, followed: FollowedRevisions): Command =>
  domainCommand(dependencies, {
    name: "plan/follow",
    admin: false,
    about: {
      summary:
        "sends the plan, or what changed since `rev`, at once, and the changes of every save",
      result: t.null,
      event: followedCodec,
      errors: [],
    },
    fields: strictObject({}, { rev: describe("the revision that the client has", integer) }),
    run: ({ rev }, actor, call) => {
      const stream = call.openLatest("connectionSubscriptions");
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, endsWith, keepsUp, whenRoom } = stream.right;
      return actor.read(({ current }) => {
        emit(followed.from(current, actor, rev));
        let newest = current;
        /** The last revision that was sent before the client fell behind. */
        let behind: number | undefined;
        const catchUp = (): void => {
          emit(followed.from(newest, actor, behind));
          behind = undefined;
        };
        const came = (plan: StoredPlan): void => {
          const before = newest;
          newest = plan;
          if (behind !== undefined) return;
          if (keepsUp()) return emit(followed.next(plan, before));
          behind = before?.rev ?? 0;
          whenRoom(catchUp);
        };
        endsWith(actor.revisions.subscribe(came));
        return value(null);
      });
    },
  });

/** The commands that change and follow the plan by what changes. */
export const changeCommands = (dependencies: CommandDependencies): readonly Command[] => [
  planChange(dependencies),
  planFollow(dependencies, new FollowedRevisions()),
];
