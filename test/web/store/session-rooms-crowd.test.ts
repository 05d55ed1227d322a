import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { sharedArea } from "../../../src/model/geometry/overlap.ts";
import { signedArea } from "../../../src/model/geometry/polygon.ts";
import { choicesIn, type Side } from "../../../src/model/merge/conflict.ts";
import type { DraftStore } from "../../../src/web/store/session-state.ts";
import { randomCases, scaled } from "../../campaign/scale.ts";
import { drag, someHouse } from "../../model/merge/room-plans.ts";
import { type Random, randomOf, seededRandom } from "../../support/random.ts";
import { FakeService, type Line } from "./fake-service.ts";
import { memoryDrafts } from "./memory-drafts.ts";
import { moving, saveAll } from "./two-item-plan.ts";

/** How two rooms overlap. */
interface Overlap {
  readonly metres: number;
  /** Whether one lies wholly in the other, in which it may grow. */
  readonly isNested: boolean;
}

/** How the rooms of a plan overlap, by the names of each two. */
const overlaps = (plan: PlanData): ReadonlyMap<string, Overlap> => {
  const rooms = roomsOf(plan).toSorted((one, other) =>
    String(one.id) < String(other.id) ? -1 : 1,
  );
  return new Map(
    rooms.flatMap((one, at) =>
      rooms.slice(0, at).map((other) => {
        const metres = sharedArea(one.corners, other.corners) ?? NaN;
        const areas = [one, other].map(({ corners }) => Math.abs(signedArea(corners)) / 2);
        const isNested = metres > 0.01 && metres > Math.min(...areas) - 0.01;
        return [`${other.id} and ${one.id}`, { metres, isNested }] as const;
      }),
    ),
  );
};

/** How somebody has drawn rooms, so that they may be so after a merge as well. */
class Drawn {
  readonly #most = new Map<string, Overlap>();

  note(plan: PlanData): void {
    for (const [pair, { metres, isNested }] of overlaps(plan)) {
      const known = this.#most.get(pair);
      this.#most.set(pair, {
        metres: Math.max(metres, known?.metres ?? 0),
        isNested: isNested || known?.isNested === true,
      });
    }
  }

  /** The rooms that overlap as nobody has drawn them, in words. */
  beyond(plan: PlanData): readonly string[] {
    return [...overlaps(plan)].flatMap(([pair, { metres, isNested }]) => {
      const known = this.#most.get(pair);
      const isKnown =
        metres <= (known?.metres ?? 0) + 0.05 || (isNested && known?.isNested === true);
      return isKnown ? [] : [`${pair}: ${metres} m² in place of ${known?.metres ?? 0}`];
    });
  }
}

interface Person {
  /** Another one after the tab has crashed. */
  line: Line;
  readonly drafts: DraftStore;
}

/** The tab is gone, and a new one opened, which is offered what was unsaved. */
const crash = async (service: FakeService, person: Person): Promise<void> => {
  await person.line.session.close();
  service.leave(person.line);
  person.line = service.open(person.drafts);
  await service.settle();
  await person.line.session.flushDraft();
};

/** What a person does in one turn, in words. */
const act = async (
  random: Random,
  service: FakeService,
  person: Person,
  drawn: Drawn,
): Promise<string> => {
  const { session } = person.line;
  const choices = choicesIn(session.state.conflicts);
  const choice = choices[random.below(choices.length)];
  const pull = (): void => {
    session.edit(moving, (plan) => drag(random, plan));
    drawn.note(session.state.plan);
  };
  const will = random.below(7);
  if (session.state.draft !== undefined && will < 4) {
    if (will > 1) return "waits";
    session.acceptDraft();
    return "takes a draft up";
  }
  if (choice !== undefined && will < 2) {
    const side = random.pick<Side>(["mine", "theirs"]);
    session.choose(choice[0].id, side);
    return `chooses ${side} of ${choice.map(({ key }) => key).join(" and ")}`;
  }
  if (choice !== undefined && will < 4) {
    await crash(service, person);
    return "crashes";
  }
  switch (will) {
    case 0:
    case 1:
      pull();
      await saveAll(service, person.line);
      return "pulls and saves";
    case 2: {
      const gesture = session.begin(moving);
      await service.settle();
      const seed = random.below(2 ** 32);
      gesture.preview((plan) => drag(randomOf(seed), plan));
      gesture.commit();
      drawn.note(session.state.plan);
      return "pulls while news come";
    }
    case 3:
      void session.save();
      return "begins to save";
    case 4:
      session.undo();
      return "undoes";
    case 5:
      session.redo();
      return "redoes";
    default:
      pull();
      return "pulls";
  }
};

test(
  "SESS-11, SESS-16: whatever people draw, save and choose, and however often their tabs crash, no rooms overlap that nobody drew so",
  { timeout: scaled(25_000, 300_000) },
  async (t) => {
    const random = seededRandom(t);
    for (let round = 0; round < randomCases(15, 800); round += 1) {
      const service = new FakeService(someHouse(random));
      const drawn = new Drawn();
      drawn.note(service.stored);
      const people = Array.from({ length: 2 }, (): Person => {
        const drafts = memoryDrafts(true);
        return { line: service.open(drafts), drafts };
      });
      await service.settle();
      const done: string[] = [];
      for (let turn = 0; turn < 30; turn += 1) {
        const name = random.below(people.length);
        const person = people[name];
        assert(person !== undefined);
        done.push(`${name} ${await act(random, service, person, drawn)}`);
        for (const { line } of people) {
          const odd = drawn.beyond(line.session.state.plan);
          assert.deepEqual(odd, [], `round ${round}: ${done.join(", ")}`);
        }
      }
      await service.settle();
      for (const { line } of people) {
        while (line.session.state.draft !== undefined) {
          line.session.acceptDraft();
          line.session.chooseAll("mine");
          await line.session.flushDraft();
        }
        line.session.chooseAll("theirs");
        await saveAll(service, line);
        assert.equal(line.session.state.isDirty, false);
      }
      for (const { line } of people) assert(service.has(line.session.state.plan), "all see it");
    }
  },
);
