/**
 * Microseconds on the machine's monotonic clock, which all of its processes share:
 * times that different processes took can be subtracted.
 */
export const microseconds = (): number => Number(process.hrtime.bigint() / 10n) / 100;
