/** Screens of many homes on several nodes, in their own process: real clients, which move to another node by themselves. */
import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { connect, type FloorplanClient, type Plan } from "../../src/client/index.ts";
import { answerParent, microseconds } from "../processes/child.ts";
import { furnishedPlan, lampPosition } from "./lamp.ts";

const homeCodec = t.type({ id: t.string, token: t.string, nodes: t.array(t.string) });

const question = t.union([
  /** Connects screens that follow the plan, and saves a plan with a lamp in each home. Each home names its nodes in order. */
  t.type({
    do: t.literal("open"),
    homes: t.array(homeCodec),
    screens: t.number,
    plan: t.string,
  }),
  /** Begins to move lamps, in one home after another, so many in all a second. */
  t.type({ do: t.literal("begin"), perSecond: t.number }),
  /** From that moment: microseconds until each screen that lost its connection has the plan again, once none is left. */
  t.type({ do: t.literal("back"), since: t.number, withinMs: t.number }),
  /** Ends the moves, and compares what was acknowledged with what the screens saw. */
  t.type({ do: t.literal("end"), withinMs: t.number }),
]);

const { is: isLamp } = t.type({ x: t.number });

/** How many homes are opened at a time. */
const opening = 8;
const pollMs = 20;

/** One home: what was acknowledged, and what each revision is, as it was first seen. */
class Home {
  /** Of the lamp, in the plan's furniture. */
  readonly position: number;
  readonly screens: Screen[] = [];
  readonly places = new Map<number, number>();
  readonly acknowledged = new Map<number, number>();
  /** Revisions that two screens saw with different plans, or one screen in the wrong order. */
  disorders = 0;
  isMoving = false;

  constructor(position: number) {
    this.position = position;
  }

  get newest(): number {
    return Math.max(0, ...this.screens.map(({ rev }) => rev));
  }

  /** Where the lamp was; of a revision that no screen saw, as it connected again meanwhile, by the history. */
  async placeAt(rev: number): Promise<number | undefined> {
    const known = this.places.get(rev);
    const [screen] = this.screens;
    if (known !== undefined || screen === undefined) return known;
    return xOf(await screen.client.history.get(rev), this.position);
  }

  saw(rev: number, x: number): void {
    const known = this.places.get(rev);
    if (known !== undefined && known !== x) this.disorders += 1;
    this.places.set(rev, x);
  }
}

class Screen {
  readonly client: FloorplanClient;
  rev = 0;
  /** When the plan came again, after a connection that was lost; 0 while it has not. */
  backAt: number | undefined;
  #isFirst = true;

  constructor(client: FloorplanClient) {
    this.client = client;
    client.connection.addEventListener("disconnected", () => {
      this.backAt = 0;
      this.#isFirst = true;
    });
  }

  follow(home: Home): Promise<unknown> {
    return this.client.subscribePlan((plan) => {
      const { rev = 0 } = plan;
      // After a reconnect it gets the newest plan, then each one.
      const isNext = this.#isFirst ? rev >= this.rev : rev === this.rev + 1;
      if (!isNext) home.disorders += 1;
      this.#isFirst = false;
      this.rev = rev;
      if (rev > 0) home.saw(rev, xOf(plan, home.position));
      if (this.backAt === 0) this.backAt = microseconds();
    });
  }
}

const xOf = ({ furniture }: Plan, position: number): number => {
  const lamps: unknown = furniture;
  const lamp: unknown = Array.isArray(lamps) ? lamps[position] : undefined;
  return isLamp(lamp) ? lamp.x : Number.NaN;
};

const homes: Home[] = [];
let path = "";
let moves = 0;
let moving: NodeJS.Timeout | undefined;
const underWay = new Set<Promise<void>>();

const openHome = async (
  { id, token, nodes }: t.TypeOf<typeof homeCodec>,
  screens: number,
  plan: string,
): Promise<void> => {
  const urls = nodes.map((node) => `${node}/h/${id}`).join(",");
  const home = new Home(lampPosition(furnishedPlan(plan)));
  for (let number = 0; number < screens; number += 1) {
    const screen = new Screen(await connect(urls, token));
    if (number === 0) await screen.client.save(JSON.parse(plan));
    await screen.follow(home);
    home.screens.push(screen);
  }
  homes.push(home);
};

/** Moves the lamp of a home to a place where it never was. What fails may be stored or not. */
const move = async (home: Home): Promise<void> => {
  const [screen] = home.screens;
  if (screen === undefined || home.isMoving) return;
  home.isMoving = true;
  const value = (moves += 1);
  try {
    const rev = await screen.client.change(home.newest, [{ op: "replace", path, value }]);
    home.acknowledged.set(rev, value);
  } catch {
    // Nothing was acknowledged.
  } finally {
    home.isMoving = false;
  }
};

const begin = (perSecond: number): void => {
  let at = 0;
  moving = setInterval(() => {
    const home = homes[(at += 1) % homes.length];
    if (home === undefined) return;
    const done = move(home).finally(() => underWay.delete(done));
    underWay.add(done);
  }, 1000 / perSecond);
};

const until = async (isSo: () => boolean, withinMs: number, what: () => string): Promise<void> => {
  for (const end = performance.now() + withinMs; !isSo(); await sleep(pollMs))
    if (performance.now() > end) throw new Error(what());
};

const back = async (since: number, withinMs: number): Promise<readonly number[]> => {
  const screens = homes.flatMap((home) => home.screens);
  const away = (): number => screens.filter(({ backAt }) => backAt === 0).length;
  await until(
    () => screens.some(({ backAt }) => backAt !== undefined),
    withinMs,
    () => "no screen lost its node",
  );
  await until(
    () => away() === 0,
    withinMs,
    () => `${away()} screens are not back`,
  );
  return screens.flatMap(({ backAt }) => (backAt === undefined ? [] : [backAt - since]));
};

/** Whether a screen does not have the newest plan yet, or what was acknowledged. */
const lags = ({ screens, acknowledged, newest }: Home): boolean => {
  const last = Math.max(0, ...acknowledged.keys());
  return screens.some(({ rev }) => rev < last || rev !== newest);
};

/** Every screen has each home's newest plan; what each acknowledged revision is, is what screens saw. */
const end = async (withinMs: number) => {
  clearInterval(moving);
  await Promise.all(underWay);
  await until(
    () => !homes.some(lags),
    withinMs,
    () => `${homes.filter(lags).length} homes lag`,
  );
  let [acknowledged, lost, disorders] = [0, 0, 0];
  for (const home of homes) {
    disorders += home.disorders;
    acknowledged += home.acknowledged.size;
    for (const [rev, x] of home.acknowledged) if ((await home.placeAt(rev)) !== x) lost += 1;
  }
  return { acknowledged, lost, disorders };
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "open": {
      path = `/furniture/${lampPosition(furnishedPlan(asked.plan))}/x`;
      const left = asked.homes.values();
      const openNext = async (): Promise<void> => {
        for (const home of left) await openHome(home, asked.screens, asked.plan);
      };
      await Promise.all(Array.from({ length: opening }, openNext));
      return {};
    }
    case "begin":
      begin(asked.perSecond);
      return {};
    case "back":
      return back(asked.since, asked.withinMs);
    case "end":
      return end(asked.withinMs);
  }
});
