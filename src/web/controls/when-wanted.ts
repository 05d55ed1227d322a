/** Loads a module once somebody wants it; asked again where it could not be had. Rejects as the import does. */
export const whenWanted = (load: () => Promise<unknown>): (() => Promise<void>) => {
  let loading: Promise<unknown> | undefined;
  return async () => {
    try {
      await (loading ??= load());
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
};
