import type { Page } from "playwright-core";

/** The script of a page whose service tells positions when the test does, or refuses with a code. */
export const positionService = (code = ""): string => `{
  const connection = {
    connected: true,
    addEventListener() {},
    removeEventListener() {},
    async subscribeMessage(onEvent, { type }) {
      if (${JSON.stringify(code)}) throw { code: ${JSON.stringify(code)}, message: "not for you" };
      window.asked = type;
      window.tell = onEvent;
      return async () => { delete window.tell; };
    },
  };
  delete window.tell;
  client.service = async () => ({ _tag: "Right", right: connection });
  onState("live");
}`;

/** Tells a page the states of targets, and which are gone. */
export const tell = async (
  page: Page,
  a: Readonly<Record<string, unknown>>,
  r: readonly string[] = [],
): Promise<void> => {
  await page.waitForFunction(() => "tell" in window);
  await page.evaluate(`tell(${JSON.stringify({ a, r })})`);
};
