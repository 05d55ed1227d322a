/** Calls `act` once in the next frame, however often it is asked for until then; `end` forgets what is asked for. */
export const oncePerFrame = (
  act: () => void,
): { readonly ask: () => void; readonly end: () => void } => {
  let asked: number | undefined;
  return {
    ask: () => {
      asked ??= requestAnimationFrame(() => {
        asked = undefined;
        act();
      });
    },
    end: () => {
      if (asked !== undefined) cancelAnimationFrame(asked);
      asked = undefined;
    },
  };
};
