/** A service reads no longer list of a screen; so many ids are some 10 kB. */
const mostEntities = 300;

/** Entities in lists that a service takes, in their order. */
export const chunksOf = (entities: readonly string[]): readonly (readonly string[])[] => {
  const many = Math.ceil(entities.length / mostEntities);
  return Array.from({ length: many }, (_, at) =>
    entities.slice(at * mostEntities, (at + 1) * mostEntities),
  );
};
