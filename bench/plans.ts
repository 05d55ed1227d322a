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

/** The large sample plan cut down to about `share` of its bytes, as JSON text. */
export const shareOfOffice = (share: number): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(demoPlan("office")).map(([field, value]: [string, unknown]) => [
        field,
        Array.isArray(value) ? value.slice(0, Math.ceil(value.length * share)) : value,
      ]),
    ),
  );
