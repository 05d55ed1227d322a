import { isTrue, numberField, textField } from "./problem.ts";

/** What the service tells its page; undefined where it did not say. */
export interface ServiceSettings {
  /** First part of the service's commands. */
  readonly domain: string | undefined;
  /** Bytes that a tracing image may have. */
  readonly imageBytes: number | undefined;
  /** Address of Home Assistant for signing in with it, without a slash at its end; undefined where one cannot. */
  readonly homeAssistant: string | undefined;
  /** Whether Home Assistant says who is there, so that nobody has to sign in. */
  readonly isIngress: boolean;
}

/** Asks for the settings at an address; one that does not answer, or is no service of ours, says nothing. */
export const readSettings = async (address: string): Promise<ServiceSettings> => {
  const read = (found: unknown): ServiceSettings => ({
    domain: textField(found, "domain"),
    imageBytes: numberField(found, "imageBytes"),
    homeAssistant: textField(found, "homeAssistant")?.replace(/\/+$/, ""),
    isIngress: isTrue(found, "ingress"),
  });
  try {
    const response = await fetch(address);
    return read(response.ok ? await response.json() : undefined);
  } catch {
    return read(undefined);
  }
};
