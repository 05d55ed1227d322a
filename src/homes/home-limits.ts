/** Counts, and times in milliseconds. */
export const wakerLimits = {
  /** Homes that are opened at a time: more would only wait for one another's disk. */
  homesWaking: 8,
  /** Homes that wait to be opened. */
  homesWaiting: 4096,
  /** The longest wait for a home. */
  homesWaitMs: 30_000,
  /** Homes that are not asleep; an idle one makes room for another. */
  homesAwake: 4096,
  /** How long a home that could not be opened is not tried again. */
  homesFailedMs: 5000,
};

/** In milliseconds. */
export const roundLimits = {
  /** Time in which every home is woken once for what it has to do by itself. */
  homesRoundMs: 24 * 60 * 60 * 1000,
  /** Time between two looks for deleted homes that nobody regrets any more. */
  homesPurgeMs: 60 * 60 * 1000,
};
