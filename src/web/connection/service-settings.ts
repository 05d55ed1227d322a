import { addressesIn } from "../../client/nodes.ts";
import { isTrue, numberField, textField, textsField } from "../../client/errors.ts";

/** What the service tells its page; undefined where it did not say. */
export interface ServiceSettings {
  /** First part of the service's commands. */
  readonly domain: string | undefined;
  /** Bytes that a tracing image may have. */
  readonly imageBytes: number | undefined;
  /** Address of Home Assistant for signing in with it, without a slash at its end; undefined where one cannot. */
  readonly homeAssistant: string | undefined;
  /** Where browsers reach its nodes, without slashes at their ends; empty where it has but one address. */
  readonly addresses: readonly string[];
  /** Whether Home Assistant says who is there, so that nobody has to sign in. */
  readonly isIngress: boolean;
}

const read = (found: unknown): ServiceSettings => ({
  domain: textField(found, "domain"),
  imageBytes: numberField(found, "imageBytes"),
  homeAssistant: textField(found, "homeAssistant")?.replace(/\/+$/, ""),
  addresses: addressesIn(textsField(found, "addresses").join(",")),
  isIngress: isTrue(found, "ingress"),
});

/** Asks for the settings at an address; one that does not answer, or is no service of ours, says nothing. */
export const readSettings = async (address: string): Promise<ServiceSettings> => {
  try {
    const response = await fetch(address);
    return read(response.ok ? await response.json() : undefined);
  } catch {
    return read(undefined);
  }
};
