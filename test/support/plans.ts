import { demoPlan } from "../samples/index.ts";

/** The three sizes of test plans: about 6 kB, 92 kB and 920 kB of JSON. */
export const planSizes = ["flat", "house", "office"] as const;

/** A small plan with a number in it, which identifies the revision. */
export const numberedPlan = (number: number): Record<string, unknown> => ({
  rooms: [
    {
      id: "room",
      name: `Room ${number}`,
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
      ],
    },
  ],
  number,
});

/** A sample plan with a number in it. */
export const samplePlan = (
  size: (typeof planSizes)[number],
  number: number,
): Record<string, unknown> => ({ ...demoPlan(size), number });
