/** How much a run does of each figure. */
export interface Scale {
  readonly name: "quick" | "default" | "full";
  /** Factor on the number of rounds. */
  readonly rounds: number;
  /** Sizes of plans whose saves are measured. */
  readonly sizes: readonly ("flat" | "house" | "office")[];
  /** Seconds of saves without pause, for snapshots. */
  readonly snapshotSeconds: number;
  /** Saves with 300 subscribers, for memory. */
  readonly memorySaves: number;
  /** Seconds of states that change without pause. */
  readonly stateSeconds: number;
}

const allSizes = ["flat", "house", "office"] as const;

/** `quick` shows that it works, `default` takes five minutes, `full` is what the targets speak of. */
export const scales: Readonly<Record<Scale["name"], Scale>> = {
  quick: {
    name: "quick",
    rounds: 0.1,
    sizes: ["flat"],
    snapshotSeconds: 2,
    memorySaves: 80,
    stateSeconds: 1,
  },
  default: {
    name: "default",
    rounds: 1,
    sizes: allSizes,
    snapshotSeconds: 12,
    memorySaves: 1200,
    stateSeconds: 5,
  },
  full: {
    name: "full",
    rounds: 3,
    sizes: allSizes,
    snapshotSeconds: 60,
    memorySaves: 20_000,
    stateSeconds: 60,
  },
};
