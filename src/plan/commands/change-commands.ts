import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { describe, integer, strictObject } from "../../model/codec.ts";
import { type Command, value } from "../../server/websocket/command.ts";
import { SharedEvents } from "../../server/websocket/event-stream.ts";
import type { PlanActor } from "../actor.ts";
import { comparePlans } from "../changes/compare-plans.ts";
import { patchCodec, readPatch } from "../changes/read-patch.ts";
import { followedCodec, savedCodec } from "../plan-codecs.ts";
import { runAtOnce } from "../raw-json/json-cursor.ts";
import { bytesOf, type JsonText } from "../raw-json/raw-json.ts";
import { minComparedBytes } from "../state.ts";
import type { StoredPlan } from "../stored-plan.ts";
import { draftOfJson } from "../text/draft-text.ts";
import { planCommand, planCommandShape } from "./plan-command.ts";
import { type CommandDependencies, saveFor } from "./plan-commands.ts";
import { planSubscribe } from "./subscribe-command.ts";

const planChangeShape = planCommandShape({
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
});

/** `plan/change`: changes the plan, only while `rev` is the stored revision. */
const planChange = (dependencies: CommandDependencies): Command =>
  planCommand(dependencies, {
    ...planChangeShape,
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

/** What leads from one revision to the next one, a short plan that was saved, if that is shorter than the plan. */
const comparedChanges = (plan: StoredPlan, before: StoredPlan | undefined): Buffer | undefined => {
  if (before?.rev !== plan.rev - 1 || plan.text.bytes >= minComparedBytes) return undefined;
  const draft = runAtOnce(draftOfJson(plan.json));
  return draft && comparePlans(before.text, draft).changes;
};

/** A revision on its way to the followers. */
class FollowedRevision {
  readonly plan: StoredPlan;
  readonly #before: StoredPlan | undefined;
  /** The plan forgets them with the next revision, which may come before a follower's turn. */
  readonly #changes: Buffer | undefined;
  #event: JsonText | undefined;

  constructor(plan: StoredPlan, before: StoredPlan | undefined) {
    this.plan = plan;
    this.#before = before;
    this.#changes = plan.changes;
  }

  /** What a follower gets who has the one before; made once for all. */
  event(whole: (plan: StoredPlan) => JsonText): JsonText {
    return (this.#event ??= this.#make() ?? whole(this.plan));
  }

  #make(): JsonText | undefined {
    const { plan } = this;
    // A short plan is compared here and not as it is saved: only if somebody follows.
    const changes = this.#changes ?? comparedChanges(plan, this.#before);
    return changes && changesEvent(plan.rev, plan.rev - 1, [changes.toString()]);
  }
}

/** Bytes of changes since older revisions that are kept until the next one, for others who have the same. */
const maxKeptBytes = 1024 * 1024;

/** All followers of the plan, as one subscriber of the actor. */
class Followers {
  readonly revisions = new SharedEvents<FollowedRevision>();
  #actor: PlanActor | undefined;
  #newest: StoredPlan | undefined;
  #wholeNewest: JsonText | undefined;
  /** Of the newest revision, for followers that fell behind, by the revision that they have. */
  readonly #since = new Map<number, JsonText>();
  #keptBytes = 0;

  /** Call inside the actor's `read`, before a follower joins. */
  begin(actor: PlanActor, current: StoredPlan | undefined): void {
    if (this.#actor === actor) return;
    this.#actor = actor;
    this.#turnTo(current);
    actor.revisions.subscribe((plan) => {
      this.revisions.publish(new FollowedRevision(plan, this.#newest));
      this.#turnTo(plan);
    });
    actor.jumps.subscribe((newest) => this.#turnTo(newest));
  }

  /** The newest revision; 0 before the first save. */
  get revision(): number {
    return this.#newest?.rev ?? 0;
  }

  /** What a follower gets who has the revision `from`, if any: the changes since, if they are known and thus shorter. */
  readonly since = (from: number | undefined): JsonText => {
    const current = this.#newest;
    const changes = from === undefined ? undefined : this.#actor?.changesSince(from);
    if (from === undefined || changes === undefined)
      return current === undefined ? nothingSaved : this.whole(current);
    return this.#since.get(from) ?? this.#kept(from, changesEvent(this.revision, from, changes));
  };

  #kept(from: number, event: JsonText): JsonText {
    const bytes = bytesOf(event);
    if (this.#keptBytes + bytes > maxKeptBytes) this.#forget();
    this.#keptBytes += bytes;
    this.#since.set(from, event);
    return event;
  }

  #forget(): void {
    this.#since.clear();
    this.#keptBytes = 0;
  }

  /** A plan as an event; that of the newest is made once for all. */
  readonly whole = (plan: StoredPlan): JsonText =>
    plan === this.#newest
      ? (this.#wholeNewest ??= wholeEvent(plan.rev, plan.json))
      : wholeEvent(plan.rev, plan.json);

  #turnTo(newest: StoredPlan | undefined): void {
    this.#newest = newest;
    this.#wholeNewest = undefined;
    this.#forget();
  }
}

const planFollowShape = planCommandShape({
  name: "plan/follow",
  admin: false,
  about: {
    summary: "sends the plan, or what changed since `rev`, at once, and the changes of every save",
    result: t.null,
    event: followedCodec,
    errors: [],
  },
  fields: strictObject({}, { rev: describe("the revision that the client has", integer) }),
});

/**
 * `plan/follow`: the plan as an event at once, and what each save or change changes. The first event and the
 * subscription share a turn of the actor, so that no revision falls between them. A client that does not keep up gets
 * the newest plan in place of what it has missed, as soon as it has read what it was sent.
 */
const planFollow = (dependencies: CommandDependencies, followers: Followers): Command =>
  planCommand(dependencies, {
    ...planFollowShape,
    run: ({ rev }, actor, call) => {
      const stream = call.openLatest("connectionSubscriptions");
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, joins, keepsUp, whenRoom } = stream.right;
      return actor.read(({ current }) => {
        followers.begin(actor, current);
        emit(followers.since(rev));
        /** The last revision that the client was sent. */
        let has = followers.revision;
        let isBehind = false;
        const catchUp = (): void => {
          emit(followers.since(has));
          has = followers.revision;
          isBehind = false;
        };
        joins(followers.revisions, (revision) => {
          // It may come after an event in place of those that were missed, and be one of them.
          if (isBehind || revision.plan.rev <= has) return;
          if (keepsUp()) {
            emit(revision.event(followers.whole));
            has = revision.plan.rev;
            return;
          }
          isBehind = true;
          whenRoom(catchUp);
        });
        return value(null);
      });
    },
  });

/** The commands that change the plan by what changes, and those that follow it. */
export const changeCommands = (dependencies: CommandDependencies): readonly Command[] => [
  planChange(dependencies),
  planSubscribe(dependencies),
  planFollow(dependencies, new Followers()),
];
