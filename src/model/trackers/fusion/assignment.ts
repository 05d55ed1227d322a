/** In place of a cost that is none: no sum of others is as large. */
const forbidden = 1e9;

const at = (list: Float64Array | Int32Array, index: number): number => list[index] ?? 0;

/**
 * Gives each row at most one column and each column at most one row, so that the sum of the costs is least, where a row
 * without a column costs `alone`. Infinity is never chosen. The Hungarian algorithm, by shortest augmenting paths: some
 * n²·(n + m) steps for n rows and m columns.
 */
export const assigned = (
  costs: readonly (readonly number[])[],
  alone: number,
): readonly (number | undefined)[] => {
  const rows = costs.length;
  const columns = costs[0]?.length ?? 0;
  // Counted from 1, with a column of its own for each row, which means alone. In column 0 each search begins.
  const all = columns + rows;
  const costOf = (row: number, column: number): number => {
    if (column > columns) return column - columns === row ? alone : forbidden;
    return Math.min(costs[row - 1]?.[column - 1] ?? forbidden, forbidden);
  };
  const ofRow = new Float64Array(rows + 1);
  const ofColumn = new Float64Array(all + 1);
  const owners = new Int32Array(all + 1);
  const before = new Int32Array(all + 1);
  for (let row = 1; row <= rows; row += 1) {
    const least = new Float64Array(all + 1).fill(Infinity);
    const used: number[] = [];
    const isUsed = new Uint8Array(all + 1);
    owners[0] = row;
    let column = 0;
    while (at(owners, column) !== 0) {
      isUsed[column] = 1;
      used.push(column);
      const its = at(owners, column);
      let [delta, next] = [Infinity, 0];
      for (let other = 1; other <= all; other += 1) {
        if (isUsed[other] === 1) continue;
        const reduced = costOf(its, other) - at(ofRow, its) - at(ofColumn, other);
        if (reduced < at(least, other)) {
          least[other] = reduced;
          before[other] = column;
        }
        if (at(least, other) < delta) [delta, next] = [at(least, other), other];
      }
      for (const each of used) {
        const owner = at(owners, each);
        ofRow[owner] = at(ofRow, owner) + delta;
        ofColumn[each] = at(ofColumn, each) - delta;
      }
      for (let other = 1; other <= all; other += 1)
        if (isUsed[other] === 0) least[other] = at(least, other) - delta;
      column = next;
    }
    // Each column on the way goes to the row of the one before.
    while (column !== 0) {
      const from = at(before, column);
      owners[column] = at(owners, from);
      column = from;
    }
  }
  const found = Array.from({ length: rows }, (): number | undefined => undefined);
  for (let column = 1; column <= columns; column += 1) {
    const row = at(owners, column);
    if (row > 0 && costOf(row, column) < forbidden) found[row - 1] = column - 1;
  }
  return found;
};
