import * as t from "io-ts";

const furnishedCodec = t.type({
  furniture: t.array(t.intersection([t.type({ type: t.string }), t.partial({ x: t.number })])),
});

/** A plan as far as its lamps matter. */
export type FurnishedPlan = t.TypeOf<typeof furnishedCodec>;

/** Parses a plan that has furniture. */
export const furnishedPlan = (text: string): FurnishedPlan => {
  const plan: unknown = JSON.parse(text);
  if (!furnishedCodec.is(plan)) throw new Error("the plan has no furniture");
  return plan;
};

/** The position of the edited element in the plan's furniture: the first lamp. */
export const lampPosition = ({ furniture }: FurnishedPlan): number => {
  const position = furniture.findIndex(
    ({ type, x }) => type.startsWith("lamp_") && x !== undefined,
  );
  if (position === -1) throw new Error("the plan has no lamp");
  return position;
};

/** Where that lamp is. */
export const lampX = (plan: FurnishedPlan): number =>
  plan.furniture[lampPosition(plan)]?.x ?? Number.NaN;

/** Places that are equally long as JSON, so that all edits have the same size. */
const places = Array.from({ length: 900 }, (_, number) => (1000 + number) / 100).filter(
  (place) => String(place).length === 5,
);

/** The places to which `many` edits move the lamp, from the edit with the number `first` on: hundreds in a row differ. */
export const placesFrom = (first: number, many: number): readonly number[] =>
  Array.from({ length: many }, (_, at) => places[(first + at) % places.length] ?? Number.NaN);
