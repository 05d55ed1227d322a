import { isLeft } from "fp-ts/lib/Either.js";
import { deepEqual } from "../../../model/json.ts";
import { findEntity } from "../../../model/elements/entities.ts";
import { isTarget, readTracker, targetsOfTrackers } from "../../../model/trackers/tracker.ts";
import { roomNameOf } from "../../home-assistant/positions/position-room.ts";
import type { Position } from "../../home-assistant/positions/position.ts";
import type { EditorContext } from "../component.ts";
import { hundredthsIn } from "../formats.ts";
import type { Tracker } from "../trackers/calibration.ts";
import type { Watched } from "../trackers/tracker-watch.ts";

type Context = Pick<EditorContext, "session" | "positions" | "texts" | "language">;

/** A problem as the service tells it. */
interface Told {
  readonly problem: string;
  readonly value?: string | number | undefined;
  readonly entity?: string | undefined;
}

/** A problem of a tracker in words. */
export const problemWords = (
  { problem, value = "", entity = "" }: Told,
  { texts }: Pick<Context, "texts">,
): string => {
  const { problems, problem: unknown } = texts.trackers;
  const known = new Map(
    Object.entries<string | ((value: string, entity: string) => string)>(problems),
  );
  const words = known.get(problem) ?? unknown(problem);
  return typeof words === "string" ? words : words(String(value), entity);
};

const positionWords = (position: Position, context: Context): string => {
  const { session, texts } = context;
  const words = texts.trackers;
  switch (position.state) {
    case "absent":
      return words.absent;
    case "problem":
      return problemWords(position, context);
    case "room":
      return words.inRoom(roomNameOf(session.state.plan, position) ?? position.room);
    case "located": {
      const name = roomNameOf(session.state.plan, position);
      return name === undefined ? words.located : words.inRoom(name);
    }
  }
};

const watchedWords = ({ position, jumped }: Watched, context: Context): string => {
  const words = positionWords(position, context);
  // Radars swap their targets, which is no fault.
  return jumped === undefined || position.kind === "target"
    ? words
    : `${words}. ${context.texts.trackers.jumped(`${hundredthsIn(context.language, jumped)} m`)}`;
};

/** Why a tracker as it is now cannot be followed at all; undefined if nothing is wrong. */
const ownProblem = ({ data }: Tracker, context: Context): string | undefined => {
  const read = readTracker(data);
  const [first] = targetsOfTrackers([read]);
  if (first !== undefined && !isTarget(first))
    return problemWords({ problem: "bad-tracker", value: first.bad }, context);
  const frame = first !== undefined && isTarget(first) ? first.frame : undefined;
  return frame !== undefined && "matrix" in frame && isLeft(frame.matrix)
    ? problemWords(frame.matrix.left, context)
    : undefined;
};

/** What is known of a tracker in words: what is wrong with it, else where its targets are. */
export const stateWords = (tracker: Tracker, context: Context): string => {
  const { session, positions, texts } = context;
  const words = texts.trackers;
  const own = ownProblem(tracker, context);
  if (own !== undefined) return own;
  if (positions.isRefused) return words.noRight;
  const saved = findEntity(session.state.base, "trackers", tracker.key);
  if (saved === undefined || !deepEqual(saved.data["source"], tracker.data["source"]))
    return words.saveFirst;
  const [one, ...others] = positions.of(tracker.key);
  if (one === undefined) return words.unknown;
  return others.length === 0
    ? watchedWords(one, context)
    : [one, ...others]
        .map((each, at) => words.target(at + 1, watchedWords(each, context)))
        .join(" · ");
};
