/**
 * Whether the save of a number is one that is measured. Half of them are, in the order of Thue and Morse, which has no
 * period: whatever else the machine does, also at intervals, meets both alike.
 */
export const isMeasuredSave = (save: number): boolean => {
  let ones = 0;
  for (let left = save; left > 0; left >>= 1) ones += left & 1;
  return ones % 2 === 1;
};
