import { textField } from "../client/problem.ts";

const readDomain = async (): Promise<string | undefined> => {
  try {
    const response = await fetch("/settings.json");
    return response.ok ? textField(await response.json(), "domain") : undefined;
  } catch {
    return undefined;
  }
};

/** First part of the service's commands; undefined where it did not say, and the usual one is as good as any. */
export const domain = await readDomain();
