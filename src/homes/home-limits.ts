/** Counts, and times in milliseconds. */
export const wakerLimits = {
  /** Homes that are opened at a time: more would only wait for one another's disk. */
  homesWaking: 8,
  /** The same in a cluster, where a home waits for etcd's answers, and those that wake together share its requests. */
  clusterHomesWaking: 32,
  /** Homes that wait to be opened. */
  homesWaiting: 4096,
  /** The longest wait for a home. */
  homesWaitMs: 30_000,
  /** Homes that are not asleep; an idle one makes room for another. */
  homesAwake: 4096,
  /**
   * Of those that stand in for homes that do not exist, and take 0.2 MB each: as many as one network has connections
   * without a token by default. An idle one makes room for another.
   */
  homesDecoys: 256,
  /** How long a home that could not be opened is not tried again. */
  homesFailedMs: 5000,
  /** Pause before the record of an awake home that has changed, and could not be read, is read again. */
  homesLookAgainMs: 1000,
};

/** In milliseconds. */
export const roundLimits = {
  /** Time in which every home is woken once for what it has to do by itself. */
  homesRoundMs: 24 * 60 * 60 * 1000,
  /** What a home may take of it at a time; a longer backup hangs, or would keep the others from theirs. */
  homesTidyMs: 10 * 60 * 1000,
  /** Time between two looks for deleted homes that nobody regrets any more. */
  homesPurgeMs: 60 * 60 * 1000,
};

/** Limits on backups that are got from and given to homes. */
export const transferLimits = {
  /** Backups on their way at a time: each takes room on the disk, and processor time from all homes. */
  homeTransfers: 4,
  /** Bytes of a backup that is given: a home with as many images as the largest quota of most. */
  homeBackupBytes: 4 * 1024 * 1024 * 1024,
  /** Milliseconds for such a backup to arrive: 4 GiB over 10 Mbit/s. */
  homeBackupMs: 60 * 60_000,
};
