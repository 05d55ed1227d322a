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

/** Names and addresses by which a machine calls itself: nobody else gets there by them. */
const isThisMachine = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host);

/**
 * Where another device finds the service: at the address that the page was opened at, or else at one of those that
 * the service has for its nodes; undefined where all are this machine's own, or lead through somebody else's page.
 */
export const addressForOthers = (
  opened: string,
  throughIngress: boolean,
  nodeAddresses: readonly string[],
): string | undefined =>
  [...(throughIngress ? [] : [opened]), ...nodeAddresses]
    .find((each) => URL.canParse(each) && !isThisMachine(new URL(each).hostname))
    ?.replace(/\/+$/, "");
