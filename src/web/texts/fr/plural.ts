/** A number with its noun: in French, none is singular like one. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count < 2 ? one : many}`;
