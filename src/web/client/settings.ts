import { numberField, textField } from "./problem.ts";

/** What the service tells its page; undefined where it did not say. */
export interface ServiceSettings {
  /** First part of the service's commands. */
  readonly domain: string | undefined;
  /** Bytes that a tracing image may have. */
  readonly imageBytes: number | undefined;
}

/** Asks for the settings at an address; one that does not answer, or is no service of ours, says nothing. */
export const readSettings = async (address: string): Promise<ServiceSettings> => {
  try {
    const response = await fetch(address);
    const found: unknown = response.ok ? await response.json() : undefined;
    return { domain: textField(found, "domain"), imageBytes: numberField(found, "imageBytes") };
  } catch {
    return { domain: undefined, imageBytes: undefined };
  }
};
