import { demoPlan, type DemoSize, demoSizes } from "../test/samples/index.ts";

/** The sizes of plans that are measured with. */
export const planSizes = demoSizes;

/** A sample plan as JSON text. */
export const planText = (size: DemoSize): string => JSON.stringify(demoPlan(size));

/** How a plan's size is called in the report. */
export const sizeName: Readonly<Record<DemoSize, string>> = {
  flat: "6 kB",
  house: "92 kB",
  office: "920 kB",
};

const takeAround = (values: readonly unknown[], many: number): readonly unknown[] =>
  Array.from({ length: many }, (_, position) => values[position % values.length]);

/** The large sample plan with about `share` of its bytes, its items repeated where that is more than 1, as JSON text. */
export const shareOfOffice = (share: number): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(demoPlan("office")).map(([field, value]: [string, unknown]) => [
        field,
        Array.isArray(value) ? takeAround(value, Math.ceil(value.length * share)) : value,
      ]),
    ),
  );
